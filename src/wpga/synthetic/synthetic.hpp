// Seeded families of measures made from factors that are known, so that an analysis can be compared with
// them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/synthetic/outline.hpp"

namespace wpga {

// glyphs        one Chinese character as an image, moved, scaled and turned (the paper's first figure);
//               factors shift_x, shift_y (pixels), scale, rotation (degrees, clockwise)
// ellipses      filled ellipses in the unit square as evenly spread points;
//               factors center_x, center_y, major, minor (half axes), angle (degrees from x to y, 0 to 180)
// gaussians     samples of normal laws around (½, …, ½), shifted and stretched so that their moments are
// exactly
//               the factors mean_1 … mean_d, covariance_1_1, covariance_1_2, …, covariance_d_d (divided by n)
// translations  one cloud of three clumps, moved along one direction and five times less across it (two fixed
//               orthogonal unit vectors drawn from the seed); factors along, across (one dimension: along)
// bells         normal laws on the unit interval as histograms of equal bins; factors location, spread
enum class Pattern { glyphs, ellipses, gaussians, translations, bells };
constexpr std::array<std::string_view, 5> names(Pattern) {
  return {"glyphs", "ellipses", "gaussians", "translations", "bells"};
}

struct SyntheticOptions {
  int count = 300;
  int size = 60;
  int atoms = 200;
  int dimension = 2;
  double shift = 0.12;
  double zoom = 1.3;
  double turn = 10;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = SyntheticOptions;
    return Listing{
        option("count", &O::count, "how many measures", between(1, 10'000'000)),
        option("size", &O::size, "glyphs: side of the square image in pixels", between(8, 4096)),
        option("atoms", &O::atoms,
               "all but glyphs, which have one for each inked pixel: atoms of each measure (bells: bins)",
               between(1, 10'000'000)),
        option("dimension", &O::dimension, "gaussians, translations: coordinates of a point",
               between(1, 1000)),
        option("shift", &O::shift, "largest movement along an axis, as a share of the frame",
               between(0, 0.5)),
        option("zoom", &O::zoom, "all but translations: largest scale; the smallest is its inverse",
               between(1, 10)),
        option("turn", &O::turn, "glyphs: largest rotation either way in degrees", between(0, 180)),
        option("seed", &O::seed, "seed of the random numbers; measure i depends on it and on i alone")};
  }
};
static_assert(lists_every_member<SyntheticOptions>);

// Does anything of the pattern depend on the option of that name?
bool uses(Pattern pattern, std::string_view option);

struct SyntheticFamily {
  MeasureFamily family;
  Matrix factors;                         // K × N: a column holds the factors of one measure
  std::vector<std::string> factor_names;  // K
};

// The same pattern, options and seed give the same bits for any number of threads, and the first measures of
// a longer family are those of a shorter one. Throws InputError for options that break their rule, and for
// gaussians with fewer than dimension + 1 atoms.
SyntheticFamily synthetic_family(Pattern pattern, const SyntheticOptions& options,
                                 const Execution& execution = {});

// The pattern glyphs with another character, in the very poses of 木.  Throws InputError for options that
// break their rule and for an outline without ink.
SyntheticFamily synthetic_glyphs(const Outline& character, const SyntheticOptions& options,
                                 const Execution& execution = {});

}  // namespace wpga
