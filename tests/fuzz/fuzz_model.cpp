#include "fuzz_hdf5.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/analysis_file.hpp"

namespace {

constexpr wpga::Index measures = 3, atoms = 4, points = 5, dimension = 2;

wpga::Matrix normals(wpga::Random& random, wpga::Index rows, wpga::Index columns) {
  return wpga::Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

wpga::Component some_component(wpga::Random& random, bool of_weights) {
  wpga::Component component{.times = wpga::Vector::LinSpaced(measures, 0, 1),
                            .scores = normals(random, measures, 1),
                            .squared_distances = wpga::Vector::Ones(measures),
                            .lower_bounds = wpga::Vector::Zero(measures),
                            .objective = {2, 1}};
  if (of_weights)
    component.curve = wpga::WeightCurve{.points = wpga::Matrix::Ones(dimension, points),
                                        .weights = normals(random, points, 3),
                                        .knots = wpga::Vector{{0, 0.25, 1}},
                                        .center = normals(random, points, 1)};
  else
    component.curve = {normals(random, dimension, atoms), normals(random, dimension, atoms)};
  return component;
}

wpga::Model some_model(bool of_weights) {
  wpga::Random random(3);
  wpga::Model record{
      .analysis = {.mean = wpga::make_measure(normals(random, dimension, atoms), wpga::Vector::Ones(atoms)),
                   .squared_distances = wpga::Vector::Ones(measures),
                   .variance = 1},
      .names = {"a", "b", "c"},
      .labels = {"x", "", "y"},
      .space = {.kind = wpga::Kind::points, .axes = {"x", "y"}, .center = {0, 1}, .scale = {1, 2}}};
  for (int k = 0; k < 2; ++k) record.analysis.components.push_back(some_component(random, of_weights));
  record.analysis.joint_times = wpga::Matrix::Constant(measures, 2, 0.5);
  record.analysis.joint_squared_distances = wpga::Matrix::Ones(measures, 2);
  return record;
}

// Anywhere on its curves a model has finite places or weights.
void walk(const wpga::Model& record) {
  std::vector<wpga::Curve> curves;
  for (const wpga::Component& component : record.analysis.components) curves.push_back(component.curve);
  const std::vector<double> times(curves.size(), 0.3);
  wpga::drawn_at(record.analysis.mean, curves, times);
}

}  // namespace

// What was read once is read again from what we write.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const wpga::testing::ChangedFiles of_maps(wpga::encode_model(some_model(false)), "model"),
      of_weights(wpga::encode_model(some_model(true)), "model");
  if (size == 0) return 0;
  const wpga::testing::ChangedFiles& files = data[0] % 2 ? of_maps : of_weights;
  wpga::testing::read_or_refuse([&] {
    const wpga::Model record = wpga::read_model(files.changed(data + 1, size - 1));
    walk(record);
    const auto bytes = wpga::encode_model(record);
    wpga::write_file(files.place("again.h5"), bytes);
    wpga::testing::insist(wpga::encode_model(wpga::read_model(files.place("again.h5"))) == bytes);
  });
  return 0;
}
