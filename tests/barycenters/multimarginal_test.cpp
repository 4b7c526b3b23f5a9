#include "wpga/barycenters/multimarginal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/transport/one_dimensional.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

Measure random_measure(Index dimension, Index atoms, std::uint64_t seed) {
  Random random(seed, 3);
  const Matrix points = Matrix::NullaryExpr(dimension, atoms, [&] { return random.normal(); });
  return make_measure(points, Vector::NullaryExpr(atoms, [&] { return random.uniform(0.2, 1); }));
}

MeasureFamily family_of(const std::vector<Measure>& measures, const Vector& lambda) {
  MeasureFamily family;
  for (const Measure& measure : measures) family.append(measure.view(), "measure");
  family.set_measure_weights(lambda);
  return family;
}

// W2² by another solver.
double squared_distance(const Measure& a, const Measure& b) {
  const auto coupling = exact_transport()->coupling(a.weights);
  coupling->attach(b.view(), {});
  return coupling->solve(a.points).primal;
}

// Looks at every tuple: the potentials obey everywhere and pay for the plan, whose marginals are the
// measures.
void expect_proved(const MultimarginalCoupling& coupling, const MeasureFamily& family) {
  EXPECT_TRUE(coupling.value.convergence.converged());
  EXPECT_LE(coupling.value.gap(), 1e-9 * pooled_moments(family).variance.sum());
  double dual = 0;
  for (Index i = 0; i < family.count(); ++i)
    dual += family[i].weights.dot(coupling.potentials[static_cast<std::size_t>(i)]);
  EXPECT_NEAR(dual, coupling.value.dual, 1e-12);
  EXPECT_NEAR(coupling.masses.sum(), 1, 1e-13);
  for (Index i = 0; i < family.count(); ++i) {
    Vector marginal = Vector::Zero(family[i].size());
    for (Index c = 0; c < coupling.masses.size(); ++c) marginal[coupling.tuples(i, c)] += coupling.masses[c];
    EXPECT_LT((marginal - family[i].weights).cwiseAbs().maxCoeff(), 1e-10);
  }
  std::vector<Index> tuple(static_cast<std::size_t>(family.count()), 0);
  double worst = 0;
  for (bool more = true; more;) {
    Vector average = Vector::Zero(family.dimension());
    double slack = 0;
    for (Index i = 0; i < family.count(); ++i)
      average += family.measure_weight(i) * family[i].points.col(tuple[static_cast<std::size_t>(i)]);
    for (Index i = 0; i < family.count(); ++i) {
      const Index j = tuple[static_cast<std::size_t>(i)];
      slack += family.measure_weight(i) * (family[i].points.col(j) - average).squaredNorm();
      slack -= coupling.potentials[static_cast<std::size_t>(i)][j];
    }
    worst = std::min(worst, slack);
    more = false;
    for (Index i = 0; i < family.count() && !more; ++i) {
      Index& j = tuple[static_cast<std::size_t>(i)];
      j = (j + 1) % family[i].size();
      more = j != 0;
    }
  }
  EXPECT_GE(worst, -1e-12);
}

TEST(Multimarginal, ProvesItsOptimumOnEveryTuple) {
  for (const Index dimension : {1, 2, 3})
    for (const std::vector<Index>& sizes :
         std::vector<std::vector<Index>>{{7, 5}, {4, 6, 9}, {3, 5, 4, 6}, {2, 3, 2, 3, 2, 3}, {1, 8, 1}}) {
      std::vector<Measure> measures;
      for (const Index size : sizes)
        measures.push_back(random_measure(dimension, size, 10 * measures.size() + 1));
      const Vector lambda = random_measure(1, static_cast<Index>(sizes.size()), 5).weights;
      const MeasureFamily family = family_of(measures, lambda);
      const MultimarginalCoupling coupling = multimarginal_coupling(family, {});
      expect_proved(coupling, family);
      EXPECT_LE(coupling.barycenter.size(), family.atoms() - family.count() + 1);
    }
}

// Equal atoms make degenerate programs, whose zeros are left with masses of rounding size: what is dropped of
// them must not be missing, or duals of plans from this barycenter would exceed their costs.
TEST(Multimarginal, OfEqualAtomsIsOfMassOne) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Index count = 3 + static_cast<Index>(seed % 4), atoms = 3 + static_cast<Index>(seed % 6);
    std::vector<Measure> measures;
    for (Index i = 0; i < count; ++i)
      measures.push_back(
          {random_measure(1 + static_cast<Index>(seed % 2), atoms, 100 * seed + static_cast<std::uint64_t>(i))
               .points,
           Vector::Constant(atoms, 1.0 / static_cast<double>(atoms))});
    const MultimarginalCoupling coupling = multimarginal_coupling(
        family_of(measures, Vector::Constant(count, 1.0 / static_cast<double>(count))), {});
    EXPECT_NEAR(coupling.masses.sum(), 1, 1e-14) << seed;
    EXPECT_NEAR(coupling.barycenter.weights.sum(), 1, 1e-14) << seed;
  }
}

// cost(j) = λ_1 λ_2 |x − y|² for pairs, so the value is λ_1 λ_2 W2².
TEST(Multimarginal, OfTwoMeasuresAgreesWithTheTransportSimplex) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Measure a = random_measure(3, 5 + static_cast<Index>(seed), seed),
                  b = random_measure(3, 20, seed + 100);
    const double value = multimarginal_coupling(family_of({a, b}, Vector{{0.3, 0.7}}), {}).value.primal;
    EXPECT_NEAR(value, 0.3 * 0.7 * squared_distance(a, b), 1e-11);
  }
}

// The value is Σ λ_i W2²(μ_i, barycenter), measured with another solver.
TEST(Multimarginal, ValueIsTheVarianceAroundTheBarycenter) {
  const std::vector<Measure> measures = {random_measure(2, 9, 1), random_measure(2, 6, 2),
                                         random_measure(2, 8, 3)};
  const Vector lambda{{0.5, 0.3, 0.2}};
  const MultimarginalCoupling coupling = multimarginal_coupling(family_of(measures, lambda), {});
  double variance = 0;
  for (std::size_t i = 0; i < 3; ++i)
    variance += lambda[static_cast<Index>(i)] * squared_distance(measures[i], coupling.barycenter);
  EXPECT_NEAR(variance, coupling.value.primal, 1e-10);
  // No measure does better: not one of the given, nor a barycenter that is moved.
  Measure moved = coupling.barycenter;
  moved.points.col(0).array() += 0.1;
  for (const Measure& other : {measures[0], measures[1], measures[2], moved}) {
    double around = 0;
    for (std::size_t i = 0; i < 3; ++i)
      around += lambda[static_cast<Index>(i)] * squared_distance(measures[i], other);
    EXPECT_GT(around, variance + 1e-6);
  }
}

// Two uniform measures of n atoms: the best of the n! assignments, and the point λ on the geodesic.
TEST(Multimarginal, OfTwoMeasuresIsAPointOfTheirGeodesic) {
  const Matrix x = random_measure(2, 6, 7).points, y = random_measure(2, 6, 8).points;
  const Measure source{x, Vector::Constant(6, 1.0 / 6)}, target{y, Vector::Constant(6, 1.0 / 6)};
  std::vector<Index> order = {0, 1, 2, 3, 4, 5};
  double cost = std::numeric_limits<double>::infinity();
  do cost = std::min(cost, (x - y(Eigen::all, order)).squaredNorm() / 6);
  while (std::next_permutation(order.begin(), order.end()));
  for (const double t : {0.1, 0.5, 0.8}) {
    const MultimarginalCoupling coupling =
        multimarginal_coupling(family_of({source, target}, Vector{{1 - t, t}}), {});
    EXPECT_NEAR(coupling.value.primal, t * (1 - t) * cost, 1e-12);
    EXPECT_EQ(coupling.barycenter.size(), 6);
    EXPECT_NEAR(squared_distance(source, coupling.barycenter), t * t * cost, 1e-9);
    EXPECT_NEAR(squared_distance(coupling.barycenter, target), (1 - t) * (1 - t) * cost, 1e-9);
  }
}

TEST(Multimarginal, OnTheLineAveragesQuantileFunctions) {
  const std::vector<Measure> measures = {random_measure(1, 30, 1), random_measure(1, 17, 2),
                                         random_measure(1, 40, 3)};
  const Vector lambda{{0.25, 0.25, 0.5}};
  std::vector<QuantileFunction> functions;
  for (const Measure& measure : measures) functions.push_back(quantile_function(measure.view()));
  const Measure expected = measure_of(linear_combination(functions, lambda));
  const MultimarginalCoupling coupling = multimarginal_coupling(family_of(measures, lambda), {});
  EXPECT_LT(squared_distance_on_line(coupling.barycenter.view(), expected.view()), 1e-12);
  double variance = 0;
  for (std::size_t i = 0; i < 3; ++i)
    variance += lambda[static_cast<Index>(i)] * squared_distance_on_line(measures[i].view(), expected.view());
  EXPECT_NEAR(coupling.value.primal, variance, 1e-12);
}

// Translates of one cloud: the barycenter is the cloud, moved to the average place.
TEST(Multimarginal, OfTranslatesIsATranslate) {
  const Measure cloud = random_measure(2, 8, 4);
  const Matrix shifts{{0, 5, 1e6}, {0, -3, 1e6}};
  const Vector lambda{{0.5, 0.25, 0.25}};
  std::vector<Measure> measures;
  for (Index i = 0; i < 3; ++i) measures.push_back({cloud.points.colwise() + shifts.col(i), cloud.weights});
  const MultimarginalCoupling coupling = multimarginal_coupling(family_of(measures, lambda), {});
  const Vector mean_shift = shifts * lambda;
  ASSERT_EQ(coupling.barycenter.size(), 8);
  for (Index k = 0; k < 8; ++k) {
    Index same = 0;
    const Matrix back = coupling.barycenter.points.colwise() - mean_shift;
    EXPECT_LT((back.colwise() - cloud.points.col(k)).colwise().norm().minCoeff(&same), 1e-8);
    EXPECT_NEAR(coupling.barycenter.weights[same], cloud.weights[k], 1e-10);
  }
  const double spread = variance_of(Measure{shifts, lambda}.view());
  EXPECT_NEAR(coupling.value.primal, spread, 1e-9 * spread);
}

TEST(Multimarginal, DoesNotCareForTheOrderOfMeasuresAndAtoms) {
  const Measure a = random_measure(2, 6, 1), b = random_measure(2, 9, 2), c = random_measure(2, 5, 3);
  const Measure reversed{a.points.rowwise().reverse(), a.weights.reverse()};
  const MultimarginalCoupling one = multimarginal_coupling(family_of({a, b, c}, Vector{{0.2, 0.3, 0.5}}), {});
  const MultimarginalCoupling two =
      multimarginal_coupling(family_of({c, reversed, b}, Vector{{0.5, 0.2, 0.3}}), {});
  EXPECT_NEAR(one.value.primal, two.value.primal, 1e-12);
  EXPECT_LT(squared_distance(one.barycenter, two.barycenter), 1e-9);
}

TEST(Multimarginal, FollowsScalings) {
  const Measure a = random_measure(2, 6, 1), b = random_measure(2, 9, 2), c = random_measure(2, 5, 3);
  const Vector lambda = Vector::Constant(3, 1.0 / 3);
  const double value = multimarginal_coupling(family_of({a, b, c}, lambda), {}).value.primal;
  for (const double scale : {1e-9, 1e9}) {
    const auto scaled = [&](const Measure& measure) {
      return Measure{scale * measure.points, measure.weights};
    };
    const MultimarginalCoupling coupling =
        multimarginal_coupling(family_of({scaled(a), scaled(b), scaled(c)}, lambda), {});
    EXPECT_NEAR(coupling.value.primal / (scale * scale), value, 1e-12);
    EXPECT_LE(coupling.value.gap(), 1e-9 * scale * scale);
  }
}

TEST(Multimarginal, GivesTheMeasureThatHasAllTheWeight) {
  const Measure a = random_measure(2, 6, 1), b = random_measure(2, 9, 2);
  const MultimarginalCoupling coupling = multimarginal_coupling(family_of({a, b}, Vector{{0, 1}}), {});
  EXPECT_EQ(coupling.value.primal, 0);
  ASSERT_EQ(coupling.barycenter.size(), 9);
  EXPECT_LT(squared_distance(coupling.barycenter, b), 1e-12);
  EXPECT_TRUE((coupling.tuples.row(0).array() == -1).all());
}

TEST(Multimarginal, OfEqualMeasuresIsThatMeasure) {
  const Measure a = random_measure(3, 7, 1);
  const MultimarginalCoupling coupling = multimarginal_coupling(family_of({a, a, a}, Vector{{1, 1, 1}}), {});
  EXPECT_NEAR(coupling.value.primal, 0, 1e-12);
  EXPECT_EQ(coupling.barycenter.size(), 7);
  const Measure dirac = make_measure(Matrix{{1e9}, {2}}, Vector::Ones(1));
  EXPECT_EQ(multimarginal_coupling(family_of({dirac, dirac}, Vector{{1, 1}}), {}).barycenter.points,
            dirac.points);
}

// On a grid many tuples have the same average.
TEST(Multimarginal, MergesEqualAverages) {
  MeasureFamily family;
  for (const double shift : {0.0, 0.7, 1.0}) {
    Matrix grid(2, 16);
    for (Index k = 0; k < 16; ++k)
      grid.col(k) << static_cast<double>(k % 4) + shift, static_cast<double>(k / 4) - shift / 3;
    family.append(grid, Vector::Ones(16), "grid");
  }
  EXPECT_EQ(multimarginal_coupling(family, {}).barycenter.size(), 16);
}

TEST(Multimarginal, RefusesTooManyTuplesAndSaysHowMany) {
  MeasureFamily family;
  for (int i = 0; i < 12; ++i) family.append(random_measure(2, 10, 1).view(), "cloud");
  try {
    multimarginal_coupling(family, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("1e+12"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("1e+09"), std::string::npos);
  }
  EXPECT_THROW(multimarginal_coupling(family_of({random_measure(1, 30, 1)}, Vector::Ones(1)), {.atoms = 20}),
               InputError);
  EXPECT_THROW(multimarginal_coupling(MeasureFamily{}, {}), InputError);
}

TEST(Multimarginal, StaysHonestWhenStoppedEarly) {
  const MeasureFamily family = family_of(
      {random_measure(2, 12, 1), random_measure(2, 13, 2), random_measure(2, 11, 3)}, Vector{{1, 1, 1}});
  const double best = multimarginal_coupling(family, {}).value.primal;
  const TransportValue early = multimarginal_coupling(family, {.rounds = 4}).value;
  EXPECT_EQ(early.convergence.termination, Termination::iteration_limit);
  EXPECT_GT(early.gap(), 0);
  EXPECT_GE(early.primal, best - 1e-12);
  EXPECT_LE(early.dual, best + 1e-12);
}

TEST(Multimarginal, IsSilent) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  multimarginal_coupling(family_of({random_measure(2, 20, 1), random_measure(2, 30, 2)}, Vector{{1, 1}}), {});
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace wpga
