// Families whose statistics are known: one cloud of atoms far apart, moved along given fields, with noise.
#pragma once

#include <string>

#include "analysis/random_families.hpp"
#include "wpga/study/fit.hpp"

namespace wpga::test {

// Atoms on a square lattice of distance 1: displacements well below that keep every optimal plan the
// identity, so that W2² is the squared L² distance and principal geodesics are principal components.
inline Measure lattice(Index side) {
  Matrix points(2, side * side);
  for (Index i = 0; i < side * side; ++i)
    points.col(i) << static_cast<double>(i % side), static_cast<double>(i / side);
  return {points, Vector::Constant(side * side, 1 / static_cast<double>(side * side))};
}

// Each measure is the lattice moved by Σ_c factor_ci field_c + noise, independent for every atom.
inline MeasureFamily moved_lattice(const Measure& cloud, const std::vector<Matrix>& fields,
                                   const Matrix& factors, double noise, Random& random) {
  MeasureFamily family;
  for (Index i = 0; i < factors.cols(); ++i) {
    Matrix points = cloud.points + noise * normal_matrix(random, 2, cloud.size());
    for (std::size_t c = 0; c < fields.size(); ++c) points += factors(static_cast<Index>(c), i) * fields[c];
    family.append(points, cloud.weights, std::to_string(i));
  }
  return family;
}

// Random fields of L² norm 1 that are orthonormal.
inline std::vector<Matrix> orthonormal_fields(const Measure& cloud, Index count, Random& random) {
  std::vector<Matrix> fields;
  for (Index c = 0; c < count; ++c) {
    Matrix field = normal_matrix(random, 2, cloud.size());
    for (const Matrix& other : fields) field -= inner_product(cloud.weights, field, other) * other;
    fields.push_back(field / std::sqrt(squared_norm(cloud.weights, field)));
  }
  return fields;
}

inline FitOptions lattice_options(const Measure& cloud, double components) {
  FitOptions options{.components = components};
  options.mean.method = MeanMethod::free;
  options.mean.from = cloud;
  return options;
}

}  // namespace wpga::test
