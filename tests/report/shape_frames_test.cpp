#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "wpga/base/random.hpp"
#include "wpga/report/frames/frames.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {
namespace {

using Bytes = std::vector<std::byte>;

Bytes png(const FramePainter& painter, std::size_t frame, double width = 200) {
  Canvas canvas(width, width * painter.aspect());
  painter.paint(canvas, {0, 0, width, width * painter.aspect()}, frame);
  return canvas.bytes(PictureFormat::png);
}

// The same frame from the share of full ink of each pixel.
Bytes expected_png(const Matrix& ink, double width = 200) {
  Image image{.rows = ink.rows(), .columns = ink.cols(), .channels = 3, .samples = {}};
  for (Index r = 0; r < ink.rows(); ++r)
    for (Index c = 0; c < ink.cols(); ++c) {
      const Color color = mixed(colors::paper, colors::ink, ink(r, c));
      image.samples.insert(image.samples.end(), {color.red, color.green, color.blue});
    }
  const double aspect = static_cast<double>(ink.rows()) / static_cast<double>(ink.cols());
  const Box box{0, 0, width, width * aspect};
  Canvas canvas(box.width, box.height);
  canvas.image(box, image);
  canvas.outline(box, colors::frame, 0.5);
  return canvas.bytes(PictureFormat::png);
}

// Pixels of a grid with these masses, empty ones left out.
Measure pixels_of(const Matrix& masses) {
  Measure measure{Matrix(2, masses.size()), Vector(masses.size())};
  Index atoms = 0;
  for (Index r = 0; r < masses.rows(); ++r)
    for (Index c = 0; c < masses.cols(); ++c) {
      if (masses(r, c) == 0) continue;
      measure.points.col(atoms) << static_cast<double>(c) + 0.5, static_cast<double>(r) + 0.5;
      measure.weights[atoms++] = masses(r, c);
    }
  return {measure.points.leftCols(atoms), measure.weights.head(atoms)};
}

Space picture(Index rows, Index columns) { return {.kind = Kind::shape, .grid = {rows, columns}}; }

// Eight rows, twelve columns, a third of them empty.
Matrix some_masses(std::uint64_t seed) {
  Random random(seed);
  Matrix masses(8, 12);
  for (double& mass : masses.reshaped()) mass = std::max(0.0, random.uniform(-0.5, 1));
  return masses / masses.sum();
}

Measure random_cloud(Index atoms, double low, double high, std::uint64_t seed) {
  Random random(seed);
  Measure cloud{Matrix(2, atoms), Vector(atoms)};
  for (double& x : cloud.points.reshaped()) x = random.uniform(low, high);
  for (double& weight : cloud.weights) weight = random.uniform(0.5, 1);
  cloud.weights /= cloud.weights.sum();
  return cloud;
}

// Ink is mass over the largest mass: y down, x to the right, no pixel moved, none saturated.
TEST(ShapeFrames, OfPixelsAreThePictureItself) {
  const Matrix masses = some_masses(1);
  const auto painter = shape_painter({pixels_of(masses)}, picture(8, 12), InkScale::each);
  EXPECT_EQ(painter->aspect(), 8.0 / 12);
  EXPECT_EQ(png(*painter, 0), expected_png(masses / masses.maxCoeff()));
  EXPECT_NE(png(*painter, 0), expected_png(masses.colwise().reverse() / masses.maxCoeff()));
}

// On a common scale a share of 0.4 of the mass of all frames is in full ink; below that ink is in proportion
// to mass, so that a frame with half of the mass has half of the ink.
TEST(ShapeFrames, OnACommonScaleSaturateAShareOfTheMass) {
  const std::vector<Matrix> masses = {some_masses(2), 0.25 * some_masses(3)};
  const auto painter =
      shape_painter({pixels_of(masses[0]), pixels_of(masses[1])}, picture(8, 12), InkScale::common);
  std::vector<double> all;
  for (const Matrix& one : masses) all.insert(all.end(), one.reshaped().begin(), one.reshaped().end());
  std::ranges::sort(all, std::greater<>());
  double saturated = 0;
  std::size_t last = 0;
  for (saturated = all[0]; saturated < 0.4 * 1.25;) saturated += all[++last];
  for (std::size_t frame = 0; frame < 2; ++frame)
    EXPECT_EQ(png(*painter, frame), expected_png((masses[frame] / all[last]).cwiseMin(1.0)));
}

TEST(ShapeFrames, EachOnItsOwnScaleDoNotSeeTheMassOfAFrame) {
  const Matrix masses = some_masses(4);
  const std::vector<Measure> frames = {pixels_of(masses), pixels_of(0.125 * masses)};
  const auto each = shape_painter(frames, picture(8, 12), InkScale::each),
             common = shape_painter(frames, picture(8, 12), InkScale::common);
  EXPECT_EQ(png(*each, 0), png(*each, 1));
  EXPECT_NE(png(*common, 0), png(*common, 1));
}

// A picture of the measure, not of how its atoms are written down.
TEST(ShapeFrames, DoNotSeeTheOrderOfAtomsNorThatOneIsGivenTwice) {
  const Measure whole = pixels_of(some_masses(5));
  Measure split{Matrix(2, 2 * whole.size()), Vector(2 * whole.size())};
  split.points << whole.points.rowwise().reverse(), whole.points.rowwise().reverse();
  split.weights << whole.weights.reverse() / 2, whole.weights.reverse() / 2;
  for (const InkScale scale : {InkScale::each, InkScale::common})
    EXPECT_EQ(png(*shape_painter({split}, picture(8, 12), scale), 0),
              png(*shape_painter({whole}, picture(8, 12), scale), 0));
}

// Atoms off the grid are bells that keep their mass; 0.4 of it is in full ink on either scale.
TEST(ShapeFrames, OffTheGridConserveMassAndSaturateAShareOfIt) {
  const Measure cloud = random_cloud(150, 6, 14, 6);
  const PixelGrid fine{.rows = 200, .columns = 200, .pixel = 0.1};  // ten pixels to one of the grid
  const Matrix raster = splat(cloud.view(), fine, 1);
  ASSERT_NEAR(raster.sum(), 1, 1e-12);
  const double full = full_ink(std::span(&raster, 1), 0.4);
  const Matrix ink = (raster / full).cwiseMin(1.0);
  const double share = (ink.array() == 1).select(raster, 0).sum();
  EXPECT_GE(share, 0.4);
  EXPECT_LT(share, 0.41);
  for (const InkScale scale : {InkScale::each, InkScale::common})
    EXPECT_EQ(png(*shape_painter({cloud}, picture(20, 20), scale), 0), expected_png(ink));
}

// One atom between pixels makes bells of all frames, so that they can be compared.
TEST(ShapeFrames, AreAllPixelsOrAllBells) {
  const Matrix masses = some_masses(7);
  const Measure whole = pixels_of(masses), moved{whole.points.array() + 0.25, whole.weights};
  const auto together = shape_painter({whole, moved}, picture(8, 12), InkScale::each);
  EXPECT_NE(png(*together, 0), expected_png(masses / masses.maxCoeff()));
  EXPECT_EQ(png(*together, 1), png(*shape_painter({moved}, picture(8, 12), InkScale::each), 0));
}

// Beyond 512 pixels whole blocks are joined, and their masses added.
TEST(ShapeFrames, OfALargeGridAreItsPixelsJoined) {
  Random random(8);
  Matrix large = Matrix::Zero(600, 1024), joined = Matrix::Zero(300, 512);
  for (int atom = 0; atom < 500; ++atom) {
    const Index r = random.below(600), c = random.below(1024);
    const double mass = static_cast<double>(1 + random.below(8)) / 4096;
    large(r, c) += mass, joined(r / 2, c / 2) += mass;
  }
  const auto painter = shape_painter({pixels_of(large)}, picture(600, 1024), InkScale::each);
  EXPECT_EQ(painter->aspect(), 300.0 / 512);
  EXPECT_EQ(png(*painter, 0, 256), expected_png(joined / joined.maxCoeff(), 256));
}

TEST(ShapeFrames, OfAVolumeAreItsSumAlongTheDepth) {
  Matrix masses = Matrix::Zero(3, 4);
  Measure volume{Matrix(3, 24), Vector(24)};
  for (Index k = 0; k < 24; ++k) {
    const Index c = k % 4, r = k / 4 % 3, z = k / 12;
    volume.points.col(k) << static_cast<double>(c) + 0.5, static_cast<double>(r) + 0.5,
        static_cast<double>(z) + 0.5;
    volume.weights[k] = static_cast<double>(k + 1) / 512;
    masses(r, c) += volume.weights[k];
  }
  const auto painter = shape_painter({volume}, {.kind = Kind::shape, .grid = {2, 3, 4}}, InkScale::each);
  EXPECT_EQ(png(*painter, 0), expected_png(masses / masses.maxCoeff()));
}

// Without a grid the window is that of the atoms: it goes where they go, and holds all of their mass.
TEST(ShapeFrames, WithoutAGridFollowTheAtoms) {
  Measure cloud = random_cloud(80, 0, 40, 9);
  cloud.points.row(1) /= 2;
  cloud.points = (cloud.points.array() * 64).round() / 64;
  const Measure moved{cloud.points.colwise() + Vector{{1024, -77}}, cloud.weights};
  const auto here = shape_painter({cloud}, {}, InkScale::each),
             there = shape_painter({moved}, {}, InkScale::each);
  EXPECT_NEAR(here->aspect(), 0.5, 0.05);
  EXPECT_EQ(there->aspect(), here->aspect());
  EXPECT_EQ(png(*there, 0), png(*here, 0));
  // In any unit, from atoms to stars.
  for (const double unit : {0x1p-60, 0x1p-3, 0x1p60}) {
    const Measure scaled{unit * cloud.points, cloud.weights};
    EXPECT_NEAR(shape_painter({scaled}, {}, InkScale::each)->aspect(), 0.5, 0.05) << unit;
  }
}

TEST(ShapeFrames, OfNothingAreBlankPaper) {
  const Measure nothing{Matrix(2, 0), Vector(0)};
  const Matrix masses = some_masses(10);
  for (const InkScale scale : {InkScale::each, InkScale::common}) {
    EXPECT_EQ(png(*shape_painter({nothing}, picture(8, 12), scale), 0), expected_png(Matrix::Zero(8, 12)));
    EXPECT_EQ(png(*shape_painter({nothing}, {}, scale), 0), expected_png(Matrix::Zero(1, 1)));
    const auto both = shape_painter({pixels_of(masses), nothing}, picture(8, 12), scale);
    EXPECT_EQ(png(*both, 1), expected_png(Matrix::Zero(8, 12)));
  }
}

// An atom on its own, and atoms at one place: a spot in the middle of a window, on the grid or without one.
TEST(ShapeFrames, OfOneAtomAreOneSpot) {
  Matrix spot = Matrix::Zero(5, 5);
  spot(3, 1) = 1;
  EXPECT_EQ(png(*shape_painter({pixels_of(spot)}, picture(5, 5), InkScale::each), 0), expected_png(spot));
  const Measure one{Matrix{{7.3}, {-2.1}}, Vector::Ones(1)},
      same{one.points.replicate(1, 4), Vector::Constant(4, 0.25)};
  const auto alone = shape_painter({one}, {}, InkScale::each);
  EXPECT_EQ(alone->aspect(), 1);
  EXPECT_EQ(png(*shape_painter({same}, {}, InkScale::each), 0), png(*alone, 0));
}

// At this width a pixel of the data is a whole number of pixels of the PNG.
TEST(ShapeFrames, FitWholePixels) {
  for (const Index columns : {1, 5, 28, 64, 100}) {
    const auto painter =
        shape_painter({pixels_of(Matrix::Ones(4, columns))}, picture(4, columns), InkScale::each);
    for (const double wished : {60.0, 100.3, 333.0}) {
      const double width = painter->fitting_width(wished);
      const double whole = width * Canvas::default_pixels_per_point / static_cast<double>(columns);
      EXPECT_EQ(whole, std::round(whole)) << columns << ", " << wished;
      EXPECT_GT(whole, 0);
      EXPECT_LE(std::abs(width - wished),
                0.5 * static_cast<double>(columns) / Canvas::default_pixels_per_point);
    }
    // Narrower than the picture has pixels: as wished.
    EXPECT_EQ(painter->fitting_width(0.3 * static_cast<double>(columns)), 0.3 * static_cast<double>(columns));
  }
}

}  // namespace
}  // namespace wpga
