#include "wpga/measures/common_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/option_text.hpp"

namespace wpga {

MeasureFamily centered(const MeasureFamily& family) {
  Space space = family.space();
  space.grid.clear();
  // Standardised with numbers c and s and then moved is moved and then standardised with 0 and s.
  std::ranges::fill(space.center, 0.0);
  MeasureFamily moved(space);
  moved.set_reading(family.reading());
  moved.reserve(family.count(), family.atoms(), family.dimension());
  for (Index i = 0; i < family.count(); ++i) {
    Measure measure = copy_of(family[i]);
    measure.points = centered_cloud(measure.points, measure.weights).points;
    moved.append(measure.view(), family.names()[static_cast<std::size_t>(i)]);
  }
  moved.set_labels(family.labels());
  moved.set_measure_weights(family.measure_weights());
  return moved;
}

void standardize_pooled(std::initializer_list<MeasureFamily*> families) {
  const auto share = 1.0 / static_cast<double>(families.size());
  const Index d = (*families.begin())->dimension();
  Vector mean = Vector::Zero(d), variance = Vector::Zero(d);
  for (const MeasureFamily* family : families) mean += share * pooled_moments(*family).mean;
  for (const MeasureFamily* family : families) {
    const PooledMoments moments = pooled_moments(*family);
    variance += share * (moments.variance + (moments.mean - mean).cwiseAbs2());
  }
  const Vector scale = variance.unaryExpr([](double value) { return value > 0 ? std::sqrt(value) : 1.0; });
  for (MeasureFamily* family : families) {
    Space space = family->space();
    space.grid.clear();
    family->set_space(space);
    family->standardize(mean, scale);
  }
}

void require_same_space(const MeasureFamily& first, const MeasureFamily& second) {
  const Space &a = first.space(), &b = second.space();
  require(first.dimension() == second.dimension(),
          fmt::format("the first side lives in dimension {}, the second in dimension {}; they need one space",
                      first.dimension(), second.dimension()));
  require(a.kind == b.kind,
          fmt::format("the first side holds measures of kind {}, the second of kind {}; use `as`",
                      name_of(a.kind), name_of(b.kind)));
  require(a.axes.empty() || b.axes.empty() || a.axes == b.axes,
          fmt::format("the coordinates are {} on the first side and {} on the second", text_of(a.axes),
                      text_of(b.axes)));
  require(a.center == b.center && a.scale == b.scale,
          "the two sides were standardised differently; compare the raw data with `standardize` pooled");
}

void enter_space(MeasureFamily& family, const Space& model, Index dimension) {
  const Space& space = family.space();
  require(family.dimension() == dimension,
          fmt::format("the model lives in dimension {}, but these measures live in dimension {}", dimension,
                      family.dimension()));
  require(space.kind == model.kind,
          fmt::format("the model is of kind {}, but these measures are of kind {}; use `as`",
                      name_of(model.kind), name_of(space.kind)));
  require(space.axes.empty() || model.axes.empty() || space.axes == model.axes,
          fmt::format("the coordinates of the model are {}, but those of these measures are {}",
                      text_of(model.axes), text_of(space.axes)));
  if (space.center == model.center && space.scale == model.scale) return;
  require(
      space.scale.empty(),
      "these measures were standardised differently from those of the model; give the raw data, which are "
      "standardised as the model's were");
  family.standardize(VectorView(model.center.data(), dimension), VectorView(model.scale.data(), dimension));
}

}  // namespace wpga
