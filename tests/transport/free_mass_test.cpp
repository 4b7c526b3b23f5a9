#include "wpga/transport/free_mass.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "transport/random_measures.hpp"
#include "wpga/base/error.hpp"
#include "wpga/numerics/linear_programming.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/distances.hpp"
#include "wpga/transport/dual_bound.hpp"

namespace wpga {
namespace {

TransportOptions free_mass(double penalty) {
  TransportOptions options;
  options.mass = MassRule::free;
  options.penalty = penalty;
  return options;
}

double squared(const Measure& one, const Measure& other, double penalty) {
  return transport_value(one.view(), other.view(), free_mass(penalty)).primal;
}

Matrix squared_distances_between(const Measure& source, const Measure& target) {
  return Matrix::NullaryExpr(source.size(), target.size(), [&](Index k, Index j) {
    return (source.points.col(k) - target.points.col(j)).squaredNorm();
  });
}

// min Σ P|z − x|² + R²/2 (Σ taken away + Σ added) over P, taken, added ≥ 0 with the marginals as equations.
double by_linear_program(const Measure& source, const Measure& target, double penalty) {
  Vector masses(source.size() + target.size());
  masses << source.weights, target.weights;
  LinearProgram program(masses);
  const Matrix costs = squared_distances_between(source, target);
  for (Index k = 0; k < source.size(); ++k)
    for (Index j = 0; j < target.size(); ++j)
      program.add_column(costs(k, j),
                         std::array<ColumnEntry, 2>{
                             {{static_cast<int>(k), 1.0}, {static_cast<int>(source.size() + j), 1.0}}});
  for (Index row = 0; row < masses.size(); ++row)
    program.add_column(penalty * penalty / 2, std::array<ColumnEntry, 1>{{{static_cast<int>(row), 1.0}}});
  return program.solve().value;
}

TEST(FreeMass, AgreesWithALinearProgramThatTakesAwayAndAdds) {
  Random random(1);
  for (const Index dimension : {1, 2, 3, 7})
    for (const double penalty : {0.3, 1.0, 2.5})
      for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild}) {
        const Measure source = random_cloud(random, 23, dimension, kind);
        const Measure target = random_cloud(random, 17, dimension, kind);
        const TransportValue value = transport_value(source.view(), target.view(), free_mass(penalty));
        EXPECT_NEAR(value.primal, by_linear_program(source, target, penalty), 1e-9);
        EXPECT_NEAR(value.gap(), 0, 1e-12);
        EXPECT_TRUE(value.convergence.converged());
      }
}

// The cost min(|z − x|², R²) over all pairings, one by one.
TEST(FreeMass, IsTransportWithDistancesCutOff) {
  Random random(2);
  for (const double penalty : {0.5, 1.5}) {
    const Measure source = random_cloud(random, 6, 2, Weights::uniform);
    const Measure target = random_cloud(random, 6, 2, Weights::uniform);
    const Matrix costs = squared_distances_between(source, target).cwiseMin(penalty * penalty);
    std::array<Index, 6> order{};
    std::iota(order.begin(), order.end(), 0);
    double least = 1e9;
    do {
      double sum = 0;
      for (Index k = 0; k < 6; ++k) sum += costs(k, order[static_cast<std::size_t>(k)]) / 6;
      least = std::min(least, sum);
    } while (std::ranges::next_permutation(order).found);
    EXPECT_NEAR(squared(source, target, penalty), least, 1e-12);
  }
}

TEST(FreeMass, MovesAllWhereNothingIsFarAndNothingWhereAllIs) {
  Random random(3);
  const Measure source = random_cloud(random, 30, 2), target = random_cloud(random, 20, 2);
  const double all = transport_value(source.view(), target.view(), {}).primal;
  for (const double penalty : {20.0, 1e6, 1e100}) {
    const TransportValue value = transport_value(source.view(), target.view(), free_mass(penalty));
    EXPECT_NEAR(value.primal, all, 1e-12);
    EXPECT_NEAR(value.unmatched, 0, 1e-14);
  }
  const TransportValue none = transport_value(source.view(), target.view(), free_mass(1e-3));
  EXPECT_NEAR(none.primal, 1e-6, 1e-12);
  EXPECT_NEAR(none.unmatched, 1, 1e-12);
}

// Two populations that stay in place and change in number: no mass moves, and the change is told.
TEST(FreeMass, TellsNumbersFromPlaces) {
  Matrix places(2, 2);
  places << 0, 10, 0, 0;
  const Measure before{places, Vector{{0.5, 0.5}}}, after{places, Vector{{0.2, 0.8}}};
  const PairCoupling pair = couple(before.view(), after.view(), free_mass(2));
  EXPECT_NEAR(pair.value.primal, 0.3 * 4, 1e-14);
  EXPECT_NEAR(pair.value.unmatched, 0.3, 1e-14);
  EXPECT_LT((pair.map - places).cwiseAbs().maxCoeff(), 1e-14);
  for (const PlanEntry& entry : pair.plan) EXPECT_EQ(entry.source, entry.target);
}

TEST(FreeMass, IsAMetric) {
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<Measure> corners;
    for (int c = 0; c < 3; ++c) corners.push_back(random_cloud(random, 5 + 3 * c, 2));
    const auto side = [&](std::size_t a, std::size_t b) {
      return std::sqrt(squared(corners[a], corners[b], 0.8));
    };
    EXPECT_LE(side(0, 2), side(0, 1) + side(1, 2) + 1e-12);
    EXPECT_NEAR(side(0, 1), side(1, 0), 1e-12);
    EXPECT_NEAR(side(0, 0), 0, 1e-7);
  }
}

// The certificate is one: potentials of the cut-off cost, made feasible in plain loops, prove the value.
TEST(FreeMass, PotentialsProveTheValue) {
  Random random(5);
  for (const double penalty : {0.4, 1.0, 3.0}) {
    const Measure source = random_cloud(random, 40, 2), target = random_cloud(random, 30, 2);
    const auto coupling = free_mass_transport(penalty)->coupling(source.weights);
    coupling->attach(target.view(), {});
    const double value = coupling->solve(source.points).primal;
    const Vector at_source = coupling->source_potentials(), at_target = coupling->target_potentials();
    const Matrix costs = squared_distances_between(source, target).cwiseMin(penalty * penalty);
    const Matrix slack = (costs.colwise() - at_source).rowwise() - at_target.transpose();
    EXPECT_GE(slack.minCoeff(), -1e-12);
    EXPECT_NEAR(source.weights.dot(at_source) + target.weights.dot(at_target), value, 1e-12);
    const double bound =
        dual_bound(source.points, source.weights, target.view(), at_source, penalty * penalty);
    EXPECT_NEAR(bound, value, 1e-12);
    // Of other potentials a bound too, and a smaller one.
    const Vector other = at_source + 0.2 * Vector::LinSpaced(source.size(), -1, 1);
    EXPECT_LE(dual_bound(source.points, source.weights, target.view(), other, penalty * penalty), value);
  }
}

// b |z' − T|² + constant lies above the squared distance from every z', and touches it at z.
TEST(FreeMass, MapsAreMajorisers) {
  Random random(6);
  const Measure source = random_cloud(random, 25, 2), target = random_cloud(random, 25, 2);
  const auto coupling = free_mass_transport(0.7)->coupling(source.weights);
  coupling->attach(target.view(), {});
  const double value = coupling->solve(source.points).primal;
  Matrix map(2, 25);
  coupling->barycentric_map(map);
  const auto quadratic = [&](const Matrix& points) {
    return (points - map).colwise().squaredNorm().dot(source.weights);
  };
  for (const double size : {1e-3, 0.1, 1.0, 10.0})
    for (int trial = 0; trial < 20; ++trial) {
      const Matrix moved = source.points + size * random_cloud(random, 25, 2).points;
      const double here = coupling->solve(moved).primal;
      EXPECT_LE(here, value + quadratic(moved) - quadratic(source.points) + 1e-12);
    }
}

TEST(FreeMass, GoesOnWarmToTheSameValue) {
  Random random(7);
  const Measure source = random_cloud(random, 60, 3), target = random_cloud(random, 50, 3);
  const auto warm = free_mass_transport(0.9)->coupling(source.weights);
  warm->attach(target.view(), {});
  warm->solve(source.points);
  // So far apart that the penalty cuts off all, and back again, also from rest.
  for (const double shift : {0.01, 0.5, 30.0, 0.2}) {
    const Matrix moved = source.points.array() + shift;
    warm->attach(target.view(), warm->rest());
    const TransportValue value = warm->solve(moved);
    EXPECT_NEAR(value.primal, squared({moved, source.weights}, target, 0.9), 1e-12);
    EXPECT_NEAR(value.gap(), 0, 1e-10);
  }
}

TEST(FreeMass, LargePenaltiesFollowASourceThatLeaves) {
  Random random(8);
  const Measure source = random_cloud(random, 12, 2), target = random_cloud(random, 12, 2);
  const auto coupling = free_mass_transport(1e3)->coupling(source.weights);
  coupling->attach(target.view(), {});
  for (const double shift : {0.0, 50.0, 400.0}) {
    const Measure moved{source.points.array() + shift, source.weights};
    const double all = transport_value(moved.view(), target.view(), {}).primal;
    EXPECT_NEAR(coupling->solve(moved.points).primal, all, 1e-11 * (1 + all));
  }
}

TEST(FreeMass, KnowsSingleAtomsTiesAndUnits) {
  const Measure here{Matrix::Zero(2, 1), Vector::Ones(1)};
  EXPECT_EQ(squared(here, here, 1), 0);
  const Measure there{Matrix::Constant(2, 1, 3.0), Vector::Ones(1)};
  EXPECT_NEAR(squared(here, there, 1), 1, 1e-14);
  EXPECT_NEAR(squared(here, there, 5), 18, 1e-12);
  Random random(9);
  const Measure one = random_grid_cloud(random, 20, 2, 4, Weights::random);
  const Measure other = random_grid_cloud(random, 30, 2, 4, Weights::random);
  const double value = squared(one, other, 1.5);
  EXPECT_NEAR(value, by_linear_program(one, other, 1.5), 1e-9);
  for (const double unit : {0x1p-100, 0x1p100}) {
    const Measure scaled{unit * one.points, one.weights}, others{unit * other.points, other.weights};
    EXPECT_NEAR(squared(scaled, others, 1.5 * unit) / (unit * unit), value, 1e-12);
  }
}

TEST(FreeMass, WantsAPenaltyAndExactPlans) {
  const Measure here{Matrix::Zero(2, 1), Vector::Ones(1)};
  const auto refused = [&](const TransportOptions& options) {
    EXPECT_THROW(transport_value(here.view(), here.view(), options), InputError);
  };
  refused({.mass = MassRule::free});
  refused({.penalty = 1.0});
  refused({.transport = TransportMethod::entropic, .mass = MassRule::free, .penalty = 1.0});
  refused({.mass = MassRule::free, .penalty = -1.0});
}

TEST(FreeMass, FamiliesHaveMatrices) {
  Random random(10);
  MeasureFamily family;
  for (int i = 0; i < 4; ++i) family.append(random_cloud(random, 10, 1).view(), "");
  const DistanceMatrix found = distance_matrix(family, free_mass(0.5), {.threads = 2});
  for (Index i = 0; i < 4; ++i)
    for (Index j = 0; j < 4; ++j) {
      const TransportValue pair = transport_value(family[i], family[j], free_mass(0.5));
      EXPECT_NEAR(found.upper(i, j), pair.primal, 1e-12);
      EXPECT_NEAR(found.unmatched(i, j), pair.unmatched, 1e-12);
    }
}

}  // namespace
}  // namespace wpga
