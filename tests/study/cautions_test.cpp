#include "wpga/study/cautions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "wpga/base/random.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

Measure random_measure(Random& random, Index atoms, double scale) {
  Matrix points(2, atoms);
  Vector weights(atoms);
  for (Index k = 0; k < atoms; ++k) {
    points.col(k) << scale * random.normal(), scale * random.normal() + scale;
    weights[k] = 1 + static_cast<double>(random.below(5));
  }
  return make_measure(points, weights);
}

// |m − m'|² + (σ − σ')² ≤ W2²: translations apart, σ is the distance to the common centre.
TEST(LeastSquaredDistances, AreNeverAboveW2) {
  Random random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const Measure mean = random_measure(random, 1 + trial % 7, 1);
    MeasureFamily family;
    family.append(random_measure(random, 1 + trial % 5, std::pow(2.0, trial % 9 - 4)).view(), "a");
    const double exact = transport_value(family[0], mean.view(), {}).primal;
    EXPECT_LE(least_squared_distances(family, mean)[0], exact * (1 + 1e-12) + 1e-14);
  }
}

// A scaled copy moved elsewhere: the bound is the distance.
TEST(LeastSquaredDistances, AreExactForTranslatesAndScales) {
  Random random(2);
  const Measure mean = random_measure(random, 6, 1);
  Measure moved = mean;
  moved.points = (3 * mean.points).colwise() + Eigen::Vector2d(5, -7);
  MeasureFamily family;
  family.append(moved.view(), "a");
  EXPECT_NEAR(least_squared_distances(family, mean)[0], transport_value(moved.view(), mean.view(), {}).primal,
              1e-9);
}

TEST(FarOutside, CountsThoseBeyondThreeTimesTheFarthest) {
  Analysis model{.mean = make_measure(Matrix::Zero(2, 1), Vector::Ones(1))};
  model.squared_distances = Eigen::Vector3d(1, 4, 2);
  const FarOutside found = far_outside(Eigen::Vector3d(36, 36.1, 1), model);
  EXPECT_EQ(found.far, 1);
  EXPECT_EQ(found.measures, 3);
  EXPECT_DOUBLE_EQ(found.training, 2);
}

TEST(TimeCounts, LeaveOutTheTwoMeasuresThatMarkTheEnds) {
  Analysis analysis;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vector& times : {Vector(Eigen::Vector4d(0, 0.5, 0.7, 1)), Vector(Eigen::Vector4d(0, 0, 1, 0.2)),
                              Vector(Eigen::Vector4d(0.5, 0.5, 0.5, 0.5))})
    analysis.components.push_back({.times = times});
  analysis.joint_times = Matrix::Constant(4, 3, 0.5);
  analysis.joint_times(1, 2) = analysis.joint_times(3, 2) = nan;
  const TimeCounts counts = time_counts(analysis);
  EXPECT_EQ(counts.clipped, (std::vector<Index>{0, 1, 0}));
  EXPECT_EQ(counts.left_out, (std::vector<Index>{0, 0, 2}));
}

// A measure of weight 0 shapes no curve: it neither marks an end nor is clipped by one.
TEST(TimeCounts, LeaveOutMeasuresOfWeightZero) {
  Analysis analysis;
  analysis.components.push_back({.times = Eigen::Vector4d(0, 0, 1, 1)});
  analysis.joint_times = Eigen::Vector4d(0, std::numeric_limits<double>::quiet_NaN(), 0.5, 1);
  EXPECT_EQ(time_counts(analysis).clipped, std::vector<Index>{2});
  const TimeCounts counts = time_counts(analysis, Eigen::Vector4d(0.5, 0, 0.25, 0.25));
  EXPECT_EQ(counts.clipped, std::vector<Index>{1});
  EXPECT_EQ(counts.left_out, std::vector<Index>{0});
}

TEST(FewMeasures, AreToldByTheNumberOfComponents) {
  EXPECT_TRUE(few_measures(5, 2));
  EXPECT_TRUE(few_measures(39, 3));
  EXPECT_FALSE(few_measures(40, 3));
  EXPECT_FALSE(few_measures(5, 0));
}

// A name may be used again, and so may a distance; both together are the measure.
TEST(FittedTo, KnowsMeasuresByNameAndDistance) {
  Model model;
  model.names = {"a", "b", "b"};
  model.analysis.squared_distances = Vector{{1, 2, 3}};
  model.analysis.variance = 2;
  EXPECT_EQ(fitted_to(model, {"a", "b", "b"}, Vector{{1, 3, 2}}), 3);
  EXPECT_EQ(fitted_to(model, {"a", "b", "c"}, Vector{{1 + 1e-9, 1, 3}}), 1);
  EXPECT_EQ(fitted_to(model, {"a", "b"}, Vector{{1.001, 2.001}}), 0);
  EXPECT_EQ(fitted_to({}, {"a"}, Vector{{1}}), 0);
}

}  // namespace
}  // namespace wpga
