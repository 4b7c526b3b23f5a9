// Small seeded families for the tests of means.
#pragma once

#include <string>

#include "wpga/base/random.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

inline Matrix random_points(Index dimension, Index count, Random& random) {
  return Matrix::NullaryExpr(dimension, count, [&] { return random.normal(); });
}

// `count` measures of `atoms` atoms with random places, and random weights unless `uniform`.
inline MeasureFamily random_family(Index count, Index atoms, Index dimension, std::uint64_t seed,
                                   bool uniform = false) {
  Random random(seed);
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Matrix points = random_points(dimension, atoms, random);
    const Vector weights = Vector::NullaryExpr(atoms, [&] { return uniform ? 1.0 : random.uniform(0.2, 1); });
    family.append(points, weights, std::to_string(i));
  }
  return family;
}

}  // namespace wpga
