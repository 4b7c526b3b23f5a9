// The atoms of samples, small enough to travel inside a page.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

struct PictureOptions {
  int pictures = 2000;
  int picture_atoms = 1024;
  double picture_megabytes = 3;

  static constexpr auto list() {
    using O = PictureOptions;
    return Listing{
        option("pictures", &O::pictures, "most samples with a picture", at_least(0)),
        option("picture-atoms", &O::picture_atoms,
               "most atoms in the picture of a sample; more are put together", between(1, 1000000)),
        option("picture-megabytes", &O::picture_megabytes,
               "most room for all pictures, before they become text (a third more)", positive())};
  }
};
static_assert(lists_every_member<PictureOptions>);

// Coordinates in the units of the data, relative to an origin and cut into 65 536 steps of a box; weights in
// 255 steps of the heaviest atom of their measure.
struct PageSamples {
  std::vector<std::uint32_t> indices;  // of the measures shown, rising
  std::vector<std::uint32_t> offsets;  // one more
  Vector low, high;                    // d
  std::vector<std::uint16_t> points;   // d numbers for each atom
  std::vector<std::uint8_t> weights;
  std::optional<double> spacing;  // of neighbours, for shapes on a grid of pixels
  bool thinned = false;           // some measure had more atoms than are shown
};

// At most `most` of the measures that are there (`where[i]` ≥ 0), rising: those with the largest `left_over`
// take a fifth, the others are spread evenly.
std::vector<Index> measures_shown(std::span<const Index> where, const Vector& left_over, Index most);

// `where[i]` is the place of measure i in the family, or −1.  When not all can be shown, measures_shown
// chooses.
PageSamples page_samples(const MeasureFamily& family, std::span<const Index> where, const Vector& left_over,
                         const Vector& origin, const PictureOptions& options);

// The same as JSON; coordinates in multiples of `unit`.
std::string samples_text(const PageSamples& samples, double unit);

}  // namespace wpga
