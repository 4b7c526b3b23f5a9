#include "wpga/synthetic/outline.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Matrix rectangle(double left, double top, double right, double bottom) {
  return Matrix{{left, right, right, left}, {top, top, bottom, bottom}};
}

Matrix reversed(const Matrix& contour) { return contour.rowwise().reverse(); }

double shoelace(const Matrix& contour) {
  double twice = 0;
  for (Index k = 0; k < contour.cols(); ++k) {
    const Index next = (k + 1) % contour.cols();
    twice += contour(0, k) * contour(1, next) - contour(0, next) * contour(1, k);
  }
  return std::abs(twice) / 2;
}

// Simple: seen from the origin every direction meets it once.
Matrix random_star_shape(Random& random, Index corners) {
  Matrix contour(2, corners);
  for (Index k = 0; k < corners; ++k) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(corners),
                 radius = random.uniform(4, 16);
    contour.col(k) << radius * std::cos(angle), radius * std::sin(angle);
  }
  return contour;
}

Eigen::Affine2d pose(double x, double y, double scale, double angle) {
  return Eigen::Translation2d(x, y) * Eigen::Rotation2Dd(angle) * Eigen::Scaling(scale);
}

double sum_of(const Image& image) { return std::accumulate(image.samples.begin(), image.samples.end(), 0.0); }

// By the angle under which the contours are seen, summed.
int winding_number(const Outline& outline, const Eigen::Vector2d& at) {
  double turned = 0;
  for (const Matrix& contour : outline.contours)
    for (Index k = 0; k < contour.cols(); ++k) {
      const Eigen::Vector2d a = contour.col(k) - at, b = contour.col((k + 1) % contour.cols()) - at;
      turned += std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
    }
  return static_cast<int>(std::lround(turned / (2 * std::numbers::pi)));
}

TEST(Outline, CoversTheAreaOfTheShoelaceFormulaInAnyPose) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const Matrix contour = random_star_shape(random, 5 + trial);
    const double scale = random.uniform(0.5, 1.5);
    const Outline posed = transformed(
        {{contour}}, pose(random.uniform(28, 36), random.uniform(28, 36), scale, random.uniform(-4, 4)));
    EXPECT_NEAR(sum_of(coverage(posed, 64, 64)), scale * scale * shoelace(contour), 1e-6);
    EXPECT_NEAR(ink_of(posed).area, scale * scale * shoelace(contour), 1e-9);
  }
}

TEST(Outline, CoversPixelsByTheirShares) {
  const Image image = coverage({{rectangle(1.25, 0.5, 3.5, 2)}}, 3, 4);
  const std::vector<double> expected = {0, 0.375, 0.5, 0.25, 0, 0.75, 1, 0.5, 0, 0, 0, 0};
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_NEAR(image.samples[k], expected[k], 1e-12);
}

TEST(Outline, HalvesAPixelAlongItsDiagonal) {
  const Image image = coverage({{Matrix{{0, 2, 0}, {0, 2, 2}}}}, 2, 2);
  EXPECT_EQ(image.samples, (std::vector<double>{0.5, 0, 1, 0.5}));
}

TEST(Outline, CountsOverlapsOnceAndLeavesHolesOpen) {
  const Matrix large = rectangle(2, 2, 12, 12), small = rectangle(4, 4, 7, 8),
               beside = rectangle(10, 3, 15, 5);
  EXPECT_DOUBLE_EQ(ink_of({{large, small}}).area, 100);
  EXPECT_DOUBLE_EQ(ink_of({{large, reversed(small)}}).area, 88);
  EXPECT_DOUBLE_EQ(ink_of({{large, beside}}).area, 106);
  EXPECT_DOUBLE_EQ(ink_of({{large, large}}).area, 100);
  EXPECT_DOUBLE_EQ(ink_of({{reversed(large)}}).area, 100);
  EXPECT_DOUBLE_EQ(ink_of({{large, reversed(large)}}).area, 0);
  EXPECT_NEAR(sum_of(coverage({{large, beside}}, 16, 16)), 106, 1e-9);
}

// The star drawn in one stroke, its middle pentagon wound twice: 10 tan(π/10) / (3 − tan²(π/10)) for
// radius 1.
TEST(Outline, FillsThePentagram) {
  Matrix star(2, 5);
  for (Index k = 0; k < 5; ++k) {
    const double angle = 4 * std::numbers::pi * static_cast<double>(k) / 5;
    star.col(k) << std::sin(angle), -std::cos(angle);
  }
  const double tangent = std::tan(std::numbers::pi / 10);
  const double area = 10 * tangent / (3 - tangent * tangent);
  EXPECT_NEAR(ink_of({{star}}).area, area, 1e-12);
  for (const double angle : {0.0, 0.3, 1.7})
    EXPECT_NEAR(sum_of(coverage(transformed({{star}}, pose(20, 21, 17, angle)), 40, 40)), 289 * area, 1e-6);
}

// Random closed walks cross themselves in every way; counted point by point on a fine grid.
TEST(Outline, AgreesWithWindingNumbersCountedPointByPoint) {
  Random random(2);
  for (int trial = 0; trial < 6; ++trial) {
    Outline outline;
    for (const Index corners : {9, 4}) {
      Matrix contour(2, corners);
      for (double& x : contour.reshaped()) x = random.uniform(-1, 9);
      outline.contours.push_back(contour);
    }
    const Image image = coverage(outline, 8, 8);
    constexpr int fine = 40;
    for (Index r = 0; r < 8; ++r)
      for (Index c = 0; c < 8; ++c) {
        int inside = 0;
        for (int i = 0; i < fine; ++i)
          for (int j = 0; j < fine; ++j)
            inside += winding_number(outline, {static_cast<double>(c) + (j + 0.5) / fine,
                                               static_cast<double>(r) + (i + 0.5) / fine}) != 0;
        EXPECT_NEAR(image.at(r, c, 0), static_cast<double>(inside) / (fine * fine), 0.02);
      }
  }
}

TEST(Outline, HasTheCentreOfMassOfItsInk) {
  const Outline triangle{{Matrix{{1e6, 1e6 + 3, 1e6}, {5, 5, 11}}}};
  EXPECT_NEAR((ink_of(triangle).center - Eigen::Vector2d(1e6 + 1, 7)).norm(), 0, 1e-9);
  // Two squares, the second three times the first and lighter by a hole of its own middle.
  const Outline squares{{rectangle(0, 0, 1, 1), rectangle(2, 0, 5, 3), reversed(rectangle(3, 1, 4, 2))}};
  EXPECT_NEAR((ink_of(squares).center - Eigen::Vector2d((0.5 + 8 * 3.5) / 9, (0.5 + 8 * 1.5) / 9)).norm(), 0,
              1e-12);
  EXPECT_EQ(ink_of(squares).box.max(), Eigen::Vector2d(5, 3));
}

// The windows of a larger frame are the smaller frames of the outline moved.
TEST(Outline, LosesExactlyTheInkOutsideItsFrame) {
  Random random(3);
  const Outline outline = transformed({{random_star_shape(random, 23)}}, pose(16, 16, 0.95, 0.4));
  const Image whole = coverage(outline, 32, 32);
  for (const Index top : {0, 11, 20})
    for (const Index left : {0, 9, 19}) {
      const Image part = coverage(
          transformed(outline, pose(-static_cast<double>(left), -static_cast<double>(top), 1, 0)), 12, 13);
      for (Index r = 0; r < 12; ++r)
        for (Index c = 0; c < 13; ++c) EXPECT_NEAR(part.at(r, c, 0), whole.at(top + r, left + c, 0), 1e-9);
    }
  EXPECT_EQ(sum_of(coverage(transformed(outline, pose(1e9, -1e9, 1, 0)), 8, 8)), 0);
  EXPECT_NEAR(sum_of(coverage(transformed(outline, pose(-16e6, -16e6, 1e6, 0)), 8, 8)), 64, 1e-9);
}

// Pieces that share edges leave neither seams nor specks where they meet.
TEST(Outline, JoinsPiecesWithoutASeam) {
  Outline wheel;
  for (int k = 0; k < 24; ++k) {
    const double from = 2 * std::numbers::pi * k / 24, to = 2 * std::numbers::pi * ((k + 1) % 24) / 24;
    wheel.contours.push_back(Matrix{{0, std::cos(from), std::cos(to)}, {0, std::sin(from), std::sin(to)}});
  }
  const Image image = coverage(transformed(wheel, pose(20, 20, 18, 0.1234)), 40, 40);
  for (Index r = 0; r < 40; ++r)
    for (Index c = 0; c < 40; ++c) {
      const double distance = std::hypot(static_cast<double>(c) - 19.5, static_cast<double>(r) - 19.5);
      if (distance < 16.5) {
        EXPECT_EQ(image.at(r, c, 0), 1);
      }
      if (distance > 19) {
        EXPECT_EQ(image.at(r, c, 0), 0);
      }
    }
}

TEST(Outline, WithoutContoursOrAreaHasNoInk) {
  EXPECT_EQ(ink_of({}).area, 0);
  EXPECT_EQ(ink_of({{Matrix{{1, 2}, {3, 4}}}}).area, 0);
  EXPECT_EQ(sum_of(coverage({{Matrix{{1, 2, 3}, {1, 1, 1}}}}, 4, 4)), 0);
}

}  // namespace
}  // namespace wpga
