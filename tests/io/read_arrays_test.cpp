#include "wpga/io/reading/read_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "io/made_arrays.hpp"
#include "io/made_bytes.hpp"
#include "io/refusal.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"

namespace wpga {
namespace {

using testing::array;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;

MeasureFamily from_npy(const NumericArray& values, const LoadOptions& options = {}) {
  FamilyBuilder builder(options.read);
  read_npy(encode_npy(values), "m", "", options, {}, builder);
  return builder.finish();
}

MeasureFamily from_npz(const std::map<std::string, NumericArray>& numbers, const LoadOptions& options = {}) {
  FamilyBuilder builder(options.read);
  read_npz(encode_npz(numbers), "m", "", options, {}, builder);
  return builder.finish();
}

// Pixel (row, column) stands at (column + ½, row + ½), zeros are no atoms.
TEST(ReadArrays, ThreeAxesAreShapes) {
  const MeasureFamily family = from_npy(array({2, 2, 2}, {0, 3, 1, 0, 0, 0, 0, 5}));
  ASSERT_EQ(family.count(), 2);
  EXPECT_EQ(family.space().kind, Kind::shape);
  EXPECT_EQ(Matrix(family[0].points), (Matrix{{1.5, 0.5}, {0.5, 1.5}}));
  EXPECT_EQ(Vector(family[0].weights), (Vector{{0.75, 0.25}}));
  EXPECT_EQ(Matrix(family[1].points), (Matrix{{1.5}, {1.5}}));
  EXPECT_THAT(family.names(), ElementsAre("m0", "m1"));
}

TEST(ReadArrays, TwoAxesAreHistogramsOrOneCloud) {
  const NumericArray values = array({2, 3}, {1, 1, 2, 0, 4, 0});
  const MeasureFamily bins = from_npy(values);
  EXPECT_EQ(bins.space().kind, Kind::histogram);
  EXPECT_EQ(Matrix(bins[0].points), (Matrix{{0.5, 1.5, 2.5}}));
  EXPECT_EQ(Vector(bins[0].weights), (Vector{{0.25, 0.25, 0.5}}));
  LoadOptions options;
  options.read.as = Kind::points;
  const MeasureFamily cloud = from_npy(values, options);
  ASSERT_EQ(cloud.count(), 1);
  EXPECT_EQ(Matrix(cloud[0].points), (Matrix{{1, 0}, {1, 4}, {2, 0}}));
}

TEST(ReadArrays, AnArchiveSaysWhereBinsAreAndWhatSamplesAreCalled) {
  const NumericArray values = array({2, 2}, {1, 3, 2, 2});
  LoadOptions options;
  options.read.label = {"8"};
  const MeasureFamily family = from_npz(
      {{"x_train", values}, {"y_train", array({2}, {7, 8})}, {"support", array({2}, {-1, 10})}}, options);
  ASSERT_EQ(family.count(), 1);
  EXPECT_EQ(Matrix(family[0].points), (Matrix{{-1, 10}}));
  EXPECT_THAT(family.labels(), ElementsAre("8"));
  EXPECT_THAT(refusal([&] { from_npz({{"x", values}, {"support", array({3}, {1, 2, 3})}}); }),
              HasSubstr("there are 2 bins"));
  EXPECT_THAT(refusal([&] { from_npz({{"x", values}, {"y", array({3}, {1, 2, 3})}}); }),
              HasSubstr("3 labels for 2 samples"));
  EXPECT_THAT(refusal([&] { from_npz({{"a", values}, {"b", values}}); }), HasSubstr("`array`"));
}

TEST(ReadArrays, RefuseWhatIsNoFamily) {
  EXPECT_THAT(refusal([] { from_npy(array({0, 3}, {})); }), HasSubstr("empty"));
  EXPECT_THAT(refusal([] { from_npy(array({1, 1, 1, 1, 1}, {1})); }), HasSubstr("none of"));
  EXPECT_THAT(refusal([] { from_npy(array({2, 2, 1}, {1, 1, -1, 1})); }), HasSubstr("sample 1"));
  LoadOptions options;
  options.read.as = Kind::palette;
  EXPECT_THAT(refusal([&] { from_npy(array({1, 2, 2}, {1, 1, 1, 1}), options); }),
              HasSubstr("colour images"));
}

MeasureFamily from_memory(SampleArray samples, const LoadOptions& options) {
  FamilyBuilder builder(options.read);
  read_samples(std::move(samples), options, {}, builder);
  return builder.finish();
}

NumericArray short_numbers(std::vector<Index> shape, const std::vector<std::int16_t>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {.shape = std::move(shape), .type = ElementType::i16, .data = {bytes.begin(), bytes.end()}};
}

// White is the largest value of the type: a picture among brighter ones is the picture alone.
TEST(ReadArrays, NoPictureDependsOnTheOthers) {
  LoadOptions palette;
  palette.read.as = Kind::palette;
  const MeasureFamily alone = from_npy(short_numbers({1, 1, 1, 3}, {0, 16383, 327}), palette);
  const MeasureFamily beside =
      from_npy(short_numbers({2, 1, 1, 3}, {0, 16383, 327, 32767, 32767, 32767}), palette);
  EXPECT_EQ(Matrix(alone[0].points), Matrix(beside[0].points));
  EXPECT_NEAR(alone[0].points(1, 0), 0.5, 1e-4);
  EXPECT_EQ(beside[1].points(0, 0), 1);
  LoadOptions dark;
  dark.shape.invert = true;
  EXPECT_NEAR(from_npy(short_numbers({1, 1, 2}, {0, 16383}), dark)[0].weights[0], 2.0 / 3, 1e-4);
  const std::vector<std::int64_t> wide = {0, 255, 3};
  const NumericArray numbers = numeric_array({1, 1, 1, 3}, std::span<const std::int64_t>(wide));
  EXPECT_THAT(refusal([&] { from_npy(numbers, palette); }), HasSubstr("do not say what white is"));
}

// Rec. 601 of the encoded values, or Rec. 709 of the light; alpha counts.
TEST(ReadArrays, ColoursBecomeGreyAsThoseOfPictures) {
  const NumericArray values = array({1, 1, 2, 4}, {1, 0, 0, 1, 0, 1, 0, 0.5});
  const auto weights = [&](Grey grey) {
    LoadOptions options;
    options.read.as = Kind::shape;
    options.shape.grey = grey;
    return Vector(from_memory({.values = values, .colors = true}, options)[0].weights);
  };
  const auto shares = [](double one, double other) { return Vector(Vector{{one, other}} / (one + other)); };
  EXPECT_TRUE(weights(Grey::plain).isApprox(shares(0.299, 0.587 / 2), 1e-12));
  EXPECT_TRUE(weights(Grey::linear).isApprox(shares(0.2126, 0.7152 / 2), 1e-3));
}

TEST(ReadArrays, LinearGreyDecodesArraysToo) {
  LoadOptions options;
  options.shape.grey = Grey::linear;
  const Vector weights = from_npy(array({1, 1, 2}, {0.5, 1}), options)[0].weights;
  const double light = std::pow((0.5 + 0.055) / 1.055, 2.4);
  EXPECT_NEAR(weights[0], light / (light + 1), 1e-12);
}

// A file of MNIST's kind: two zeros, the type of its elements, the number of axes, then the extents.
TEST(ReadArrays, IdxFilesHaveLabelsBesideThem) {
  std::string images{'\0', '\0', '\x08', '\x03'};
  for (const std::uint32_t extent : {2U, 1U, 2U}) images += testing::spelled(extent, std::endian::big);
  images += {'\x01', '\x03', '\x05', '\0'};
  std::string labels{'\0', '\0', '\x08', '\x01'};
  labels += testing::spelled(2U, std::endian::big) + std::string{'\x04', '\x09'};
  const auto read = [](const std::string& file, const std::string& beside) {
    FamilyBuilder builder({});
    read_idx(std::as_bytes(std::span(file)), std::as_bytes(std::span(beside)), "i", "", {}, {}, builder);
    return builder.finish();
  };
  const MeasureFamily family = read(images, labels);
  EXPECT_THAT(family.labels(), ElementsAre("4", "9"));
  EXPECT_EQ(Vector(family[0].weights), (Vector{{0.25, 0.75}}));
  EXPECT_THAT(refusal([&] { read(labels, {}); }), HasSubstr("labels, not measures"));
  EXPECT_THAT(refusal([&] { read(images, "nonsense"); }), HasSubstr("the labels beside it"));
}

}  // namespace
}  // namespace wpga
