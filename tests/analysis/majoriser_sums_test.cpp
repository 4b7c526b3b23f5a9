#include "wpga/analysis/fit/majoriser_sums.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

// Plans that nobody solved for: maps, times, costs and spreads at random.
struct Example {
  Example(Random& random, Index count, Index curves)
      : family(test::random_family(random, count, 2, 6)), mean(test::random_mean(random, 2, 5)) {
    for (Index i = 0; i < count; ++i) {
      maps.push_back(test::normal_matrix(random, 2, 5));
      choices.push_back({Vector::NullaryExpr(curves, [&] { return random.uniform(); }), random.normal(),
                         random.uniform(), random.below(2)});
    }
  }

  MajoriserPass pass(Index curves, const Execution& execution) const {
    const FamilyCouplings couplings(family, {}, mean.weights);
    const auto choose = [&](PlanWorkspace& workspace, Index i) {
      workspace.map = maps[static_cast<std::size_t>(i)];
      return choices[static_cast<std::size_t>(i)];
    };
    return sum_plans(CenteredPoints(mean.points), curves, couplings, choose, "test", execution,
                     [](Parcel&, Index) {});
  }

  // Σ λ (‖Σ_c (1−t_c) U_2c + t_c U_2c+1 − R‖² + spread), R = T − Y.
  double value(const Fields& fields) const {
    double sum = 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      Matrix away = mean.points - maps[i];
      for (Index c = 0; c < choices[i].times.size(); ++c) {
        const double time = choices[i].times[c];
        away += (1 - time) * fields[static_cast<std::size_t>(2 * c)] +
                time * fields[static_cast<std::size_t>(2 * c + 1)];
      }
      sum += family.measure_weight(static_cast<Index>(i)) *
             (squared_norm(mean.weights, away) + choices[i].spread);
    }
    return sum;
  }

  MeasureFamily family;
  Measure mean;
  std::vector<Matrix> maps;
  std::vector<PlanChoice> choices;
};

TEST(MajoriserSums, AreTheSumOverTheMeasuresForAnyFields) {
  Random random(1);
  for (const Index curves : {1, 2, 3})
    for (const Index count : {1, 7, 40}) {
      const Example example(random, count, curves);
      const MajoriserPass pass = example.pass(curves, {});
      for (int trial = 0; trial < 4; ++trial) {
        Fields fields;
        for (Index a = 0; a < 2 * curves; ++a) fields.push_back(test::normal_matrix(random, 2, 5));
        const double expected = example.value(fields);
        EXPECT_NEAR(pass.model.value(fields), expected, 1e-11 * expected);
      }
    }
}

// A cost below zero is rounding.
TEST(MajoriserSums, AddUpCostsThatAreNotNegative) {
  Random random(2);
  const Example example(random, 30, 2);
  const MajoriserPass pass = example.pass(2, {});
  double objective = 0;
  Index not_converged = 0;
  for (Index i = 0; i < 30; ++i) {
    const PlanChoice& choice = example.choices[static_cast<std::size_t>(i)];
    EXPECT_EQ(pass.squared_distances[i], std::max(0.0, choice.distance));
    objective += example.family.measure_weight(i) * pass.squared_distances[i];
    not_converged += choice.not_converged;
  }
  EXPECT_NEAR(pass.objective, objective, 1e-13);
  EXPECT_EQ(pass.not_converged, not_converged);
}

TEST(MajoriserSums, HaveTheSameBitsForAnyNumberOfThreads) {
  Random random(3);
  const Example example(random, 70, 3);
  const MajoriserPass one = example.pass(3, {.threads = 1}), two = example.pass(3, {.threads = 2});
  EXPECT_EQ(one.model.metric, two.model.metric);
  EXPECT_EQ(one.model.linear, two.model.linear);
  EXPECT_EQ(one.model.constant, two.model.constant);
  EXPECT_EQ(one.objective, two.objective);
}

}  // namespace
}  // namespace wpga
