#include "wpga/measures/from_image.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/color.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;

template <class Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was refused";
}

TEST(ShapeMeasure, PutsPixelsAtTheirCentres) {
  const Measure measure = shape_measure({2, 3, 1, {0, 1, 0, 0, 0, 3}}, {});
  ASSERT_EQ(measure.size(), 2);
  EXPECT_EQ(measure.points, (Matrix{{1.5, 2.5}, {0.5, 1.5}}));
  EXPECT_EQ(measure.weights, (Vector{{0.25, 0.75}}));
}

TEST(ShapeMeasure, InvertingTwiceChangesNothing) {
  Random random(2);
  Image image{5, 4, 1, std::vector<double>(20)}, negative = image;
  for (std::size_t i = 0; i < 20; ++i) negative.samples[i] = 1 - (image.samples[i] = random.uniform());
  const Measure a = shape_measure(image, {}), b = shape_measure(negative, {.invert = true});
  EXPECT_EQ(a.points, b.points);
  EXPECT_NEAR((a.weights - b.weights).norm(), 0, 1e-15);
}

TEST(ShapeMeasure, WhatIsTransparentIsEmptyEvenInverted) {
  const Image image{1, 3, 2, {0, 0, 0, 0.5, 0.5, 1}};
  const Measure measure = shape_measure(image, {.invert = true});
  ASSERT_EQ(measure.size(), 2);
  EXPECT_EQ(measure.weights, (Vector{{0.5, 0.5}}));
  EXPECT_EQ(measure.points(0, 0), 1.5);
}

TEST(ShapeMeasure, DropsIntensitiesUpToTheThreshold) {
  const Measure measure = shape_measure({1, 3, 1, {0.2, 0.5, 0.6}}, {.threshold = 0.5});
  ASSERT_EQ(measure.size(), 1);
  EXPECT_EQ(measure.points(0, 0), 2.5);
}

TEST(ShapeMeasure, ThresholdsWhatIsLeftAfterResampling) {
  // Means of pairs: 0.5 and 0.1.
  const Image weights = shape_weights({1, 4, 1, {1, 0, 0.2, 0}}, {.threshold = 0.3, .resize = "2x1"});
  EXPECT_EQ(weights.samples, (std::vector<double>{0.5, 0}));
}

// Distances are in pixels of the resampled picture.
TEST(ShapeMeasure, ShrinkingUndoesRepeatedPixels) {
  Random random(4);
  Image image{6, 10, 1, std::vector<double>(60)}, repeated{18, 20, 1, {}};
  for (double& sample : image.samples) sample = random.uniform();
  for (Index row = 0; row < 18; ++row)
    for (Index column = 0; column < 20; ++column)
      repeated.samples.push_back(image.at(row / 3, column / 2, 0));
  const Measure expected = shape_measure(image, {}), shrunk = shape_measure(repeated, {.resize = "10x6"});
  EXPECT_EQ(shrunk.points, expected.points);
  EXPECT_NEAR((shrunk.weights - expected.weights).norm(), 0, 1e-15);
}

TEST(ShapeMeasure, GreysOfColoursArePlainOrLinear) {
  const Image image{1, 2, 4, {1, 0.5, 0, 1, 0.2, 0.3, 0.9, 0.5}};
  const Image plain = shape_weights(image, {});
  EXPECT_DOUBLE_EQ(plain.samples[0], 0.299 + 0.587 * 0.5);
  EXPECT_DOUBLE_EQ(plain.samples[1], 0.5 * luma({0.2, 0.3, 0.9}));
  const Image linear = shape_weights(image, {.grey = Grey::linear});
  EXPECT_DOUBLE_EQ(linear.samples[0], luminance({1, 0.5, 0}));
  EXPECT_DOUBLE_EQ(linear.samples[1], 0.5 * luminance({0.2, 0.3, 0.9}));
  EXPECT_DOUBLE_EQ(shape_weights({1, 1, 1, {0.5}}, {.grey = Grey::linear}).samples[0], linear_from_srgb(0.5));
}

TEST(ShapeMeasure, SaysWhatIsWrong) {
  const double nan = std::nan("");
  EXPECT_THAT(refusal([&] { shape_measure({2, 2, 1, {0, 0, nan, 0}}, {}); }),
              HasSubstr("row 2, column 1 is nan"));
  EXPECT_THAT(refusal([] { shape_measure({1, 2, 1, {1, -0.5}}, {}); }), HasSubstr("row 1, column 2 is -0.5"));
  EXPECT_THAT(refusal([] { shape_measure({1, 1, 1, {1.5}}, {.invert = true}); }), HasSubstr("`invert`"));
  EXPECT_THAT(refusal([] { shape_measure({1, 2, 1, {0, 0}}, {}); }), HasSubstr("no mass"));
  EXPECT_THAT(refusal([] { shape_measure({1, 2, 1, {0.1, 0.2}}, {.threshold = 0.5}); }),
              HasSubstr("`threshold`"));
  EXPECT_THAT(refusal([] { shape_measure({1, 1, 1, {1}}, {.threshold = -1}); }),
              HasSubstr("`threshold` must be"));
  EXPECT_THAT(refusal([] { shape_measure({1, 1, 1, {1}}, {.resize = "big"}); }),
              HasSubstr("`resize` must be"));
}

// The door for raw atoms, fed with every entry and its centre, is the slow way to the same measure.
TEST(GridMeasure, AgreesWithExplicitAtomsInEveryDimension) {
  Random random(8);
  for (const std::vector<Index>& shape : {std::vector<Index>{7}, {3, 5}, {2, 3, 4}, {2, 1, 3, 2}}) {
    const auto dimension = static_cast<Index>(shape.size());
    Index entries = 1;
    for (const Index extent : shape) entries *= extent;
    std::vector<double> values;
    Matrix points(dimension, entries);
    for (Index i = 0; i < entries; ++i) {
      values.push_back(random.uniform() < 0.4 ? 0 : random.uniform(0, 9));
      Index rest = i;
      for (Index axis = 0; axis < dimension; ++axis) {
        const Index extent = shape[static_cast<std::size_t>(dimension - 1 - axis)];
        points(axis, i) = static_cast<double>(rest % extent) + 0.5;
        rest /= extent;
      }
    }
    const Measure grid = grid_measure(values, shape);
    const Measure atoms = make_measure(points, VectorView(values.data(), entries));
    EXPECT_EQ(grid.points, atoms.points);
    EXPECT_NEAR((grid.weights - atoms.weights).norm(), 0, 1e-15);
  }
}

TEST(GridMeasure, LeavesAMeasureThatSumsToOneAlone) {
  const std::vector<double> values = {0.1, 0.2, 0.7 - 1e-16};
  const std::vector<Index> shape = {3};
  EXPECT_EQ(grid_measure(values, shape).weights, (Vector{{0.1, 0.2, 0.7 - 1e-16}}));
}

TEST(GridMeasure, SurvivesHugeAndTinyWeights) {
  const std::vector<Index> shape = {2};
  EXPECT_EQ(grid_measure(std::vector{1e308, 1e308}, shape).weights[0], 0.5);
  EXPECT_EQ(grid_measure(std::vector{1e-308, 1e-308}, shape).weights[0], 0.5);
}

TEST(GridMeasure, SaysWhatIsWrong) {
  const std::vector<Index> shape = {1, 2, 2};
  const auto sentence = [&](std::vector<double> values) {
    return refusal([&] { grid_measure(values, shape); });
  };
  EXPECT_THAT(sentence({0, 1, std::numeric_limits<double>::infinity(), 0}),
              HasSubstr("entry (1, 2, 1) is inf"));
  EXPECT_THAT(sentence({0, 0, 0, 0}), HasSubstr("no mass"));
  EXPECT_THAT(sentence({0, 0, 0}), HasSubstr("3 values do not fill"));
  EXPECT_THROW(grid_measure({}, {}), InputError);
}

}  // namespace
}  // namespace wpga
