#include "wpga/barycenters/free_support.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <functional>
#include <stop_token>

#include "barycenters/families.hpp"
#include "wpga/barycenters/multimarginal.hpp"
#include "wpga/base/error.hpp"
#include "wpga/synthetic/synthetic.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {
namespace {

double squared_distance(const Measure& a, const Measure& b) {
  return couple(a.view(), b.view(), {}).value.primal;
}

const FreeSupportOptions to_the_end{.tolerance = 0};

// W2 between two uniform clouds of n atoms is an assignment, so the midpoint of the geodesic has n atoms;
// from one of the two it is the first step.
TEST(FreeSupport, OfTwoMeasuresIsTheMidpointOfTheirGeodesic) {
  const MeasureFamily family = random_family(2, 30, 2, 1, true);
  const Mean mean = free_support_mean(family, copy_of(family[0]), {}, to_the_end);
  const PairCoupling pair = couple(family[0], family[1], {});
  const Measure midpoint = displaced_by_plan(family[0], family[1], pair.plan, 0.5);
  EXPECT_LT(squared_distance(mean.measure, midpoint), 1e-14);
  EXPECT_NEAR(mean.variance, pair.value.primal / 4, 1e-12);
}

TEST(FreeSupport, OfTranslatesIsTheMeanTranslate) {
  Random random(2);
  const Matrix cloud = random_points(3, 40, random);
  MeasureFamily family;
  Vector mean_shift = Vector::Zero(3);
  Vector lambda(7);
  for (Index i = 0; i < 7; ++i) {
    const Vector shift = random_points(3, 1, random);
    lambda[i] = random.uniform(0.5, 1);
    mean_shift += lambda[i] * shift;
    family.append(cloud.colwise() + shift, Vector::Ones(40), std::to_string(i));
  }
  family.set_measure_weights(lambda);
  mean_shift /= lambda.sum();
  const Mean mean = free_support_mean(family, copy_of(family[3]), {}, to_the_end);
  const Measure expected = make_measure(cloud.colwise() + mean_shift, Vector::Ones(40));
  EXPECT_LT(squared_distance(mean.measure, expected), 1e-14);
}

// On the line the mean has the λ-mean of the quantile functions (Agueh & Carlier 2011, §6.1).
TEST(FreeSupport, OnTheLineIsTheMeanOfTheQuantileFunctions) {
  MeasureFamily family = random_family(5, 24, 1, 3, true);
  family.set_measure_weights(Vector::LinSpaced(5, 1, 5));
  const Mean mean = free_support_mean(family, {}, {.support = 24, .tolerance = 0});
  std::vector<QuantileFunction> functions;
  for (Index i = 0; i < 5; ++i) functions.push_back(quantile_function(family[i]));
  const Measure expected = measure_of(linear_combination(functions, family.measure_weights()));
  EXPECT_LT(squared_distance(mean.measure, expected), 1e-14);
}

TEST(FreeSupport, IsAMeasureItselfWhenAllTheWeightIsOnIt) {
  MeasureFamily family = random_family(4, 20, 2, 4);
  family.set_measure_weights(Vector::Unit(4, 2));
  const Mean mean = free_support_mean(family, {}, {.support = 20, .weights = MeanWeights::optimize});
  EXPECT_LT(squared_distance(mean.measure, copy_of(family[2])), 1e-12);
  EXPECT_LT(mean.variance, 1e-12);
  EXPECT_GT(mean.squared_distances[0], 0.01);
}

// The sum of a family: mean and variance split (König-Huygens for the means of the measures).
TEST(FreeSupport, HasTheMeanOfTheMeans) {
  MeasureFamily family = random_family(9, 15, 2, 5);
  family.set_measure_weights(Vector::LinSpaced(9, 1, 2));
  const Mean mean = free_support_mean(family, {}, {.support = 40, .tolerance = 0, .iterations = 1000});
  EXPECT_LT((mean_of(mean.measure.view()) - pooled_moments(family).mean).norm(), 1e-6);
}

TEST(FreeSupport, NeverRises) {
  const MeasureFamily family = random_family(20, 30, 2, 6);
  for (const double relaxation : {0.5, 1.0, 1.5, 1.9})
    for (const MeanWeights weights : {MeanWeights::uniform, MeanWeights::optimize}) {
      const Mean mean = free_support_mean(family, {},
                                          {.support = 25,
                                           .weights = weights,
                                           .tolerance = 1e-6,
                                           .iterations = 2000,
                                           .relaxation = relaxation});
      EXPECT_TRUE(std::ranges::is_sorted(mean.objective, std::greater<>())) << relaxation;
      EXPECT_LT(mean.objective.back(), mean.objective.front());
      EXPECT_NEAR(mean.measure.weights.sum(), 1, 1e-12);
      EXPECT_TRUE(mean.convergence.converged())
          << relaxation << " " << name_of(weights) << " " << mean.convergence.iterations << " "
          << name_of(mean.convergence.termination);
    }
}

TEST(FreeSupport, DoesNotDependOnTheOrderOfTheMeasures) {
  const MeasureFamily family = random_family(6, 20, 2, 7);
  const std::vector<Index> order = {3, 1, 5, 0, 4, 2};
  const Measure start = copy_of(family[0]);
  const Mean mean = free_support_mean(family, start, {}, {});
  const Mean permuted = free_support_mean(subset(family, order), start, {}, {});
  EXPECT_NEAR(mean.variance, permuted.variance, 1e-12 * mean.variance);
  for (std::size_t i = 0; i < order.size(); ++i)
    EXPECT_NEAR(mean.squared_distances[order[i]], permuted.squared_distances[static_cast<Index>(i)], 1e-11);
}

TEST(FreeSupport, HasTheSameBitsForAnyNumberOfThreads) {
  const MeasureFamily family = random_family(70, 20, 2, 8);
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic}) {
    const TransportOptions transport{.transport = method, .sinkhorn = {.regularization = 0.1}};
    const FreeSupportOptions options{.support = 15, .weights = MeanWeights::optimize, .iterations = 12};
    const Mean one = free_support_mean(family, transport, options, {.threads = 1});
    const Mean two = free_support_mean(family, transport, options, {.threads = 2});
    EXPECT_EQ(one.measure.points, two.measure.points);
    EXPECT_EQ(one.measure.weights, two.measure.weights);
    EXPECT_EQ(one.squared_distances, two.squared_distances);
    EXPECT_EQ(one.objective, two.objective);
  }
}

// Neither far from the origin nor in small units does the answer change.
TEST(FreeSupport, MovesAndScalesWithTheMeasures) {
  const MeasureFamily family = random_family(6, 15, 2, 9);
  const Mean mean = free_support_mean(family, copy_of(family[0]), {}, {});
  for (const double offset : {0.0, 1e6})
    for (const double scale : {1e-9, 1.0, 1e3}) {
      MeasureFamily other;
      for (Index i = 0; i < family.count(); ++i)
        other.append((scale * family[i].points).array() + scale * offset, family[i].weights, "m");
      const Mean moved = free_support_mean(other, copy_of(other[0]), {}, {});
      EXPECT_NEAR(moved.variance, scale * scale * mean.variance, 1e-7 * scale * scale * mean.variance);
    }
}

TEST(FreeSupport, IsNeverBelowTheMultimarginalOptimum) {
  const MeasureFamily family = random_family(3, 8, 2, 10);
  const double least = multimarginal_coupling(family, {}).value.primal;
  for (const Index support : {5, 12, 22}) {
    const FreeSupportOptions options{
        .support = static_cast<int>(support), .weights = MeanWeights::optimize, .restarts = 3};
    const Mean mean = free_support_mean(family, {}, options);
    EXPECT_GE(mean.variance, least * (1 - 1e-9));
    EXPECT_EQ(mean.restarts.size(), 3u);
    EXPECT_EQ(mean.variance, *std::ranges::min_element(mean.restarts));
  }
}

TEST(FreeSupport, GainsByOptimisingTheWeights) {
  const MeasureFamily family = random_family(10, 40, 2, 11);
  const Mean uniform = free_support_mean(family, {}, {.support = 12});
  const Mean optimised = free_support_mean(family, {}, {.support = 12, .weights = MeanWeights::optimize});
  EXPECT_LT(optimised.variance, uniform.variance);
}

Matrix square_root(const Matrix& a) { return Eigen::SelfAdjointEigenSolver<Matrix>(a).operatorSqrt(); }

Matrix covariance_of(const MeasureView& measure) {
  const Matrix centered = measure.points.colwise() - mean_of(measure);
  return centered * measure.weights.asDiagonal() * centered.transpose();
}

// The covariance S of a Gaussian barycenter solves S = Σ λ_i (S^½ C_i S^½)^½ (Agueh & Carlier 2011, §6.3).
// Affine images of one cloud under symmetric positive maps have it exactly, Gaussian or not.
TEST(FreeSupport, OfCommutingStretchesSolvesTheFixedPointOfBures) {
  Random random(12);
  const Matrix cloud = random_points(2, 60, random);
  MeasureFamily family;
  Matrix mean_map = Matrix::Zero(2, 2);
  for (int i = 0; i < 5; ++i) {
    Matrix map = Vector::NullaryExpr(2, [&] { return random.uniform(0.5, 2); }).asDiagonal();
    mean_map += map / 5;
    family.append(map * cloud, Vector::Ones(60), std::to_string(i));
  }
  const Mean mean = free_support_mean(family, copy_of(family[0]), {}, to_the_end);
  EXPECT_LT(squared_distance(mean.measure, make_measure(mean_map * cloud, Vector::Ones(60))), 1e-14);
}

TEST(FreeSupport, OfSampledGaussiansIsNearTheFixedPointOfBures) {
  const SyntheticFamily gaussians =
      synthetic_family(Pattern::gaussians, {.count = 8, .atoms = 600, .seed = 3});
  std::vector<Matrix> covariances;
  for (Index i = 0; i < 8; ++i) covariances.push_back(covariance_of(gaussians.family[i]));
  Matrix fixed = Matrix::Identity(2, 2) * covariances[0].trace() / 2;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Matrix root = square_root(fixed);
    Matrix next = Matrix::Zero(2, 2);
    for (const Matrix& covariance : covariances) next += square_root(root * covariance * root) / 8;
    fixed = next;
  }
  const Mean mean = free_support_mean(gaussians.family, {}, {.support = 300});
  EXPECT_LT((covariance_of(mean.measure.view()) - fixed).norm(), 0.05 * fixed.norm());
}

TEST(FreeSupport, WithEntropicCouplingsComesNearTheExactOne) {
  const MeasureFamily family = random_family(8, 25, 2, 13);
  const Measure start = copy_of(family[0]);
  const Mean exact = free_support_mean(family, start, {}, {});
  const Mean entropic = free_support_mean(
      family, start, {.transport = TransportMethod::entropic, .sinkhorn = {.regularization = 0.005}}, {});
  EXPECT_NEAR(entropic.variance, exact.variance, 0.05 * exact.variance);
  Mean again = entropic;
  measure_distances(again, family, {});
  EXPECT_EQ(again.variance, entropic.variance);
}

TEST(FreeSupport, WorksOnTheSmallestFamilies) {
  MeasureFamily one;
  one.append(Matrix::Constant(2, 1, 3), Vector::Ones(1), "atom");
  const Mean alone = free_support_mean(one, {}, {});
  EXPECT_EQ(alone.measure.size(), 1);
  EXPECT_EQ(alone.variance, 0);
  EXPECT_TRUE(alone.convergence.converged());
  one.append(Matrix::Constant(2, 1, 5), Vector::Ones(1), "other");
  const Mean between = free_support_mean(one, {}, {.support = 1});
  EXPECT_NEAR(between.measure.points(0, 0), 4, 1e-12);
  EXPECT_NEAR(between.variance, 2, 1e-12);
  const MeasureFamily wide = random_family(3, 4, 50, 14);
  EXPECT_EQ(free_support_mean(wide, {}, {}).measure.size(), 12);
}

TEST(FreeSupport, RefusesWhatCannotBe) {
  const MeasureFamily family = random_family(3, 4, 2, 15);
  EXPECT_THROW(free_support_mean(MeasureFamily(), {}, {}), InputError);
  EXPECT_THROW(free_support_mean(family, {}, {.support = 13}), InputError);
  EXPECT_THROW(free_support_mean(family, {}, {.relaxation = 2}), InputError);
  Random random(1);
  const Measure elsewhere = make_measure(random_points(3, 4, random), Vector::Ones(4));
  EXPECT_THROW(free_support_mean(family, elsewhere, {}, {}), InputError);
}

TEST(FreeSupport, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(free_support_mean(random_family(40, 10, 2, 16), {}, {}, {.stop = source.get_token()}),
               Interrupted);
}

// Of many measures some lead; the answer is that of all, here known.
TEST(FreeSupport, OfManyTranslatesIsTheirMeanTranslate) {
  Random random(12);
  const Matrix cloud = random_points(2, 6, random);
  MeasureFamily family;
  Vector mean_shift = Vector::Zero(2);
  constexpr Index count = 4100;
  for (Index i = 0; i < count; ++i) {
    const Vector shift = 0.1 * random_points(2, 1, random);
    mean_shift += shift / count;
    family.append(cloud.colwise() + shift, Vector::Ones(6), std::to_string(i));
  }
  const Mean mean = free_support_mean(family, {}, {.support = 6});
  const Measure expected = make_measure(cloud.colwise() + mean_shift, Vector::Ones(6));
  EXPECT_LT(squared_distance(mean.measure, expected), 1e-10);
}

// Plans on the way are rough; the distances told are not, wherever it stops.
TEST(FreeSupport, TellsExactDistancesWhereverItStops) {
  const MeasureFamily family = random_family(500, 7, 2, 8, false);
  for (const int iterations : {1, 2, 5, 300}) {
    const Mean mean = free_support_mean(family, {}, {.support = 6, .iterations = iterations});
    for (Index i = 0; i < family.count(); ++i)
      EXPECT_NEAR(mean.squared_distances[i], couple(mean.measure.view(), family[i], {}).value.primal, 1e-10);
    EXPECT_NEAR(mean.variance, mean.objective.back(), 1e-12);
    EXPECT_TRUE(std::ranges::is_sorted(mean.objective, std::greater<>()));
  }
}

}  // namespace
}  // namespace wpga
