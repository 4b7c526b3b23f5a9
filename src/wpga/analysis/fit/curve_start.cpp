#include "wpga/analysis/fit/curve_start.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/base/decompositions.hpp"

namespace wpga {

namespace {

Matrix start_direction(const TangentMaps& maps, std::span<const Matrix> earlier, CurveStart kind,
                       Random random) {
  if (kind == CurveStart::tangent || kind == CurveStart::automatic) {
    const TangentDirections leading = leading_directions(maps, earlier, 1);
    if (leading.fields.empty()) return Matrix::Zero(maps.dimension(), maps.root_weights.size());
    return leading.fields.front();
  }
  if (kind == CurveStart::farthest)
    return maps.field(maps.coordinates.column(farthest_map(maps, earlier)).cast<double>());
  Eigen::VectorXf mixture(maps.coordinates.cols());
  for (float& entry : mixture) entry = static_cast<float>(random.normal());
  return maps.field(maps.coordinates.sum(mixture).cast<double>());
}

}  // namespace

CurveAtStart line_along(const Matrix& direction, const Vector& positions) {
  const double low = std::min(0.0, positions.minCoeff()), high = std::max(0.0, positions.maxCoeff());
  const double range = high - low;
  return {{-low * direction, high * direction},
          range > 0 ? Vector((positions.array() - low) / range) : Vector::Constant(positions.size(), 0.5)};
}

CurveAtStart start_curve(const TangentMaps& maps, std::span<const Matrix> earlier, CurveStart kind,
                         Random random) {
  const Vector weights = maps.root_weights.cwiseAbs2();
  Matrix direction = off_directions(weights, start_direction(maps, earlier, kind, random), earlier);
  const double size = std::sqrt(squared_norm(weights, direction));
  if (size > 0) direction /= size;
  return line_along(direction, inner_products(maps, direction));
}

Vector times_along(const TangentMaps& maps, const GeneralizedGeodesic& curve) {
  const Vector weights = maps.root_weights.cwiseAbs2();
  const Matrix direction = curve.direction();
  const double squared = squared_norm(weights, direction);
  if (!(squared > 0)) return Vector::Constant(maps.measure_weights.size(), 0.5);
  const double before = inner_product(weights, curve.backward, direction);
  return ((inner_products(maps, direction).array() + before) / squared).cwiseMax(0.0).cwiseMin(1.0);
}

QuadraticModel tangent_majoriser(const TangentMaps& maps, const Vector& times, const Vector& weights) {
  const Vector& lambda = maps.measure_weights;
  const Vector rest = 1 - times.array();
  const auto sum = [&](const Vector& factors) {
    return maps.field(maps.coordinates.sum(lambda.cwiseProduct(factors).cast<float>()).cast<double>());
  };
  const double mixed = lambda.dot(times.cwiseProduct(rest));
  return {
      weights,
      (Matrix(2, 2) << lambda.dot(rest.cwiseAbs2()), mixed, mixed, lambda.dot(times.cwiseAbs2())).finished(),
      {sum(rest), sum(times)},
      maps.variance};
}

CurveAtStart translation_curve(const MeasureFamily& family, const Measure& mean, Index component) {
  const Vector center = mean_of(mean.view());
  Matrix moved(family.dimension(), family.count());
  for (Index i = 0; i < family.count(); ++i) moved.col(i) = mean_of(family[i]) - center;
  Matrix covariance = Matrix::Zero(family.dimension(), family.dimension());
  for (Index i = 0; i < family.count(); ++i)
    covariance += family.measure_weight(i) * moved.col(i) * moved.col(i).transpose();
  const SymmetricEigen eigen = symmetric_eigen(covariance);
  const Index place = family.dimension() - 1 - component;
  const bool there = place >= 0 && eigen.values[place] > no_variance * eigen.values.cwiseAbs().sum();
  const Vector axis = there ? Vector(eigen.vectors.col(place)) : Vector::Zero(family.dimension());
  return line_along(axis.replicate(1, mean.size()), moved.transpose() * axis);
}

}  // namespace wpga
