#include "wpga/analysis/fit/principal_geodesics.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <cmath>
#include <numeric>

#include "analysis/exact_distances.hpp"
#include "analysis/ragged_families.hpp"
#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/fit/certificates.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

using test::cloud;
using test::mean_of_family;
using test::ragged_family;
using test::uniform;

// For translates of one cloud the principal geodesics are the principal components of their means (remark of
// §3).
TEST(PrincipalGeodesics, RecoverTranslations) {
  Random random(1);
  const Matrix base = cloud(random, 3, 12);
  Matrix shifts = cloud(random, 3, 30);
  shifts.row(0) *= 4;
  shifts.row(1) *= 2;
  MeasureFamily family;
  for (Index i = 0; i < 30; ++i)
    family.append(base.colwise() + shifts.col(i), uniform(12), std::to_string(i));
  const Vector center = shifts.rowwise().mean();
  const Measure mean{base.colwise() + center, uniform(12)};
  GeodesicOptions options;
  options.components = 3;
  options.tolerance = 1e-9;
  options.times.time_tolerance = 1e-8;
  const Analysis analysis = principal_geodesics(family, mean, {}, options, {.threads = 1});
  const Matrix centered = shifts.colwise() - center;
  const Eigen::SelfAdjointEigenSolver<Matrix> pca(centered * centered.transpose() / 30);
  ASSERT_EQ(analysis.components.size(), 3u);
  for (Index c = 0; c < 3; ++c) {
    const Component& component = analysis.components[static_cast<std::size_t>(c)];
    const Vector axis = pca.eigenvectors().col(2 - c);
    EXPECT_NEAR(component.explained, pca.eigenvalues()[2 - c] / pca.eigenvalues().sum(), 1e-5);
    const Vector expected = centered.transpose() * axis;
    EXPECT_NEAR(std::abs(component.scores.dot(expected)) / (component.scores.norm() * expected.norm()), 1,
                1e-5);
  }
  EXPECT_NEAR(analysis.components.back().cumulative, 1, 1e-5);
}

// An isometry into many dimensions changes nothing that is measured.
TEST(PrincipalGeodesics, DoNotSeeDimensionsBeyondTheAtoms) {
  Random random(7);
  const Matrix basis =
      Eigen::HouseholderQR<Matrix>(cloud(random, 300, 3)).householderQ() * Matrix::Identity(300, 3);
  const Vector shift = cloud(random, 300, 1);
  MeasureFamily family, wide;
  for (Index i = 0; i < 4; ++i) {
    const Matrix points = cloud(random, 3, 12);
    family.append(points, uniform(12), std::to_string(i));
    wide.append((basis * points).colwise() + shift, uniform(12), std::to_string(i));
  }
  const Measure mean = mean_of_family(family, 12);
  const Measure wide_mean{(basis * mean.points).colwise() + shift, mean.weights};
  GeodesicOptions options;
  options.components = 2;
  options.tolerance = 1e-8;
  options.start = CurveStart::tangent;
  const Analysis narrow = principal_geodesics(family, mean, {}, options, {.threads = 1});
  const Analysis found = principal_geodesics(wide, wide_mean, {}, options, {.threads = 1});
  ASSERT_EQ(found.components.size(), narrow.components.size());
  for (std::size_t c = 0; c < found.components.size(); ++c) {
    EXPECT_NEAR(found.components[c].explained, narrow.components[c].explained, 1e-6);
    EXPECT_LT(found.components[c].certificates.map_gap.largest(), 1e-9);
  }
}

// Measures of one atom are points, and their components those of points.
TEST(PrincipalGeodesics, OfSinglePointsInManyDimensionsAreTheirPrincipalComponents) {
  Random random(9);
  const Matrix points = cloud(random, 200, 6);
  MeasureFamily family;
  for (Index i = 0; i < points.cols(); ++i) family.append(points.col(i), uniform(1), std::to_string(i));
  const Vector center = points.rowwise().mean();
  const Matrix centered = points.colwise() - center;
  const Vector squares =
      Eigen::SelfAdjointEigenSolver<Matrix>(Matrix(centered.transpose() * centered)).eigenvalues();
  GeodesicOptions options;
  options.components = 2;
  options.tolerance = 1e-10;
  const Analysis found = principal_geodesics(family, {center, uniform(1)}, {}, options, {.threads = 1});
  ASSERT_EQ(found.components.size(), 2u);
  EXPECT_NEAR(found.components[1].cumulative, squares.tail(2).sum() / squares.sum(), 1e-4);
}

TEST(PrincipalGeodesics, TranslationCurvesAreThePrincipalComponentsOfTheMeans) {
  const MeasureFamily family = ragged_family(2, 12, 3);
  const Measure mean = mean_of_family(family, 10);
  GeodesicOptions options;
  options.components = 1;
  options.curve = CurveKind::translation;
  const Analysis analysis = principal_geodesics(family, mean, {}, options, {.threads = 1});
  Matrix means(2, 12);
  for (Index i = 0; i < 12; ++i) means.col(i) = wpga::mean_of(family[i]) - wpga::mean_of(mean.view());
  const Eigen::SelfAdjointEigenSolver<Matrix> pca(means * means.transpose() / 12);
  // Only the means move, so what is explained is the variance of the means along their first axis.
  EXPECT_NEAR(analysis.variance - analysis.components[0].mean_squared_distance, pca.eigenvalues()[1], 1e-9);
  EXPECT_LT(analysis.components[0].certificates.geodesic_gap, 1e-12);
}

// One factor moves and stretches a cloud: one component explains everything.
TEST(PrincipalGeodesics, RecoverAOneFactorLocationScaleFamily) {
  Random random(5);
  const Matrix base = cloud(random, 2, 15);
  const Vector move{{1.5, -0.5}};
  MeasureFamily family;
  Vector factors(21);
  for (Index i = 0; i < 21; ++i) {
    factors[i] = static_cast<double>(i) / 10 - 1;
    family.append(((1 + 0.3 * factors[i]) * base).colwise() + factors[i] * move, uniform(15),
                  std::to_string(i));
  }
  GeodesicOptions options;
  options.components = 1;
  options.tolerance = 1e-9;
  options.times.time_tolerance = 1e-9;
  const Analysis analysis = principal_geodesics(family, {base, uniform(15)}, {}, options, {.threads = 1});
  const Component& component = analysis.components[0];
  EXPECT_NEAR(component.explained, 1, 1e-6);
  const double correlation =
      std::abs(component.scores.dot(factors)) / (component.scores.norm() * factors.norm());
  EXPECT_NEAR(correlation, 1, 1e-6);
}

// On the line a measure is its quantile function, and geodesics are straight lines of these.
TEST(PrincipalGeodesics, OnTheLineTrueGeodesicsAreConstrainedPcaOfQuantiles) {
  Random random(7);
  constexpr Index atoms = 10, count = 25;
  MeasureFamily family;
  Matrix quantiles(atoms, count);
  for (Index i = 0; i < count; ++i) {
    // Small deviations from a strictly increasing mean: the constraint does not bind, PCA is the answer.
    const double location = random.normal(), spread = 0.1 * random.normal();
    for (Index k = 0; k < atoms; ++k) {
      const double at = static_cast<double>(k) - 4.5;
      quantiles(k, i) = (1 + spread) * at + location + 0.02 * random.normal();
    }
    std::sort(quantiles.col(i).begin(), quantiles.col(i).end());
    family.append(quantiles.col(i).transpose(), uniform(atoms), std::to_string(i));
  }
  const Vector center = quantiles.rowwise().mean();
  GeodesicOptions options;
  options.components = 2;
  options.curve = CurveKind::geodesic;
  options.box = BoxChoice::none();
  options.tolerance = 1e-9;
  options.times.time_tolerance = 1e-9;
  const Analysis analysis =
      principal_geodesics(family, {center.transpose(), uniform(atoms)}, {}, options, {.threads = 1});
  const Matrix centered = quantiles.colwise() - center;
  const Eigen::SelfAdjointEigenSolver<Matrix> pca(centered * centered.transpose() / (count * atoms));
  for (Index c = 0; c < 2; ++c)
    EXPECT_NEAR(analysis.components[static_cast<std::size_t>(c)].explained,
                pca.eigenvalues()[atoms - 1 - c] / pca.eigenvalues().sum(), 1e-5);
  EXPECT_LE(analysis.components[0].certificates.geodesic_gap, 1e-12);
}

// Solved anew at times of a grid, no distance is below a lower bound; at the stored time none is above what
// was said.
void expect_true_bounds(const MeasureFamily& family, const Measure& mean, const Component& component,
                        double slack) {
  const auto exact = [&](Index i, double time) {
    const Measure there{points_at(mean.points, component.curve.atoms(), time), mean.weights};
    return transport_value(there.view(), family[i], {}).primal;
  };
  for (Index i = 0; i < family.count(); ++i) {
    EXPECT_LE(exact(i, component.times[i]), component.squared_distances[i] + slack);
    for (int k = 0; k <= 12; ++k) EXPECT_GE(exact(i, k / 12.0), component.lower_bounds[i] - slack);
  }
}

// Feasible at every iterate, never rising, and honest about it; families of many shapes.
struct Variant {
  std::string name;
  GeodesicOptions options;
};
void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

class ManyShapes : public testing::TestWithParam<std::tuple<int, int, Variant>> {};

TEST_P(ManyShapes, NeverRiseAndKeepEveryPromise) {
  const auto& [dimension, seed, given] = GetParam();
  const MeasureFamily family = ragged_family(dimension, 14, static_cast<std::uint64_t>(seed));
  const Measure mean = mean_of_family(family, 9);
  GeodesicOptions options = given.options;
  options.components = 2;
  options.fit = seed % 2 == 0 ? FitOrder::greedy : FitOrder::together;
  const Analysis analysis = principal_geodesics(family, mean, {}, options, {.threads = 1});
  ASSERT_EQ(analysis.components.size(), 2u);
  for (const Component& component : analysis.components) {
    for (std::size_t k = 1; k < component.objective.size(); ++k)
      EXPECT_LE(component.objective[k], component.objective[k - 1] * (1 + 1e-12));
    if (options.maps == MapRule::optimal && options.curve == CurveKind::generalized) {
      EXPECT_LE(component.certificates.map_gap.backward, options.map_tolerance);
      EXPECT_LE(component.certificates.map_gap.forward, options.map_tolerance);
    }
    if (options.curve == CurveKind::geodesic) {
      EXPECT_LE(component.certificates.geodesic_gap, 1e-3);
    }
    EXPECT_LE(component.certificates.time_gap, options.times.time_tolerance);
    EXPECT_LE(component.certificates.orthogonality, 1e-8);
    if (options.fit == FitOrder::greedy) {  // else joint times reach the ends of the curve
      EXPECT_EQ(component.times.minCoeff(), 0);
      EXPECT_EQ(component.times.maxCoeff(), 1);
    }
    EXPECT_NEAR(component.mean_squared_distance, weighted_mean(family, component.squared_distances), 1e-12);
    EXPECT_GE(component.cumulative, component.explained - 1e-12);
    expect_true_bounds(family, mean, component, 1e-9 * analysis.variance);
    for (Index i = 0; i < family.count(); ++i)
      EXPECT_LE(component.squared_distances[i],
                component.lower_bounds[i] + options.times.time_tolerance * analysis.variance);
  }
  EXPECT_LE(analysis.components[0].cumulative, analysis.components[1].cumulative + 1e-12);
}

GeodesicOptions with(auto change) {
  GeodesicOptions options;
  change(options);
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    PrincipalGeodesics, ManyShapes,
    testing::Combine(
        testing::Values(1, 2, 3, 50), testing::Values(21, 22),
        testing::Values(Variant{"default", {}},
                        Variant{"free", with([](auto& o) { o.maps = MapRule::free; })},
                        Variant{"geodesic", with([](auto& o) { o.curve = CurveKind::geodesic; })},
                        Variant{"sum", with([](auto& o) { o.orthogonality = Orthogonality::sum; })},
                        Variant{"collinear", with([](auto& o) { o.collinearity = 1; })},
                        Variant{"farthest", with([](auto& o) { o.start = CurveStart::farthest; })},
                        Variant{"random", with([](auto& o) {
                                  o.start = CurveStart::random;
                                  o.restarts = 2;
                                })})),
    [](const auto& one) {
      return "d" + std::to_string(std::get<0>(one.param)) + "_seed" + std::to_string(std::get<1>(one.param)) +
             "_" + std::get<2>(one.param).name;
    });

TEST(PrincipalGeodesics, StayInTheirBox) {
  const MeasureFamily family = ragged_family(2, 14, 31);
  const Measure mean = mean_of_family(family, 9);
  const double low = mean.points.minCoeff() - 0.05, high = mean.points.maxCoeff() + 0.05;
  GeodesicOptions options;
  options.box = BoxChoice::within(low, high);
  options.components = 2;
  for (const CurveKind kind : {CurveKind::generalized, CurveKind::geodesic}) {
    options.curve = kind;
    const Analysis analysis = principal_geodesics(family, mean, {}, options, {.threads = 1});
    for (const Component& component : analysis.components)
      for (const double t : {0.0, 0.5, 1.0}) {
        const Matrix points = points_at(mean.points, component.curve.atoms(), t);
        EXPECT_GE(points.minCoeff(), low - 2e-6);
        EXPECT_LE(points.maxCoeff(), high + 2e-6);
        EXPECT_EQ(component.certificates.outside_box, 0);
      }
  }
}

TEST(PrincipalGeodesics, ReachNoLessWithFewerConstraints) {
  const MeasureFamily family = ragged_family(2, 20, 41);
  const Measure mean = mean_of_family(family, 12);
  const auto objective = [&](auto change) {
    GeodesicOptions options = with(change);
    options.components = 1;
    options.tolerance = 1e-7;
    return principal_geodesics(family, mean, {}, options, {.threads = 1}).components[0].mean_squared_distance;
  };
  const double free = objective([](auto& o) { o.maps = MapRule::free; });
  const double generalized = objective([](auto&) {});
  const double geodesic = objective([](auto& o) { o.curve = CurveKind::geodesic; });
  const double translation = objective([](auto& o) { o.curve = CurveKind::translation; });
  // Local minima apart: the problem is not convex.
  EXPECT_LE(free, generalized * 1.01);
  EXPECT_LE(generalized, geodesic * 1.01);
  EXPECT_LE(geodesic, translation);
}

// Plans of any regularization lead to a curve; what is reported of it are exact distances.
TEST(PrincipalGeodesics, EntropicOnesAreMeasuredExactlyAndApproachExactOnes) {
  const MeasureFamily family = ragged_family(2, 12, 51);
  const Measure mean = mean_of_family(family, 8);
  GeodesicOptions options;
  options.components = 1;
  options.start = CurveStart::tangent;  // the same valley for all
  const Analysis by_exact_plans = principal_geodesics(family, mean, {}, options, {.threads = 1});
  const double exact = by_exact_plans.components[0].mean_squared_distance;
  for (const double regularization : {0.1, 0.01, 0.001}) {
    TransportOptions transport;
    transport.transport = TransportMethod::entropic;
    transport.sinkhorn.regularization = regularization;
    const Analysis analysis = principal_geodesics(family, mean, transport, options, {.threads = 1});
    const Component& component = analysis.components[0];
    EXPECT_NEAR(analysis.variance, by_exact_plans.variance, 1e-12 * analysis.variance);
    EXPECT_NEAR(component.mean_squared_distance,
                test::exact_objective(mean, component.curve.atoms(), component.times, family),
                1e-9 * analysis.variance);
    EXPECT_LE(component.certificates.time_gap, options.times.time_tolerance * (1 + 1e-9));
    EXPECT_NEAR(component.mean_squared_distance, exact, 2 * regularization * exact + 0.01 * exact);
    expect_true_bounds(family, mean, component, 1e-9 * analysis.variance);
  }
}

void expect_same_bits(const Analysis& a, const Analysis& b) {
  ASSERT_EQ(a.components.size(), b.components.size());
  for (std::size_t c = 0; c < a.components.size(); ++c) {
    EXPECT_EQ(a.components[c].curve.atoms().backward, b.components[c].curve.atoms().backward);
    EXPECT_EQ(a.components[c].curve.atoms().forward, b.components[c].curve.atoms().forward);
    EXPECT_EQ(a.components[c].times, b.components[c].times);
    EXPECT_EQ(a.components[c].squared_distances, b.components[c].squared_distances);
    EXPECT_EQ(a.components[c].objective, b.components[c].objective);
  }
  EXPECT_EQ(a.joint_squared_distances, b.joint_squared_distances);
}

TEST(PrincipalGeodesics, DoNotDependOnTheNumberOfThreads) {
  const MeasureFamily family = ragged_family(2, 40, 61);
  const Measure mean = mean_of_family(family, 10);
  GeodesicOptions options;
  options.components = 2;
  expect_same_bits(principal_geodesics(family, mean, {}, options, {.threads = 1}),
                   principal_geodesics(family, mean, {}, options, {.threads = 2}));
}

// From every state that was saved on the way the rest gives the same bits.
TEST(PrincipalGeodesics, GoOnFromASavedStateToTheSameBits) {
  const MeasureFamily family = ragged_family(2, 20, 71);
  const Measure mean = mean_of_family(family, 10);
  const auto check = [&](const GeodesicOptions& options, const TransportOptions& transport) {
    std::vector<FitState> states;
    const Analysis straight =
        principal_geodesics(family, mean, transport, options, {.threads = 1},
                            {.save = [&](const FitState& state) { states.push_back(state); }, .seconds = 0});
    ASSERT_GT(states.size(), 1u);
    for (const FitState& state : states)
      expect_same_bits(straight, principal_geodesics(family, mean, transport, options, {.threads = 1},
                                                     {.resume = &state}));
  };
  GeodesicOptions options;
  options.components = 2;
  options.restarts = 2;
  check(options, {});
  options.collinearity = 10;
  check(options, {});
  options.collinearity.reset();
  TransportOptions entropic;
  entropic.transport = TransportMethod::entropic;
  check(options, entropic);
  options.curve = CurveKind::geodesic;
  check(options, {});
  options.curve = CurveKind::generalized;
  options.algorithm = FitAlgorithm::paper;
  options.iterations = 3;
  check(options, {});
}

TEST(PrincipalGeodesics, StopOnceAShareIsExplained) {
  const MeasureFamily family = ragged_family(2, 10, 81);
  const Measure mean = mean_of_family(family, 10);
  GeodesicOptions options;
  options.components = 0.7;
  const Analysis analysis = principal_geodesics(family, mean, {}, options, {.threads = 1});
  ASSERT_GE(analysis.components.size(), 2u);
  EXPECT_GE(analysis.components.back().cumulative, 0.7);
  EXPECT_LT(analysis.components[analysis.components.size() - 2].cumulative, 0.7);
}

TEST(PrincipalGeodesics, RefuseMoreComponentsThanThereCanBe) {
  const MeasureFamily family = ragged_family(2, 4, 91);
  const Measure mean = mean_of_family(family, 5);
  GeodesicOptions options;
  options.components = 4;
  EXPECT_THROW(principal_geodesics(family, mean, {}, options), InputError);
  options.components = 1.5;
  EXPECT_THROW(principal_geodesics(family, mean, {}, options), InputError);
}

TEST(PrincipalGeodesics, DoNotCareWhereTheOriginIs) {
  const MeasureFamily family = ragged_family(2, 12, 95);
  const Measure mean = mean_of_family(family, 8);
  MeasureFamily far;
  for (Index i = 0; i < family.count(); ++i)
    far.append(family[i].points.array() + 1e9, family[i].weights,
               family.names()[static_cast<std::size_t>(i)]);
  GeodesicOptions options;
  options.components = 1;
  const Analysis near = principal_geodesics(family, mean, {}, options, {.threads = 1});
  const Analysis away =
      principal_geodesics(far, {mean.points.array() + 1e9, mean.weights}, {}, options, {.threads = 1});
  EXPECT_NEAR(near.components[0].explained, away.components[0].explained, 1e-4);
}

}  // namespace
}  // namespace wpga
