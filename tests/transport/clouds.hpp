// Random clouds and plain references for the tests of the room.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "wpga/base/random.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga::test {

inline Measure random_cloud(Index dimension, Index size, std::uint64_t seed, double spread = 1,
                            double shift = 0) {
  Random random(seed);
  Measure measure{Matrix(dimension, size), Vector(size)};
  for (double& coordinate : measure.points.reshaped()) coordinate = shift + spread * random.normal();
  for (double& weight : measure.weights) weight = random.uniform(0.1, 1);
  measure.weights /= measure.weights.sum();
  return measure;
}

inline Matrix costs_between(const Measure& source, const Measure& target) {
  Matrix costs(source.size(), target.size());
  for (Index i = 0; i < source.size(); ++i)
    for (Index j = 0; j < target.size(); ++j)
      costs(i, j) = (source.points.col(i) - target.points.col(j)).squaredNorm();
  return costs;
}

inline double mean_cost(const Measure& source, const Measure& target) {
  return source.weights.dot(costs_between(source, target) * target.weights);
}

// W2² of two measures on the line: the monotone coupling.
inline double squared_distance_on_the_line(const Measure& source, const Measure& target) {
  const auto sorted = [](const Measure& measure) {
    std::vector<Index> order(static_cast<std::size_t>(measure.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(),
              [&](Index i, Index j) { return measure.points(0, i) < measure.points(0, j); });
    return order;
  };
  const auto from = sorted(source), to = sorted(target);
  double total = 0, left = source.weights[from[0]], wanted = target.weights[to[0]];
  for (std::size_t i = 0, j = 0; i < from.size() && j < to.size();) {
    const double mass = std::min(left, wanted);
    const double difference = source.points(0, from[i]) - target.points(0, to[j]);
    total += mass * difference * difference;
    left -= mass;
    wanted -= mass;
    if (left <= 0 && ++i < from.size()) left = source.weights[from[i]];
    if (wanted <= 0 && ++j < to.size()) wanted = target.weights[to[j]];
  }
  return total;
}

// W2² of two clouds of n ≤ 8 atoms of equal weight: the best of all assignments.
inline double squared_distance_of_equal_atoms(const Measure& source, const Measure& target) {
  const Matrix costs = costs_between(source, target);
  std::vector<Index> order(static_cast<std::size_t>(source.size()));
  std::iota(order.begin(), order.end(), Index{0});
  double best = INFINITY;
  do {
    double total = 0;
    for (std::size_t i = 0; i < order.size(); ++i) total += costs(static_cast<Index>(i), order[i]);
    best = std::min(best, total / static_cast<double>(order.size()));
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

// Sinkhorn as in a textbook: log domain, double precision, no tricks.
struct PlainSinkhorn {
  Matrix plan;
  Vector source_potentials, target_potentials;  // plan = b a exp((f + g − c)/ε)
  double value = 0;                             // Σ b f + Σ a g
};

inline PlainSinkhorn plain_sinkhorn(const Matrix& costs, const Vector& b, const Vector& a, double epsilon,
                                    double tolerance) {
  const auto soft_minimum = [&](const Matrix& c, const Vector& g, const Vector& weights) {
    Vector f(c.rows());
    for (Index i = 0; i < c.rows(); ++i) {
      const Eigen::ArrayXd terms =
          (g.transpose() - c.row(i)).array().transpose() / epsilon + weights.array().log();
      const double greatest = terms.maxCoeff();
      f[i] = -epsilon * (greatest + std::log((terms - greatest).exp().sum()));
    }
    return f;
  };
  PlainSinkhorn result;
  Vector& f = result.source_potentials;
  Vector& g = result.target_potentials;
  g.setZero(a.size());
  for (int iteration = 0; iteration < 100000; ++iteration) {
    f = soft_minimum(costs, g, a);
    result.plan = ((-costs).colwise() + f).rowwise() + g.transpose();
    result.plan = b.asDiagonal() * (result.plan.array() / epsilon).exp().matrix() * a.asDiagonal();
    if ((result.plan.colwise().sum().transpose() - a).lpNorm<1>() < tolerance) break;
    g = soft_minimum(costs.transpose(), f, b);
  }
  result.value = b.dot(f) + a.dot(g);
  return result;
}

}  // namespace wpga::test
