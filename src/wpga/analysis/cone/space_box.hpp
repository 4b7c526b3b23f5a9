// The box that no atom of a curve may leave: colours outside the cube and ages below zero mean nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/base/option_values.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

struct SpaceBox {
  Vector low, high;  // d, in the coordinates of the family
};

// Which box is asked for: automatic, none, or bounds for every coordinate in the units the data came in;
// typed as "auto", "none" or "LO,HI".
struct BoxChoice {
  enum class Kind { automatic, none, bounds };
  Kind kind = Kind::automatic;
  double low = 0, high = 0;

  static BoxChoice none() { return {Kind::none}; }
  static BoxChoice within(double low, double high) { return {Kind::bounds, low, high}; }
  bool operator==(const BoxChoice&) const = default;
};

void parse_value(std::string_view text, BoxChoice& value);  // throws InputError
std::string text_of(const BoxChoice& value);
OptionValue value_of(const BoxChoice& value);
void set_value(const OptionValue& from, BoxChoice& to);

// Automatic: for palettes in RGB the colour cube, for other palettes and histograms the range of their atoms,
// else none.  Atoms of the family that lie outside widen it.  Throws InputError for bounds that do not hold
// the mean.
std::optional<SpaceBox> box_for(const BoxChoice& choice, const MeasureFamily& family, const Measure& mean);

// Bounds for fields u such that mean + u stays inside, the same for each of `count` fields.
FieldBox field_box(const std::optional<SpaceBox>& box, const PointsRef& mean, int count);

// Share of atoms (by weight) that are outside at either end of a curve.
double share_outside(const SpaceBox& box, const WeightsRef& weights, const PointsRef& start,
                     const PointsRef& end);

}  // namespace wpga
