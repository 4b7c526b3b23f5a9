#include "wpga/study/statistics/statistic_shortfalls.hpp"

#include <gtest/gtest.h>

#include <map>

#include "study/statistics_families.hpp"
#include "wpga/study/comparison.hpp"

namespace wpga {
namespace {

using Told = std::map<std::string, StatisticShortfalls>;

Told told_by(const Statistics& statistics) {
  Told all;
  for_each_shortfalls(
      statistics, [&](std::string_view name, const StatisticShortfalls& found) { all.emplace(name, found); });
  return all;
}

MeasureFamily bent_clouds(Index count) {
  Random random(5);
  const Measure cloud = test::lattice(4);
  const std::vector<Matrix> fields = test::orthonormal_fields(cloud, 2, random);
  return test::moved_lattice(cloud, fields, 0.9 * test::normal_matrix(random, 2, count), 0.3, random);
}

FitOptions all_statistics() {
  FitOptions options{.components = 2.0};
  options.mean.method = MeanMethod::free;
  options.mean.free.support = 16;
  options.statistics.folds = 3;
  options.bootstrap.bootstrap = 4;
  return options;
}

TEST(StatisticShortfalls, OfSoundFitsAreNone) {
  const Model model = fit(bent_clouds(8), all_statistics());
  const Told told = told_by(model.statistics);
  EXPECT_EQ(told.at("cross_validation").fits, 3);
  EXPECT_EQ(told.at("draws").fits, 4);
  EXPECT_EQ(told.at("stability").fits, 4 + 8);  // the draws, and without each measure
  for (const auto& [name, found] : told) EXPECT_FALSE(found.alone().any()) << name;
  EXPECT_FALSE(stopped_early(model.analysis));
}

TEST(StatisticShortfalls, CountTransportsOfRefitsThatStoppedEarly) {
  FitOptions options = all_statistics();
  options.transport.transport = TransportMethod::entropic;
  options.transport.sinkhorn.iterations = 1;
  const Model model = fit(bent_clouds(8), options);
  const Told told = told_by(model.statistics);
  // Each fold refits about the mean of 5 or 6 measures, two solves for each at least.
  EXPECT_GT(told.at("cross_validation").unconverged_transports, 3 * 2 * 5);
  EXPECT_GT(told.at("stability").unconverged_transports, 12 * 2 * 3);
  EXPECT_GT(told.at("draws").unconverged_transports, 4 * 2 * 3);
}

TEST(StatisticShortfalls, CountConeStepsOfRefitsThatEndedEarly) {
  FitOptions options = all_statistics();
  options.geodesics.cone_iterations = 1;
  for (const FitOrder order : {FitOrder::together, FitOrder::greedy}) {
    options.geodesics.fit = order;
    const Model model = fit(bent_clouds(8), options);
    const Told told = told_by(model.statistics);
    for (const char* name : {"cross_validation", "stability", "draws"})
      EXPECT_GT(told.at(name).unfinished_cone_steps, 0) << name;
  }
}

TEST(StatisticShortfalls, CountWholeFitsThatEndedAtTheirLimit) {
  FitOptions options = all_statistics();
  options.method = Method::geodesics;
  options.mean.free.iterations = 1;
  const Model model = fit(bent_clouds(8), options);
  EXPECT_EQ(told_by(model.statistics).at("draws").unsettled_fits, 4);
}

TEST(StatisticShortfalls, OfRobustFitsAndOfSamplesAreTold) {
  FitOptions options{.components = 1.0};
  options.mean.method = MeanMethod::free;
  options.mean.free.support = 16;
  options.geodesics.cone_iterations = 1;
  options.statistics.robust = true;
  EXPECT_GT(told_by(fit(bent_clouds(8), options).statistics).at("robust").unfinished_cone_steps, 0);
  options.statistics.robust = false;
  options.statistics.learn_from = 8;
  const Told sampled = told_by(fit(bent_clouds(14), options).statistics);
  EXPECT_EQ(sampled.at("sampling").fits, 8);
  EXPECT_GT(sampled.at("sampling").unfinished_cone_steps, 0);
}

TEST(StatisticShortfalls, OfComparisonsAreThoseOfTheirDraws) {
  FitOptions options = all_statistics();
  options.geodesics.cone_iterations = 1;
  const std::vector<Method> methods = {Method::geodesics, Method::tangent};
  const ComparisonOptions comparison{.draws = {.bootstrap = 2}};
  const FamilyComparison all = compare_on(bent_clouds(6), methods, options, comparison, {});
  EXPECT_EQ(all.found.methods[0].bootstrap.shortfalls.fits, 2);
  EXPECT_GT(all.found.methods[0].bootstrap.shortfalls.unfinished_cone_steps, 0);
}

// A strict user minds what a statistic left unfinished, although the components are sound.
TEST(StatisticShortfalls, OfAnyPartStopAStrictRun) {
  Model model;
  model.statistics.cross_validation = CrossValidation{.folds = 3};
  model.statistics.draws = StatisticShortfalls{.fits = 5};
  EXPECT_FALSE(stopped_early(model));
  for (Index StatisticShortfalls::* member :
       {&StatisticShortfalls::unsettled_fits, &StatisticShortfalls::unfinished_cone_steps,
        &StatisticShortfalls::unconverged_transports, &StatisticShortfalls::contradictions}) {
    Model nested = model, direct = model;
    nested.statistics.cross_validation->shortfalls.*member = 1;
    (*direct.statistics.draws).*member = 1;
    EXPECT_TRUE(stopped_early(nested));
    EXPECT_TRUE(stopped_early(direct));
  }
}

}  // namespace
}  // namespace wpga
