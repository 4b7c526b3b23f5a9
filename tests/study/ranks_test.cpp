// What several ranks find together is, bit by bit, what one process finds.
#include "wpga/parallel/ranks.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <mutex>
#include <optional>

#include "analysis/random_families.hpp"
#include "parallel/rank_threads.hpp"
#include "wpga/study/find_mean.hpp"
#include "wpga/study/fit.hpp"
#include "wpga/study/project.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

using testing::on_ranks;

// NaN, a time that is left out, equals itself here.
template <class One, class Other>
bool same_bits(const One& one, const Other& other) {
  return one.rows() == other.rows() && one.cols() == other.cols() &&
         std::memcmp(one.data(), other.data(), sizeof(double) * static_cast<std::size_t>(one.size())) == 0;
}

MeasureFamily clouds(Index count) {
  Random random(5);
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Measure cloud = test::uniform_mean(random, 2, 6 + i % 5);
    const Matrix moved = ((1 + 0.3 * random.normal()) * cloud.points).colwise() +
                         Vector(test::normal_matrix(random, 2, 1).col(0));
    family.append(moved, cloud.weights, std::to_string(i));
  }
  return family;
}

void expect_same(const Analysis& one, const Analysis& other) {
  EXPECT_TRUE(same_bits(one.mean.points, other.mean.points));
  EXPECT_EQ(one.variance, other.variance);
  EXPECT_TRUE(same_bits(one.squared_distances, other.squared_distances));
  EXPECT_TRUE(same_bits(one.joint_times, other.joint_times));
  EXPECT_TRUE(same_bits(one.joint_squared_distances, other.joint_squared_distances));
  ASSERT_EQ(one.components.size(), other.components.size());
  for (std::size_t c = 0; c < one.components.size(); ++c) {
    const Component &here = one.components[c], &there = other.components[c];
    EXPECT_TRUE(same_bits(here.times, there.times));
    EXPECT_TRUE(same_bits(here.squared_distances, there.squared_distances));
    EXPECT_EQ(here.explained, there.explained);
    ASSERT_EQ(here.curve.changes_weights(), there.curve.changes_weights());
    if (here.curve.changes_weights()) continue;
    EXPECT_TRUE(same_bits(here.curve.atoms().backward, there.curve.atoms().backward));
    EXPECT_TRUE(same_bits(here.curve.atoms().forward, there.curve.atoms().forward));
  }
}

void expect_same_fit(const MeasureFamily& family, const FitOptions& options, int size) {
  const Analysis wanted = fit(family, options, {.threads = 1}).analysis;
  on_ranks(size, [&](Ranks& ranks) {
    expect_same(fit(family, options, {.threads = 1, .ranks = &ranks}).analysis, wanted);
    EXPECT_FALSE(ranks.part(nullptr));
  });
}

FitOptions small(Method method, double components) {
  FitOptions options{.components = components, .method = method};
  options.mean.free.support = 6;
  return options;
}

TEST(ManyRanks, FindTheMean) {
  const MeasureFamily family = clouds(100);
  MeanOptions options;
  options.free.support = 7;
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic}) {
    const TransportOptions transport{.transport = method};
    const Mean wanted = find_mean(family, options, transport, {.threads = 1});
    for (const int size : {2, 3, 7})
      on_ranks(size, [&](Ranks& ranks) {
        const Mean found = find_mean(family, options, transport, {.threads = 1, .ranks = &ranks});
        EXPECT_TRUE(same_bits(found.measure.points, wanted.measure.points));
        EXPECT_TRUE(same_bits(found.squared_distances, wanted.squared_distances));
        EXPECT_EQ(found.objective, wanted.objective);
      });
  }
}

TEST(ManyRanks, FitByEveryMethod) {
  const MeasureFamily family = clouds(70);
  for (const Method method :
       {Method::geodesics, Method::tangent, Method::linear, Method::template_deformation, Method::gaussian})
    expect_same_fit(family, small(method, 2), 3);
}

TEST(ManyRanks, FitGeodesicsInEveryWay) {
  const MeasureFamily family = clouds(70);
  FitOptions greedy = small(Method::geodesics, 2);
  greedy.geodesics.fit = FitOrder::greedy;
  expect_same_fit(family, greedy, 2);
  FitOptions paper = small(Method::geodesics, 1);
  paper.geodesics.algorithm = FitAlgorithm::paper;
  paper.geodesics.iterations = 5;
  expect_same_fit(family, paper, 3);
  FitOptions entropic = small(Method::geodesics, 1);
  entropic.transport.transport = TransportMethod::entropic;
  entropic.geodesics.iterations = 5;
  expect_same_fit(family, entropic, 2);
}

// More measures than judge the start: the couplings of the judges come from all ranks.
TEST(ManyRanks, FitManyMeasures) { expect_same_fit(clouds(1100), small(Method::geodesics, 1), 4); }

TEST(ManyRanks, FitFewerMeasuresThanRanks) {
  for (const Index count : {2, 3, 17}) expect_same_fit(clouds(count), small(Method::geodesics, 1), 5);
}

TEST(ManyRanks, FindStatistics) {
  FitOptions options = small(Method::geodesics, 1);
  options.statistics.folds = 2;
  options.bootstrap.bootstrap = 2;
  const MeasureFamily family = clouds(40);
  const Model wanted = fit(family, options, {.threads = 1});
  on_ranks(3, [&](Ranks& ranks) {
    const Model found = fit(family, options, {.threads = 1, .ranks = &ranks});
    expect_same(found.analysis, wanted.analysis);
    EXPECT_TRUE(same_bits(found.bootstrap, wanted.bootstrap));
  });
}

TEST(ManyRanks, ProjectAndMeasureDistances) {
  const MeasureFamily family = clouds(90);
  const Analysis analysis = fit(clouds(30), small(Method::geodesics, 2), {.threads = 1}).analysis;
  const AnalysisProjections wanted = project_on(analysis, family, {}, {}, {.threads = 1});
  const DistanceMatrix distances = distance_matrix(family, {}, {.threads = 1});
  on_ranks(3, [&](Ranks& ranks) {
    const Execution execution{.threads = 1, .ranks = &ranks};
    const AnalysisProjections found = project_on(analysis, family, {}, {}, execution);
    EXPECT_TRUE(same_bits(found.joint.times, wanted.joint.times));
    EXPECT_TRUE(same_bits(found.joint.squared_distances, wanted.joint.squared_distances));
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_TRUE(same_bits(found.single[c].times, wanted.single[c].times));
      EXPECT_TRUE(same_bits(found.single[c].lower_bounds, wanted.single[c].lower_bounds));
      EXPECT_EQ(found.single[c].solves, wanted.single[c].solves);
    }
    const DistanceMatrix all = distance_matrix(family, {}, execution);
    EXPECT_TRUE(same_bits(all.upper, distances.upper));
    EXPECT_TRUE(same_bits(all.lower, distances.lower));
    EXPECT_EQ(all.not_converged, distances.not_converged);
  });
}

// A state saved by two ranks holds all couplings: three go on from it, and one does.
TEST(ManyRanks, GoOnFromTheStateOfOthers) {
  const MeasureFamily family = clouds(50);
  const FitOptions options = small(Method::geodesics, 2);
  const Analysis wanted = fit(family, options, {.threads = 1}).analysis;
  std::optional<FitState> state;
  std::optional<Center> center;
  on_ranks(2, [&](Ranks& ranks) {
    int saves = 0;
    FitRun run{.seconds_between_saves = 0};
    run.save = [&](const Center& found, const FitState& saved) {
      if (!ranks.is_first() || ++saves != 3) return;
      state = saved;
      center = found;
    };
    fit(family, options, {.threads = 1, .ranks = &ranks}, run);
  });
  ASSERT_TRUE(state);
  FitRun run{.center = center};
  run.resume = &*state;
  expect_same(fit(family, options, {.threads = 2}, run).analysis, wanted);
  on_ranks(3, [&](Ranks& ranks) {
    expect_same(fit(family, options, {.threads = 1, .ranks = &ranks}, run).analysis, wanted);
  });
}

}  // namespace
}  // namespace wpga
