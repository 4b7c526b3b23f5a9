#include "wpga/analysis/collinearity.hpp"

#include <Eigen/Dense>
#include <cmath>

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

// Minimises ½-free quadratic c'Hc − 2g'c plus strength · Ω by BFGS.
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
  // An orthonormal basis of the span: G_0 / ‖G_0‖ and the rest of G_1.
  const double first = std::sqrt(squared_norm(model.weights, model.linear[0]));
  if (!(first > 0)) return free;
  const Matrix along = model.linear[0] / first;
  const double shared = inner_product(model.weights, along, model.linear[1]);
  Matrix across = model.linear[1] - shared * along;
  const double second = std::sqrt(squared_norm(model.weights, across));
  if (second > 0) across /= second;
  Eigen::Matrix4d curvature = Eigen::Matrix4d::Zero();
  for (int a = 0; a < 2; ++a)
    for (int c = 0; c < 2; ++c)
      for (int e = 0; e < 2; ++e) curvature(2 * a + e, 2 * c + e) = model.metric(a, c);
  const Four linear(first, 0, shared, second);
  const Four found = descend(curvature, linear, strength, curvature.inverse() * linear);
  return {found[0] * along + found[1] * across, found[2] * along + found[3] * across};
}

}  // namespace wpga
