#include "wpga/recolor/recolored.hpp"

#include "wpga/base/error.hpp"
#include "wpga/recolor/color_table.hpp"
#include "wpga/recolor/photo_palette.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {

namespace {

// Colours that a distribution transfer looks at, on either side.
constexpr Index transfer_colors = Index{1} << 14;

// CIELAB in edges of the colour cube: its lightness, too, then runs from 0 to 1.
double unit_of(ColorSpace space) { return space == ColorSpace::lab ? 100 : 1; }

// Every column by its own: red green blue to the space in its units, or back.
Matrix entered(const Matrix& colors, ColorSpace space) {
  if (space == ColorSpace::rgb) return colors;
  Matrix moved(3, colors.cols());
  for (Index i = 0; i < colors.cols(); ++i) moved.col(i) = in_space(colors.col(i), space) / unit_of(space);
  return moved;
}

Matrix left(const Matrix& colors, ColorSpace space) {
  if (space == ColorSpace::rgb) return colors;
  Matrix moved(3, colors.cols());
  for (Index i = 0; i < colors.cols(); ++i) moved.col(i) = from_space(colors.col(i) * unit_of(space), space);
  return moved;
}

// A change of colours in the space of the palettes, tabulated over red green blue.
template <class Map>
ColorTable table_of(const Map& map, ColorSpace space, const Execution& execution) {
  return {[&](const Matrix& colors) { return left(map(entered(colors, space)), space); }, execution};
}

ColorTable plan_table(const PaletteChange& change, const RecolorOptions& options,
                      const Execution& execution) {
  const double unit = unit_of(change.space);
  const Measure from{change.from.points / unit, change.from.weights};
  const Measure to{change.to.points / unit, change.to.weights};
  const PairCoupling coupling =
      couple(from.view(), to.view(), {.transport = TransportMethod::exact, .sinkhorn = {}});
  return table_of(ColorMap(from.view(), coupling.map, options.map), change.space, execution);
}

ColorTable distribution_table(const Image& photo, const PaletteChange& change, const RecolorOptions& options,
                              const Execution& execution) {
  const double unit = unit_of(change.space);
  const std::uint64_t seed = options.distribution.seed;
  Measure colors = photo_colors(photo, change.space, transfer_colors, Random(seed, 1));
  colors.points /= unit;
  const Measure to{change.to.points / unit, change.to.weights};
  const double width = resolved_share * options.map.smoothness;
  const Measure source = blurred(colors.view(), width, transfer_colors, Random(seed, 2));
  const Measure target = scattered(to.view(), transfer_colors, Random(seed, 3));
  return table_of(distribution_transfer(source.view(), target.view(), options.distribution), change.space,
                  execution);
}

}  // namespace

Image recolored(const Image& photo, const PaletteChange& change, const RecolorOptions& options,
                const Execution& execution) {
  validate(options);
  require_photo(photo);
  require(change.from.dimension() == 3 && change.to.dimension() == 3,
          "a photo is recoloured between palettes of three coordinates");
  const ColorTable table = options.transfer == Transfer::plan
                               ? plan_table(change, options, execution)
                               : distribution_table(photo, change, options, execution);
  Image transferred = apply(table, photo, execution);
  if (options.regrain.grain == 0) return transferred;
  return regrain(photo, std::move(transferred), options.regrain, execution);
}

}  // namespace wpga
