#include "wpga/io/reading/read_ragged.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/made_arrays.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using testing::array;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;

// Two measures of one and two atoms in the plane.
NpzArchive archive() {
  return {.numbers = {{"points", array({3, 2}, {1, 2, 3, 4, 5, 6})}, {"offsets", array({3}, {0, 1, 3})}}};
}

MeasureFamily read(const NpzArchive& from, const LoadOptions& options = {}) {
  FamilyBuilder builder(options.read);
  read_ragged(from, "m", "given", options, builder);
  return builder.finish();
}

TEST(ReadRagged, CutsPointsAtTheOffsets) {
  ASSERT_TRUE(is_ragged(archive()));
  const MeasureFamily family = read(archive());
  ASSERT_EQ(family.count(), 2);
  EXPECT_EQ(Matrix(family[0].points), (Matrix{{1}, {2}}));
  EXPECT_EQ(Matrix(family[1].points), (Matrix{{3, 5}, {4, 6}}));
  EXPECT_EQ(Vector(family[1].weights), (Vector{{0.5, 0.5}}));
  EXPECT_THAT(family.names(), ElementsAre("m0", "m1"));
  EXPECT_THAT(family.labels(), ElementsAre("given", "given"));
}

TEST(ReadRagged, TakesWeightsNamesLabelsAndMeasureWeights) {
  NpzArchive full = archive();
  full.numbers["weights"] = array({3}, {9, 1, 3});
  full.numbers["measure_weights"] = array({2}, {1, 4});
  full.numbers["labels"] = array({2}, {7, 8});
  full.strings["names"] = {{2}, {"one", "two"}};
  const MeasureFamily family = read(full);
  EXPECT_EQ(Vector(family[1].weights), (Vector{{0.25, 0.75}}));
  EXPECT_DOUBLE_EQ(family.measure_weight(1), 0.8);
  EXPECT_THAT(family.names(), ElementsAre("one", "two"));
  EXPECT_THAT(family.labels(), ElementsAre("7", "8"));
  LoadOptions options;
  options.read.label = {"8"};
  EXPECT_THAT(read(full, options).names(), ElementsAre("two"));
}

TEST(ReadRagged, RefusesWhatDoesNotFit) {
  const auto with = [](const char* name, NumericArray values) {
    NpzArchive changed = archive();
    changed.numbers[name] = std::move(values);
    return changed;
  };
  EXPECT_THAT(refusal([&] { read(with("points", array({3}, {1, 2, 3}))); }), HasSubstr("points must be"));
  EXPECT_THAT(refusal([&] { read(with("offsets", array({3}, {0, 1.5, 3}))); }), HasSubstr("whole numbers"));
  EXPECT_THAT(refusal([&] { read(with("offsets", array({3}, {0, 4, 3}))); }), HasSubstr("from 0 to 3"));
  EXPECT_THAT(refusal([&] { read(with("offsets", array({3}, {0, 1, 2}))); }), HasSubstr("rise from 0 to 3"));
  EXPECT_THAT(refusal([&] { read(with("weights", array({2}, {1, 1}))); }), HasSubstr("2 weights where 3"));
  EXPECT_THAT(refusal([&] { read(with("labels", array({3}, {1, 1, 1}))); }), HasSubstr("3 labels where 2"));
}

TEST(ReadRagged, WholeNumbersAreSpelledAsSuch) {
  EXPECT_THAT(texts_of(array({3}, {1, 2.5, -3})), ElementsAre("1", "2.5", "-3"));
  EXPECT_TRUE(texts_named(archive(), {"labels", "y"}).empty());
  EXPECT_THAT(texts_named(archive(), {"y", "offsets"}), ElementsAre("0", "1", "3"));
}

}  // namespace
}  // namespace wpga
