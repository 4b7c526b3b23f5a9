#include "wpga/analysis/fit/descent.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <memory>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

// What a fit holds while one curve of it descends.
struct Descending {
  MeasureFamily family;
  Measure mean;
  GeodesicOptions options = {};
  TransportOptions transport = {};
  Execution execution = {};
  FamilyCouplings couplings{family, transport, mean.weights};
  CenteredPoints centered = couplings.centered(mean.points);
  TangentMaps maps = tangent_maps(centered, couplings, execution);
  StepSetting setting{mean, {}, {}, 0, options};
  std::unique_ptr<CurveStep> step = make_curve_step(mean, options);
  Descent descent{centered, maps, couplings, transport, setting, *step, execution};

  Component run(FitState& state) {
    return descent.run(state, [&] { ++between; });
  }
  int between = 0;
};

void expect_falling(const std::vector<double>& objective) {
  for (std::size_t step = 1; step < objective.size(); ++step)
    EXPECT_LE(objective[step], objective[step - 1] * (1 + 1e-9)) << step;
}

// Clouds of as many atoms with nothing in common: plans change from step to step.
Descending clouds(std::uint64_t seed) {
  Random random(seed);
  const Measure mean = test::random_mean(random, 2, 10);
  MeasureFamily family;
  for (Index i = 0; i < 8; ++i)
    family.append(test::normal_matrix(random, 2, 10), mean.weights, std::to_string(i));
  return {family, mean};
}

TEST(Descent, OfTranslatesEndsAtTheirFirstPrincipalComponent) {
  Random random(2);
  const Measure cloud = test::random_mean(random, 2, 8);
  Matrix shifts = test::normal_matrix(random, 2, 9);
  shifts.row(0) *= 3;
  shifts.colwise() -= shifts.rowwise().mean().eval();
  Descending e{test::translates(cloud, shifts), cloud};
  FitState state;
  const Component found = e.run(state);
  expect_falling(found.objective);
  const Vector left = Eigen::SelfAdjointEigenSolver<Matrix>(shifts * shifts.transpose() / 9.0).eigenvalues();
  EXPECT_NEAR(found.objective.back(), left[0], 1e-5 * left[1]);
  EXPECT_GT(e.between, 0);
}

TEST(Descent, NeverRises) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    Descending e = clouds(seed);
    FitState state;
    const Component found = e.run(state);
    ASSERT_GT(found.objective.size(), 1u);
    expect_falling(found.objective);
  }
}

// The line between two measures leaves nothing: what rounding does to that is no lack of progress.
TEST(Descent, OfTwoMeasuresConverges) {
  for (const CurveKind kind : {CurveKind::generalized, CurveKind::geodesic})
    for (const double penalty : {0.0, 1.0})
      for (const Index dimension : {1, 2})
        for (std::uint64_t seed = 1; seed <= 12; ++seed) {
          Random random(seed);
          const Index atoms = 1 + static_cast<Index>(seed % 4);
          const Vector weights = Vector::Constant(atoms, 1.0 / static_cast<double>(atoms));
          const Matrix first = test::normal_matrix(random, dimension, atoms);
          // Half of a stretch and a shift: both ways are gradients of convex functions.
          const Matrix field = (0.3 * first).colwise() + test::normal_matrix(random, dimension, 1).col(0);
          MeasureFamily family;
          family.append(first - field, weights, "a");
          family.append(first + field, weights, "b");
          Descending e{.family = family, .mean = {first, weights}, .options = {.curve = kind}};
          e.setting.penalty = kind == CurveKind::generalized ? penalty : 0;
          FitState state;
          const Component found = e.run(state);
          EXPECT_LE(found.objective.back(), 1e-12 * e.maps.variance) << seed;
          EXPECT_TRUE(found.convergence.converged()) << seed << ", residual " << found.convergence.residual;
        }
}

TEST(Descent, GoesOnFromTheCurveOfTheState) {
  Descending e = clouds(7), again = clouds(7);
  FitState state;
  const Component found = e.run(state);
  FitState near;
  near.curve = found.curve.atoms();
  near.times = found.times;
  const Component further = again.run(near);
  EXPECT_LE(further.objective.front(), found.objective.back() * (1 + 1e-9));
  EXPECT_LT(further.objective.size(), found.objective.size());
}

}  // namespace
}  // namespace wpga
