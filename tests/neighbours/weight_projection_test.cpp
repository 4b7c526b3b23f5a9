#include "wpga/neighbours/histograms/weight_projection.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

using test::normal_matrix;
using test::random_weights;

WeightCurve inside(Random& random, Index dimension, Index points, Index knots) {
  Matrix weights(points, knots);
  for (Index k = 0; k < knots; ++k) weights.col(k) = random_weights(random, points);
  return weight_curve(normal_matrix(random, dimension, points), weights, weights.col(0), 1);
}

Projections project_alone(const WeightCurve& curve, const MeasureFamily& family,
                          const ProjectionOptions& options) {
  return project({&curve, 1}, family, {}, 1, options, {.threads = 1}).single[0];
}

WeightCurve leaving(Random& random, Index dimension, Index points) {
  WeightCurve curve = inside(random, dimension, points, 2);
  Matrix ends(points, 2);
  const Vector step = 6 * (curve.weights.col(1) - curve.weights.col(0));
  ends << curve.center - step, curve.center + step;
  return weight_curve(curve.points, ends, curve.center, 1);
}

// No time of a fine grid beats the proven lower bound, and the upper bound is the distance at the time found.
TEST(WeightProjection, ProvesItsTimesInAnyDimension) {
  Random random(1);
  for (const Index dimension : {1, 2, 3}) {
    const WeightCurve curve = inside(random, dimension, 10, 4);
    const MeasureFamily family = test::random_family(random, 5, dimension, 9);
    const Projections found = project_alone(curve, family, {.time_tolerance = 1e-6});
    for (Index i = 0; i < family.count(); ++i) {
      const auto distance = [&](double t) {
        return transport_value(nearest_measure(curve.points, weights_at(curve, t)).view(), family[i], {})
            .primal;
      };
      EXPECT_NEAR(distance(found.times[i]), found.squared_distances[i], 1e-10);
      EXPECT_LE(found.squared_distances[i] - found.lower_bounds[i], 1.01e-6);
      for (int step = 0; step <= 40; ++step) EXPECT_GE(distance(step / 40.0), found.lower_bounds[i] - 1e-10);
    }
  }
}

TEST(WeightProjection, CutsNegativeWeightsBeforeItMeasures) {
  Random random(2);
  const WeightCurve curve = leaving(random, 2, 8);
  ASSERT_GT(curve.negative_mass, 0.1);
  const MeasureFamily family = test::random_family(random, 4, 2, 9);
  const Projections found = project_alone(curve, family, {});
  for (Index i = 0; i < family.count(); ++i)
    for (int step = 0; step <= 500; ++step) {
      const Measure here = nearest_measure(curve.points, weights_at(curve, step / 500.0));
      EXPECT_GE(transport_value(here.view(), family[i], {}).primal, found.lower_bounds[i] - 1e-6);
    }
}

TEST(WeightProjection, AGridNeverBeatsTheCertifiedSearch) {
  Random random(3);
  const WeightCurve curve = leaving(random, 1, 8);
  const MeasureFamily family = test::random_family(random, 6, 1, 9);
  const Projections proven = project_alone(curve, family, {.time_tolerance = 1e-8});
  const Projections grid = project_alone(curve, family, {.times_search = TimesSearch::grid});
  EXPECT_TRUE((grid.squared_distances.array() >= proven.lower_bounds.array() - 1e-12).all());
  EXPECT_TRUE((proven.squared_distances.array() <= grid.squared_distances.array() + 2e-8).all());
  EXPECT_EQ(grid.solves, 6 * 16);
}

// With many points the search begins on fewer of them; what it proves is as true.
TEST(WeightProjection, ProvesItsTimesOnManyPoints) {
  Random random(5);
  Matrix points(2, 225);
  for (Index k = 0; k < 225; ++k) points.col(k) << static_cast<double>(k % 15), static_cast<double>(k / 15);
  const auto bump = [&](double x, double y) {
    const Vector center{{x, y}};
    const Vector heights = (-(points.colwise() - center).colwise().squaredNorm().array() / 8).exp();
    return Vector(heights / heights.sum());
  };
  Matrix knots(225, 2);
  const Vector step = bump(11, 8) - bump(3, 6);
  knots << bump(3, 6) - 0.3 * step, bump(11, 8) + 0.3 * step;
  const WeightCurve curve = weight_curve(points, knots, knots.rowwise().mean(), 1);
  ASSERT_GT(curve.negative_mass, 0.01);
  MeasureFamily family;
  for (int i = 0; i < 5; ++i) {
    const double share = random.uniform();
    family.append(points, (1 - share) * bump(4, 9) + share * bump(10, 4), std::to_string(i));
  }
  const Projections found = project_alone(curve, family, {.time_tolerance = 1e-4});
  EXPECT_LE(found.solves, 8 * family.count());
  for (Index i = 0; i < family.count(); ++i) {
    EXPECT_LE(found.squared_distances[i] - found.lower_bounds[i], 1.01e-4);
    for (int time = 0; time <= 64; ++time) {
      const Measure here = nearest_measure(curve.points, weights_at(curve, time / 64.0));
      EXPECT_GE(transport_value(here.view(), family[i], {}).primal, found.lower_bounds[i] - 1e-10);
    }
  }
}

TEST(WeightProjection, TogetherNeverRisesWithMoreCurves) {
  Random random(4);
  std::vector<WeightCurve> curves = {leaving(random, 2, 8)};
  for (int c = 0; c < 2; ++c) {
    WeightCurve next = leaving(random, 2, 8);
    const Matrix shifted = (next.weights.colwise() - next.center).colwise() + curves[0].center;
    curves.push_back(weight_curve(curves[0].points, shifted, curves[0].center, 1));
  }
  const MeasureFamily family = test::random_family(random, 5, 2, 9);
  const auto [single, joint] = project(curves, family, {}, 1, {}, {.threads = 1});
  EXPECT_TRUE((joint.squared_distances.col(0).array() <= single[0].squared_distances.array()).all());
  for (Index c = 1; c < 3; ++c)
    EXPECT_TRUE((joint.squared_distances.col(c).array() <= joint.squared_distances.col(c - 1).array()).all());
}

}  // namespace
}  // namespace wpga
