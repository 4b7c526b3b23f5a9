#include "wpga/barycenters/coupled_family.hpp"

#include <gtest/gtest.h>

#include "barycenters/families.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

Measure source_of(Index atoms, std::uint64_t seed) {
  Random random(seed);
  return make_measure(random_points(2, atoms, random), Vector::Ones(atoms));
}

// A pass is nothing but the couplings one by one, averaged.
TEST(CoupledFamily, AveragesWhatSingleCouplingsSay) {
  MeasureFamily family = random_family(7, 9, 2, 1);
  family.set_measure_weights(Vector::LinSpaced(7, 1, 3));
  const Measure source = source_of(6, 2);
  CoupledFamily coupled(family, {}, source.weights);
  const Matrix centered = source.points.colwise() - coupled.center();
  const CoupledFamily::Pass pass = coupled.solve(centered, source.weights, true, {});
  double objective = 0;
  Matrix map = Matrix::Zero(2, 6);
  for (Index i = 0; i < family.count(); ++i) {
    const PairCoupling pair = couple(source.view(), family[i], {});
    EXPECT_NEAR(pass.squared_distances[i], pair.value.primal, 1e-12);
    objective += family.measure_weight(i) * pair.value.primal;
    map += family.measure_weight(i) * pair.map;
  }
  EXPECT_NEAR(pass.objective, objective, 1e-12);
  EXPECT_LT((pass.map.colwise() + coupled.center() - map).norm(), 1e-12);
  EXPECT_EQ(pass.not_converged, 0);
}

// Σ λ_i u_i is a subgradient of the variance in the weights of the atoms: no other weights lie below its
// plane.
TEST(CoupledFamily, PotentialsAreASubgradientInTheWeights) {
  MeasureFamily family = random_family(7, 9, 2, 1);
  family.set_measure_weights(Vector::LinSpaced(7, 1, 9));
  const Measure source = source_of(6, 2);
  CoupledFamily coupled(family, {}, source.weights);
  const Matrix centred = source.points.colwise() - coupled.center();
  const CoupledFamily::Pass here = coupled.solve(centred, source.weights, true, {});
  Random random(6);
  for (int trial = 0; trial < 20; ++trial) {
    Vector weights = source.weights + 0.02 * Vector::NullaryExpr(6, [&] { return random.uniform(-1, 1); });
    weights /= weights.sum();
    const double there = coupled.solve(centred, weights, false, {}).objective;
    const double plane = here.objective + here.potentials.dot(weights - source.weights);
    EXPECT_GE(there, plane - 1e-12);
    EXPECT_NEAR(there, plane, 0.05 * here.objective);
  }
}

TEST(CoupledFamily, WarmIsCold) {
  const MeasureFamily family = random_family(20, 12, 2, 3);
  const Measure source = source_of(8, 4);
  CoupledFamily warm(family, {}, source.weights);
  Random random(5);
  Matrix points = source.points;
  for (int move = 0; move < 10; ++move) {
    points += 0.1 * random_points(2, 8, random);
    CoupledFamily cold(family, {}, source.weights);
    EXPECT_NEAR(warm.solve(points, source.weights, false, {}).objective,
                cold.solve(points, source.weights, false, {}).objective, 1e-11);
  }
}

TEST(CoupledFamily, HasTheSameBitsForAnyNumberOfThreads) {
  const MeasureFamily family = random_family(40, 10, 2, 6);
  const Measure source = source_of(8, 7);
  CoupledFamily one(family, {}, source.weights), two(family, {}, source.weights);
  const auto a = one.solve(source.points, source.weights, true, {.threads = 1});
  const auto b = two.solve(source.points, source.weights, true, {.threads = 2});
  EXPECT_EQ(a.objective, b.objective);
  EXPECT_EQ(a.map, b.map);
  EXPECT_EQ(a.potentials, b.potentials);
}

}  // namespace
}  // namespace wpga
