#include "wpga/io/files/analysis_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "io/hdf5_contents.hpp"
#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "io/some_models.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using testing::dimension;
using testing::normals;
using testing::some_analysis;
using testing::some_mean;

void expect_same(const Shortfalls& back, const Shortfalls& shortfalls) {
  EXPECT_EQ(back.unfinished_cone_steps, shortfalls.unfinished_cone_steps);
  EXPECT_EQ(back.unconverged_transports, shortfalls.unconverged_transports);
  EXPECT_EQ(back.contradictions, shortfalls.contradictions);
}

// Those of the list, which has every member, by name.
std::map<std::string, double> numbers_of(const Certificates& certificates) {
  std::map<std::string, double> numbers;
  for_each_result(certificates, [&](const ResultName& name, const ResultWords&, double value) {
    numbers[name.flat()] = value;
  });
  return numbers;
}

void expect_same(const Component& back, const Component& component) {
  ASSERT_EQ(back.curve.changes_weights(), component.curve.changes_weights());
  if (!back.curve.changes_weights()) {
    EXPECT_EQ(back.curve.atoms().backward, component.curve.atoms().backward);
    EXPECT_EQ(back.curve.atoms().forward, component.curve.atoms().forward);
  }
  EXPECT_EQ(back.times, component.times);
  EXPECT_EQ(back.scores, component.scores);
  EXPECT_EQ(back.squared_distances, component.squared_distances);
  EXPECT_EQ(back.lower_bounds, component.lower_bounds);
  EXPECT_EQ(back.objective, component.objective);
  EXPECT_EQ(numbers_of(back.certificates), numbers_of(component.certificates));
  EXPECT_EQ(back.mean_squared_distance, component.mean_squared_distance);
  EXPECT_EQ(back.explained, component.explained);
  EXPECT_EQ(back.cumulative, component.cumulative);
  EXPECT_EQ(back.interval, component.interval);
  EXPECT_EQ(back.convergence.iterations, component.convergence.iterations);
  EXPECT_EQ(back.convergence.termination, component.convergence.termination);
  EXPECT_EQ(back.convergence.residual, component.convergence.residual);
  EXPECT_EQ(back.increment, component.increment);
  EXPECT_EQ(back.explained_interval, component.explained_interval);
  EXPECT_EQ(back.finish, component.finish);
  expect_same(back.shortfalls, component.shortfalls);
}

Model written_and_read(const Model& record) {
  const ScratchFolder folder;
  write_file(folder / "model.h5", encode_model(record));
  return read_model(folder / "model.h5");
}

// Weights that a solver found, whose sum is one up to its tolerance.
TEST(AnalysisFile, KeepsTheWeightsOfTheMeanToTheBit) {
  Model model = some_mean();
  model.analysis.mean.weights *= 1 + 3e-11;
  ASSERT_GT(model.analysis.mean.weights.sum() - 1, 1e-11);
  EXPECT_EQ(written_and_read(model).analysis.mean.weights, model.analysis.mean.weights);
}

TEST(AnalysisFile, BringsProofsOfTheMeanBack) {
  const Model record = some_analysis(), back = written_and_read(record);
  EXPECT_EQ(back.analysis.variance_lower_bound, record.analysis.variance_lower_bound);
  EXPECT_EQ(back.analysis.ceiling, record.analysis.ceiling);
  EXPECT_EQ(back.analysis.scored_by, record.analysis.scored_by);
  expect_same(back.analysis.shortfalls, record.analysis.shortfalls);
  expect_same(back.analysis.joint_shortfalls, record.analysis.joint_shortfalls);
}

// What speaks of maps is absent, what speaks of weights comes back to the bit.
TEST(AnalysisFile, BringsCurvesOfWeightsBack) {
  Model record = some_analysis(1);
  Random random(5);
  Component& component = record.analysis.components[0];
  component.certificates = {.time_gap = 0.5};
  component.interval.reset();
  component.curve = WeightCurve{.points = normals(random, dimension, 6),
                                .weights = normals(random, 6, 3),
                                .knots = Vector{{0, 0.25, 1}},
                                .center = normals(random, 6),
                                .full = 0.75,
                                .negative_mass = 0.125,
                                .mass_above_one = 0.0625};
  const Model back = written_and_read(record);
  ASSERT_EQ(back.analysis.components.size(), 1u);
  expect_same(back.analysis.components[0], component);
  const WeightCurve &found = back.analysis.components[0].curve.weights(), &wanted = component.curve.weights();
  EXPECT_EQ(found.points, wanted.points);
  EXPECT_EQ(found.weights, wanted.weights);
  EXPECT_EQ(found.knots, wanted.knots);
  EXPECT_EQ(found.center, wanted.center);
  EXPECT_EQ(found.full, wanted.full);
  EXPECT_EQ(found.negative_mass, wanted.negative_mass);
  EXPECT_EQ(found.mass_above_one, wanted.mass_above_one);
}

TEST(AnalysisFile, BringsTheMeanBackToTheBit) {
  const Model record = some_mean(), back = written_and_read(record);
  EXPECT_EQ(back.analysis.mean.points, record.analysis.mean.points);
  EXPECT_EQ(back.analysis.mean.weights, record.analysis.mean.weights);
  EXPECT_EQ(back.analysis.squared_distances, record.analysis.squared_distances);
  EXPECT_EQ(back.analysis.variance, record.analysis.variance);
  EXPECT_TRUE(back.analysis.components.empty());
  EXPECT_EQ(back.analysis.termination, Termination::converged);
  EXPECT_EQ(back.names, record.names);
  EXPECT_EQ(back.labels, record.labels);
  EXPECT_EQ(back.measure_weights, record.measure_weights);
  EXPECT_EQ(back.space, record.space);
  EXPECT_EQ(back.options, record.options);
  EXPECT_EQ(encode_model(back), encode_model(record));
}

TEST(AnalysisFile, BringsComponentsBackToTheBit) {
  const Model record = some_analysis(12), back = written_and_read(record);
  ASSERT_EQ(back.analysis.components.size(), 12u);
  for (std::size_t k = 0; k < 12; ++k)
    expect_same(back.analysis.components[k], record.analysis.components[k]);
  EXPECT_TRUE(std::isnan(back.analysis.joint_times(1, 0)));
  EXPECT_EQ(back.analysis.joint_times(2, 1), record.analysis.joint_times(2, 1));
  EXPECT_EQ(back.analysis.joint_squared_distances, record.analysis.joint_squared_distances);
  EXPECT_EQ(back.analysis.tangent_explained, record.analysis.tangent_explained);
  EXPECT_EQ(back.analysis.termination, Termination::no_variance_left);
  EXPECT_EQ(encode_model(back), encode_model(record));
}

// Identical measures have a mean and no component; that too comes back.
TEST(AnalysisFile, KeepsWhyThereAreNoComponents) {
  Model record = some_mean();
  record.analysis.termination = Termination::no_variance_left;
  EXPECT_EQ(written_and_read(record).analysis.termination, Termination::no_variance_left);
}

// What `wpga mean` wrote, every verb reads.
TEST(AnalysisFile, IsReadAsAFamilyOfItsMeanAlone) {
  const ScratchFolder folder;
  const Model record = some_mean();
  write_file(folder / "seven.h5", encode_model(record));
  const MeasureFamily family = read_family(folder / "seven.h5");
  ASSERT_EQ(family.count(), 1);
  EXPECT_EQ(family[0].points, record.analysis.mean.points);
  EXPECT_LT((family[0].weights - record.analysis.mean.weights).norm(), 1e-15);
  EXPECT_EQ(family.names()[0], "seven");
  EXPECT_EQ(family.space(), record.space);
}

TEST(AnalysisFile, LeavesOutWhatDoesNotApply) {
  const ScratchFolder folder;
  Model record = some_mean();
  record.labels.clear();
  record.measure_weights = {};
  write_file(folder / "mean.h5", encode_model(record));
  const Hdf5Reader file(folder / "mean.h5");
  for (const char* path : {"/labels", "/measure_weights", "/components/0/backward", "/joint/times",
                           "/joint/squared_distances", "/tangent/explained"})
    EXPECT_FALSE(file.has(path)) << path;
  EXPECT_FALSE(file.has_attribute("/", "termination"));
}

TEST(AnalysisFile, CutOffAnywhereIsRefused) {
  const ScratchFolder folder;
  const auto bytes = encode_model(some_analysis());
  for (std::size_t size = 0; size < bytes.size(); size += 211) {
    write_file(folder / "cut.h5", std::span(bytes).first(size));
    EXPECT_THROW(read_model(folder / "cut.h5"), InputError) << size;
  }
}

// A component that lost its curve is not taken for the end of the components.
TEST(AnalysisFile, AComponentWithoutItsCurveIsRefused) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", encode_model(some_analysis()));
  testing::Hdf5Contents contents = testing::contents_of_hdf5(folder / "a.h5");
  contents.erase("/components/1/backward");
  write_file(folder / "b.h5", testing::encoded(contents, "model"));
  EXPECT_NE(testing::refusal([&] { read_model(folder / "b.h5"); }).find("/components/1/backward"),
            std::string::npos);
}

// Numbers beyond 64 KB, the limit of attributes, and back.
TEST(AnalysisFile, KeepsUnitsAndAxesOfManyDimensions) {
  constexpr Index many = 9000;
  Model record{.analysis = {.mean = make_measure(Matrix::Random(many, 2), Vector::Ones(2)),
                            .squared_distances = Vector::Ones(1),
                            .variance = 1},
               .names = {"a"}};
  for (Index i = 0; i < many; ++i) record.space.axes.push_back("column " + std::to_string(i));
  record.space.center.assign(many, 0.5);
  record.space.scale.assign(many, 2);
  record.options.set("long", std::string(100000, 'x'));
  const Model back = written_and_read(record);
  EXPECT_EQ(back.space, record.space);
  EXPECT_EQ(back.options, record.options);
}

// Files of format 1 have units and axes as attributes.
TEST(AnalysisFile, ReadsUnitsOfTheFirstFormat) {
  const ScratchFolder folder;
  const std::vector<double> center = {0.5, -1}, scale = {2, 3};
  const std::vector<std::string> axes = {"x", "y"};
  Model record = some_mean();
  Hdf5Writer file;
  write_analysis(file, record.analysis);
  file.write("/names", record.names);
  file.set_attribute("/", "center", std::span<const double>(center));
  file.set_attribute("/", "scale", std::span<const double>(scale));
  file.set_attribute("/", "axes", std::span<const std::string>(axes));
  file.set_attribute("/", "format_version", std::int64_t{1});
  write_file(folder / "old.h5", file.finish());
  const Space space = read_model(folder / "old.h5").space;
  EXPECT_EQ(space.center, center);
  EXPECT_EQ(space.scale, scale);
  EXPECT_EQ(space.axes, axes);
}

TEST(AnalysisFile, SaysThatAFamilyIsNoModel) {
  const ScratchFolder folder;
  Hdf5Writer file;
  file.write("/points", std::vector<double>{1, 2}, {2, 1});
  write_file(folder / "family.h5", file.finish());
  EXPECT_NE(testing::refusal([&] { read_model(folder / "family.h5"); }).find("wpga fit"), std::string::npos);
}

TEST(AnalysisFile, RefusesAFormatOfTheFuture) {
  const ScratchFolder folder;
  Hdf5Writer file;
  write_analysis(file, some_mean().analysis);
  file.write("/names", some_mean().names);
  file.set_attribute("/", "format_version", analysis_format_version + 1);
  write_file(folder / "model.h5", file.finish());
  EXPECT_NE(testing::refusal([&] { read_model(folder / "model.h5"); }).find("update wpga"),
            std::string::npos);
}

}  // namespace
}  // namespace wpga
