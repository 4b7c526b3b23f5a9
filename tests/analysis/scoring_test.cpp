#include "wpga/analysis/scoring.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

// A cloud moved along a line by −1 … 3, and a curve that overshoots on both sides, backwards.
TEST(Scoring, TrimsTheCurveFixesItsSignAndMeasuresIt) {
  Random random(3);
  const Measure cloud = test::uniform_mean(random, 2, 6);
  Matrix shifts = Matrix::Zero(2, 5);
  shifts.row(0) << -1, 0, 1, 2, 3;
  const MeasureFamily family = test::translates(cloud, shifts);
  const Vector right = Vector::Unit(2, 0);
  const Measure mean{cloud.points.colwise() + right, cloud.weights};
  FamilyCouplings couplings(family, {}, mean.weights);
  Component component;
  const Matrix back = -5 * right.replicate(1, 6);
  component.curve = {back, back};  // from +5 to −5 of the mean
  const double variance = 2;       // of −2 … 2
  const std::vector<Matrix> earlier;
  const std::optional<SpaceBox> box;
  const ProjectionOptions times;
  score(component, {mean, variance, earlier, Orthogonality::each, box, times}, couplings, {.threads = 1});
  EXPECT_NEAR(length(mean.weights, component.curve), 4, 1e-3);
  EXPECT_GT(component.curve.direction()(0, 0), 0);
  EXPECT_LT((component.times - Vector{{0, 0.25, 0.5, 0.75, 1}}).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_LT((component.scores - Vector{{-2, -1, 0, 1, 2}}).cwiseAbs().maxCoeff(), 1e-2);
  EXPECT_NEAR(component.explained, 1, 1e-4);
  EXPECT_LE(component.certificates.time_gap, times.time_tolerance);
  EXPECT_LT(component.certificates.geodesic_gap, 1e-12);

  Analysis analysis;
  analysis.mean = mean;
  analysis.variance = variance;
  analysis.squared_distances = Vector{{4, 1, 0, 1, 4}};
  analysis.components = {component};
  score_jointly(analysis, couplings, {.threads = 1});
  EXPECT_GE(analysis.components[0].cumulative, component.explained - 1e-12);
}

}  // namespace
}  // namespace wpga
