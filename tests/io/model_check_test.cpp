#include "wpga/io/files/model_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "io/hdf5_contents.hpp"
#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "io/some_models.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using testing::some_analysis;
using testing::some_weight_curve;

TEST(ModelCheck, FindsNothingInASoundModel) {
  EXPECT_FALSE(flaw_of(some_analysis()));
  EXPECT_FALSE(flaw_of(testing::some_mean()));
}

TEST(ModelCheck, NamesThePlace) {
  Model record = some_analysis();
  record.analysis.components[1].times[0] = -0.5;
  const std::optional<Flaw> flaw = flaw_of(record);
  ASSERT_TRUE(flaw);
  EXPECT_EQ(flaw->place, "/components/1/times");
}

// A component that is still being looked for lacks some of its numbers, a finished one may not.
TEST(ModelCheck, AsksOnlyAFinishedComponentForAllItsNumbers) {
  Model record = some_analysis();
  Component component = record.analysis.components[0];
  component.scores = {};
  EXPECT_FALSE(flaw_of(component, record.analysis.mean, record.names.size(), false, "/state"));
  EXPECT_TRUE(flaw_of(component, record.analysis.mean, record.names.size(), true, "/state"));
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

INSTANTIATE_TEST_SUITE_P(
    ModelCheck, BrokenAnalysis,
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
        Broken{"curves together that took no sweep", [](Model& r) { r.analysis.together = Together{}; }},
        Broken{"an objective that is no number",
               [](Model& r) { r.analysis.together = Together{.objective = {1, not_a_number}}; }},
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

// Through the structure: datasets and attributes that are gone, of another shape or type, or hold strange
// values. What is accepted can be written, and is then the same.
TEST(ModelCheck, ChangedAnywhereIsRefusedOrAModelThatCanBeWritten) {
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

}  // namespace
}  // namespace wpga
