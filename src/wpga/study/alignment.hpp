// Measures moved, scaled and turned onto each other before they are analysed: Procrustes in the Wasserstein
// sense. docs/alignment.md
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "wpga/base/option_values.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// Each does what those before it do: center moves, scale moves and scales, rotation moves, scales and turns.
enum class Alignment { none, center, scale, rotation };
constexpr std::array<std::string_view, 4> names(Alignment) { return {"none", "center", "scale", "rotation"}; }

struct AlignOptions {
  Alignment align = Alignment::none;

  static constexpr auto list() {
    return Listing{option("align", &AlignOptions::align,
                          "before the analysis, onto the mean: center: move every measure; scale: and "
                          "scale it; rotation: and turn "
                          "it (two or three dimensions); stored in the model and applied to new data")};
  }
};
static_assert(lists_every_member<AlignOptions>);

// Every measure moved by the similarity x ↦ scale · turn · x + shift of that kind which brings it nearest to
// the reference in W2; a scale makes its spread (root mean square distance from its mean) `spread`, or that
// of the reference.  Turns are rotations without reflection: plan and rotation in turns, from starts all
// around (plane: 24, space: 24).  A grid of pixels means nothing afterwards and is forgotten.  Throws
// InputError for turns in other dimensions.
MeasureFamily aligned_to(const MeasureFamily& family, const Measure& reference, Alignment kind,
                         const Execution& execution, std::optional<double> spread = {});

// The family aligned onto its own mean, which is found in turns with it (generalised Procrustes analysis,
// Gower 1975): three rounds on at most 48 atoms.  Mean place and root mean square spread are those of the
// family.  Families of up to 8192 atoms are aligned alike in whatever order they come.
MeasureFamily aligned(const MeasureFamily& family, Alignment kind, const Execution& execution);

// What the options of a model say of it: the kind, and the spread that measures were scaled to.  A mean is
// less spread out than what it is the mean of, so that its own would not do.
Alignment alignment_of(const OptionValues& options);
std::optional<double> aligned_spread(const OptionValues& options);
void keep_aligned_spread(OptionValues& options, Alignment kind, const MeasureFamily& aligned);

// The rotation R of the plane or of space, det R = 1, with the largest tr(R' C) (Kabsch 1976; Horn 1987).
Matrix best_rotation(const Matrix& cross);

}  // namespace wpga
