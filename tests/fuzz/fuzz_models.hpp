// Small models of both kinds, with all that a model may hold, for the targets that change them.
#pragma once

#include "fuzz_hdf5.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/study/model.hpp"

namespace wpga::testing {

// As many measures as components and columns, so that every list of statistics has this size.
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

inline void fill(Index& value) { value = 2; }
inline void fill(double& value) { value = 0.5; }
inline void fill(Vector& values) { values = Vector::LinSpaced(measures, 0, 1); }
inline void fill(Matrix& values) { values = Matrix::Constant(measures, measures, 0.5); }
inline void fill(std::vector<double>& values) { values = {2, 1}; }
inline void fill(std::vector<std::string>& values) { values = {"age", "sex", "site"}; }
template <class Part>
  requires requires { Part::list(); }
void fill(Part& part) {
  for_each_option(part, [](const auto&, auto& value) { fill(value); });
}

inline Statistics some_statistics() {
  Statistics statistics;
  for_each_option(statistics, [](const auto&, auto& part) { fill(part.emplace()); });
  return statistics;
}

inline Model some_model(bool of_weights) {
  Random random(3);
  Model record{.analysis = {.mean = make_measure(normals(random, dimension, atoms), Vector::Ones(atoms)),
                            .squared_distances = Vector::Ones(measures),
                            .variance = 1},
               .names = {"a", "b", "c"},
               .labels = {"x", "", "y"},
               .space = {.kind = Kind::points, .axes = {"x", "y"}, .center = {0, 1}, .scale = {1, 2}}};
  for (Index k = 0; k < measures; ++k)
    record.analysis.components.push_back(some_component(random, of_weights));
  record.analysis.joint_times = Matrix::Constant(measures, measures, 0.5);
  record.analysis.joint_squared_distances = Matrix::Ones(measures, measures);
  record.analysis.tangent_explained = Vector::Constant(measures, 0.3);
  record.analysis.together = Together{.objective = {2, 1}};
  record.measure_weights = Vector::Ones(measures);
  record.bootstrap = Matrix::Constant(4, measures, 0.3);
  record.statistics = some_statistics();
  return record;
}

// The changed model that the bytes of a case choose: the first of them which kind it is changed from.
struct ChangedModel {
  const ChangedFiles& files;
  std::filesystem::path file;
};

inline ChangedModel changed_model(const std::uint8_t* data, std::size_t size) {
  static const ChangedFiles of_maps(encode_model(some_model(false)), "model"),
      of_weights(encode_model(some_model(true)), "model");
  const ChangedFiles& files = data[0] % 2 ? of_maps : of_weights;
  return {files, files.changed(data + 1, size - 1)};
}

}  // namespace wpga::testing
