#include "wpga/transport/entropic/sinkhorn_divergence.hpp"

#include <gtest/gtest.h>

#include "transport/clouds.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

using test::random_cloud;

TEST(SinkhornDivergence, VanishesAtEquality) {
  const Measure measure = random_cloud(2, 40, 1);
  for (const double regularization : {10.0, 0.1, 0.01})
    EXPECT_EQ(
        sinkhorn_divergence(measure.view(), measure.view(), {.regularization = regularization}).divergence,
        0);
}

TEST(SinkhornDivergence, IsPositiveAndSymmetric) {
  const SinkhornOptions options{.regularization = 0.1, .marginal_tolerance = 1e-9};
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Measure one = random_cloud(2, 25, 2 * seed), other = random_cloud(2, 20, 2 * seed + 1);
    const double there = sinkhorn_divergence(one.view(), other.view(), options).divergence;
    EXPECT_GT(there, 0);
    EXPECT_NEAR(there, sinkhorn_divergence(other.view(), one.view(), options).divergence, 1e-10);
  }
}

TEST(SinkhornDivergence, IsTheTextbookFormula) {
  const Measure one = random_cloud(3, 15, 31), other = random_cloud(3, 12, 32, 2, 1);
  const auto result =
      sinkhorn_divergence(one.view(), other.view(), {.regularization = 0.2, .marginal_tolerance = 1e-10});
  const auto value = [&](const Measure& a, const Measure& b) {
    return test::plain_sinkhorn(test::costs_between(a, b), a.weights, b.weights, result.regularization, 1e-11)
        .value;
  };
  EXPECT_NEAR(result.regularization, 0.2 * test::mean_cost(one, other), 1e-12);
  EXPECT_NEAR(result.divergence, value(one, other) - 0.5 * (value(one, one) + value(other, other)), 1e-9);
}

// Entropic plans of a cloud and its translate are translates of each other, so the bias cancels exactly.
TEST(SinkhornDivergence, OfATranslateIsTheSquaredShift) {
  Measure moved = random_cloud(2, 30, 33);
  const Measure measure = moved;
  moved.points.colwise() += Vector{{3, 4}};
  EXPECT_NEAR(sinkhorn_divergence(measure.view(), moved.view(), {.regularization = 0.1}).divergence, 25,
              1e-10);
}

TEST(SinkhornDivergence, IsTheSameFarFromTheOrigin) {
  const auto on_a_fine_grid = [](Measure measure) {
    measure.points = (measure.points * 0x1p10).array().round() * 0x1p-10;
    return measure;
  };
  Measure one = on_a_fine_grid(random_cloud(2, 12, 38)), other = on_a_fine_grid(random_cloud(2, 9, 39, 2, 1));
  const SinkhornOptions options{.regularization = 0.1, .marginal_tolerance = 1e-10};
  const double here = sinkhorn_divergence(one.view(), other.view(), options).divergence;
  for (Measure* measure : {&one, &other}) measure->points.array() += 1e10;
  EXPECT_NEAR(sinkhorn_divergence(one.view(), other.view(), options).divergence, here, 1e-11 * here);
}

TEST(SinkhornDivergence, IsInvariantUnderScale) {
  const Measure one = random_cloud(2, 12, 36), other = random_cloud(2, 9, 37);
  const SinkhornDivergence near = sinkhorn_divergence(one.view(), other.view(), {.regularization = 0.1});
  for (const double unit : {0x1p-450, 0x1p-40, 0x1p450}) {
    const Measure far{one.points * unit, one.weights}, there{other.points * unit, other.weights};
    EXPECT_EQ(sinkhorn_divergence(far.view(), there.view(), {.regularization = 0.1}).divergence,
              near.divergence * unit * unit);
  }
}

TEST(SinkhornDivergence, InterpolatesBetweenTransportAndMeans) {
  const Measure one = random_cloud(1, 40, 34), other = random_cloud(1, 50, 35, 2, 1);
  const double exact = test::squared_distance_on_the_line(one, other);
  const double means = (mean_of(one.view()) - mean_of(other.view())).squaredNorm();
  const auto divergence = [&](double regularization) {
    return sinkhorn_divergence(one.view(), other.view(),
                               {.regularization = regularization, .marginal_tolerance = 1e-7})
        .divergence;
  };
  EXPECT_NEAR(divergence(1e-3), exact, 1e-2 * exact);
  EXPECT_NEAR(divergence(1e3), means, 1e-2 * means);
}

TEST(SinkhornDivergence, OfTwoAtomsIsTheirSquaredDistance) {
  const Measure one = random_cloud(3, 1, 36), other = random_cloud(3, 1, 37);
  EXPECT_NEAR(sinkhorn_divergence(one.view(), other.view()).divergence,
              (one.points - other.points).squaredNorm(), 1e-12);
  EXPECT_THROW(sinkhorn_divergence(one.view(), random_cloud(2, 3, 1).view()), InputError);
}

}  // namespace
}  // namespace wpga
