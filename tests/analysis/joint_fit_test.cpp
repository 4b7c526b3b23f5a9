#include "wpga/analysis/fit/joint_fit.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/progress.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
};

Example clouds(std::uint64_t seed, Index dimension = 2) {
  Random random(seed);
  Example e;
  const Measure cloud = test::uniform_mean(random, dimension, 16);
  for (int i = 0; i < 12; ++i) {
    Matrix points = cloud.points + 0.3 * test::normal_matrix(random, dimension, 16);
    points.row(0) *= 1 + 0.5 * random.uniform();
    points.colwise() += Vector(0.5 * test::normal_matrix(random, dimension, 1));
    e.family.append(points, Vector::Ones(16), std::to_string(i));
  }
  e.mean = cloud;
  return e;
}

TEST(JointFit, ExplainsMoreThanOneAfterTheOther) {
  for (std::uint64_t seed = 1; seed < 5; ++seed)
    for (const Orthogonality orthogonality : {Orthogonality::each, Orthogonality::sum}) {
      const Example e = clouds(seed);
      GeodesicOptions options{.components = 3, .orthogonality = orthogonality};
      const Analysis together = principal_geodesics(e.family, e.mean, {}, options);
      options.fit = FitOrder::greedy;
      const Analysis greedy = principal_geodesics(e.family, e.mean, {}, options);
      EXPECT_GT(together.components.back().cumulative, greedy.components.back().cumulative);
      EXPECT_FALSE(greedy.together);
      ASSERT_TRUE(together.together);
      const std::vector<double>& objective = together.together->objective;
      for (std::size_t k = 1; k < objective.size(); ++k) EXPECT_LE(objective[k], objective[k - 1]);
      for (const Component& component : together.components) {
        EXPECT_LT(component.certificates.orthogonality, 1e-9);
        EXPECT_LT(component.certificates.map_gap.backward, 1e-12);
        EXPECT_LT(component.certificates.map_gap.forward, 1e-12);
      }
      EXPECT_GE(together.joint_times.minCoeff<Eigen::PropagateNumbers>(), 0);
    }
}

// With Ω a sweep may stand still although a step would have had far to go: that is no convergence.
TEST(JointFit, SaysWhereNoStepWentDown) {
  int blocked = 0;
  for (std::uint64_t seed = 1; seed < 13; ++seed) {
    Random random(seed);
    MeasureFamily family;
    for (int i = 0; i < 5; ++i)
      family.append(2 * test::normal_matrix(random, 2, 7), Vector::Ones(7), std::to_string(i));
    const Measure mean = free_support_mean(family, {}, {.support = 7}, {.threads = 1}).measure;
    const Analysis found = principal_geodesics(family, mean, {}, {.components = 2, .collinearity = 30});
    ASSERT_TRUE(found.together);
    const Convergence& end = found.together->convergence;
    EXPECT_NE(end.termination, Termination::iteration_limit);
    blocked += end.termination == Termination::no_progress ? 1 : 0;
  }
  EXPECT_GT(blocked, 0);
  EXPECT_LT(blocked, 12);
}

// On the line plans never change, and small moves keep every map optimal: tangent PCA is the best of straight
// lines, and curves of two fields are no worse.
TEST(JointFit, IsNoWorseThanPrincipalComponentsOnTheLine) {
  Random random(5);
  Example e;
  e.mean = {Matrix::NullaryExpr(1, 12, [](Index, Index k) { return static_cast<double>(k); }),
            Vector::Constant(12, 1.0 / 12)};
  for (int i = 0; i < 15; ++i)
    e.family.append(e.mean.points + 0.1 * test::normal_matrix(random, 1, 12), Vector::Ones(12),
                    std::to_string(i));
  const Analysis found = principal_geodesics(e.family, e.mean, {}, {.components = 3, .tolerance = 1e-7});
  EXPECT_GT(found.components.back().cumulative, found.tangent_explained.sum() - 1e-3);
}

TEST(JointFit, KeepsAllMapsOptimalWhenAsked) {
  const Example e = clouds(6);
  GeodesicOptions options{.components = 3, .joint_maps = JointMaps::all};
  const Analysis held = principal_geodesics(e.family, e.mean, {}, options);
  EXPECT_LT(held.together->map_gap, 1e-12);
  for (Index i = 0; i < e.family.count(); ++i) {  // at corners of the box of times too
    const Vector corner{
        {static_cast<double>(i % 2), static_cast<double>(i / 2 % 2), static_cast<double>(i / 4 % 2)}};
    std::vector<GeneralizedGeodesic> curves;
    for (const Component& component : held.components) curves.push_back(component.curve.atoms());
    const Matrix points = points_at(e.mean.points, curves, std::span<const double>(corner.data(), 3));
    EXPECT_LT(map_gap(e.mean, points - e.mean.points), 1e-12);
  }
  options.joint_maps = JointMaps::each;
  const Analysis free = principal_geodesics(e.family, e.mean, {}, options);
  EXPECT_GT(free.together->map_gap, 1e-3);
  EXPECT_GT(free.components.back().cumulative, held.components.back().cumulative);
}

TEST(JointFit, RefusesAllMapsWhereItCannotKeepThem) {
  const Example e = clouds(6);
  for (GeodesicOptions options :
       {GeodesicOptions{.curve = CurveKind::geodesic}, GeodesicOptions{.maps = MapRule::free},
        GeodesicOptions{.projection = MapProjection::barycentric}, GeodesicOptions{.collinearity = 1.0}}) {
    options.components = 2;
    options.joint_maps = JointMaps::all;
    EXPECT_THROW(principal_geodesics(e.family, e.mean, {}, options), InputError);
  }
}

TEST(JointFit, KeepsTheBox) {
  const Example e = clouds(7);
  const double reach = 1.05 * e.mean.points.cwiseAbs().maxCoeff();
  const Analysis found =
      principal_geodesics(e.family, e.mean, {}, {.components = 2, .box = BoxChoice::within(-reach, reach)});
  for (const Component& component : found.components) EXPECT_EQ(component.certificates.outside_box, 0);
}

TEST(JointFit, FitsTrueGeodesicsTogetherToo) {
  const Example e = clouds(8);
  const Analysis found =
      principal_geodesics(e.family, e.mean, {}, {.components = 2, .curve = CurveKind::geodesic});
  ASSERT_TRUE(found.together);
  for (const Component& component : found.components) EXPECT_LE(component.certificates.geodesic_gap, 1e-3);
}

// Translations in the plane: two components explain all, and a third is not there.
TEST(JointFit, EndsWhereNoVarianceIsLeft) {
  Random random(9);
  const Measure cloud = test::uniform_mean(random, 2, 8);
  const Analysis plane = principal_geodesics(test::translates(cloud, test::normal_matrix(random, 2, 9)),
                                             cloud, {}, {.components = 5});
  EXPECT_EQ(plane.components.size(), 2u);
  EXPECT_NEAR(plane.components.back().cumulative, 1, 1e-3);
  Matrix shifts = test::normal_matrix(random, 2, 9);
  shifts.row(1).setZero();
  const Analysis line = principal_geodesics(test::translates(cloud, shifts), cloud, {}, {.components = 5});
  ASSERT_EQ(line.components.size(), 1u);  // fitted finely after all
  EXPECT_FALSE(line.together);
  EXPECT_NEAR(line.components[0].cumulative, 1, 1e-6);
  EXPECT_LE(line.components[0].certificates.time_gap, 1e-4);
}

class Parts : public ProgressObserver {
 public:
  void begin(std::string_view, std::int64_t) override {}
  void advance(std::int64_t) override {}
  void end() override {}
  void begin_part(std::string_view name, std::int64_t number, std::int64_t total, double later) override {
    heard.push_back(std::string(name) + ' ' + std::to_string(number) + '/' + std::to_string(total));
    if (total == number) {
      EXPECT_GT(later, 0) << "something follows " << name;
    }
  }
  void iterated(const IterationDone&) override {}
  void expect(double) override {}

  std::vector<std::string> heard;
};

// The sweeps are not the end of the work: the certified times after them are parts of their own.
TEST(JointFit, TellsAllPartsOfTheWork) {
  const Example e = clouds(2);
  Parts parts;
  principal_geodesics(e.family, e.mean, {}, {.components = 2}, {.threads = 1, .observer = &parts});
  const std::vector<std::string> expected{"component 1/2", "component 2/2", "components together 1/1",
                                          "times on component 1/2", "times on component 2/2"};
  EXPECT_EQ(parts.heard, expected);
}

TEST(JointFit, GivesTheSameBitsForAnyNumberOfThreads) {
  const Example e = clouds(10);
  const GeodesicOptions options{.components = 3};
  const Analysis one = principal_geodesics(e.family, e.mean, {}, options, {.threads = 1});
  const Analysis three = principal_geodesics(e.family, e.mean, {}, options, {.threads = 3});
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(one.components[c].curve.atoms().forward, three.components[c].curve.atoms().forward);
    EXPECT_EQ(one.components[c].squared_distances, three.components[c].squared_distances);
  }
  EXPECT_EQ(one.together->map_gap, three.together->map_gap);
}

}  // namespace
}  // namespace wpga
