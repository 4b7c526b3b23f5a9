// Models whose numbers mean nothing: for files.
#pragma once

#include <limits>

#include "wpga/base/random.hpp"
#include "wpga/study/model.hpp"

namespace wpga::testing {

inline constexpr Index measures = 3, atoms = 7, dimension = 2;

inline Vector normals(Random& random, Index size) {
  return Vector::NullaryExpr(size, [&] { return random.normal(); });
}

inline Matrix normals(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

inline OptionValues some_options() {
  OptionValues options;
  options.set("support", 7);
  options.set("box", "auto");
  options.set("components", OptionValue());
  options.set("tolerance", 1e-3);
  return options;
}

inline Model some_mean() {
  Random random(1);
  return {
      .analysis = {.mean = make_measure(normals(random, dimension, atoms), Vector::LinSpaced(atoms, 1, 2)),
                   .squared_distances = Vector::LinSpaced(measures, 0.1, 0.7),
                   .variance = 0.4},
      .names = {"a", "б", "c"},
      .labels = {"x", "", "y"},
      .measure_weights = Vector::Constant(3, 1.0 / 3),
      .space = {.kind = Kind::shape, .grid = {28, 28}},
      .options = some_options()};
}

inline Certificates some_certificates(Random& random) {
  Certificates made;
  for_each_result(made,
                  [&](const ResultName&, const ResultWords&, double& value) { value = random.normal(); });
  return made;
}

inline Component some_component(Random& random) {
  return {.curve = {normals(random, dimension, atoms), normals(random, dimension, atoms)},
          .times = Vector::NullaryExpr(measures, [&] { return random.uniform(); }),
          .scores = normals(random, measures),
          .squared_distances = normals(random, measures),
          .lower_bounds = normals(random, measures),
          .objective = {3, 2, 1.5},
          .certificates = some_certificates(random),
          .mean_squared_distance = random.normal(),
          .explained = random.normal(),
          .cumulative = random.normal(),
          .interval = std::array{-random.uniform(), random.uniform()},
          .convergence = {.iterations = 3, .termination = Termination::iteration_limit, .residual = 0.25},
          .increment = random.normal(),
          .explained_interval = {random.normal(), random.normal()},
          .shortfalls = {.unfinished_cone_steps = 1, .unconverged_transports = 2, .contradictions = 3},
          .finish = std::array{random.normal(), random.normal()}};
}

inline Model some_analysis(int components = 2) {
  Model record = some_mean();
  Random random(2);
  for (int k = 0; k < components; ++k) record.analysis.components.push_back(some_component(random));
  record.analysis.joint_times = Matrix::NullaryExpr(measures, components, [&] { return random.uniform(); });
  record.analysis.joint_times(1, 0) = std::numeric_limits<double>::quiet_NaN();
  record.analysis.joint_squared_distances = normals(random, measures, components);
  record.analysis.tangent_explained = normals(random, components);
  record.analysis.termination = Termination::no_variance_left;
  record.analysis.variance_lower_bound = random.uniform();
  record.analysis.ceiling = random.uniform();
  record.analysis.scored_by = TransportMethod::entropic;
  record.analysis.shortfalls = {.unconverged_transports = 4};
  record.analysis.joint_shortfalls = {.unconverged_transports = 5};
  return record;
}

inline WeightCurve some_weight_curve(Index points) {
  Random random(7);
  return {.points = normals(random, dimension, points),
          .weights = normals(random, points, 3),
          .knots = Vector{{0, 0.25, 1}},
          .center = normals(random, points)};
}

}  // namespace wpga::testing
