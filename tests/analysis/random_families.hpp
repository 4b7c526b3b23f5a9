// Random means, fields and families for the tests of the room.
#pragma once

#include <string>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga::test {

inline Matrix normal_matrix(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

inline Vector random_weights(Random& random, Index count) {
  const Vector weights = Vector::NullaryExpr(count, [&] { return random.uniform(0.2, 1); });
  return weights / weights.sum();
}

inline Measure random_mean(Random& random, Index dimension, Index atoms) {
  return {normal_matrix(random, dimension, atoms), random_weights(random, atoms)};
}

inline Measure uniform_mean(Random& random, Index dimension, Index atoms) {
  return {normal_matrix(random, dimension, atoms), Vector::Constant(atoms, 1 / static_cast<double>(atoms))};
}

inline GeneralizedGeodesic random_curve(Random& random, Index dimension, Index atoms) {
  const Matrix backward = normal_matrix(random, dimension, atoms);
  return {backward, normal_matrix(random, dimension, atoms)};
}

// Measures of different sizes, weights and places; they count differently too.
inline MeasureFamily random_family(Random& random, Index count, Index dimension, Index most_atoms) {
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Index atoms = 1 + random.below(most_atoms);
    const Vector place = 2 * normal_matrix(random, dimension, 1);
    // One after the other: compilers draw arguments in orders of their own.
    const Vector weights = random_weights(random, atoms);
    const Matrix points = normal_matrix(random, dimension, atoms).colwise() + place;
    family.append(points, weights, std::to_string(i));
  }
  family.set_measure_weights(random_weights(random, count));
  return family;
}

// One cloud, moved.
inline MeasureFamily translates(const Measure& cloud, const Matrix& shifts) {
  MeasureFamily family;
  for (Index i = 0; i < shifts.cols(); ++i)
    family.append(cloud.points.colwise() + shifts.col(i), cloud.weights, std::to_string(i));
  return family;
}

}  // namespace wpga::test
