// Random clouds for the transport tests.
#pragma once

#include <cmath>

#include "wpga/base/random.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

enum class Weights { uniform, random, wild };  // wild: many orders of magnitude

inline Measure random_cloud(Random& random, Index count, Index dimension, Weights kind = Weights::random) {
  Matrix points(dimension, count);
  for (Index i = 0; i < points.size(); ++i) points.data()[i] = random.normal();
  Vector weights(count);
  for (double& weight : weights) {
    weight = 1;
    if (kind == Weights::random) weight = random.uniform(0.1, 1);
    if (kind == Weights::wild) weight = std::pow(10, random.uniform(-15, 0));
  }
  return make_measure(points, weights);
}

// Points of a small integer grid: many ties, many duplicates.
inline Measure random_grid_cloud(Random& random, Index count, Index dimension, std::int64_t side,
                                 Weights kind) {
  Measure measure = random_cloud(random, count, dimension, kind);
  for (Index i = 0; i < measure.points.size(); ++i)
    measure.points.data()[i] = static_cast<double>(random.below(side));
  return measure;
}

}  // namespace wpga
