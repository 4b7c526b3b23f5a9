// Clouds of different sizes and weights, and their means.
#pragma once

#include <string>

#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga::test {

inline Matrix cloud(Random& random, Index dimension, Index atoms) {
  Matrix points(dimension, atoms);
  for (double& entry : points.reshaped()) entry = random.normal();
  return points;
}

inline Vector uniform(Index atoms) { return Vector::Constant(atoms, 1.0 / static_cast<double>(atoms)); }

// Clouds of different sizes and weights around different places.
inline MeasureFamily ragged_family(Index dimension, Index count, std::uint64_t seed) {
  Random random(seed);
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Index atoms = 4 + random.below(8);
    Vector weights(atoms);
    for (double& weight : weights) weight = random.uniform(0.2, 1);
    Matrix points = cloud(random, dimension, atoms) * random.uniform(0.5, 1.5);
    points.colwise() += cloud(random, dimension, 1).col(0);
    family.append(points, weights, "measure " + std::to_string(i));
  }
  return family;
}

inline Measure mean_of_family(const MeasureFamily& family, int support) {
  FreeSupportOptions options;
  options.support = support;
  return free_support_mean(family, {}, options, {.threads = 1}).measure;
}

}  // namespace wpga::test
