// Small models of both kinds, for the targets that change them.
#pragma once

#include "fuzz_hdf5.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/analysis_file.hpp"
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
