#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analysis/random_families.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

struct Joint {
  std::vector<Projections> single;
  JointProjections together;
};

Vector distances_to(const Measure& mean, const MeasureFamily& family) {
  Vector distances(family.count());
  for (Index i = 0; i < family.count(); ++i) distances[i] = couple(mean.view(), family[i], {}).value.primal;
  return distances;
}

Joint projected(const Measure& mean, const MeasureFamily& family,
                const std::vector<GeneralizedGeodesic>& curves, int threads = 1,
                const TransportOptions& transport = {}) {
  FamilyCouplings couplings(family, transport, mean.weights);
  Joint joint;
  for (const GeneralizedGeodesic& curve : curves)
    joint.single.push_back(
        project(mean, curve, couplings, 1, {}, {.time_tolerance = 1e-9}, {.threads = threads}));
  joint.together = project_jointly(mean, distances_to(mean, family), curves, joint.single, couplings,
                                   {.threads = threads});
  return joint;
}

struct Example {
  MeasureFamily family;
  Measure mean;
  std::vector<GeneralizedGeodesic> curves;
};

Example example(std::uint64_t seed) {
  Random random(seed);
  Example e{test::random_family(random, 15, 2, 10), test::random_mean(random, 2, 6), {}};
  for (int c = 0; c < 3; ++c) e.curves.push_back(test::random_curve(random, 2, 6));
  return e;
}

TEST(JointProjection, NeverRisesWithMoreCurvesAndNeverExceedsOneAlone) {
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const Example e = example(seed);
    const Joint joint = projected(e.mean, e.family, e.curves);
    const Vector alone = distances_to(e.mean, e.family);
    const Matrix& found = joint.together.squared_distances;
    for (Index i = 0; i < e.family.count(); ++i) {
      EXPECT_LE(found(i, 0), alone[i] + 1e-12);
      for (Index c = 1; c < 3; ++c) EXPECT_LE(found(i, c), found(i, c - 1));
      for (Index c = 0; c < 3; ++c)
        EXPECT_LE(found(i, 2), joint.single[static_cast<std::size_t>(c)].squared_distances[i]);
    }
  }
}

// What is claimed is the cost of some plan at the times given, also where entropic plans hardly converge.
TEST(JointProjection, IsAnUpperBoundAtItsTimes) {
  const Example e = example(5);
  for (const TransportOptions& transport :
       {TransportOptions{},
        TransportOptions{.transport = TransportMethod::entropic, .sinkhorn = {.marginal_tolerance = 0.1}}}) {
    const Joint joint = projected(e.mean, e.family, e.curves, 1, transport);
    for (Index i = 0; i < e.family.count(); ++i) {
      const Vector times = joint.together.times.row(i).transpose();
      const Measure moved{points_at(e.mean.points, e.curves, {times.data(), 3}), e.mean.weights};
      EXPECT_GE(joint.together.squared_distances(i, 2),
                couple(moved.view(), e.family[i], {}).value.primal - 1e-9);
    }
  }
}

TEST(JointProjection, OnOneCurveIsTheProjection) {
  Example e = example(6);
  e.curves.resize(1);
  const Vector alone = distances_to(e.mean, e.family);
  const Joint joint = projected(e.mean, e.family, e.curves);
  for (Index i = 0; i < e.family.count(); ++i) {
    EXPECT_EQ(joint.together.squared_distances(i, 0),
              std::min(alone[i], joint.single[0].squared_distances[i]));
    if (alone[i] > joint.single[0].squared_distances[i]) {
      EXPECT_EQ(joint.together.times(i, 0), joint.single[0].times[i]);
    }
  }
}

// Two orthogonal translations reach every translate in their rectangle.
TEST(JointProjection, IsExactForTranslatesInTwoDirections) {
  Random random(7);
  const Measure mean = test::random_mean(random, 2, 9);
  const Matrix shifts{{1, -1.5, 0.3, 2}, {0.5, -0.25, -1, 0.9}};
  const MeasureFamily family = test::translates(mean, shifts);
  const Matrix across = Vector{{2, 0}}.replicate(1, 9), up = Vector{{0, 1}}.replicate(1, 9);
  const Joint joint = projected(mean, family, {{across, across}, {up, up}});
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(joint.together.squared_distances(i, 0), shifts(1, i) * shifts(1, i), 1e-8);
    EXPECT_NEAR(joint.together.squared_distances(i, 1), 0, 1e-8);
    EXPECT_NEAR(4 * joint.together.times(i, 0) - 2, shifts(0, i), 1e-4);
    EXPECT_NEAR(2 * joint.together.times(i, 1) - 1, shifts(1, i), 1e-4);
  }
}

// A curve that only leads away is left out.
TEST(JointProjection, SwitchesOffWhatDoesNotHelp) {
  Random random(8);
  const Measure mean = test::random_mean(random, 2, 9);
  const MeasureFamily family = test::translates(mean, Matrix{{0.5, -0.5}, {0, 0}});
  const Matrix across = Vector{{1, 0}}.replicate(1, 9), up = Vector{{0, 5}}.replicate(1, 9);
  const GeneralizedGeodesic useful{across, across}, away{-up, 2 * up};
  for (const auto& curves : {std::vector{useful, away}, std::vector{away, useful}}) {
    const Joint joint = projected(mean, family, curves);
    const Index off = curves[0].forward == away.forward ? 0 : 1;
    for (Index i = 0; i < 2; ++i) {
      EXPECT_TRUE(std::isnan(joint.together.times(i, off)));
      EXPECT_NEAR(joint.together.squared_distances(i, 1), 0, 1e-8);
    }
  }
}

TEST(JointProjection, HasTheSameBitsForAnyNumberOfThreads) {
  const Example e = example(9);
  const Joint one = projected(e.mean, e.family, e.curves, 1), two = projected(e.mean, e.family, e.curves, 2);
  EXPECT_EQ(one.together.squared_distances, two.together.squared_distances);
  EXPECT_TRUE((one.together.times.array() == two.together.times.array() ||
               (one.together.times.array().isNaN() && two.together.times.array().isNaN()))
                  .all());
}

}  // namespace
}  // namespace wpga
