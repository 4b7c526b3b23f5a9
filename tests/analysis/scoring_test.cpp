#include "wpga/analysis/fit/scoring.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

// A cloud moved along a line by −1 … 3, and a curve that overshoots on both sides, backwards.
TEST(Scoring, TrimsTheCurveFixesItsSignAndMeasuresIt) {
  Random random(3);
  const Measure cloud = test::uniform_mean(random, 2, 6);
  Matrix shifts = Matrix::Zero(2, 5);
  shifts.row(0) << -1, 0, 1, 2, 3;
  const MeasureFamily family = test::translates(cloud, shifts);
  const Vector right = Vector::Unit(2, 0);
  const Measure mean{cloud.points.colwise() + right, cloud.weights};
  FamilyCouplings couplings(family, {}, mean.weights);
  Component component;
  const Matrix back = -5 * right.replicate(1, 6);
  component.curve = {back, back};  // from +5 to −5 of the mean
  const double variance = 2;       // of −2 … 2
  const std::vector<Matrix> earlier;
  const std::optional<SpaceBox> box;
  const ProjectionOptions times;
  score(component, {mean, variance, earlier, Orthogonality::each, box, times}, couplings, {.threads = 1});
  EXPECT_NEAR(length(mean.weights, component.curve.atoms()), 4, 1e-3);
  EXPECT_GT(component.curve.atoms().direction()(0, 0), 0);
  EXPECT_LT((component.times - Vector{{0, 0.25, 0.5, 0.75, 1}}).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT((component.scores - Vector{{-2, -1, 0, 1, 2}}).cwiseAbs().maxCoeff(), 1e-2);
  EXPECT_NEAR(component.explained, 1, 1e-4);
  EXPECT_LE(component.certificates.time_gap, times.time_tolerance);
  EXPECT_LT(component.certificates.geodesic_gap, 1e-12);

  Analysis analysis;
  analysis.mean = mean;
  analysis.variance = variance;
  analysis.squared_distances = Vector{{4, 1, 0, 1, 4}};
  analysis.components = {component};
  score_jointly(analysis, couplings, {.threads = 1});
  // One component may be left out: the mean itself is nearer for none of these but the third.
  const double left = component.squared_distances.cwiseMin(analysis.squared_distances).mean();
  EXPECT_NEAR(analysis.components[0].cumulative, 1 - left / variance, 1e-12);
  EXPECT_EQ(analysis.joint_squared_distances.col(0),
            component.squared_distances.cwiseMin(analysis.squared_distances));
}

// √b_k |entry| decides: 0.2 · 5 here, before 0.8 · 1, whatever the order b_k |entry| would be.
TEST(Scoring, FixesTheSignByTheLargestPartOfTheDirection) {
  const Measure mean{Matrix{{0, 20, 40}}, Vector{{0.64, 0.04, 0.32}}};
  const Matrix forward{{1, -5, 0}};
  MeasureFamily family;
  for (const double time : {0.0, 0.5, 1.0})
    family.append(mean.points + time * forward, mean.weights, std::to_string(time));
  FamilyCouplings couplings(family, {}, mean.weights);
  Component component{.curve = {Matrix::Zero(1, 3), forward}};
  const std::vector<Matrix> earlier;
  const std::optional<SpaceBox> box;
  const ProjectionOptions times;
  score(component, {mean, 1, earlier, Orthogonality::each, box, times}, couplings, {.threads = 1});
  EXPECT_GT(component.curve.atoms().direction()(0, 1), 0);
  EXPECT_LT(component.curve.atoms().direction()(0, 0), 0);
}

struct Family {
  MeasureFamily family;
  Measure mean;
};

Family random_example(std::uint64_t seed) {
  Random random(seed);
  const MeasureFamily family = test::random_family(random, 8, 2, 12);
  return {family, test::random_mean(random, 2, 10)};
}

// Σ λ_i W2²(mean, μ_i) and Σ λ_i ‖T_i − id‖², each plan from scratch.
std::array<double, 2> variance_and_moved(const Family& e) {
  double variance = 0, moved = 0;
  for (Index i = 0; i < e.family.count(); ++i) {
    const PairCoupling plan = couple(e.mean.view(), e.family[i], {.transport = TransportMethod::exact});
    variance += e.family.measure_weight(i) * plan.value.primal;
    moved += e.family.measure_weight(i) * squared_norm(e.mean.weights, plan.map - e.mean.points);
  }
  return {variance, moved};
}

TEST(ScoreMean, KnowsTheVarianceAndTheCeiling) {
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const Family e = random_example(seed);
    FamilyCouplings couplings(e.family, {}, e.mean.weights);
    Analysis analysis{.mean = e.mean};
    score_mean(analysis, couplings, {.threads = 2});
    const auto [variance, moved] = variance_and_moved(e);
    EXPECT_NEAR(analysis.variance, variance, 1e-12 * variance);
    EXPECT_NEAR(*analysis.variance_lower_bound, variance, 1e-12 * variance);
    ASSERT_TRUE(analysis.ceiling);
    EXPECT_NEAR(*analysis.ceiling, moved / variance, 1e-12);
    EXPECT_LT(*analysis.ceiling, 1);
    EXPECT_FALSE(analysis.shortfalls.any());
  }
}

// Clouds that only moved are reached without splitting mass; one atom reaches no more than the means.
TEST(ScoreMean, CeilingIsWholeForTranslatesAndThatOfTheMeansForOneAtom) {
  Random random(5);
  const Measure cloud = test::uniform_mean(random, 2, 6);
  const MeasureFamily family = test::translates(cloud, test::normal_matrix(random, 2, 5));
  FamilyCouplings couplings(family, {}, cloud.weights);
  Analysis analysis{.mean = cloud};
  score_mean(analysis, couplings, {});
  EXPECT_NEAR(*analysis.ceiling, 1, 1e-12);

  const Measure atom{mean_of(cloud.view()), Vector::Ones(1)};
  FamilyCouplings from_atom(family, {}, atom.weights);
  analysis.mean = atom;
  score_mean(analysis, from_atom, {});
  double means = 0, all = 0;
  for (Index i = 0; i < 5; ++i) {
    const double shift = (mean_of(family[i]) - atom.points).squaredNorm();
    means += shift / 5;
    all += (shift + variance_of(family[i])) / 5;
  }
  EXPECT_NEAR(*analysis.ceiling, means / all, 1e-12);
}

// With the plans of the mean kept, no fields do better than the maps T_i themselves.
TEST(ScoreMean, NoMovedAtomsBeatTheCeilingOnThePlansOfTheMean) {
  Random random(6);
  const Family e = random_example(6);
  const auto [variance, moved] = variance_and_moved(e);
  for (int trial = 0; trial < 50; ++trial) {
    double left = 0;
    for (Index i = 0; i < e.family.count(); ++i) {
      const PairCoupling plan = couple(e.mean.view(), e.family[i], {.transport = TransportMethod::exact});
      const Matrix place = plan.map + 0.3 * trial * test::normal_matrix(random, 2, 10);
      for (const PlanEntry& entry : plan.plan)
        left += e.family.measure_weight(i) * entry.mass *
                (place.col(entry.source) - e.family[i].points.col(entry.target)).squaredNorm();
    }
    EXPECT_LE(1 - left / variance, moved / variance + 1e-12);
  }
}

// Entropic plans are dear and their duals are low: the interval holds the share of exact distances.
TEST(Scoring, OfEntropicPlansGivesAnIntervalThatHoldsTheExactShare) {
  for (std::uint64_t seed = 7; seed < 11; ++seed) {
    const Family e = random_example(seed);
    Random random(seed);
    const GeneralizedGeodesic curve = test::random_curve(random, 2, 10);
    const std::vector<Matrix> earlier;
    const std::optional<SpaceBox> box;
    const ProjectionOptions times{.time_tolerance = 1e-7, .solves = 500};
    const auto scored = [&](TransportMethod method) {
      FamilyCouplings couplings(e.family, {.transport = method, .sinkhorn = {.regularization = 0.05}},
                                e.mean.weights);
      Analysis analysis{.mean = e.mean};
      score_mean(analysis, couplings, {});
      EXPECT_EQ(analysis.scored_by, method);
      EXPECT_EQ(analysis.ceiling.has_value(), method == TransportMethod::exact);
      Component component{.curve = curve};
      score(component,
            {e.mean, analysis.variance, earlier, Orthogonality::each, box, times, true,
             analysis.variance_lower_bound},
            couplings, {});
      return component;
    };
    const Component exact = scored(TransportMethod::exact), entropic = scored(TransportMethod::entropic);
    EXPECT_LE(exact.explained_interval[0], exact.explained + 1e-12);
    EXPECT_NEAR(exact.explained_interval[1], exact.explained_interval[0], 1e-6);
    EXPECT_LE(entropic.explained_interval[0], exact.explained_interval[0] + 1e-9);
    EXPECT_GE(entropic.explained_interval[1], exact.explained_interval[1] - 1e-9);
    EXPECT_LE(entropic.explained_interval[0], entropic.explained);
    EXPECT_GE(entropic.explained_interval[1], entropic.explained);
    EXPECT_GT(entropic.explained_interval[1] - entropic.explained_interval[0], 1e-3);
  }
}

// Of entropic plans a share together is the quotient of two upper bounds; with the lower bound of the
// variance it is no more than exact distances give at the same times.
TEST(Scoring, OfEntropicPlansBoundsTheShareTogetherByTheLowerVariance) {
  for (std::uint64_t seed = 7; seed < 11; ++seed) {
    const Family e = random_example(seed);
    Random random(seed);
    const std::vector<GeneralizedGeodesic> curves = {test::random_curve(random, 2, 10),
                                                     test::random_curve(random, 2, 10)};
    const std::vector<Matrix> earlier;
    const std::optional<SpaceBox> box;
    const ProjectionOptions times;
    const auto couplings_by = [&](TransportMethod method) {
      return FamilyCouplings(e.family, {.transport = method, .sinkhorn = {.regularization = 0.05}},
                             e.mean.weights);
    };
    FamilyCouplings entropic = couplings_by(TransportMethod::entropic);
    Analysis found{.mean = e.mean}, exact{.mean = e.mean};
    score_mean(found, entropic, {});
    for (const GeneralizedGeodesic& curve : curves) {
      found.components.push_back({.curve = curve});
      score(found.components.back(),
            {e.mean, found.variance, earlier, Orthogonality::each, box, times, true,
             found.variance_lower_bound},
            entropic, {});
    }
    score_jointly(found, entropic, {});
    FamilyCouplings truth = couplings_by(TransportMethod::exact);
    score_mean(exact, truth, {});
    double left = 0;
    for (Index i = 0; i < e.family.count(); ++i) {
      Matrix place = e.mean.points;
      for (Index c = 0; c < 2; ++c)
        if (const double time = found.joint_times(i, c); std::isfinite(time)) {
          const GeneralizedGeodesic& curve = found.components[static_cast<std::size_t>(c)].curve.atoms();
          place += time * curve.forward - (1 - time) * curve.backward;
        }
      const Measure placed{place, e.mean.weights};
      left += e.family.measure_weight(i) *
              couple(placed.view(), e.family[i], {.transport = TransportMethod::exact}).value.primal;
    }
    const double bound =
        1 - (1 - found.components[1].cumulative) * found.variance / *found.variance_lower_bound;
    EXPECT_LE(bound, 1 - left / exact.variance + 1e-9);
    EXPECT_LT(bound, found.components[1].cumulative - 1e-3);
  }
}

TEST(Scoring, TakesExactCouplingsWhereTheyAreAffordable) {
  const Family e = random_example(11);
  const TransportOptions entropic{.transport = TransportMethod::entropic};
  FamilyCouplings fitting(e.family, entropic, e.mean.weights), exact(e.family, {}, e.mean.weights);
  EXPECT_EQ(ScoreCouplings(fitting, entropic).get().method(), TransportMethod::exact);
  EXPECT_EQ(&ScoreCouplings(exact, {}).get(), &exact);
}

TEST(Scoring, IntervalsOfSharesHoldEveryShareBetweenTheBounds) {
  const auto [low, high] = share_interval(1, 2, 4, 5);
  EXPECT_DOUBLE_EQ(low, 0.5);
  EXPECT_DOUBLE_EQ(high, 0.8);
  EXPECT_EQ(share_interval(0, 0, 0, 0), (std::array<double, 2>{0, 0}));
}

}  // namespace
}  // namespace wpga
