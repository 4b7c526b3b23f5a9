#include "wpga/transport/family_couplings.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "transport/random_measures.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

MeasureFamily random_family(Random& random, Index count, double shift = 0) {
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    Measure measure = random_cloud(random, 3 + random.below(15), 2);
    measure.points.array() += shift;
    family.append(measure.view(), std::to_string(i));
  }
  return family;
}

TEST(FamilyCouplings, SolveEachPairWhereverTheFamilyIs) {
  for (const double shift : {0.0, 1e6}) {
    Random random(1);
    const MeasureFamily family = random_family(random, 6, shift);
    Measure source = random_cloud(random, 9, 2);
    source.points.array() += shift;
    FamilyCouplings couplings(family, {}, source.weights);
    auto worker = couplings.worker();
    Matrix map(2, 9);
    for (Index i = 0; i < 6; ++i) {
      Coupling& coupling = couplings.attach(worker, i);
      const double cost = coupling.solve(couplings.centered(source.points).points).primal;
      const PairCoupling pair = couple(source.view(), family[i], {});
      EXPECT_NEAR(cost, pair.value.primal, 1e-8);
      coupling.barycentric_map(map);
      EXPECT_LT((map - couplings.centered(pair.map).points).norm(), 1e-8);
    }
  }
}

TEST(FamilyCouplings, AreCentredOnThePooledMean) {
  Random random(2);
  const MeasureFamily family = random_family(random, 4, 100);
  const FamilyCouplings couplings(family, {}, Vector::Constant(3, 1 / 3.0));
  EXPECT_TRUE(couplings.center().isApprox(pooled_moments(family).mean));
  EXPECT_LT(couplings.centered(couplings.center()).points.norm(), 1e-12);
}

// Points as the data have them and centred ones are not taken for each other.
static_assert(!std::is_convertible_v<Matrix, CenteredPoints> &&
              !std::is_convertible_v<CenteredPoints, Matrix>);

TEST(FamilyCouplings, WakeWhereTheyWentToRest) {
  Random random(3);
  const MeasureFamily family = random_family(random, 5);
  const Measure source = random_cloud(random, 30, 2);
  FamilyCouplings couplings(family, {}, source.weights);
  const Matrix points = couplings.centered(source.points).points;
  auto worker = couplings.worker();
  for (Index i = 0; i < 5; ++i) {
    couplings.attach(worker, i).solve(points);
    couplings.rest(worker, i);
  }
  for (Index i = 0; i < 5; ++i) {
    const TransportValue again = couplings.attach(worker, i).solve(points);
    EXPECT_EQ(again.convergence.iterations, 0);
    EXPECT_TRUE(again.convergence.converged());
  }
  // What rests here wakes elsewhere to the same bits.
  FamilyCouplings others(family, {}, source.weights);
  others.set_resting(couplings.resting());
  auto other = others.worker();
  for (Index i = 0; i < 5; ++i)
    EXPECT_EQ(others.attach(other, i).solve(1.1 * points).primal,
              couplings.attach(worker, i).solve(1.1 * points).primal);
}

TEST(FamilyCouplings, ForgetEverythingWhenTheWeightsChange) {
  Random random(4);
  const MeasureFamily family = random_family(random, 3);
  const Measure source = random_cloud(random, 6, 2), other = random_cloud(random, 4, 2);
  FamilyCouplings couplings(family, {}, source.weights);
  auto worker = couplings.worker();
  couplings.attach(worker, 0).solve(couplings.centered(source.points).points);
  couplings.rest(worker, 0);
  EXPECT_FALSE(couplings.resting()[0].state.empty());
  couplings.restart(other.weights);
  EXPECT_TRUE(couplings.resting()[0].state.empty());
  auto fresh = couplings.worker();
  EXPECT_NEAR(couplings.attach(fresh, 0).solve(couplings.centered(other.points).points).primal,
              couple(other.view(), family[0], {}).value.primal, 1e-11);
}

TEST(FamilyCouplings, ChooseTheirMethodOnce) {
  Random random(5);
  const MeasureFamily family = random_family(random, 2);
  EXPECT_EQ(FamilyCouplings(family, {}, Vector::Ones(1)).method(), TransportMethod::exact);
  EXPECT_EQ(FamilyCouplings(family, {.transport = TransportMethod::entropic}, Vector::Ones(1)).method(),
            TransportMethod::entropic);
}

}  // namespace
}  // namespace wpga
