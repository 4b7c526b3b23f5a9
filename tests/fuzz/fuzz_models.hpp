// Small models of both kinds, for the targets that change them.
#pragma once

#include "wpga/base/random.hpp"
#include "wpga/study/model.hpp"

namespace wpga::testing {

inline constexpr Index measures = 3, atoms = 4, points = 5, dimension = 2;

inline Matrix normals(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

inline Component some_component(Random& random, bool of_weights) {
  Component component{.times = Vector::LinSpaced(measures, 0, 1),
                      .scores = normals(random, measures, 1),
                      .squared_distances = Vector::Ones(measures),
                      .lower_bounds = Vector::Zero(measures),
                      .objective = {2, 1}};
  if (of_weights)
    component.curve = WeightCurve{.points = Matrix::Ones(dimension, points),
                                  .weights = normals(random, points, 3),
                                  .knots = Vector{{0, 0.25, 1}},
                                  .center = normals(random, points, 1)};
  else
    component.curve = {normals(random, dimension, atoms), normals(random, dimension, atoms)};
  return component;
}

inline Model some_model(bool of_weights) {
  Random random(3);
  Model record{.analysis = {.mean = make_measure(normals(random, dimension, atoms), Vector::Ones(atoms)),
                            .squared_distances = Vector::Ones(measures),
                            .variance = 1},
               .names = {"a", "b", "c"},
               .labels = {"x", "", "y"},
               .space = {.kind = Kind::points, .axes = {"x", "y"}, .center = {0, 1}, .scale = {1, 2}}};
  for (int k = 0; k < 2; ++k) record.analysis.components.push_back(some_component(random, of_weights));
  record.analysis.joint_times = Matrix::Constant(measures, 2, 0.5);
  record.analysis.joint_squared_distances = Matrix::Ones(measures, 2);
  return record;
}

}  // namespace wpga::testing
