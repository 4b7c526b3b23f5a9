// Families so small that all their plans can be listed.
#pragma once

#include "analysis/random_families.hpp"

namespace wpga::test {

struct TinyShape {
  Index dimension, mean_atoms, measures, atoms;
  bool uniform;
};

inline std::ostream& operator<<(std::ostream& out, const TinyShape& shape) {
  return out << "d = " << shape.dimension << ", p = " << shape.mean_atoms << ", N = " << shape.measures
             << ", n = " << shape.atoms << (shape.uniform ? ", uniform" : ", unequal");
}

struct TinyProblem {
  Measure mean;
  MeasureFamily family;
};

// Unequal weights count the measures unequally, too.
inline TinyProblem tiny_problem(const TinyShape& shape, std::uint64_t seed) {
  Random random(seed, 5);
  const auto weights = [&](Index count) -> Vector {
    return shape.uniform ? Vector(Vector::Constant(count, 1.0 / static_cast<double>(count)))
                         : random_weights(random, count);
  };
  TinyProblem problem{{normal_matrix(random, shape.dimension, shape.mean_atoms), weights(shape.mean_atoms)},
                      {}};
  for (Index i = 0; i < shape.measures; ++i) {
    const Vector place = normal_matrix(random, shape.dimension, 1);
    problem.family.append(normal_matrix(random, shape.dimension, shape.atoms).colwise() + place,
                          weights(shape.atoms), std::to_string(i));
  }
  if (!shape.uniform) problem.family.set_measure_weights(random_weights(random, shape.measures));
  return problem;
}

}  // namespace wpga::test
