#include "wpga/analysis/cone/space_box.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/option_text.hpp"

namespace wpga {

namespace {

// A bound in the data's own units, in the coordinates of a family that may have been standardised.
Vector standardized(double bound, const Space& space, Index dimension) {
  Vector bounds = Vector::Constant(dimension, bound);
  if (space.center.empty()) return bounds;
  const auto d = static_cast<Index>(space.center.size());
  return (bounds - VectorView(space.center.data(), d)).cwiseQuotient(VectorView(space.scale.data(), d));
}

// Undoes it.
Vector in_data_unit(const Vector& place, const Space& space) {
  if (space.center.empty()) return place;
  const auto d = static_cast<Index>(space.center.size());
  return place.cwiseProduct(VectorView(space.scale.data(), d)) + VectorView(space.center.data(), d);
}

SpaceBox range_of(const MeasureFamily& family) {
  CoordinateRange range = coordinate_range(family);
  return {std::move(range.low), std::move(range.high)};
}

bool is_rgb(const Space& space) {
  return space.kind == Kind::palette && (space.axes.empty() || space.axes.front() != "L");
}

std::optional<SpaceBox> automatic(const MeasureFamily& family) {
  const Space& space = family.space();
  if (space.kind != Kind::palette && space.kind != Kind::histogram) return std::nullopt;
  SpaceBox box = range_of(family);
  if (is_rgb(space)) {
    box.low = box.low.cwiseMin(standardized(0, space, family.dimension()));
    box.high = box.high.cwiseMax(standardized(1, space, family.dimension()));
  }
  return box;
}

SpaceBox given(const BoxChoice& choice, const MeasureFamily& family) {
  require(choice.low < choice.high, "`box` must have its lower bound below its upper one");
  return {standardized(choice.low, family.space(), family.dimension()),
          standardized(choice.high, family.space(), family.dimension())};
}

}  // namespace

void parse_value(std::string_view text, BoxChoice& value) {
  if (text == "auto" || text == "none") {
    value = text == "none" ? BoxChoice::none() : BoxChoice();
    return;
  }
  std::vector<double> bounds;
  try {
    parse_value(text, bounds);
  } catch (const InputError&) {
    bounds.clear();
  }
  require(bounds.size() == 2 && bounds[0] < bounds[1],
          fmt::format("must be auto, none, or two numbers LO,HI with LO below HI, not '{}'", text));
  value = BoxChoice::within(bounds[0], bounds[1]);
}

std::string text_of(const BoxChoice& value) {
  switch (value.kind) {
    case BoxChoice::Kind::automatic:
      return "auto";
    case BoxChoice::Kind::none:
      return "none";
    case BoxChoice::Kind::bounds:
      break;
  }
  return fmt::format("{},{}", value.low, value.high);
}

OptionValue value_of(const BoxChoice& value) { return text_of(value); }

void set_value(const OptionValue& from, BoxChoice& to) {
  std::string text;
  set_value(from, text);
  parse_value(text, to);
}

std::optional<SpaceBox> box_for(const BoxChoice& choice, const MeasureFamily& family, const Measure& mean) {
  if (choice.kind == BoxChoice::Kind::none) return std::nullopt;
  const bool automatically = choice.kind == BoxChoice::Kind::automatic;
  std::optional<SpaceBox> box = automatically ? automatic(family) : given(choice, family);
  if (!box) return box;
  const Vector low = mean.points.rowwise().minCoeff(), high = mean.points.rowwise().maxCoeff();
  const Vector slack = 1e-9 * (box->high - box->low);
  require(automatically ||
              ((low - box->low + slack).minCoeff() >= 0 && (box->high - high + slack).minCoeff() >= 0),
          fmt::format("`box` {} does not hold the mean, whose atoms lie between {:.6g} and {:.6g}",
                      text_of(choice), in_data_unit(low, family.space()).minCoeff(),
                      in_data_unit(high, family.space()).maxCoeff()));
  // Rounding may leave an atom of the mean a hair outside; nothing moves then, but nothing breaks.
  return SpaceBox{box->low.cwiseMin(low), box->high.cwiseMax(high)};
}

FieldBox field_box(const std::optional<SpaceBox>& box, const PointsRef& mean, int count) {
  FieldBox bounds;
  for (int a = 0; box && a < count; ++a) {
    bounds.lower.push_back((-mean).colwise() + box->low);
    bounds.upper.push_back((-mean).colwise() + box->high);
  }
  return bounds;
}

double share_outside(const SpaceBox& box, const WeightsRef& weights, const PointsRef& start,
                     const PointsRef& end) {
  const Vector slack = 1e-9 * (box.high - box.low);
  double share = 0;
  for (Index k = 0; k < start.cols(); ++k) {
    const bool outside = (start.col(k).cwiseMin(end.col(k)) - box.low + slack).minCoeff() < 0 ||
                         (box.high + slack - start.col(k).cwiseMax(end.col(k))).minCoeff() < 0;
    if (outside) share += weights[k];
  }
  return share;
}

}  // namespace wpga
