#include "wpga/neighbours/maps/gaussian_geodesic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "neighbours/affine_families.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/neighbours/maps/gaussian.hpp"

namespace wpga {
namespace {

FittedLawGeodesic first_of(const std::vector<Gaussian>& laws) {
  const Vector weights = Vector::Constant(std::ssize(laws), 1 / static_cast<double>(laws.size()));
  return law_geodesics(laws, weights, gaussian_mean(laws, weights).law, 1, {}).at(0);
}

// Least squared distance of points (columns) to a line, by eigenvalues.
double left_by_a_line(const Matrix& points) {
  const Matrix centered = points.colwise() - points.rowwise().mean();
  const Vector values =
      symmetric_eigenvalues(centered * centered.transpose() / static_cast<double>(points.cols()));
  return values.sum() - values[values.size() - 1];
}

// Normal laws of the line are the half plane of mean and standard deviation: geodesics are lines.
TEST(GaussianGeodesic, IsAPrincipalComponentOnTheLine) {
  Random random(1);
  std::vector<Gaussian> laws;
  Matrix points(2, 25);
  for (Index i = 0; i < 25; ++i) {
    const double mean = random.normal(), deviation = 2 + 0.4 * mean + 0.1 * random.normal();
    points.col(i) << mean, deviation;
    laws.push_back({Vector::Constant(1, mean), Matrix::Constant(1, 1, deviation * deviation)});
  }
  const FittedLawGeodesic found = first_of(laws);
  EXPECT_NEAR(found.objective.back(), left_by_a_line(points), 1e-8);
  EXPECT_TRUE(found.convergence.converged());
}

// Covariances with common axes: the squares of the roots of their eigenvalues add up as coordinates.
TEST(GaussianGeodesic, IsAPrincipalComponentOfRootsWhereCovariancesCommute) {
  Random random(2);
  const Matrix axes = orthogonal_factor(test::normal_matrix(random, 3, 3));
  std::vector<Gaussian> laws;
  Matrix roots(3, 20);
  for (Index i = 0; i < 20; ++i) {
    const double factor = random.normal();
    roots.col(i) =
        Vector{{3 + 0.5 * factor, 2 - 0.3 * factor, 1.5}} + 0.1 * test::normal_matrix(random, 3, 1);
    laws.push_back({Vector::Zero(3), axes * roots.col(i).cwiseAbs2().asDiagonal() * axes.transpose()});
  }
  // Other geodesics leave the common axes: none can be better by more than rounding, and this one is reached.
  EXPECT_NEAR(first_of(laws).objective.back(), left_by_a_line(roots), 1e-7);
}

// Σ W2² to the laws at the best of many times, as long as I + t S is positive: nothing of the descent in it.
double objective_of(const LawGeodesic& curve, const std::vector<Gaussian>& laws) {
  const Vector values = symmetric_eigenvalues(curve.stretch);
  const double low = std::max(-20.0, values.maxCoeff() > 0 ? -1 / values.maxCoeff() : -20.0);
  const double high = std::min(20.0, values.minCoeff() < 0 ? -1 / values.minCoeff() : 20.0);
  double sum = 0;
  for (const Gaussian& law : laws) {
    double from = low, to = high, least = 0;
    for (int zoom = 0; zoom < 4; ++zoom) {
      constexpr int places = 40;
      const double step = (to - from) / places;
      double best = from;
      least = std::numeric_limits<double>::infinity();
      for (int k = 0; k <= places; ++k)
        if (const double value = squared_distance(curve.law_at(from + k * step), law); value < least) {
          least = value;
          best = from + k * step;
        }
      from = std::max(low, best - step);
      to = std::min(high, best + step);
    }
    sum += least / static_cast<double>(laws.size());
  }
  return sum;
}

// Very different laws lead to geodesics that end where their laws are singular: there too no curve nearby is
// nearer to the laws.
TEST(GaussianGeodesic, IsAMinimumWhereItEndsInSingularLaws) {
  int at_ends = 0;
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Random random(seed);
    std::vector<Gaussian> laws;
    for (int i = 0; i < 6; ++i) {
      const Matrix root = test::normal_matrix(random, 2, 2);
      laws.push_back({0.5 * test::normal_matrix(random, 2, 1), root * root.transpose()});
    }
    const FittedLawGeodesic found = first_of(laws);
    const double least = objective_of(found.curve, laws);
    EXPECT_NEAR(least, found.objective.back(), 1e-3 * least);
    const Vector values = symmetric_eigenvalues(found.curve.stretch);
    at_ends +=
        1 + found.curve.low * values.maxCoeff() < 1e-3 || 1 + found.curve.high * values.minCoeff() < 1e-3;
    const double length = found.curve.high - found.curve.low;
    for (int trial = 0; trial < 60; ++trial) {
      const double size = trial % 2 == 0 ? 3e-2 : 3e-3;
      LawGeodesic near = found.curve;
      near.mean += size * test::normal_matrix(random, 2, 1);
      near.shift += size / length * test::normal_matrix(random, 2, 1);
      near.root += size * test::normal_matrix(random, 2, 2);
      const Matrix change = size / length * test::normal_matrix(random, 2, 2);
      near.stretch += change + change.transpose();
      EXPECT_GT(objective_of(near, laws), (1 - 2e-4) * least) << "seed " << seed << ", trial " << trial;
    }
  }
  EXPECT_GT(at_ends, 0);
}

// Laws on one geodesic, which does not pass through their mean in the middle, are all on it.
TEST(GaussianGeodesic, FindsAGeodesic) {
  Random random(3);
  const Matrix base = test::normal_matrix(random, 2, 2);
  const LawGeodesic truth{test::normal_matrix(random, 2, 1), test::normal_matrix(random, 2, 1), base,
                          0.4 * test::random_symmetric(random, 2)};
  const double limit = 0.9 / symmetric_eigenvalues(truth.stretch).cwiseAbs().maxCoeff();
  std::vector<Gaussian> laws;
  for (Index i = 0; i < 12; ++i) laws.push_back(truth.law_at(limit * random.uniform(-1, 1)));
  const FittedLawGeodesic found = first_of(laws);
  EXPECT_LT(found.objective.back(), 1e-6 * found.objective.front() + 1e-9);
}

TEST(GaussianGeodesic, NeverRisesAndIsNoWorseThanTangentPca) {
  Random random(4);
  std::vector<Gaussian> laws;
  for (Index i = 0; i < 15; ++i) {
    const Matrix root = Matrix::Identity(3, 3) + 0.3 * test::normal_matrix(random, 3, 3);
    laws.push_back({0.3 * test::normal_matrix(random, 3, 1), root * root.transpose()});
  }
  const FittedLawGeodesic found = first_of(laws);
  for (std::size_t k = 1; k < found.objective.size(); ++k)
    EXPECT_LE(found.objective[k], found.objective[k - 1]);
  // The first value is that of the leading direction of tangent PCA at its nearest times.
  EXPECT_LT(found.objective.back(), found.objective.front());
}

TEST(GaussianGeodesic, LaterOnesMeetTheFirstAtRightAngles) {
  Random random(5);
  std::vector<Gaussian> laws;
  for (Index i = 0; i < 15; ++i) {
    const Matrix root = 2 * Matrix::Identity(2, 2) + 0.3 * test::random_symmetric(random, 2);
    laws.push_back({test::normal_matrix(random, 2, 1), root * root.transpose()});
  }
  const Vector weights = Vector::Constant(15, 1.0 / 15);
  const auto found = law_geodesics(laws, weights, gaussian_mean(laws, weights).law, 3, {});
  ASSERT_EQ(found.size(), 3u);
  const LawGeodesic &second = found[1].curve, &third = found[2].curve;
  EXPECT_LT((second.root - third.root).norm(), 1e-12);
  const double product = second.shift.dot(third.shift) +
                         (second.stretch * second.root * second.root.transpose() * third.stretch).trace();
  EXPECT_NEAR(product, 0, 1e-9);
}

// A ground truth: on samples with exact moments, principal geodesics with free choice come near what the laws
// leave, never far below; the more atoms, the nearer.
TEST(GaussianGeodesic, IsApproachedByPrincipalGeodesicsOfSamples) {
  Random random(6);
  const Measure standard = standard_normal_atoms(2, 60, 3);
  std::vector<Gaussian> laws;
  MeasureFamily family;
  for (Index i = 0; i < 20; ++i) {
    const double factor = random.uniform(-1, 1);
    const Matrix root = Vector{{1 + 0.5 * factor, 1 - 0.3 * factor}}.asDiagonal();
    const Matrix bent = root + 0.08 * test::random_symmetric(random, 2);
    laws.push_back({Vector::Zero(2), bent * bent.transpose()});
    family.append(bent * standard.points, standard.weights, std::to_string(i));
  }
  const Vector weights = Vector::Constant(20, 0.05);
  const GaussianMean middle = gaussian_mean(laws, weights);
  const double truth = law_geodesics(laws, weights, middle.law, 1, {}).at(0).objective.back();
  double variance = 0;
  for (const Gaussian& law : laws) variance += squared_distance(law, middle.law) / 20;
  const Measure mean{square_root(middle.law.covariance) * standard.points, standard.weights};
  GeodesicOptions options;
  options.components = 1;
  options.curve = CurveKind::geodesic;
  const Analysis ours = principal_geodesics(family, mean, {}, options);
  const double explained = 1 - truth / variance;
  EXPECT_GT(explained, 0.7);
  EXPECT_NEAR(ours.components[0].explained, explained, 0.03);
}

TEST(GaussianGeodesic, AnalysisTellsItOnAtoms) {
  Random random(7);
  const auto made = test::scatter_family(random, 2, 40, 12);
  GaussianGeodesicOptions options;
  options.of.components = 2;
  const Analysis found = gaussian_geodesic_analysis(made.family, made.cloud, {}, options);
  ASSERT_EQ(found.components.size(), 2u);
  // True geodesics of laws are true geodesics of atoms with their moments.
  for (const Component& component : found.components) EXPECT_LT(component.certificates.geodesic_gap, 1e-6);
  EXPECT_GT(found.components[1].cumulative, found.components[0].explained);
}

// Single atoms are points: as many components as the space has dimensions, and no more made of rounding.
TEST(GaussianGeodesic, OfSingleAtomsHasTheRankOfTheirPlaces) {
  Random random(11);
  for (const Index dimension : {1, 2, 3}) {
    MeasureFamily family;
    for (Index i = 0; i < 12; ++i)
      family.append(test::normal_matrix(random, dimension, 1), Vector::Ones(1), std::to_string(i));
    GaussianGeodesicOptions options;
    options.of.components = 5;
    const Measure center{Matrix::Zero(dimension, 1), Vector::Ones(1)};
    const Analysis found = gaussian_geodesic_analysis(family, center, {}, options);
    EXPECT_EQ(std::ssize(found.components), dimension);
    EXPECT_EQ(found.termination, Termination::no_variance_left);
    EXPECT_NEAR(found.components.back().cumulative, 1, 1e-9);
    for (const Component& component : found.components) EXPECT_LE(component.certificates.orthogonality, 1e-6);
  }
}

// A distant origin changes nothing: neither what is reached nor whether that has settled.  Means are
// multiples of 2^-20 and the shift is 2^20, so that no digit of them is lost.
TEST(GaussianGeodesic, IsTheSameFarFromTheOrigin) {
  constexpr double unit = 1 << 20;
  for (const std::uint64_t seed : {1u, 2u, 3u, 4u}) {
    Random random(seed);
    std::vector<Gaussian> near, far;
    for (Index i = 0; i < 4; ++i) {
      const Matrix root = test::normal_matrix(random, 2, 2);
      const Vector mean = (0.3 * unit * test::normal_matrix(random, 2, 1)).array().round() / unit;
      near.push_back({mean, root * root.transpose()});
      far.push_back({mean.array() + unit, root * root.transpose()});
    }
    const Vector weights = Vector::Constant(4, 0.25);
    const auto here = law_geodesics(near, weights, gaussian_mean(near, weights).law, 3, {});
    const auto there = law_geodesics(far, weights, gaussian_mean(far, weights).law, 3, {});
    ASSERT_EQ(here.size(), there.size());
    for (std::size_t c = 0; c < here.size(); ++c) {
      EXPECT_NEAR(there[c].objective.back(), here[c].objective.back(), 1e-9 * here[c].objective.back());
      EXPECT_EQ(there[c].convergence.termination, here[c].convergence.termination);
      EXPECT_NEAR((there[c].curve.mean.array() - unit - here[c].curve.mean.array()).abs().maxCoeff(), 0,
                  1e-6);
    }
  }
}

TEST(GaussianGeodesic, OfOneLawHasNone) {
  const std::vector<Gaussian> one = {{Vector::Zero(2), Matrix::Identity(2, 2)}};
  EXPECT_TRUE(law_geodesics(one, Vector::Ones(1), one[0], 1, {}).empty());
}

}  // namespace
}  // namespace wpga
