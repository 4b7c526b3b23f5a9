#include "wpga/report/component_strips.hpp"

#include <gtest/gtest.h>

#include "report/svg_marks.hpp"

namespace wpga {
namespace {

constexpr std::array times = {0.0, 0.5, 1.0};

// Two atoms; the first component moves the first atom right by 2 and stays elsewhere, the second moves it up
// by 1.
Model two_atoms() {
  Model model;
  model.analysis.mean = {Matrix{{0, 3}, {0, 3}}, Vector{{0.5, 0.5}}};
  model.analysis.components.resize(2);
  model.analysis.components[0].curve = {Matrix::Zero(2, 2), Matrix{{2, 0}, {0, 0}}};
  model.analysis.components[1].curve = {Matrix::Zero(2, 2), Matrix{{0, 0}, {1, 0}}};
  return model;
}

// Discs come in pairs, a pair a frame: the first atom from the second, which stands still.
std::vector<Point> from_the_still_atom(const Canvas& canvas) {
  const auto discs = test::discs_in(test::svg_of(canvas), colors::blue);
  std::vector<Point> ways;
  for (std::size_t k = 0; k + 1 < discs.size(); k += 2)
    ways.push_back({discs[k].x - discs[k + 1].x, discs[k].y - discs[k + 1].y});
  return ways;
}

TEST(ComponentStrips, ShowEachComponentAloneAtItsTimes) {
  const std::array<std::size_t, 2> both = {0, 1};
  const auto ways = from_the_still_atom(component_strips(two_atoms(), both, times));
  ASSERT_EQ(ways.size(), 6u);
  const double scale = -ways[0].x / 3;
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(ways[k].x, scale * (2 * times[k] - 3), 0.02);
    EXPECT_NEAR(ways[k].y, scale * 3, 0.02);
    EXPECT_NEAR(ways[3 + k].x, scale * -3, 0.02);
    EXPECT_NEAR(ways[3 + k].y, scale * (3 - times[k]), 0.02);
  }
}

TEST(ComponentGrid, ShowsBothTogether) {
  const auto ways = from_the_still_atom(component_grid(two_atoms(), 0, 1, times));
  ASSERT_EQ(ways.size(), 9u);
  const double scale = -ways[0].x / 3;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column) {
      EXPECT_NEAR(ways[3 * row + column].x, scale * (2 * times[column] - 3), 0.02);
      EXPECT_NEAR(ways[3 * row + column].y, scale * (3 - times[row]), 0.02);
    }
}

TEST(ComponentStrips, OfAMeanShowTheMean) {
  Model model = two_atoms();
  model.analysis.components.clear();
  EXPECT_EQ(from_the_still_atom(component_strips(model, {}, times)).size(), 1u);
}

// Weights of any sign are drawn as they are, with what is full ink beside them.
TEST(DrawnAt, GivesWeightsTheirSigns) {
  Analysis analysis{.mean = {Matrix{{0, 1}}, Vector{{0.5, 0.5}}}};
  analysis.components.resize(1);
  analysis.components[0].curve =
      weight_curve(Matrix{{0, 1}}, Matrix{{1.5, 0.5}, {-0.5, 0.5}}, Vector{{1, 0}}, 0.75);
  const std::size_t first = 0;
  const double start = 0;
  const DrawnMeasure drawn = drawn_at(analysis, std::span(&first, 1), std::span(&start, 1));
  EXPECT_EQ(drawn.measure.weights, (Vector{{1.5, -0.5}}));
  EXPECT_EQ(drawn.full, 0.75);
  const Analysis moving = two_atoms().analysis;
  EXPECT_EQ(drawn_at(moving, std::span(&first, 1), std::span(&start, 1)).full, 0);
}

}  // namespace
}  // namespace wpga
