// Every answer of a tiny problem at once: all vertices of a transport polytope, so that the least over them
// is W2² and nothing was left out.  Shares no code with the solvers.
#pragma once

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga::test {

// The plan on the cells of a spanning tree, leaf by leaf; false when they are no tree or a mass is negative.
inline bool tree_plan(const Vector& b, const Vector& a, unsigned cells, Matrix& plan) {
  const Index p = b.size(), n = a.size();
  Vector left(p + n);
  left << b, a;
  plan.setZero(p, n);
  std::vector<bool> used(static_cast<std::size_t>(p * n), true);
  for (Index e = 0; e < p * n; ++e) used[static_cast<std::size_t>(e)] = !(cells >> e & 1U);
  for (Index round = 0; round < p + n - 1; ++round) {
    Index leaf = -1, cell = -1;
    for (Index node = 0; node < p + n && leaf < 0; ++node) {
      Index degree = 0;
      for (Index e = 0; e < p * n; ++e)
        if (!used[static_cast<std::size_t>(e)] && (e % p == node || p + e / p == node)) ++degree, cell = e;
      if (degree == 1) leaf = node;
    }
    if (leaf < 0) return false;
    const Index k = cell % p, j = cell / p;
    const double mass = left[leaf];
    if (mass < -1e-13) return false;
    plan(k, j) = std::max(0.0, mass);
    left[leaf == k ? p + j : k] -= mass;
    left[leaf] = 0;
    used[static_cast<std::size_t>(cell)] = true;
  }
  return left.cwiseAbs().maxCoeff() < 1e-12;
}

// All vertices of the plans between weights b and a, at most 16 cells.
inline std::vector<Matrix> vertex_plans(const Vector& b, const Vector& a) {
  const auto arcs = static_cast<int>(b.size() + a.size() - 1);
  std::vector<Matrix> plans;
  Matrix plan;
  for (unsigned cells = 0; cells < (1U << (b.size() * a.size())); ++cells)
    if (std::popcount(cells) == arcs && tree_plan(b, a, cells, plan) &&
        std::ranges::none_of(plans, [&](const Matrix& one) { return (one - plan).norm() < 1e-12; }))
      plans.push_back(plan);
  return plans;
}

// What a plan says of a source that moves: its cost is ‖Z − T‖² + rest.
struct PlanView {
  Matrix map;  // d × p: T
  double rest = 0;
};

inline std::vector<PlanView> plan_views(const Vector& weights, const MeasureView& measure) {
  std::vector<PlanView> views;
  for (const Matrix& plan : vertex_plans(weights, measure.weights)) {
    PlanView view{measure.points * plan.transpose() * weights.cwiseInverse().asDiagonal(), 0};
    for (Index k = 0; k < plan.rows(); ++k)
      for (Index j = 0; j < plan.cols(); ++j)
        view.rest += plan(k, j) * (measure.points.col(j) - view.map.col(k)).squaredNorm();
    views.push_back(std::move(view));
  }
  return views;
}

inline double least_cost(const std::vector<PlanView>& plans, const Vector& weights, const Matrix& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const PlanView& plan : plans)
    least = std::min(least, squared_norm(weights, points - plan.map) + plan.rest);
  return least;
}

// min_t W2²(g_t, μ): for each plan a parabola in t.
inline double least_on_curve(const std::vector<PlanView>& plans, const Measure& mean,
                             const GeneralizedGeodesic& curve) {
  const Matrix direction = curve.direction();
  const double curvature = squared_norm(mean.weights, direction);
  double least = std::numeric_limits<double>::infinity();
  for (const PlanView& plan : plans) {
    const Matrix away = plan.map - mean.points + curve.backward;
    const double time =
        curvature > 0 ? std::clamp(inner_product(mean.weights, away, direction) / curvature, 0.0, 1.0) : 0;
    least = std::min(least, squared_norm(mean.weights, away - time * direction) + plan.rest);
  }
  return least;
}

// The same on two curves together, each of which may be left out: for each plan a quadratic on a square.
inline double least_on_two_curves(const std::vector<PlanView>& plans, const Measure& mean,
                                  const GeneralizedGeodesic& first, const GeneralizedGeodesic& second) {
  const Vector& b = mean.weights;
  const Matrix along = first.direction(), across = second.direction();
  double least = std::min({least_cost(plans, b, mean.points), least_on_curve(plans, mean, first),
                           least_on_curve(plans, mean, second)});
  for (const PlanView& plan : plans) {
    const Matrix away = plan.map - mean.points + first.backward + second.backward;
    const auto value = [&](double s, double t) {
      return squared_norm(b, away - s * along - t * across) + plan.rest;
    };
    const auto best_first = [&](double t) {
      return std::clamp(inner_product(b, away - t * across, along) / squared_norm(b, along), 0.0, 1.0);
    };
    const auto best_second = [&](double s) {
      return std::clamp(inner_product(b, away - s * along, across) / squared_norm(b, across), 0.0, 1.0);
    };
    for (const double end : {0.0, 1.0})
      least = std::min({least, value(best_first(end), end), value(end, best_second(end))});
    const Matrix gram{{squared_norm(b, along), inner_product(b, along, across)},
                      {inner_product(b, along, across), squared_norm(b, across)}};
    const Vector right{{inner_product(b, away, along), inner_product(b, away, across)}};
    const double determinant = gram(0, 0) * gram(1, 1) - gram(0, 1) * gram(1, 0);
    const double s = (right[0] * gram(1, 1) - right[1] * gram(0, 1)) / determinant;
    const double t = (gram(0, 0) * right[1] - gram(1, 0) * right[0]) / determinant;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) least = std::min(least, value(s, t));
  }
  return least;
}

}  // namespace wpga::test
