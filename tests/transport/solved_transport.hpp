// One exact solve, and all that it promises.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>

#include "wpga/measures/measure.hpp"
#include "wpga/transport/coupling.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {

struct Solved {
  std::unique_ptr<Coupling> coupling;
  TransportValue value;
};

inline Solved solve(const Measure& source, const Measure& target,
                    const TransportSimplexOptions& options = {}) {
  Solved solved{exact_transport(options)->coupling(source.weights), {}};
  solved.coupling->attach(target.view(), {});
  solved.value = solved.coupling->solve(source.points);
  return solved;
}

inline double cost(const Measure& source, Index k, const Measure& target, Index j) {
  return (source.points.col(k) - target.points.col(j)).squaredNorm();
}

// Σ b|z − z̄|² + Σ a|x − x̄|² + |z̄ − x̄|²: the size against which rounding is measured.
inline double spread(const Measure& source, const Measure& target) {
  return variance_of(source.view()) + variance_of(target.view()) +
         (mean_of(source.view()) - mean_of(target.view())).squaredNorm();
}

// Σ b u + Σ a min_k (cost_kj − u_k): feasible whatever u is, so a lower bound that owes nothing to a solver.
inline double value_of_potentials(const Measure& source, const Measure& target, const Vector& u) {
  double value = source.weights.dot(u) / source.weights.sum();
  for (Index j = 0; j < target.size(); ++j) {
    double least = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < source.size(); ++k) least = std::min(least, cost(source, k, target, j) - u[k]);
    value += target.weights[j] / target.weights.sum() * least;
  }
  return value;
}

// Everything a solve promises, checked without a second solver: linear programming duality.
inline void expect_proof(const Measure& source, const Measure& target, const Solved& solved,
                         double tolerance = 1e-12) {
  const TransportValue& value = solved.value;
  const double scale = spread(source, target) + 1e-300;
  ASSERT_TRUE(value.convergence.converged());
  EXPECT_NEAR(value.gap(), 0, tolerance * scale);

  const Vector u = solved.coupling->source_potentials(), v = solved.coupling->target_potentials();
  const Vector b = source.weights / source.weights.sum(), a = target.weights / target.weights.sum();
  for (Index k = 0; k < source.size(); ++k)
    for (Index j = 0; j < target.size(); ++j)
      ASSERT_LE(u[k] + v[j], cost(source, k, target, j) + 100 * tolerance * scale) << k << ' ' << j;
  EXPECT_NEAR(b.dot(u) + a.dot(v), value.dual, 10 * tolerance * scale);
  EXPECT_NEAR(value_of_potentials(source, target, u), value.dual, 10 * tolerance * scale);

  Vector rows = Vector::Zero(source.size()), columns = Vector::Zero(target.size());
  double primal = 0;
  for (const PlanEntry& entry : solved.coupling->plan()) {
    ASSERT_GT(entry.mass, 0);
    rows[entry.source] += entry.mass;
    columns[entry.target] += entry.mass;
    primal += entry.mass * cost(source, entry.source, target, entry.target);
    // Complementary slackness.
    EXPECT_NEAR(u[entry.source] + v[entry.target], cost(source, entry.source, target, entry.target),
                100 * tolerance * scale);
  }
  EXPECT_NEAR(primal, value.primal, 1e-14 * scale);
  EXPECT_LE((rows - b).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((columns - a).cwiseAbs().maxCoeff(), 1e-15);
}

}  // namespace wpga
