#include "wpga/io/files/analysis_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "io/hdf5_contents.hpp"
#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

constexpr Index measures = 3, atoms = 7, dimension = 2;

Vector normals(Random& random, Index size) {
  return Vector::NullaryExpr(size, [&] { return random.normal(); });
}

Matrix normals(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

OptionValues some_options() {
  OptionValues options;
  options.set("support", 7);
  options.set("box", "auto");
  options.set("components", OptionValue());
  options.set("tolerance", 1e-3);
  return options;
}

Model some_mean() {
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

Component some_component(Random& random) {
  return {.curve = {normals(random, dimension, atoms), normals(random, dimension, atoms)},
          .times = Vector::NullaryExpr(measures, [&] { return random.uniform(); }),
          .scores = normals(random, measures),
          .squared_distances = normals(random, measures),
          .lower_bounds = normals(random, measures),
          .objective = {3, 2, 1.5},
          .certificates = {.time_gap = random.normal(),
                           .map_gap = {random.normal(), random.normal()},
                           .geodesic_gap = random.normal(),
                           .orthogonality = random.normal(),
                           .collinearity = random.normal(),
                           .offset = random.normal(),
                           .outside_box = random.normal(),
                           .repaired_mass = {random.normal(), random.normal()}},
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

void expect_same(const Shortfalls& back, const Shortfalls& shortfalls) {
  EXPECT_EQ(back.unfinished_cone_steps, shortfalls.unfinished_cone_steps);
  EXPECT_EQ(back.unconverged_transports, shortfalls.unconverged_transports);
  EXPECT_EQ(back.contradictions, shortfalls.contradictions);
}

Model some_analysis(int components = 2) {
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
  const Certificates &found = back.certificates, &wanted = component.certificates;
  EXPECT_EQ(found.time_gap, wanted.time_gap);
  EXPECT_EQ(found.map_gap.backward, wanted.map_gap.backward);
  EXPECT_EQ(found.map_gap.forward, wanted.map_gap.forward);
  EXPECT_EQ(found.geodesic_gap, wanted.geodesic_gap);
  EXPECT_EQ(found.orthogonality, wanted.orthogonality);
  EXPECT_EQ(found.collinearity, wanted.collinearity);
  EXPECT_EQ(found.offset, wanted.offset);
  EXPECT_EQ(found.outside_box, wanted.outside_box);
  EXPECT_EQ(back.mean_squared_distance, component.mean_squared_distance);
  EXPECT_EQ(back.explained, component.explained);
  EXPECT_EQ(back.cumulative, component.cumulative);
  EXPECT_EQ(back.interval, component.interval);
  EXPECT_EQ(back.convergence.iterations, component.convergence.iterations);
  EXPECT_EQ(back.convergence.termination, component.convergence.termination);
  EXPECT_EQ(back.convergence.residual, component.convergence.residual);
  EXPECT_EQ(found.repaired_mass.backward, wanted.repaired_mass.backward);
  EXPECT_EQ(found.repaired_mass.forward, wanted.repaired_mass.forward);
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

// ---- Each case breaks one promise of the format.

struct Broken {
  const char* what;
  void (*spoil)(Model&);
};

void PrintTo(const Broken& broken, std::ostream* out) { *out << broken.what; }

// What encode_model refuses to write.
std::vector<std::byte> encode_unchecked(const Model& record) {
  Hdf5Writer file;
  write_analysis(file, record.analysis);
  file.write("/names", record.names);
  if (!record.labels.empty()) file.write("/labels", record.labels);
  const auto weights = static_cast<std::size_t>(record.measure_weights.size());
  if (weights > 0)
    file.write("/measure_weights", std::span(record.measure_weights.data(), weights), {weights});
  write_space(file, record.space);
  return file.finish();
}

class BrokenAnalysis : public ::testing::TestWithParam<Broken> {};

TEST_P(BrokenAnalysis, IsRefusedWithOneSentence) {
  const ScratchFolder folder;
  Model record = some_analysis();
  write_file(folder / "sound.h5", encode_unchecked(record));
  EXPECT_NO_THROW(read_model(folder / "sound.h5"));
  GetParam().spoil(record);
  EXPECT_NE(testing::refusal([&] { encode_model(record); }).find("cannot be written"), std::string::npos);
  write_file(folder / "broken.h5", encode_unchecked(record));
  const std::string sentence = testing::refusal([&] { read_model(folder / "broken.h5"); });
  EXPECT_NE(sentence.find("broken.h5"), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
}

const double not_a_number = std::numeric_limits<double>::quiet_NaN();

void set_units(Model& record, std::vector<double> center, std::vector<double> scale) {
  record.space.center = std::move(center);
  record.space.scale = std::move(scale);
}

WeightCurve some_weight_curve(Index points) {
  Random random(7);
  return {.points = normals(random, dimension, points),
          .weights = normals(random, points, 3),
          .knots = Vector{{0, 0.25, 1}},
          .center = normals(random, points)};
}

INSTANTIATE_TEST_SUITE_P(
    AnalysisFile, BrokenAnalysis,
    ::testing::Values(
        Broken{"distances of other measures",
               [](Model& r) { r.analysis.squared_distances = Vector::Ones(2); }},
        Broken{"labels of other measures", [](Model& r) { r.labels = {"x"}; }},
        Broken{"weights of other measures", [](Model& r) { r.measure_weights = Vector::Ones(2); }},
        Broken{"a variance that is no number", [](Model& r) { r.analysis.variance = not_a_number; }},
        Broken{"a weight of zero", [](Model& r) { r.analysis.mean.weights[3] = 0; }},
        Broken{"a field of another size",
               [](Model& r) { r.analysis.components[1].curve.atoms().forward = Matrix::Zero(2, 3); }},
        Broken{"a field of another dimension",
               [](Model& r) { r.analysis.components[1].curve.atoms().backward = Matrix::Zero(3, 7); }},
        Broken{"a field that is no number",
               [](Model& r) { r.analysis.components[0].curve.atoms().forward(1, 4) = not_a_number; }},
        Broken{"times of other measures", [](Model& r) { r.analysis.components[1].times = Vector::Zero(5); }},
        Broken{"no scores", [](Model& r) { r.analysis.components[1].scores = {}; }},
        Broken{"a time that is no number",
               [](Model& r) { r.analysis.components[0].times[1] = not_a_number; }},
        Broken{"a time after the end", [](Model& r) { r.analysis.components[0].times[1] = 1.5; }},
        Broken{"joint times of other components",
               [](Model& r) { r.analysis.joint_times = Matrix::Zero(3, 3); }},
        Broken{"tangent shares of other components",
               [](Model& r) { r.analysis.tangent_explained = Vector::Zero(5); }},
        Broken{"units of another dimension", [](Model& r) { set_units(r, {0, 0, 0}, {1, 1, 1}); }},
        Broken{"units of no size", [](Model& r) { set_units(r, {0, 0}, {1, 0}); }},
        Broken{"units of a size that is hardly a number",
               [](Model& r) { set_units(r, {0, 0}, {1, 5e-324}); }},
        Broken{"units of a size that is no number",
               [](Model& r) { set_units(r, {0, 0}, {1, not_a_number}); }},
        Broken{"units around no number", [](Model& r) { set_units(r, {0, not_a_number}, {1, 1}); }},
        Broken{"units without a scale", [](Model& r) { set_units(r, {0, 0}, {}); }},
        Broken{"units without a center", [](Model& r) { set_units(r, {}, {1, 1}); }},
        Broken{"axes of another dimension", [](Model& r) { r.space.axes = {"x", "y", "z"}; }},
        Broken{"a grid larger than any image", [](Model& r) { r.space.grid = {std::int64_t{1} << 40, 2}; }},
        Broken{"a negative grid", [](Model& r) { r.space.grid = {-1, 2}; }},
        Broken{"negative measure weights", [](Model& r) { r.measure_weights = Vector{{1, 1, -1}}; }},
        Broken{"a joint time after the end", [](Model& r) { r.analysis.joint_times(2, 1) = 2; }},
        Broken{"a curve of weights beside one of maps",
               [](Model& r) { r.analysis.components[1].curve = some_weight_curve(6); }},
        Broken{"curves of weights on other points",
               [](Model& r) {
                 r.analysis.components[0].curve = some_weight_curve(6);
                 r.analysis.components[1].curve = some_weight_curve(5);
               }},
        Broken{"a curve of weights whose knots fall",
               [](Model& r) {
                 for (Component& component : r.analysis.components) component.curve = some_weight_curve(6);
                 r.analysis.components[1].curve.weights().knots[1] = 2;
               }}),
    [](const auto& instance) {
      std::string name = instance.param.what;
      std::ranges::replace(name, ' ', '_');
      return name;
    });

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

// Through the structure: datasets and attributes that are gone, of another shape or type, or hold strange
// values. What is accepted can be written, and is then the same.
TEST(AnalysisFile, ChangedAnywhereIsRefusedOrAModelThatCanBeWritten) {
  const ScratchFolder folder;
  Model weights = some_analysis(2);
  for (Component& component : weights.analysis.components) component.curve = some_weight_curve(6);
  int accepted = 0;
  for (const Model& record : {some_analysis(2), weights}) {
    write_file(folder / "whole.h5", encode_model(record));
    const testing::Hdf5Contents whole = testing::contents_of_hdf5(folder / "whole.h5");
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
      Random random(seed);
      testing::Hdf5Contents changed = whole;
      testing::mutate(changed, [&](std::uint64_t below) {
        return static_cast<std::uint64_t>(random.below(static_cast<std::int64_t>(below)));
      });
      write_file(folder / "changed.h5", testing::encoded(changed, "model"));
      try {
        const Model read = read_model(folder / "changed.h5");
        const auto bytes = encode_model(read);
        write_file(folder / "again.h5", bytes);
        EXPECT_EQ(encode_model(read_model(folder / "again.h5")), bytes) << seed;
        ++accepted;
      } catch (const InputError& error) {
        EXPECT_NE(std::string(error.what()).find("changed.h5"), std::string::npos) << seed << error.what();
      }
    }
  }
  EXPECT_GT(accepted, 50);
  EXPECT_LT(accepted, 1150);
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
