#include "wpga/recolor/color_map.hpp"

#include <gtest/gtest.h>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

Measure random_palette(Index size, double low, double high, Random random) {
  Matrix points(3, size);
  Vector weights(size);
  for (double& coordinate : points.reshaped()) coordinate = random.uniform(low, high);
  for (double& weight : weights) weight = random.uniform(0.5, 1.5);
  return make_measure(points, weights);
}

Matrix plan_map(const Measure& from, const Measure& to) {
  return couple(from.view(), to.view(), {.transport = TransportMethod::exact, .sinkhorn = {}}).map;
}

Matrix random_colors(Index count, double low, double high, Random random) {
  Matrix colors(3, count);
  for (double& coordinate : colors.reshaped()) coordinate = random.uniform(low, high);
  return colors;
}

TEST(ColorMap, ThePlanOfAPaletteWithItselfMovesNothing) {
  const Measure palette = random_palette(60, 0, 1, Random(1));
  const Matrix colors = random_colors(200, 0, 1, Random(2));
  const ColorMap map(palette.view(), plan_map(palette, palette), {});
  EXPECT_LT((map(colors) - colors).cwiseAbs().maxCoeff(), 1e-12);
}

// The optimal plan between a palette and its translate is the translation, of every colour.
TEST(ColorMap, ATranslationOfThePaletteTranslatesAllColours) {
  const Measure palette = random_palette(60, 0.1, 0.8, Random(3));
  const Eigen::Vector3d shift(0.1, -0.07, 0.15);
  const Measure moved{palette.points.colwise() + shift, palette.weights};
  const Matrix colors = random_colors(200, 0, 1, Random(4));
  const ColorMap map(palette.view(), plan_map(palette, moved), {});
  EXPECT_LT((map(colors) - (colors.colwise() + shift)).cwiseAbs().maxCoeff(), 1e-12);
}

// x ↦ Ax with A symmetric and positive is the gradient of a convex function, hence the optimal map (Brenier).
TEST(ColorMap, ASymmetricPositiveChangeOfThePaletteIsRecovered) {
  const Measure palette = random_palette(400, 0.2, 0.8, Random(5));
  Eigen::Matrix3d matrix;
  matrix << 0.7, 0.15, 0, 0.15, 0.9, -0.1, 0, -0.1, 1.2;
  const Eigen::Vector3d offset(0.1, 0, -0.1);
  const Measure moved{(matrix * palette.points).colwise() + offset, palette.weights};
  const Matrix colors = random_colors(500, 0.25, 0.75, Random(6));
  const Matrix truth = (matrix * colors).colwise() + offset;
  const ColorMap map(palette.view(), plan_map(palette, moved), {});
  EXPECT_LT((map(colors) - truth).cwiseAbs().maxCoeff(), 0.01);
  // Differences below a fifth of the smoothness are smoothed away; with less smoothness, less is.
  const ColorMap sharper(palette.view(), plan_map(palette, moved), {.smoothness = 0.01});
  EXPECT_LT((sharper(colors) - truth).cwiseAbs().maxCoeff(), 1e-3);
}

// Banding would be a jump, posterisation a plateau: a ramp of 4096 greys has neither afterwards.
TEST(ColorMap, ARampOfGreysStaysASmoothRamp) {
  const Index steps = 4096;
  Matrix ramp(3, steps);
  for (Index i = 0; i < steps; ++i) ramp.col(i).setConstant(static_cast<double>(i) / (steps - 1));
  const Measure palette{Matrix::Constant(3, 64, 0), Vector::Constant(64, 1.0 / 64)};
  Measure greys = palette;
  for (Index k = 0; k < 64; ++k) greys.points.col(k).setConstant((static_cast<double>(k) + 0.5) / 64);
  const Measure target = random_palette(256, 0, 1, Random(7));
  const Matrix mapped = ColorMap(greys.view(), plan_map(greys, target), {})(ramp);
  const Matrix first = mapped.rightCols(steps - 1) - mapped.leftCols(steps - 1);
  const Matrix second = first.rightCols(steps - 2) - first.leftCols(steps - 2);
  const double step = 1.0 / (steps - 1);
  EXPECT_LT(first.cwiseAbs().maxCoeff(), 6 * step);
  EXPECT_LT(second.cwiseAbs().maxCoeff(), 100 * step * step);  // |T''| ≤ 100, an eighth of a level is 5e-4
  EXPECT_GT(first.colwise().sum().minCoeff(), 0);              // brighter stays brighter
}

TEST(ColorMap, ASinglePaletteColourMovesAllColoursAlike) {
  const Measure palette{Matrix::Constant(3, 1, 0.5), Vector::Ones(1)};
  const Matrix colors = random_colors(50, 0, 1, Random(8));
  const Matrix image = Matrix::Constant(3, 1, 0.6);
  EXPECT_LT((ColorMap(palette.view(), image, {})(colors).array() - colors.array() - 0.1).abs().maxCoeff(),
            1e-12);
}

TEST(ColorMap, FarFromThePaletteNothingExplodes) {
  const Measure palette = random_palette(30, 0.45, 0.55, Random(9));
  const Measure target = random_palette(40, 0, 1, Random(10));
  const Matrix colors = random_colors(500, 0, 1, Random(11));
  const Matrix mapped = ColorMap(palette.view(), plan_map(palette, target), {})(colors);
  EXPECT_TRUE(mapped.allFinite());
  EXPECT_LT((mapped - colors).cwiseAbs().maxCoeff(), 3);
}

TEST(ColorMap, RefusesWhatIsNoColour) {
  const Measure flat{Matrix::Constant(2, 1, 0.5), Vector::Ones(1)};
  EXPECT_THROW(ColorMap(flat.view(), flat.points, {}), InputError);
  const Measure palette = random_palette(3, 0, 1, Random(12));
  EXPECT_THROW(ColorMap(palette.view(), palette.points, {.smoothness = 0}), InputError);
}

}  // namespace
}  // namespace wpga
