#include "wpga/neighbours/line/line_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "wpga/transport/one_dimensional.hpp"

namespace wpga {

namespace {

// Directions below this share of the variance are rounding.
constexpr double no_variance_left = 1e-10;

}  // namespace

double inner_product(const LineData& data, const Vector& first, const Vector& second) {
  return (data.weights.array() * first.array() * second.array()).sum();
}

LineData line_data(const MeasureFamily& family, const Measure& mean, const std::optional<SpaceBox>& box) {
  const Index atoms = mean.size();
  LineData data{.order = std::vector<Index>(static_cast<std::size_t>(atoms)),
                .places = Vector(atoms),
                .weights = Vector(atoms),
                .maps = Matrix(atoms, family.count()),
                .measure_weights = measure_weights_of(family),
                .squared_distances = Vector(family.count()),
                .box = box};
  // Far from the origin differences would lose their digits.
  const double center = mean_of(mean.view())[0];
  if (data.box) {
    data.box->low.array() -= center;
    data.box->high.array() -= center;
  }
  std::iota(data.order.begin(), data.order.end(), Index{0});
  std::stable_sort(data.order.begin(), data.order.end(),
                   [&](Index a, Index b) { return mean.points(0, a) < mean.points(0, b); });
  for (Index k = 0; k < atoms; ++k) {
    data.places[k] = mean.points(0, data.order[static_cast<std::size_t>(k)]) - center;
    data.weights[k] = mean.weights[data.order[static_cast<std::size_t>(k)]];
  }
  const Measure sorted{data.places.transpose(), data.weights};
  for (Index i = 0; i < family.count(); ++i) {
    const Measure target{family[i].points.array() - center, family[i].weights};
    const LineCoupling coupling = couple_on_line(sorted.view(), target.view());
    data.maps.col(i) = coupling.map - data.places;
    data.squared_distances[i] = coupling.value.primal;
  }
  const Vector reached = data.maps.cwiseAbs2().transpose() * data.weights;
  data.unreachable = std::max(0.0, data.measure_weights.dot(data.squared_distances - reached));
  return data;
}

EuclideanAxes tangent_axes(const LineData& data, Index count) {
  // Fields are centred on the mean itself, not on their own average.
  const Vector roots = data.weights.cwiseSqrt();
  const Matrix flat = roots.asDiagonal() * data.maps;
  Matrix both(flat.rows(), 2 * flat.cols());
  both << flat, -flat;
  Vector weights(2 * flat.cols());
  weights << data.measure_weights / 2, data.measure_weights / 2;
  EuclideanAxes axes = euclidean_axes(both, weights, count);
  axes.axes = roots.cwiseInverse().asDiagonal() * axes.axes;
  axes.scores = axes.scores.leftCols(flat.cols()).eval();
  return axes;
}

Vector leading_direction(const LineData& data, std::span<const Vector> earlier) {
  LineData rest = data;
  // Earlier directions of a surface need not be orthogonal to each other: Gram and Schmidt first.
  std::vector<Vector> basis;
  for (Vector field : std::vector<Vector>(earlier.begin(), earlier.end())) {
    for (const Vector& each : basis) field -= inner_product(data, field, each) * each;
    const double size = std::sqrt(inner_product(data, field, field));
    if (size > 0) basis.push_back(field / size);
  }
  for (const Vector& each : basis)
    rest.maps -= each * (each.transpose() * data.weights.asDiagonal() * rest.maps);
  const EuclideanAxes axes = tangent_axes(rest, 1);
  const double total = data.measure_weights.dot(data.maps.cwiseAbs2().transpose() * data.weights);
  const bool left = axes.axes.cols() > 0 && axes.variances[0] > no_variance_left * total;
  return left ? Vector(axes.axes.col(0)) : Vector::Zero(data.places.size());
}

}  // namespace wpga
