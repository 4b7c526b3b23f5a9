#include "wpga/analysis/curves/projection.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "analysis/exact_distances.hpp"
#include "analysis/random_families.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
  GeneralizedGeodesic curve;
};

Example example(Index count, Index dimension, Index atoms, std::uint64_t seed) {
  Random random(seed);
  return {test::random_family(random, count, dimension, 10), test::random_mean(random, dimension, atoms),
          test::random_curve(random, dimension, atoms)};
}

// The least of 1001 exact distances, each warm from the last.
double least_on_fine_grid(const Example& e, Index i) {
  const auto engine = make_transport(TransportMethod::exact, {});
  const auto coupling = engine->coupling(e.mean.weights);
  coupling->attach(e.family[i], {});
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k <= 1000; ++k)
    least = std::min(least, coupling->solve(points_at(e.mean.points, e.curve, k / 1000.0)).primal);
  return least;
}

Projections projected(const Example& e, const ProjectionOptions& options,
                      const TransportOptions& transport = {}, const Vector& hints = {}, int threads = 1) {
  FamilyCouplings couplings(e.family, transport, e.mean.weights);
  return project(e.mean, e.curve, couplings, 1, hints, options, {.threads = threads});
}

TEST(Projection, IsProvenAndTheProofIsTrue) {
  for (const Index dimension : {1, 2, 5})
    for (std::uint64_t seed = 1; seed < 4; ++seed) {
      const Example e = example(6, dimension, 8, seed);
      const Projections found = projected(e, {.time_tolerance = 1e-3});
      for (Index i = 0; i < 6; ++i) {
        const double least = least_on_fine_grid(e, i);
        EXPECT_LE(found.lower_bounds[i], least + 1e-10);
        EXPECT_LE(found.squared_distances[i], least + 1e-3);
        EXPECT_LE(found.squared_distances[i] - found.lower_bounds[i], 1e-3 + 1e-12);
        EXPECT_GE(found.squared_distances[i],
                  test::exact_distance(e.mean, e.curve, found.times[i], e.family[i]) - 1e-10);
      }
    }
}

// Entropic plans prove less, but what they prove is true, converged or not.
TEST(Projection, OfEntropicTransportClaimsNothingFalse) {
  for (const auto& [tolerance, iterations] :
       {std::pair(1e-4, 10000), std::pair(1e-1, 10000), std::pair(1e-4, 3)})
    for (std::uint64_t seed = 5; seed < 8; ++seed) {
      const Example e = example(6, 2, 8, seed);
      const Projections found =
          projected(e, {.time_tolerance = 1e-2, .solves = 12},
                    {.transport = TransportMethod::entropic,
                     .sinkhorn = {.marginal_tolerance = tolerance, .iterations = iterations}});
      for (Index i = 0; i < 6; ++i) {
        EXPECT_LE(found.lower_bounds[i], least_on_fine_grid(e, i) + 1e-9);
        EXPECT_GE(found.squared_distances[i],
                  test::exact_distance(e.mean, e.curve, found.times[i], e.family[i]) - 1e-9);
      }
    }
}

TEST(Projection, OnAGridIsTheBestOfItsTimes) {
  const Example e = example(6, 2, 8, 10);
  const Projections found = projected(e, {.times_search = TimesSearch::grid, .grid = 6});
  EXPECT_EQ(found.solves, 36);
  for (Index i = 0; i < 6; ++i) {
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < 6; ++k)
      least = std::min(least, test::exact_distance(e.mean, e.curve, k / 5.0, e.family[i]));
    EXPECT_NEAR(found.squared_distances[i], least, 1e-10);
    EXPECT_NEAR(found.times[i] * 5, std::round(found.times[i] * 5), 1e-12);
    EXPECT_LE(found.lower_bounds[i], least_on_fine_grid(e, i) + 1e-10);
  }
}

// A measure that lies on the curve is found there.
TEST(Projection, FindsMeasuresOnTheCurve) {
  Random random(11);
  const Measure mean = test::random_mean(random, 2, 8);
  const Matrix shift = Vector{{3, 1}}.replicate(1, 8);
  Example e{{}, mean, {shift, shift}};
  for (const double time : {0.0, 0.2, 0.5, 0.9, 1.0})
    e.family.append(points_at(mean.points, e.curve, time), mean.weights, "on the curve");
  const Projections found = projected(e, {.time_tolerance = 1e-8});
  EXPECT_LT((found.times - Vector{{0, 0.2, 0.5, 0.9, 1}}).cwiseAbs().maxCoeff(), 1e-7);
  EXPECT_LT(found.squared_distances.maxCoeff(), 1e-10);
}

// Potentials carried along a translation stay optimal: the solve at the hint proves everything.
TEST(Projection, OnATranslationNeedsOneSolve) {
  Random random(18);
  const Measure mean = test::random_mean(random, 2, 12);
  const Matrix shift = Vector{{3, 1}}.replicate(1, 12);
  Example e{test::random_family(random, 8, 2, 10), mean, {shift, shift}};
  const Projections found = projected(e, {.time_tolerance = 1e-9});
  EXPECT_EQ(found.solves, 8);
  for (Index i = 0; i < 8; ++i) EXPECT_NEAR(found.squared_distances[i], least_on_fine_grid(e, i), 1e-4);
}

// One atom: the nearest point of a segment to the mean of the measure.
TEST(Projection, OfOneAtomIsThatOnASegment) {
  const Example e = example(10, 3, 1, 12);
  const Projections found = projected(e, {.time_tolerance = 1e-9});
  const Vector start = points_at(e.mean.points, e.curve, 0), direction = e.curve.direction();
  for (Index i = 0; i < 10; ++i) {
    const double time = (mean_of(e.family[i]) - start).dot(direction) / direction.squaredNorm();
    EXPECT_NEAR(found.times[i], std::clamp(time, 0.0, 1.0), 1e-6);
  }
}

TEST(Projection, OnACurveThatStandsStillIsTheDistance) {
  Example e = example(5, 2, 8, 13);
  e.curve = {Matrix::Zero(2, 8), Matrix::Zero(2, 8)};
  const Projections found = projected(e, {});
  for (Index i = 0; i < 5; ++i) {
    EXPECT_NEAR(found.squared_distances[i], couple(e.mean.view(), e.family[i], {}).value.primal, 1e-10);
    EXPECT_NEAR(found.lower_bounds[i], found.squared_distances[i], 1e-10);
    EXPECT_TRUE(found.times[i] >= 0 && found.times[i] <= 1);
  }
}

// Coordinates far from the origin lose no digits that matter.
TEST(Projection, DoesNotDependOnWhereTheFamilyIs) {
  const Example near = example(5, 2, 6, 14);
  Example far{{}, {near.mean.points.array() + 1e5, near.mean.weights}, near.curve};
  for (Index i = 0; i < 5; ++i)
    far.family.append(near.family[i].points.array() + 1e5, near.family[i].weights, "far");
  const ProjectionOptions options{.time_tolerance = 1e-9};
  const Projections here = projected(near, options), there = projected(far, options);
  EXPECT_LT((here.squared_distances - there.squared_distances).cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_LT((here.lower_bounds - there.lower_bounds).cwiseAbs().maxCoeff(), 1e-8);
}

TEST(Projection, HintsSaveSolvesAndKeepTheProof) {
  const Example e = example(12, 2, 10, 15);
  const Projections cold = projected(e, {.time_tolerance = 1e-3});
  const Projections hinted = projected(e, {.time_tolerance = 1e-3}, {}, cold.times);
  EXPECT_LT(hinted.solves, cold.solves);
  EXPECT_LT((hinted.squared_distances - cold.squared_distances).cwiseAbs().maxCoeff(), 1e-3);
}

// Far outliers and tiny measures: bounds cross by rounding, never by more.
TEST(Projection, NeverContradictsItself) {
  for (const double scale : {1e-9, 1.0, 1e9}) {
    Example e = example(8, 2, 8, 19);
    MeasureFamily scaled;
    for (Index i = 0; i < 8; ++i)
      scaled.append(scale * e.family[i].points, e.family[i].weights, std::to_string(i));
    e.family = scaled;
    e.mean.points *= scale;
    e.curve = {scale * e.curve.backward, scale * e.curve.forward};
    for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic}) {
      const Projections found = projected(e, {.time_tolerance = 0, .solves = 20}, {.transport = method});
      EXPECT_EQ(found.contradictions, 0) << scale;
      EXPECT_LE((found.lower_bounds - found.squared_distances).maxCoeff(), 0) << scale;
    }
  }
}

TEST(Projection, CountsSolvesThatStoppedEarly) {
  const Example e = example(6, 2, 8, 20);
  const TransportOptions hasty{.transport = TransportMethod::entropic,
                               .sinkhorn = {.marginal_tolerance = 1e-9, .iterations = 1}};
  EXPECT_GT(projected(e, {.solves = 4}, hasty).not_converged, 0);
  EXPECT_EQ(projected(e, {.solves = 4}).not_converged, 0);
}

// Where the solves run out before the proof is complete, what was proven is true all the same.
TEST(Projection, KeepsToItsSolves) {
  const Example e = example(5, 2, 10, 16);
  const Projections found = projected(e, {.time_tolerance = 0, .solves = 3});
  EXPECT_LE(found.solves, 15);
  EXPECT_GT(projected(e, {.time_tolerance = 0}).solves, 15);
  EXPECT_GT((found.squared_distances - found.lower_bounds).maxCoeff(), 1e-6);
  for (Index i = 0; i < 5; ++i) {
    EXPECT_LE(found.lower_bounds[i], least_on_fine_grid(e, i) + 1e-10);
    EXPECT_GE(found.squared_distances[i],
              test::exact_distance(e.mean, e.curve, found.times[i], e.family[i]) - 1e-10);
  }
}

TEST(Projection, HasTheSameBitsForAnyNumberOfThreads) {
  const Example e = example(30, 2, 8, 17);
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic}) {
    const TransportOptions transport{.transport = method};
    const Projections one = projected(e, {.solves = 8}, transport, {}, 1),
                      two = projected(e, {.solves = 8}, transport, {}, 2);
    EXPECT_EQ(one.times, two.times);
    EXPECT_EQ(one.squared_distances, two.squared_distances);
    EXPECT_EQ(one.lower_bounds, two.lower_bounds);
    EXPECT_EQ(one.solves, two.solves);
  }
}

// On the curve of translations measures of translates have the time they were made with.
TEST(MeanPlans, KnowDistancesToTheMeanAndTimesOfTranslates) {
  Random random(41);
  const Measure mean = test::random_mean(random, 2, 9);
  const Vector shift{{3, 1}};
  const GeneralizedGeodesic along{shift.replicate(1, 9), (2 * shift).replicate(1, 9)};
  const GeneralizedGeodesic still{Matrix::Zero(2, 9), Matrix::Zero(2, 9)};
  MeasureFamily family;
  const std::vector<double> times = {0, 0.2, 1.0 / 3, 0.9, 1};
  for (const double time : times)
    family.append(points_at(mean.points, along, time), mean.weights, std::to_string(time));
  family.append(points_at(mean.points, along, 1.5), mean.weights, "beyond");
  FamilyCouplings couplings(family, {}, mean.weights);
  const std::vector<GeneralizedGeodesic> curves = {along, still};
  const MeanPlans plans = plans_from_mean(mean, curves, couplings, {});
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_NEAR(plans.times(static_cast<Index>(i), 0), times[i], 1e-12);
    EXPECT_NEAR(plans.squared_distances[static_cast<Index>(i)],
                (3 * times[i] - 1) * (3 * times[i] - 1) * shift.squaredNorm(), 1e-10);
  }
  EXPECT_EQ(plans.times(5, 0), 1);
  EXPECT_TRUE((plans.times.col(1).array() == 0.5).all());
  EXPECT_EQ(plans.not_converged + plans.contradictions, 0);
}

TEST(MeanPlans, MeasureExactly) {
  const Example e = example(6, 3, 8, 42);
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const std::vector<GeneralizedGeodesic> curves = {e.curve};
  const MeanPlans plans = plans_from_mean(e.mean, curves, couplings, {.threads = 2});
  const GeneralizedGeodesic still{Matrix::Zero(3, 8), Matrix::Zero(3, 8)};
  for (Index i = 0; i < 6; ++i)
    EXPECT_NEAR(plans.squared_distances[i], test::exact_distance(e.mean, still, 0.5, e.family[i]), 1e-10);
}

}  // namespace
}  // namespace wpga
