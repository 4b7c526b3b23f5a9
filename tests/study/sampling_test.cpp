#include "wpga/study/statistics/sampling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analysis/random_families.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/fit.hpp"

namespace wpga {
namespace {

// Clouds that are moved along one line, and by less in all directions.
MeasureFamily moved_clouds(Index count, double noise) {
  Random random(3);
  const Matrix cloud = test::normal_matrix(random, 2, 4);
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Vector shift{{random.uniform(-3, 3), 0.3}};
    const Matrix moved = (cloud + noise * test::normal_matrix(random, 2, 4)).colwise() + shift;
    family.append(moved, Vector::Constant(4, 0.25), std::to_string(i));
  }
  return family;
}

FitOptions learning(int from, std::uint64_t seed = 1) {
  FitOptions options;
  options.components = 1;
  options.mean.free.support = 4;
  options.statistics.learn_from = from;
  options.seed = seed;
  return options;
}

TEST(LearnFrom, DrawsEveryMeasureAlikeAndJudgesByOthers) {
  MeasureFamily family = moved_clouds(40, 0);
  Vector weights = Vector::Ones(40);
  weights[7] = 0;
  family.set_measure_weights(weights);
  Vector drawn = Vector::Zero(40);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const LearningSample sample = drawn_sample(family, 10, seed);
    EXPECT_EQ(sample.learned.size(), 10U);
    EXPECT_EQ(sample.judges.size(), 10U);
    EXPECT_TRUE(std::ranges::is_sorted(sample.learned));
    std::vector<Index> both;
    std::ranges::set_intersection(sample.learned, sample.judges, std::back_inserter(both));
    EXPECT_TRUE(both.empty());
    for (const Index i : sample.learned) drawn[i] += 1;
  }
  EXPECT_EQ(drawn[7], 0);
  // 1000 · 10 / 39 = 256 with a standard deviation of 13.8.
  drawn[7] = 256;
  EXPECT_LT((drawn.array() - 256).abs().maxCoeff(), 65);
}

// Translates along one line lie on one geodesic: any sample finds it, as long as it reaches as far.
TEST(LearnFrom, FindsTheLineOfTranslatesWithoutError) {
  const MeasureFamily family = moved_clouds(60, 0);
  const Model model = fit(family, learning(30));
  ASSERT_TRUE(model.statistics.sampling);
  const Sampling& sampling = *model.statistics.sampling;
  EXPECT_EQ(sampling.learned_from, 30);
  EXPECT_EQ(sampling.judges, 30);
  EXPECT_EQ(sampling.sampled.sum(), 30);
  ASSERT_EQ(model.analysis.components.size(), 1U);
  EXPECT_EQ(model.analysis.components[0].times.size(), 60);
  EXPECT_GT(model.analysis.components[0].explained, 0.98);  // a few lie beyond the ends of the sample
  EXPECT_LT(sampling.explained_error[0], 0.02);
}

// All shares are those of all measures, as `project` would find them.
TEST(LearnFrom, ScoresAllMeasures) {
  const MeasureFamily family = moved_clouds(50, 0.3);
  const Analysis found = fit(family, learning(20)).analysis;
  const Component& component = found.components[0];
  EXPECT_NEAR(found.variance, found.squared_distances.mean(), 1e-12);
  EXPECT_NEAR(component.mean_squared_distance, component.squared_distances.mean(), 1e-12);
  EXPECT_NEAR(component.explained, 1 - component.mean_squared_distance / found.variance, 1e-12);
  EXPECT_LE(component.explained_interval[0], component.explained + 1e-12);
  EXPECT_GE(component.explained_interval[1], component.explained - 1e-12);
  EXPECT_LE(component.certificates.time_gap, 2e-3);
  EXPECT_EQ(found.joint_squared_distances.rows(), 50);
  EXPECT_FALSE(found.ceiling);
}

// An analysis of all measures, told of all measures, is itself.
TEST(LearnFrom, OfAllTellsTheSame) {
  const MeasureFamily family = moved_clouds(30, 0.3);
  const FitOptions options = learning(0);
  const Analysis all = fit(family, options).analysis;
  const Analysis told = told_of_all(all, family, options.transport, {}, {});
  EXPECT_NEAR(told.variance, all.variance, 1e-9 * all.variance);
  EXPECT_NEAR(told.components[0].explained, all.components[0].explained, 2e-3);
  EXPECT_NEAR(told.components[0].cumulative, all.components[0].cumulative, 2e-3);
  const Model model = fit(family, learning(30));  // no more measures than these: nothing is drawn
  EXPECT_FALSE(model.statistics.sampling);
  EXPECT_EQ(model.analysis.components[0].explained, all.components[0].explained);
}

// Against many samples and the fit to all: how far their shares lie from its share is what halves tell of
// one.
TEST(LearnFrom, TellsHowFarTheShareOfAllMayBe) {
  const MeasureFamily family = moved_clouds(600, 1.2);
  const double all = fit(family, learning(0)).analysis.components[0].explained;
  constexpr int samples = 16;
  double before = 1;
  for (const int count : {24, 72}) {
    double off = 0, told = 0;
    for (int seed = 0; seed < samples; ++seed) {
      const Model model = fit(family, learning(count, static_cast<std::uint64_t>(seed)));
      off += std::pow(model.analysis.components[0].explained - all, 2) / samples;
      told += std::pow(model.statistics.sampling->explained_error[0], 2) / samples;
    }
    EXPECT_GT(std::sqrt(told / off), 0.5) << count;
    EXPECT_LT(std::sqrt(told / off), 2.0) << count;
    EXPECT_LT(std::sqrt(off), before / 2);
    before = std::sqrt(off);
  }
}

TEST(LearnFrom, RefusesWhatItCannotDo) {
  const MeasureFamily family = moved_clouds(12, 0.1);
  EXPECT_THROW(fit(family, learning(3)), InputError);
  for (const int what : {0, 1, 2, 3}) {
    FitOptions options = learning(6);
    if (what == 0) options.bootstrap.bootstrap = 2;
    if (what == 1) options.statistics.folds = 2;
    if (what == 2) options.statistics.robust = true;
    if (what == 3) options.choose_components = true;
    EXPECT_THROW(fit(family, options), InputError) << what;
  }
}

// One place, the smallest sample, lengths whose squares leave the range of numbers.
TEST(LearnFrom, DegenerateFamilies) {
  MeasureFamily same;
  for (int i = 0; i < 9; ++i) same.append(Matrix::Zero(2, 1), Vector::Ones(1), std::to_string(i));
  FitOptions options = learning(4);
  options.mean.free.support.reset();
  const Model flat = fit(same, options);
  EXPECT_TRUE(flat.analysis.components.empty() || flat.analysis.components[0].explained == 0);
  EXPECT_EQ(flat.analysis.squared_distances.size(), 9);

  MeasureFamily far = moved_clouds(12, 0.1);
  const Model near = fit(far, learning(4));
  far.standardize(Vector::Zero(2), Vector::Constant(2, std::ldexp(1.0, -300)));
  const Model scaled = fit(far, learning(4));
  EXPECT_NEAR(scaled.analysis.components[0].explained, near.analysis.components[0].explained, 1e-9);
  EXPECT_NEAR(scaled.statistics.sampling->explained_error[0], near.statistics.sampling->explained_error[0],
              1e-9);
}

}  // namespace
}  // namespace wpga
