#include "wpga/report/color.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace wpga {
namespace {

TEST(Color, GoesToLabAndBack) {
  for (double red = 0; red <= 1; red += 0.25)
    for (double green = 0; green <= 1; green += 0.25)
      for (double blue = 0; blue <= 1; blue += 0.25) {
        const Color back = color_of(lab_of({red, green, blue}));
        EXPECT_NEAR(back.red, red, 1e-5);
        EXPECT_NEAR(back.green, green, 1e-5);
        EXPECT_NEAR(back.blue, blue, 1e-5);
      }
}

TEST(Color, HasGreysWithoutChroma) {
  for (const double grey : {0.0, 0.2, 0.5, 1.0}) {
    const Lab lab = lab_of({grey, grey, grey});
    EXPECT_NEAR(lab.a, 0, 0.02);
    EXPECT_NEAR(lab.b, 0, 0.02);
  }
  EXPECT_NEAR(lab_of({1, 1, 1}).lightness, 100, 1e-5);
  EXPECT_NEAR(lab_of({0, 0, 0}).lightness, 0, 1e-12);
}

TEST(Color, IsClippedToWhatAScreenShows) {
  const Color color = color_of(Lab{120, 300, -300});
  for (const double channel : {color.red, color.green, color.blue}) {
    EXPECT_GE(channel, 0);
    EXPECT_LE(channel, 1);
  }
}

// Told apart by lightness alone, or by hues that colour blindness keeps.
TEST(Color, SeriesAreFarApart) {
  for (std::size_t i = 0; i < colors::series.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Lab a = lab_of(colors::series[i]), b = lab_of(colors::series[j]);
      EXPECT_GT(std::hypot(a.lightness - b.lightness, a.a - b.a, a.b - b.b), 25);
    }
}

}  // namespace
}  // namespace wpga
