#include "wpga/report/score_bands.hpp"

#include <gtest/gtest.h>

#include <array>

#include "report/svg_marks.hpp"
#include "wpga/study/fit.hpp"

namespace wpga {
namespace {

// Lines that are no frames: bands are thicker.
std::vector<test::SvgStroke> strokes_of(const std::string& svg) {
  std::vector<test::SvgStroke> thick;
  for (const test::SvgStroke& one : test::strokes_in(svg))
    if (one.thickness > 1) thick.push_back(one);
  return thick;
}

// Translates of one cloud by 0, 1, 2, 4: scores are shifts, times are shifts over the whole way.
Model translates(int draws) {
  MeasureFamily family;
  const Matrix cloud = Matrix::Identity(2, 2);
  for (const double shift : {2.0, 0.0, 4.0, 1.0})
    family.append((cloud.array() + shift).matrix(), Vector::Constant(2, 0.5), "");
  FitOptions options{.components = 1};
  options.mean.method = MeanMethod::free;  // whose atoms stay the same ones
  options.mean.free.support = 2;
  options.bootstrap.bootstrap = draws;
  return fit(family, options, {.threads = 1});
}

TEST(TimeBands, AreOrderedByTimeAndHoldIt) {
  const Model model = translates(12);
  const std::vector<TimeBand> bands = time_bands(model, 0);
  ASSERT_EQ(bands.size(), 4);
  constexpr std::array<double, 4> times = {0, 0.25, 0.5, 1};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(bands[k].time, times[k], 1e-6);
    EXPECT_LE(bands[k].low, bands[k].high);
  }
  // A score is that of the draws' own mean, so bands are as wide as that mean is unsure.
  EXPECT_GT(bands[1].high - bands[1].low, 0.05);
}

TEST(TimeBands, AreThoseOfTheScores) {
  const Model model = translates(12);
  const Component& component = model.analysis.components[0];
  const double whole = component.scores.maxCoeff() - component.scores.minCoeff();
  double widest = 0;
  for (const TimeBand& band : time_bands(model, 0)) widest = std::max(widest, band.high - band.low);
  const auto& stability = *model.statistics.stability;
  EXPECT_NEAR(widest * whole, (stability.score_high - stability.score_low).maxCoeff(), 1e-6 * whole);
}

TEST(TimeBands, AreNoneWithoutABootstrap) {
  EXPECT_TRUE(time_bands(translates(0), 0).empty());
  EXPECT_EQ(bands_height(0), 0);
  EXPECT_GT(bands_height(1), 0);
  EXPECT_EQ(bands_height(1000), bands_height(100000));
}

// Between frames that do not stand at equal steps of time, places are interpolated.
TEST(DrawBands, PutsDotsWhereTheTimesAre) {
  Canvas canvas(120, 40);
  const std::array<TimeBand, 2> bands = {{{0.1, 0.15, 0.3}, {0.5, 0.65, 9.0}}};
  draw_bands(canvas, {0, 0, 120, 40}, bands, std::array{0.0, 0.3, 1.0}, std::array{10.0, 60.0, 110.0});
  const std::string svg = test::svg_of(canvas);
  const std::vector<test::SvgDisc> dots = test::discs_in(svg, colors::ink);
  ASSERT_EQ(dots.size(), 2);
  EXPECT_NEAR(dots[0].x, 35, 0.1);
  EXPECT_NEAR(dots[0].y, 10, 0.1);
  EXPECT_NEAR(dots[1].x, 85, 0.1);
  const std::vector<test::SvgStroke> lines = strokes_of(svg);
  ASSERT_EQ(lines.size(), 2);
  EXPECT_NEAR(lines[0].from_x, 10 + 50.0 / 3, 0.1);
  EXPECT_NEAR(lines[0].to_x, 60, 0.1);
  EXPECT_NEAR(lines[1].to_x, 120, 0.1);  // what leaves the box ends at its side
}

}  // namespace
}  // namespace wpga
