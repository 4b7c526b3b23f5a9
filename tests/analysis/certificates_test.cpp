#include "wpga/analysis/fit/certificates.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

const Measure square{Matrix{{1, -1, -1, 1}, {1, 1, -1, -1}}, Vector::Constant(4, 0.25)};
const Matrix turned{{-1, -1, 1, 1}, {1, -1, -1, 1}};  // the square turned by a right angle
const Matrix still = Matrix::Zero(2, 4);

TEST(Certificates, OfATranslationAreAllPerfect) {
  Random random(1);
  const Measure mean = test::random_mean(random, 3, 20);
  const Matrix shift = test::normal_matrix(random, 3, 1).replicate(1, 20);
  const Certificates found = certify_curve(mean, {shift, 2 * shift}, {}, Orthogonality::each, std::nullopt);
  EXPECT_LT(found.map_gap.backward, 1e-12);
  EXPECT_LT(found.map_gap.forward, 1e-12);
  EXPECT_LT(found.geodesic_gap, 1e-12);
  EXPECT_LT(found.collinearity, 1e-12);
  EXPECT_LT(found.offset, 1e-7);
  EXPECT_EQ(found.orthogonality, 0);
  EXPECT_EQ(found.outside_box, 0);
}

TEST(Certificates, OfARightAngleIsOneOnTheSideThatTurns) {
  const Certificates forward =
      certify_curve(square, {still, turned - square.points}, {}, Orthogonality::each, std::nullopt);
  EXPECT_NEAR(forward.map_gap.forward, 1, 1e-14);
  EXPECT_EQ(forward.map_gap.backward, 0);
  EXPECT_NEAR(forward.geodesic_gap, 1, 1e-14);
  const Certificates backward =
      certify_curve(square, {square.points - turned, still}, {}, Orthogonality::each, std::nullopt);
  EXPECT_NEAR(backward.map_gap.backward, 1, 1e-14);
  EXPECT_EQ(backward.map_gap.forward, 0);
}

// Both maps may be optimal from the mean although the curve between their images is no geodesic: stretched
// along one axis, and along another that is neither the same nor orthogonal.
TEST(Certificates, TellAGeneralizedGeodesicFromAGeodesic) {
  const Matrix along{{2, 0}, {0, 0.2}}, across{{1.1, 0.9}, {0.9, 1.1}};
  Random random(2);
  const Measure mean = test::uniform_mean(random, 2, 40);
  const Matrix start = along * mean.points, end = across * mean.points;
  const Certificates found =
      certify_curve(mean, {mean.points - start, end - mean.points}, {}, Orthogonality::each, std::nullopt);
  EXPECT_LT(found.map_gap.backward, 1e-12);
  EXPECT_LT(found.map_gap.forward, 1e-12);
  EXPECT_GT(found.geodesic_gap, 1e-3);
}

// A square is nearest to itself turned by an angle with corners kept up to 45 degrees, and with each corner
// going to its neighbour beyond: two turns by 30 degrees are optimal from the mean, and pair every corner
// otherwise between the ends, which are 60 apart one way and 30 the other.
TEST(Certificates, RepairedPairingIsTheMassThatTheEndsWouldPairOtherwise) {
  const auto turned_both_ways = [](double angle) {
    const Matrix there = Eigen::Rotation2Dd(angle).toRotationMatrix() * square.points,
                 back = Eigen::Rotation2Dd(-angle).toRotationMatrix() * square.points;
    return certify_curve(square, {square.points - back, there - square.points}, {}, Orthogonality::each,
                         std::nullopt);
  };
  const double degree = std::numbers::pi / 180;
  const Certificates far = turned_both_ways(30 * degree);
  EXPECT_EQ(far.repaired_mass.largest(), 0);
  EXPECT_NEAR(far.repaired_pairing, 1, 1e-14);
  EXPECT_NEAR(far.geodesic_gap, 1 - std::pow(std::sin(15 * degree) / std::sin(30 * degree), 2), 1e-14);
  EXPECT_EQ(turned_both_ways(20 * degree).repaired_pairing, 0);
}

// A curve that stands at Y + w is as far from the mean as half of what it is made of.
TEST(Certificates, OffsetIsTheNearestApproachToTheMean) {
  Random random(3);
  const Measure mean = test::random_mean(random, 2, 6);
  const Matrix away = test::normal_matrix(random, 2, 6);
  EXPECT_NEAR(certify_curve(mean, {-away, away}, {}, Orthogonality::each, std::nullopt).offset, 0.5, 1e-14);
  EXPECT_NEAR(certify_curve(mean, {-away, away}, {}, Orthogonality::each, std::nullopt).collinearity, 2,
              1e-14);
}

TEST(Certificates, SeeEarlierDirectionsAndTheBox) {
  const Matrix shift = Vector{{1, 0}}.replicate(1, 4);
  const SpaceBox box{Vector::Constant(2, -1.5), Vector::Constant(2, 1.5)};
  const std::vector<Matrix> earlier = {shift};
  const Certificates found = certify_curve(square, {still, shift}, earlier, Orthogonality::each, box);
  EXPECT_NEAR(found.orthogonality, 1, 1e-14);
  EXPECT_NEAR(found.outside_box, 0.5, 1e-14);  // the two corners on the right
}

TEST(Certificates, OfACurveThatStandsStillAreZero) {
  const Certificates found = certify_curve(square, {still, still}, {}, Orthogonality::each, std::nullopt);
  EXPECT_EQ(found.geodesic_gap, 0);
  EXPECT_EQ(found.offset, 0);
  EXPECT_EQ(found.collinearity, 0);
}

TEST(Certificates, TimeGapIsTheLargestDistanceOfTheBounds) {
  EXPECT_DOUBLE_EQ(time_gap(Vector{{1, 2, 3}}, Vector{{0.5, 2, 2.9}}, 2), 0.25);
  EXPECT_EQ(time_gap(Vector{{1, 2}}, Vector{{1, 2}}, 2), 0);
  EXPECT_EQ(time_gap(Vector{{1, 2}}, Vector{{0, 0}}, 0), 0);
}

}  // namespace
}  // namespace wpga
