#include "wpga/analysis/fit/joint_majoriser.hpp"

#include <gtest/gtest.h>

#include "analysis/exact_distances.hpp"
#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/majoriser.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
  std::vector<GeneralizedGeodesic> curves;
  Matrix times;
};

Example example(Index count, Index dimension, Index curves, std::uint64_t seed) {
  Random random(seed);
  Example e{test::random_family(random, count, dimension, 10),
            test::random_mean(random, dimension, 7),
            {},
            Matrix(count, curves)};
  for (Index c = 0; c < curves; ++c) e.curves.push_back(test::random_curve(random, dimension, 7));
  for (double& time : e.times.reshaped()) time = random.uniform();
  return e;
}

Fields all_ends(const std::vector<GeneralizedGeodesic>& curves) {
  Fields fields;
  for (const GeneralizedGeodesic& curve : curves)
    for (const Matrix& end : ends_of(curve)) fields.push_back(end);
  return fields;
}

double exact_objective(const Example& e, const std::vector<GeneralizedGeodesic>& curves) {
  double sum = 0;
  for (Index i = 0; i < e.family.count(); ++i) {
    const Vector here = e.times.row(i);
    const Measure there{points_at(e.mean.points, curves, std::span<const double>(here.data(), curves.size())),
                        e.mean.weights};
    sum += e.family.measure_weight(i) * couple(there.view(), e.family[i], {}).value.primal;
  }
  return sum;
}

TEST(JointMajoriser, TouchesTheObjectiveAndLiesAboveItElsewhere) {
  Random random(1);
  for (const Index curves : {1, 2, 3})
    for (const Index dimension : {1, 2, 4}) {
      Example e = example(8, dimension, curves, 2);
      FamilyCouplings couplings(e.family, {}, e.mean.weights);
      const MajoriserPass pass =
          majorise_jointly(couplings.centered(e.mean.points), e.curves, e.times, couplings, {});
      EXPECT_NEAR(pass.model.value(all_ends(e.curves)), pass.objective, 1e-10 * pass.objective);
      EXPECT_GE(pass.objective, exact_objective(e, e.curves) - 1e-10);
      EXPECT_GE(e.times.minCoeff(), 0);
      EXPECT_LE(e.times.maxCoeff(), 1);
      for (int trial = 0; trial < 5; ++trial) {
        std::vector<GeneralizedGeodesic> others;
        for (Index c = 0; c < curves; ++c) others.push_back(test::random_curve(random, dimension, 7));
        EXPECT_GE(pass.model.value(all_ends(others)), exact_objective(e, others) - 1e-10);
      }
    }
}

TEST(JointMajoriser, OfOneCurveIsTheSameFunction) {
  Random random(3);
  Example e = example(6, 2, 3, 4);
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  const MajoriserPass pass =
      majorise_jointly(couplings.centered(e.mean.points), e.curves, e.times, couplings, {});
  for (std::size_t c = 0; c < 3; ++c) {
    Fields fields = all_ends(e.curves);
    const QuadraticModel part = model_of_curve(pass.model, fields, c);
    const Fields ends = ends_of(test::random_curve(random, 2, 7));
    fields[2 * c] = ends[0];
    fields[2 * c + 1] = ends[1];
    EXPECT_NEAR(part.value(ends), pass.model.value(fields), 1e-10 * std::abs(part.value(ends)));
  }
}

MajoriserPass pass_of(Example& e, FamilyCouplings& couplings) {
  return majorise_jointly(couplings.centered(e.mean.points), e.curves, e.times, couplings, {});
}

// Where plans and times are best, both functions have one tangent.
TEST(JointMajoriser, HasTheGradientOfTheExactObjective) {
  Random random(5);
  for (const Index curves : {2, 3}) {
    Example e = example(6, 2, curves, 6);
    FamilyCouplings couplings(e.family, {}, e.mean.weights);
    MajoriserPass pass;
    for (int round = 0; round < 60; ++round) pass = pass_of(e, couplings);
    EXPECT_NEAR(pass.objective, exact_objective(e, e.curves), 1e-10);
    for (int trial = 0; trial < 5; ++trial) {
      std::vector<GeneralizedGeodesic> along;
      for (Index c = 0; c < curves; ++c) along.push_back(test::random_curve(random, 2, 7));
      const auto moved = [&](double step) {
        std::vector<GeneralizedGeodesic> there = e.curves;
        for (std::size_t c = 0; c < there.size(); ++c) {
          there[c].backward += step * along[c].backward;
          there[c].forward += step * along[c].forward;
        }
        return there;
      };
      const double slope = (exact_objective(e, moved(1e-6)) - exact_objective(e, moved(-1e-6))) / 2e-6;
      EXPECT_NEAR((pass.model.value(all_ends(moved(1e-6))) - pass.model.value(all_ends(moved(-1e-6)))) / 2e-6,
                  slope, 1e-5 * (1 + std::abs(slope)));
    }
  }
}

// Recorded value ≤ majoriser at the new curves ≤ majoriser at the old ones, for the minimum in each block.
TEST(JointMajoriser, BlocksNeverRaiseTheObjective) {
  for (std::uint64_t seed = 7; seed < 12; ++seed) {
    Example e = example(8, 2, 3, seed);
    FamilyCouplings couplings(e.family, {}, e.mean.weights);
    MajoriserPass pass = pass_of(e, couplings);
    for (int round = 0; round < 6; ++round) {
      Fields fields = all_ends(e.curves);
      double promised = pass.model.value(fields);
      for (std::size_t c = 0; c < e.curves.size(); ++c) {
        const Fields ends = model_of_curve(pass.model, fields, c).minimiser();
        fields[2 * c] = ends[0];
        fields[2 * c + 1] = ends[1];
        e.curves[c] = curve_between(ends);
        EXPECT_LE(pass.model.value(fields), promised + 1e-10);
        promised = pass.model.value(fields);
      }
      pass = pass_of(e, couplings);
      EXPECT_LE(pass.objective, promised + 1e-10);
    }
  }
}

TEST(JointMajoriser, OfOneComponentIsTheMajoriserOfItsCurve) {
  Random random(13);
  Example e = example(9, 2, 1, 13);
  FamilyCouplings one(e.family, {}, e.mean.weights), other(e.family, {}, e.mean.weights);
  Vector times = e.times;
  const MajoriserPass alone = majorise(one.centered(e.mean.points), e.curves[0], times, one, {});
  const MajoriserPass jointly = pass_of(e, other);
  EXPECT_LT((e.times - times).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((jointly.squared_distances - alone.squared_distances).cwiseAbs().maxCoeff(), 1e-10);
  EXPECT_TRUE(jointly.model.metric.isApprox(alone.model.metric, 1e-12));
  const Fields ends = ends_of(test::random_curve(random, 2, 7));
  EXPECT_NEAR(jointly.model.value(ends), alone.model.value(ends), 1e-10 * alone.model.value(ends));
}

TEST(JointMajoriser, HasTheSameBitsForAnyNumberOfThreads) {
  const Example e = example(50, 2, 2, 14);
  const auto with = [&](int threads) {
    FamilyCouplings couplings(e.family, {}, e.mean.weights);
    Matrix times = e.times;
    return majorise_jointly(couplings.centered(e.mean.points), e.curves, times, couplings,
                            {.threads = threads});
  };
  const MajoriserPass one = with(1), two = with(2);
  EXPECT_EQ(one.objective, two.objective);
  EXPECT_EQ(one.model.metric, two.model.metric);
  EXPECT_EQ(one.model.linear, two.model.linear);
}

}  // namespace
}  // namespace wpga
