#include "wpga/numerics/smoothing_spline.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

struct Data {
  Vector places, weights;
  Matrix values;
};

Data random_data(Random& random, Index count) {
  return {test::normal_matrix(random, count, 1), test::random_weights(random, count),
          test::normal_matrix(random, 2, count)};
}

// The smoother as a dense matrix: its columns are what it makes of unit vectors.
Matrix smoother(const Data& data, double degrees) {
  const Index count = data.places.size();
  return smoothing_spline(data.places, Matrix::Identity(count, count), data.weights, degrees).values;
}

TEST(SmoothingSpline, HasTheTraceAskedFor) {
  Random random(1);
  Data data = random_data(random, 25);
  std::sort(data.places.begin(), data.places.end());
  for (const double degrees : {2.5, 5.0, 11.0}) EXPECT_NEAR(smoother(data, degrees).trace(), degrees, 1e-6);
}

TEST(SmoothingSpline, LeavesStraightLinesAlone) {
  Random random(2);
  const Data data = random_data(random, 30);
  const Matrix line = Vector{{2, -1}} * data.places.transpose();
  const SmoothedCurve found = smoothing_spline(data.places, line, data.weights, 4);
  EXPECT_NEAR((found.values - Vector{{2, -1}} * found.places.transpose()).norm(), 0, 1e-9);
}

TEST(SmoothingSpline, WithTwoDegreesOfFreedomIsRegression) {
  Random random(3);
  const Data data = random_data(random, 30);
  const SmoothedCurve found = smoothing_spline(data.places, data.values, data.weights, 2.0001);
  Matrix design(30, 2);
  design << Vector::Ones(30), data.places;
  const Vector roots = data.weights.cwiseSqrt();
  const Matrix coefficients =
      (roots.asDiagonal() * design).colPivHouseholderQr().solve(roots.asDiagonal() * data.values.transpose());
  Matrix sorted(30, 2);
  sorted << Vector::Ones(30), found.places;
  EXPECT_NEAR((found.values.transpose() - sorted * coefficients).norm(), 0, 1e-3);
}

TEST(SmoothingSpline, WithAllDegreesOfFreedomIsTheData) {
  Random random(4);
  Data data = random_data(random, 10);
  std::sort(data.places.begin(), data.places.end());
  EXPECT_EQ(smoothing_spline(data.places, data.values, data.weights, 10).values.rows(), 2);
  EXPECT_NEAR((smoothing_spline(data.places, data.values, data.weights, 10).values - data.values).norm(), 0,
              1e-12);
}

// Two samples at one place are one sample of their mean with the weight of both.
TEST(SmoothingSpline, JoinsSamplesAtOnePlace) {
  Random random(5);
  const Data data = random_data(random, 12);
  Data twice{Vector(24), Vector(24), Matrix(2, 24)};
  const Matrix apart = test::normal_matrix(random, 2, 12);
  twice.places << data.places, data.places;
  twice.weights << data.weights / 2, data.weights / 2;
  twice.values << data.values + apart, data.values - apart;
  EXPECT_NEAR((smoothing_spline(twice.places, twice.values, twice.weights, 5).values -
               smoothing_spline(data.places, data.values, data.weights, 5).values)
                  .norm(),
              0, 1e-9);
}

}  // namespace
}  // namespace wpga
