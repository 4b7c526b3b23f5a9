#include "wpga/analysis/cone/collinearity.hpp"

#include <Eigen/Dense>
#include <cmath>
#include <limits>

namespace wpga {

namespace {

using Four = Eigen::Vector4d;

double penalty(const Four& ends) {
  const auto start = ends.head<2>(), end = ends.tail<2>();
  const double angle = -start.dot(end) - start.norm() * end.norm();  // v1 = −U_0
  return angle * angle;
}

Four penalty_gradient(const Four& ends) {
  const Eigen::Vector2d start = ends.head<2>(), end = ends.tail<2>();
  const double first = start.norm(), second = end.norm();
  Four gradient = Four::Zero();
  if (!(first > 0) || !(second > 0)) return gradient;
  const double angle = -start.dot(end) - first * second;
  gradient.head<2>() = 2 * angle * (-end - start * second / first);
  gradient.tail<2>() = 2 * angle * (-start - end * first / second);
  return gradient;
}

// Minimises the quadratic c'Hc − 2g'c plus strength · Ω by BFGS.
Four descend(const Eigen::Matrix4d& curvature, const Four& linear, double strength, Four at) {
  const auto value = [&](const Four& c) {
    return c.dot(curvature * c) - 2 * linear.dot(c) + strength * penalty(c);
  };
  const auto gradient = [&](const Four& c) -> Four {
    return 2 * (curvature * c - linear) + strength * penalty_gradient(c);
  };
  Eigen::Matrix4d inverse = 0.5 * curvature.inverse();
  Four slope = gradient(at);
  double here = value(at);
  for (int iteration = 0; iteration < 200; ++iteration) {
    Four direction = -inverse * slope;
    if (direction.dot(slope) >= 0) direction = -slope;
    double step = 1;
    Four next = at + direction;
    while (value(next) > here + 1e-4 * step * slope.dot(direction) && step > 1e-12) {
      step *= 0.5;
      next = at + step * direction;
    }
    const double there = value(next);
    if (!(there < here)) break;
    const Four change = next - at, turned = gradient(next) - slope;
    const double product = change.dot(turned);
    if (product > 1e-12 * change.norm() * turned.norm()) {
      const Eigen::Matrix4d left = Eigen::Matrix4d::Identity() - change * turned.transpose() / product;
      inverse = (left * inverse * left.transpose() + change * change.transpose() / product).eval();
    }
    const bool settled = here - there <= 1e-14 * std::abs(here);
    at = next;
    slope += turned;
    here = there;
    if (settled) break;
  }
  return at;
}

// Ω is not convex: the descent starts from the free minimum, from each field alone and from fields that point
// the same way, and the best end counts.
Four best_descent(const Eigen::Matrix4d& curvature, const Four& linear, double strength) {
  const Four free = curvature.inverse() * linear;
  const Eigen::Vector2d towards = linear.tail<2>() - linear.head<2>();
  Four forward = Four::Zero(), backward = Four::Zero(), together;
  forward.tail<2>() = linear.tail<2>() / curvature(3, 3);
  backward.head<2>() = linear.head<2>() / curvature(0, 0);
  together << -towards, towards;
  const double bend = together.dot(curvature * together);
  if (bend > 0) together *= linear.dot(together) / bend;
  Four best = free;
  double least = std::numeric_limits<double>::infinity();
  for (const Four& start : {free, forward, backward, together}) {
    const Four end = descend(curvature, linear, strength, start);
    const double value = end.dot(curvature * end) - 2 * linear.dot(end) + strength * penalty(end);
    if (value >= least) continue;
    least = value;
    best = end;
  }
  return best;
}

}  // namespace

double collinearity_penalty(const WeightsRef& weights, const GeneralizedGeodesic& curve) {
  const double angle =
      inner_product(weights, curve.backward, curve.forward) -
      std::sqrt(squared_norm(weights, curve.backward) * squared_norm(weights, curve.forward));
  return angle * angle;
}

GeneralizedGeodesic collinearity_gradient(const WeightsRef& weights, const GeneralizedGeodesic& curve) {
  const double first = std::sqrt(squared_norm(weights, curve.backward));
  const double second = std::sqrt(squared_norm(weights, curve.forward));
  const Matrix zero = Matrix::Zero(curve.dimension(), curve.size());
  if (!(first > 0) || !(second > 0)) return {zero, zero};
  const double angle = inner_product(weights, curve.backward, curve.forward) - first * second;
  return {2 * angle * (curve.forward - curve.backward * (second / first)),
          2 * angle * (curve.backward - curve.forward * (first / second))};
}

double collinearity_gap(const WeightsRef& weights, const GeneralizedGeodesic& curve) {
  const double sizes =
      std::sqrt(squared_norm(weights, curve.backward) * squared_norm(weights, curve.forward));
  return sizes > 0 ? std::max(0.0, 1 - inner_product(weights, curve.backward, curve.forward) / sizes) : 0;
}

Fields minimise_with_collinearity(const QuadraticModel& model, double strength) {
  Fields free = model.minimiser();
  if (!(strength > 0)) return free;
  // An orthonormal basis of the span: the longer of the two, and the rest of the other.
  const Vector& weights = model.weights;
  const std::size_t lead =
      squared_norm(weights, model.linear[0]) >= squared_norm(weights, model.linear[1]) ? 0 : 1;
  const double first = std::sqrt(squared_norm(weights, model.linear[lead]));
  if (!(first > 0)) return free;
  const Matrix along = model.linear[lead] / first;
  const double shared = inner_product(weights, along, model.linear[1 - lead]);
  Matrix across = model.linear[1 - lead] - shared * along;
  const double second = std::sqrt(squared_norm(weights, across));
  if (second > 0) across /= second;
  Eigen::Matrix4d curvature = Eigen::Matrix4d::Zero();
  for (int a = 0; a < 2; ++a)
    for (int c = 0; c < 2; ++c)
      for (int e = 0; e < 2; ++e) curvature(2 * a + e, 2 * c + e) = model.metric(a, c);
  const Four linear = lead == 0 ? Four(first, 0, shared, second) : Four(shared, second, first, 0);
  const Four found = best_descent(curvature, linear, strength);
  return {found[0] * along + found[1] * across, found[2] * along + found[3] * across};
}

}  // namespace wpga
