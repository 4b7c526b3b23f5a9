// A decoded picture or cloud as the measure that the options ask for.
#pragma once

#include <cstdint>
#include <span>

#include "wpga/io/formats/clouds/cloud.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/measures/image.hpp"
#include "wpga/measures/quantize.hpp"

namespace wpga {

// Are there colours in it, or only greys?  JPEG's rounding of greys does not count as colour.
bool is_colorful(const Image& image);

Space shape_space(const Image& image, const ShapeOptions& options);
Space palette_space(const PaletteOptions& options);

// The colours of an image, weighted by alpha, quantised to at most `colors` atoms.  Grey images have grey
// palettes.  Throws InputError for colours outside of [0, 1].
Quantization palette_of(const Image& image, const PaletteOptions& options, std::uint64_t seed,
                        std::uint64_t stream);

// At most --colors atoms of it, by k-means; all of it when the flag was not given.
Measure with_fewer_atoms(Measure measure, const LoadOptions& options, std::uint64_t stream);

// A cloud that no table read, as a measure: --transform, --sample, --colors.
Measure reduced_cloud(Cloud cloud, const LoadOptions& options, std::uint64_t stream);
// The same for coordinates that are transformed already.
Measure sampled_cloud(Cloud cloud, const LoadOptions& options, std::uint64_t stream);

// Row d of the points goes through transform d.  Throws InputError for a number without a logarithm.
void transform_rows(Matrix& points, std::span<const ColumnTransform> transforms);

}  // namespace wpga
