#include "wpga/neighbours/histograms/euclidean.hpp"

#include <gtest/gtest.h>

#include <Eigen/SVD>

#include "analysis/random_families.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/synthetic/synthetic.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

using test::normal_matrix;
using test::random_weights;

MeasureFamily bells(int count, int bins) {
  return synthetic_family(Pattern::bells, {.count = count, .atoms = bins}).family;
}

Measure some_mean(const MeasureFamily& family) {
  return free_support_mean(family, {}, {.support = 12}).measure;
}

// Second opinion: the singular values and vectors of the centred data.
TEST(EuclideanAxes, AreTheSingularVectorsOfTheCentredData) {
  Random random(1);
  for (const auto& [rows, columns] : {std::pair<Index, Index>{30, 8}, {8, 30}}) {
    const Matrix data = normal_matrix(random, rows, columns);
    const Vector weights = random_weights(random, columns);
    const EuclideanAxes found = euclidean_axes(data, weights, 3);
    Matrix scaled = data.colwise() - Vector(data * weights);
    scaled *= weights.cwiseSqrt().asDiagonal();
    const Eigen::JacobiSVD<Matrix> svd(scaled, Eigen::ComputeThinU);
    for (Index k = 0; k < 3; ++k) {
      EXPECT_NEAR(found.variances[k], std::pow(svd.singularValues()[k], 2), 1e-12);
      EXPECT_NEAR(std::abs(found.axes.col(k).dot(svd.matrixU().col(k))), 1, 1e-12);
    }
    EXPECT_NEAR(found.variance, svd.singularValues().squaredNorm(), 1e-12);
  }
}

TEST(EuclideanAxes, OfEqualVectorsAreNone) {
  Random random(2);
  const Vector one = random_weights(random, 40), weights = random_weights(random, 7);
  const EuclideanAxes found = euclidean_axes(one.replicate(1, 7), weights, 3);
  EXPECT_EQ(found.axes.cols(), 0);
  EXPECT_EQ(found.variance, 0);
}

// Mixtures (1−s) α + s β are a straight line of weights, inside the probabilities: nothing is left.
TEST(Euclidean, FindsMixturesExactly) {
  Random random(2);
  const Matrix points = normal_matrix(random, 1, 12);
  const Vector first = random_weights(random, 12), second = random_weights(random, 12);
  MeasureFamily family(Space{.kind = Kind::histogram});
  for (const double s : {0.0, 0.1, 0.35, 0.5, 0.9, 1.0})
    family.append(points, (1 - s) * first + s * second, "mixture");
  const Analysis found =
      euclidean_analysis(family, some_mean(family), {}, {.times = {.time_tolerance = 1e-9}});
  ASSERT_EQ(found.components.size(), 1u);
  EXPECT_EQ(found.termination, Termination::no_variance_left);
  const Component& only = found.components[0];
  EXPECT_NEAR(only.curve.weights().negative_mass, 0, 1e-12);
  EXPECT_NEAR(only.mean_squared_distance, 0, 1e-9 * found.variance);
  EXPECT_NEAR(only.objective.back(), 0, 1e-15);
  const double turned = only.times[0] < 0.5 ? 0 : 1;
  EXPECT_NEAR(std::abs(only.times[2] - turned), 0.35, 1e-4);
}

// A bump that moves has no place on a line of weights: mass turns negative.
TEST(Euclidean, LeavesTheProbabilitiesForMovingBumps) {
  const MeasureFamily family = bells(40, 60);
  const Analysis found = euclidean_analysis(family, some_mean(family), {}, {});
  ASSERT_EQ(found.components.size(), 3u);
  EXPECT_GT(found.components[0].curve.weights().negative_mass, 0.05);
  for (const Component& component : found.components) {
    EXPECT_LE(component.certificates.time_gap, 1.001e-4);
    // Solved anew on a grid of times, no distance is below its bound.
    for (Index i = 0; i < family.count(); i += 7)
      for (int k = 0; k <= 10; ++k) {
        const Measure there = nearest_measure(component.curve.weights().points,
                                              weights_at(component.curve.weights(), k / 10.0));
        EXPECT_GE(transport_value(there.view(), family[i], {}).primal,
                  component.lower_bounds[i] - 1e-9 * found.variance);
      }
    EXPECT_TRUE(component.curve.changes_weights());
  }
  EXPECT_LE(found.components[0].cumulative, found.components[1].cumulative + 1e-12);
  EXPECT_LE(found.components[1].cumulative, found.components[2].cumulative + 1e-12);
  EXPECT_EQ(found.tangent_explained.size(), 0);
}

TEST(Euclidean, ScoresAreThoseOfTheAxes) {
  const MeasureFamily family = bells(15, 30);
  const EuclideanAxes axes =
      euclidean_axes(common_histograms(family, 0).weights, measure_weights_of(family), 2);
  const Analysis found = euclidean_analysis(family, some_mean(family), {}, {.components = 2});
  for (Index k = 0; k < 2; ++k)
    EXPECT_NEAR(
        (found.components[static_cast<std::size_t>(k)].scores.transpose() - axes.scores.row(k)).norm(), 0,
        1e-10);
}

TEST(CommonHistograms, KeepPixelsAndBinsAsTheyAre) {
  const MeasureFamily family = bells(5, 25);
  const CommonHistograms found = common_histograms(family, 3);  // cells are for clouds only
  EXPECT_LE(found.points.cols(), 25);
  EXPECT_EQ(found.full, family.weights().maxCoeff());
  for (Index i = 0; i < family.count(); ++i) {
    EXPECT_NEAR(found.weights.col(i).sum(), 1, 1e-12);
    EXPECT_EQ(histogram_on(found.points, family[i]), found.weights.col(i));
  }
}

TEST(CommonHistograms, PutCloudsOnAGridThatMovesNoAtomFarther) {
  Random random(4);
  const MeasureFamily family = test::random_family(random, 6, 3, 20);
  const CommonHistograms found = common_histograms(family, 10);
  const Matrix points = family.points();
  const double side = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff() / 10;
  for (Index k = 0; k < points.cols(); ++k)
    EXPECT_LE((found.points.colwise() - points.col(k)).cwiseAbs().colwise().maxCoeff().minCoeff(),
              side / 2 + 1e-12);
  EXPECT_NEAR((found.weights.colwise().sum().array() - 1).abs().maxCoeff(), 0, 1e-12);
}

TEST(Euclidean, IsTheSameForAnyNumberOfThreads) {
  const MeasureFamily family = bells(20, 30);
  const Measure mean = some_mean(family);
  const Analysis one = euclidean_analysis(family, mean, {}, {}, {.threads = 1});
  const Analysis two = euclidean_analysis(family, mean, {}, {}, {.threads = 2});
  EXPECT_EQ(one.components[0].squared_distances, two.components[0].squared_distances);
  EXPECT_EQ(one.joint_squared_distances, two.joint_squared_distances);
}

}  // namespace
}  // namespace wpga
