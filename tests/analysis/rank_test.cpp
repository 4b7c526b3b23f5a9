// No more components than a family has directions: what rounding leaves is none.
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/ragged_families.hpp"
#include "analysis/random_families.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

struct Case {
  const char* name;
  GeodesicOptions options;
};

std::vector<Case> cases(double components) {
  GeodesicOptions plain;
  if (components > 0) plain.components = components;
  std::vector<Case> all = {{"generalized", plain}, {"geodesic", plain}, {"translation", plain},
                           {"free", plain},        {"sum", plain},      {"barycentric", plain},
                           {"farthest", plain},    {"random", plain},   {"paper", plain}};
  all[1].options.curve = CurveKind::geodesic;
  all[2].options.curve = CurveKind::translation;
  all[3].options.maps = MapRule::free;
  all[4].options.orthogonality = Orthogonality::sum;
  all[5].options.projection = MapProjection::barycentric;
  all[6].options.start = CurveStart::farthest;
  all[7].options.start = CurveStart::random;
  all[7].options.restarts = 2;
  all[8].options.algorithm = FitAlgorithm::paper;
  return all;
}

void expect_rank(const MeasureFamily& family, const Measure& mean, std::size_t rank) {
  const double asked = std::min(4.0, static_cast<double>(family.count() - 1));
  for (const Case& each : cases(asked)) {
    const Analysis found = principal_geodesics(family, mean, {}, each.options, {.threads = 1});
    EXPECT_EQ(found.components.size(), rank) << each.name;
    EXPECT_EQ(found.termination,
              static_cast<double>(rank) < asked ? Termination::no_variance_left : Termination::converged)
        << each.name;
    for (const Component& component : found.components) {
      EXPECT_GT(component.explained, 1e-10) << each.name;
      EXPECT_LE(component.certificates.orthogonality, 1e-3) << each.name;
      if (each.options.maps == MapRule::free) continue;  // whose maps promise nothing
      EXPECT_LE(component.certificates.map_gap.backward, 1e-3) << each.name;
      EXPECT_LE(component.certificates.map_gap.forward, 1e-3) << each.name;
    }
    EXPECT_EQ(found.tangent_explained.size(), static_cast<Index>(rank)) << each.name;
  }
}

Measure mean_of_family(const MeasureFamily& family, int support) {
  return free_support_mean(family, {}, {.support = support}, {.threads = 1}).measure;
}

TEST(Rank, OfTranslatesIsThatOfTheirShifts) {
  Random random(1);
  const Measure cloud = test::uniform_mean(random, 2, 10);
  const Matrix shifts = test::normal_matrix(random, 2, 20);
  expect_rank(test::translates(cloud, shifts), mean_of_family(test::translates(cloud, shifts), 10), 2);
  const Matrix line = Vector{{2, 1}} * shifts.row(0);
  expect_rank(test::translates(cloud, line), mean_of_family(test::translates(cloud, line), 10), 1);
  const MeasureFamily same = test::translates(cloud, Matrix::Zero(2, 20));
  expect_rank(same, mean_of_family(same, 10), 0);
}

// Means with more atoms than the cloud, whose masses split: the distances have a part that no map explains.
TEST(Rank, OfTranslatesIsThatOfTheirShiftsWhereMassesSplit) {
  Random random(2);
  const Measure cloud = test::uniform_mean(random, 2, 7);
  const Matrix shifts = test::normal_matrix(random, 2, 12);
  expect_rank(test::translates(cloud, shifts), mean_of_family(test::translates(cloud, shifts), 16), 2);
}

TEST(Rank, OfSingleAtomsIsThatOfTheirPlaces) {
  Random random(3);
  const Measure atom{Matrix::Zero(2, 1), Vector::Ones(1)};
  const MeasureFamily plane = test::translates(atom, test::normal_matrix(random, 2, 20));
  expect_rank(plane, mean_of_family(plane, 1), 2);
  expect_rank(plane, mean_of_family(plane, 20), 2);
  const MeasureFamily line = test::translates(atom, Vector{{1, 3}} * test::normal_matrix(random, 1, 20));
  expect_rank(line, mean_of_family(line, 1), 1);
}

TEST(Rank, OfFewMeasuresIsLessThanTheirNumber) {
  Random random(4);
  MeasureFamily family = test::random_family(random, 1, 2, 6);
  expect_rank(family, mean_of_family(family, 1), 0);
  const Measure cloud = test::uniform_mean(random, 2, 6);
  const MeasureFamily two = test::translates(cloud, test::normal_matrix(random, 2, 2));
  expect_rank(two, mean_of_family(two, 6), 1);
  const MeasureFamily three = test::translates(cloud, test::normal_matrix(random, 2, 3));
  expect_rank(three, mean_of_family(three, 6), 2);
  const MeasureFamily on_line = test::translates(cloud, Vector{{1, 1}} * test::normal_matrix(random, 1, 3));
  expect_rank(on_line, mean_of_family(on_line, 6), 1);
}

// Numbers carry shifts of a ten-thousand-millionth of the cloud, and so do components.
TEST(Rank, OfSmallShiftsIsThatOfLargeOnes) {
  Random random(5);
  const Measure cloud = test::uniform_mean(random, 2, 12);
  const Matrix shifts = test::normal_matrix(random, 2, 15);
  GeodesicOptions options;
  options.components = 3;
  const auto fit = [&](double size) {
    const MeasureFamily family = test::translates(cloud, size * shifts);
    return principal_geodesics(family, mean_of_family(family, 12), {}, options, {.threads = 1});
  };
  const Analysis large = fit(1);
  for (const double size : {1e-5, 1e-7, 1e-10}) {
    const Analysis small = fit(size);
    ASSERT_EQ(small.components.size(), 2u) << size;
    for (std::size_t c = 0; c < 2; ++c)
      EXPECT_NEAR(small.components[c].explained, large.components[c].explained, 1e-4) << size;
  }
}

TEST(Rank, OfTwoMeasuresIsOneTheGeodesicBetweenThem) {
  Random random(9);
  const Matrix first = test::cloud(random, 2, 8), second = test::cloud(random, 2, 8).array() + 2;
  MeasureFamily family;
  family.append(first, test::uniform(8), "a");
  family.append(second, test::uniform(8), "b");
  const PairCoupling pair = couple(family[0], family[1], {});
  const Measure mean = displaced_by_map(family[0], pair.map, 0.5);
  const double distance = pair.value.primal;
  for (const CurveKind kind : {CurveKind::generalized, CurveKind::geodesic}) {
    GeodesicOptions options;
    options.tolerance = 1e-12;
    options.map_tolerance = 1e-6;
    options.iterations = 1000;
    options.times.time_tolerance = 1e-9;
    options.curve = kind;
    const Analysis analysis = principal_geodesics(family, mean, {}, options, {.threads = 1});
    ASSERT_EQ(analysis.components.size(), 1u);  // min(3, N − 1)
    const Component& component = analysis.components[0];
    EXPECT_LT(component.squared_distances.maxCoeff(), 1e-9 * distance);
    EXPECT_NEAR(length(mean.weights, component.curve.atoms()), std::sqrt(distance),
                1e-6 * std::sqrt(distance));
    EXPECT_NEAR(std::abs(component.times[0] - component.times[1]), 1, 1e-12);
  }
}

TEST(Rank, OfIdenticalMeasuresIsNone) {
  Random random(11);
  const Matrix points = test::cloud(random, 2, 6);
  MeasureFamily family;
  for (int i = 0; i < 5; ++i) family.append(points, test::uniform(6), std::to_string(i));
  const Analysis analysis = principal_geodesics(family, {points, test::uniform(6)}, {}, {}, {.threads = 1});
  EXPECT_TRUE(analysis.components.empty());
  EXPECT_EQ(analysis.termination, Termination::no_variance_left);
  EXPECT_EQ(analysis.variance, 0);
}

TEST(Rank, OfOneMeasureIsNone) {
  MeasureFamily family;
  Random random(12);
  family.append(test::cloud(random, 2, 6), test::uniform(6), "only");
  const Analysis analysis =
      principal_geodesics(family, {family[0].points.leftCols(3), test::uniform(3)}, {}, {}, {.threads = 1});
  EXPECT_TRUE(analysis.components.empty());
}

}  // namespace
}  // namespace wpga
