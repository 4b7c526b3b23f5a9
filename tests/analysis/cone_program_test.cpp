#include "wpga/analysis/cone/cone_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/all_cycles.hpp"
#include "analysis/cycle_program.hpp"
#include "analysis/dense_program.hpp"
#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

using test::normal_matrix;
using test::random_mean;

// ‖U_0 − wanted_0‖² + ‖U_1 − wanted_1‖²
QuadraticModel nearest_to(const Vector& weights, const Fields& wanted) {
  return {weights, Matrix::Identity(2, 2), wanted,
          squared_norm(weights, wanted[0]) + squared_norm(weights, wanted[1])};
}

Fields random_fields(Random& random, const Measure& mean) {
  const Matrix first = normal_matrix(random, mean.dimension(), mean.size());
  return {first, normal_matrix(random, mean.dimension(), mean.size())};
}

constexpr double fine = 1e-11;

ConeProgram::Result minimum(const Measure& mean, const QuadraticModel& model,
                            const std::vector<FieldConstraint>& equalities = {}, const FieldBox& box = {}) {
  return ConeProgram(mean).minimise(model, equalities, box, {.gap = fine});
}

void expect_optimal(const Measure& mean, const Fields& fields) {
  for (const Matrix& field : fields) {
    const MapProof proof = map_proof(mean, field);
    EXPECT_LT(proof.gap, 1e-12);
    EXPECT_EQ(proof.repaired_mass, 0);
  }
}

// Large enough for strips of its factors to be shared out; warm too.
TEST(ConeProgram, FindsTheSameBitsWithAnyNumberOfThreads) {
  Random random(21);
  const Measure mean = random_mean(random, 2, 220);
  const std::vector<Matrix> earlier = {normal_matrix(random, 2, 220), normal_matrix(random, 2, 220)};
  const auto equalities = orthogonality_constraints(mean.weights, earlier, Orthogonality::each);
  const Fields wanted = random_fields(random, mean), later = random_fields(random, mean);
  ConeProgram alone(mean), shared(mean);
  for (const double share : {0.0, 0.02}) {
    Fields moved = wanted;
    for (std::size_t a = 0; a < 2; ++a) moved[a] += share * later[a];
    const QuadraticModel model = nearest_to(mean.weights, moved);
    const ConeEffort effort{.gap = 1e-6};
    const auto one = alone.minimise(model, equalities, {}, effort, {}, {.threads = 1});
    const auto many = shared.minimise(model, equalities, {}, effort, {}, {.threads = 4});
    EXPECT_TRUE(one.solved);
    EXPECT_EQ(one.iterations, many.iterations);
    EXPECT_EQ(one.gap, many.gap);
    EXPECT_EQ(one.fields, many.fields);
  }
  EXPECT_EQ(alone.rest(), shared.rest());
}

TEST(ConeProgram, ProjectsAsAProgramOfAllCyclesDoes) {
  Random random(8);
  for (const Index atoms : {2, 3, 5})
    for (int trial = 0; trial < 4; ++trial) {
      const Measure mean = random_mean(random, 2, atoms);
      const QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
      const auto result = minimum(mean, model);
      const Vector expected =
          test::by_hildreth(test::dense(model, test::all_cycles(mean.points, 2), {}), 3000);
      EXPECT_TRUE(result.solved);
      EXPECT_LT((test::flat(result.fields) - expected).norm(), 1e-5 * expected.norm());
      expect_optimal(mean, result.fields);
    }
}

// Another metric, orthogonality to two directions and a box, all at once; some atoms begin on a wall.
TEST(ConeProgram, MinimisesUnderEverythingAtOnce) {
  Random random(9);
  for (const Orthogonality kind : {Orthogonality::each, Orthogonality::sum})
    for (int trial = 0; trial < 6; ++trial) {
      const Measure mean = random_mean(random, 2, 5);
      QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
      model.metric = Matrix{{1.5, 0.4}, {0.4, 0.7}};
      const std::vector<Matrix> earlier = {normal_matrix(random, 2, 5), normal_matrix(random, 2, 5)};
      const auto orthogonal = orthogonality_constraints(mean.weights, earlier, kind);
      FieldBox box{{Matrix::Constant(2, 5, -0.8), Matrix::Constant(2, 5, -0.7)},
                   {Matrix::Constant(2, 5, 0.6), Matrix::Constant(2, 5, 0.9)}};
      if (trial % 2 == 1)
        for (std::size_t a = 0; a < 2; ++a) box.lower[a](0, 1) = box.upper[a](1, 3) = 0;
      if (trial == 5) box.upper[0](0, 0) = std::numeric_limits<double>::infinity();
      const auto result = minimum(mean, model, orthogonal, box);
      std::vector<FieldConstraint> constraints = test::all_cycles(mean.points, 2);
      constraints.insert(constraints.end(), orthogonal.begin(), orthogonal.end());
      const test::DenseProgram dense = test::dense(model, constraints, box);
      const Vector expected = test::by_hildreth(dense, 20000);
      EXPECT_TRUE(result.solved);
      EXPECT_NEAR(dense.value(test::flat(result.fields)), dense.value(expected), 1e-7);
      EXPECT_LT((test::flat(result.fields) - expected).norm(), 1e-3 * expected.norm());
      expect_optimal(mean, result.fields);
      for (std::size_t a = 0; a < 2; ++a) {
        EXPECT_GE((result.fields[a] - box.lower[a]).minCoeff(), 0);
        EXPECT_GE((box.upper[a] - result.fields[a]).minCoeff(), 0);
      }
      for (const FieldConstraint& constraint : orthogonal)
        EXPECT_NEAR(constraint.excess(result.fields), 0, 1e-11);
    }
}

// Equalities that turn a little from program to program, as the directions of other components do: a warm
// program ends on its own ones, at the minimum of a cold one, whatever it is asked to prove.
TEST(ConeProgram, MeetsEqualitiesThatTurn) {
  Random random(12);
  const Measure mean = random_mean(random, 2, 30);
  const QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
  std::vector<Matrix> earlier = {normal_matrix(random, 2, 30)};
  ConeProgram warm(mean);
  for (int turn = 0; turn < 8; ++turn) {
    const auto orthogonal = orthogonality_constraints(mean.weights, earlier, Orthogonality::each);
    const double wanted = turn % 2 == 0 ? 1e-3 * model.constant : fine;
    const auto result = warm.minimise(model, orthogonal, {}, {.gap = wanted});
    const double least = model.value(minimum(mean, model, orthogonal).fields);
    EXPECT_TRUE(result.solved);
    EXPECT_LE(result.gap, wanted);
    EXPECT_LE(model.value(result.fields), least + wanted + 1e-9);
    EXPECT_GE(model.value(result.fields), least - 1e-9);
    for (const FieldConstraint& constraint : orthogonal)
      EXPECT_NEAR(constraint.excess(result.fields), 0, 1e-10);
    expect_optimal(mean, result.fields);
    earlier[0] += 0.02 * normal_matrix(random, 2, 30);
  }
}

// Two methods that share nothing: arcs with potentials, and cycles found by transport problems.
TEST(ConeProgram, AgreesWithCuttingPlanes) {
  Random random(43);
  for (const Index dimension : {1, 2, 3, 7})
    for (const Index atoms : {8, 20}) {
      const Measure mean = random_mean(random, dimension, atoms);
      QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
      model.metric = Matrix{{1.2, -0.5}, {-0.5, 0.8}};
      const auto result = minimum(mean, model);
      const auto expected = test::CycleProgram(mean).minimise(model, {}, {}, 1e-11);
      const double ours = model.value(result.fields), theirs = model.value(expected.fields);
      EXPECT_LE(ours, theirs + 1e-10);  // maps within a gap of 1e-11 may be lower by about as much
      EXPECT_NEAR(ours, theirs, 1e-6 * model.constant);
      expect_optimal(mean, result.fields);
    }
}

// The proof: no optimal maps have a value below what the multipliers show, whenever the search stops.
TEST(ConeProgram, ProvesHowFarTheMinimumIs) {
  Random random(44);
  for (int trial = 0; trial < 5; ++trial) {
    const Measure mean = random_mean(random, 2, 25);
    const QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
    const double least = model.value(minimum(mean, model).fields);
    for (int iterations = 1; iterations < 12; ++iterations) {
      const auto early = ConeProgram(mean).minimise(model, {}, {}, {.gap = fine, .iterations = iterations});
      const double value = model.value(early.fields);
      EXPECT_LE(value - early.gap, least + 1e-9);
      EXPECT_EQ(early.solved, early.gap <= fine);
      expect_optimal(mean, early.fields);
    }
  }
}

TEST(ConeProgram, StopsWhereAFifthOfTheFallIsLeft) {
  Random random(45);
  const Measure mean = random_mean(random, 2, 40);
  const QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
  const auto found = ConeProgram(mean).minimise(model, {}, {}, {.reference = model.constant});
  EXPECT_TRUE(found.solved);
  EXPECT_LE(found.gap, 0.2 * (model.constant - model.value(found.fields)));
  EXPECT_LT(found.iterations, minimum(mean, model).iterations);
}

TEST(ConeProgram, LeavesOptimalMapsWhereTheyAre) {
  Random random(10);
  const Measure mean = random_mean(random, 2, 25);
  const Fields once = minimum(mean, nearest_to(mean.weights, random_fields(random, mean))).fields;
  const Fields twice = minimum(mean, nearest_to(mean.weights, once)).fields;
  for (std::size_t a = 0; a < 2; ++a) EXPECT_LT((twice[a] - once[a]).norm(), 1e-4 * once[a].norm());
}

TEST(ConeProgram, IsNeverFartherThanTheBarycentricProjection) {
  Random random(11);
  for (const Index dimension : {1, 2, 3}) {
    const Measure mean = random_mean(random, dimension, 20);
    const Fields wanted = random_fields(random, mean);
    const Fields nearest = minimum(mean, nearest_to(mean.weights, wanted)).fields;
    for (std::size_t a = 0; a < 2; ++a) {
      MapCoupling coupling(mean);
      coupling.gap(wanted[a]);
      EXPECT_LE(squared_norm(mean.weights, nearest[a] - wanted[a]),
                squared_norm(mean.weights, coupling.barycentric_projection(wanted[a]) - wanted[a]));
    }
  }
}

// Weighted isotonic regression: pool adjacent violators.
Vector isotonic(const Vector& values, const Vector& weights) {
  struct Block {
    double value, weight;
    Index size;
  };
  std::vector<Block> blocks;
  for (Index k = 0; k < values.size(); ++k) {
    blocks.push_back({values[k], weights[k], 1});
    while (blocks.size() > 1 && blocks[blocks.size() - 2].value > blocks.back().value) {
      const Block last = blocks.back();
      blocks.pop_back();
      Block& into = blocks.back();
      into.value = (into.value * into.weight + last.value * last.weight) / (into.weight + last.weight);
      into.weight += last.weight;
      into.size += last.size;
    }
  }
  Vector fitted(values.size());
  Index at = 0;
  for (const Block& block : blocks) {
    fitted.segment(at, block.size).setConstant(block.value);
    at += block.size;
  }
  return fitted;
}

// On the line optimal maps are the rising ones.
TEST(ConeProgram, IsIsotonicRegressionOnTheLine) {
  Random random(12);
  for (int trial = 0; trial < 5; ++trial) {
    Measure mean = random_mean(random, 1, 15);
    std::ranges::sort(mean.points.reshaped());
    const Fields wanted = random_fields(random, mean);
    const auto result = minimum(mean, nearest_to(mean.weights, wanted));
    for (std::size_t a = 0; a < 2; ++a) {
      const Vector image = (mean.points + wanted[a]).transpose();
      const Vector expected = isotonic(image, mean.weights);
      EXPECT_LT((result.fields[a] + mean.points - expected.transpose()).norm(), 1e-4 * image.norm());
    }
  }
}

// Atoms at one place constrain each other not at all.
TEST(ConeProgram, TakesDuplicatedAtoms) {
  Random random(13);
  for (int trial = 0; trial < 4; ++trial) {
    Measure mean = random_mean(random, 2, 5);
    mean.points.col(1) = mean.points.col(0);
    mean.points.col(3) = mean.points.col(2);
    const QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
    const auto result = minimum(mean, model);
    const Vector expected = test::by_hildreth(test::dense(model, test::all_cycles(mean.points, 2), {}), 3000);
    EXPECT_LT((test::flat(result.fields) - expected).norm(), 1e-5 * expected.norm());
  }
}

// Neither an atom split in two halves nor the unit of length or mass changes the answer.
TEST(ConeProgram, DoesNotMindHalvesOrUnits) {
  Random random(46);
  const Measure mean = random_mean(random, 2, 12);
  const Fields wanted = random_fields(random, mean);
  const ConeEffort effort{.iterations = 6};
  const auto plain = ConeProgram(mean).minimise(nearest_to(mean.weights, wanted), {}, {}, effort);
  Measure split{Matrix(2, 13), Vector(13)};
  split.points << mean.points, mean.points.col(4);
  split.weights << mean.weights, 0.5 * mean.weights[4];
  split.weights[4] *= 0.5;
  Fields doubled = wanted;
  for (Matrix& field : doubled) {
    field.conservativeResize(2, 13);
    field.col(12) = field.col(4);
  }
  const auto halves = ConeProgram(split).minimise(nearest_to(split.weights, doubled), {}, {}, effort);
  for (std::size_t a = 0; a < 2; ++a)
    EXPECT_LT((halves.fields[a].leftCols(12) - plain.fields[a]).norm(), 1e-8 * plain.fields[a].norm());
  for (const double unit : {1e-60, 1e-9, 1e7, 1e60}) {
    const Measure scaled{unit * mean.points, mean.weights};
    const auto other = ConeProgram(scaled).minimise(
        nearest_to(mean.weights, {unit * wanted[0], unit * wanted[1]}), {}, {}, effort);
    for (std::size_t a = 0; a < 2; ++a)
      EXPECT_LT((other.fields[a] / unit - plain.fields[a]).norm(), 1e-8 * plain.fields[a].norm());
  }
}

// Clusters far from each other, a far outlier, atoms nearly in one place, masses of 1e-12, a line in space.
TEST(ConeProgram, TakesOddClouds) {
  Random random(47);
  for (int kind = 0; kind < 6; ++kind) {
    Measure mean = random_mean(random, 3, 30);
    if (kind == 0) mean.points.leftCols(15).row(0).array() += 1e6;
    if (kind == 1) mean.points(0, 0) = 1e9;
    if (kind == 2) mean.points.col(1) = mean.points.col(0).array() + 1e-7;
    if (kind == 3) mean.weights.head(10).setConstant(1e-12);
    if (kind == 4) mean.points.bottomRows(2).setZero();
    if (kind == 5) mean.points.rightCols(28).setZero();
    mean.weights /= mean.weights.sum();
    const QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
    const auto result = ConeProgram(mean).minimise(model, {}, {}, {.gap = 1e-7});
    EXPECT_TRUE(result.solved) << kind << " " << result.gap;
    for (const Matrix& field : result.fields) EXPECT_LT(map_gap(mean, field), 1e-6) << kind;
  }
}

TEST(ConeProgram, OfOneAtomIsTheModelItself) {
  Random random(14);
  const Measure mean = random_mean(random, 3, 1);
  const Fields wanted = random_fields(random, mean);
  const auto result = minimum(mean, nearest_to(mean.weights, wanted));
  for (std::size_t a = 0; a < 2; ++a) EXPECT_TRUE(result.fields[a].isApprox(wanted[a]));
}

TEST(ConeProgram, StandsStillWhereNothingPulls) {
  Random random(48);
  const Measure mean = random_mean(random, 2, 6);
  const auto result = minimum(mean, nearest_to(mean.weights, {Matrix::Zero(2, 6), Matrix::Zero(2, 6)}));
  EXPECT_TRUE(result.solved);
  for (const Matrix& field : result.fields) EXPECT_EQ(field, Matrix(Matrix::Zero(2, 6)));
}

// One field D whose multiples −a D and (1 − a) D are both optimal maps.
TEST(ConeProgram, TakesSeveralEndsOfOneField) {
  Random random(49);
  const Measure mean = random_mean(random, 2, 5);
  for (const double share : {0.0, 0.3, 1.0}) {
    const QuadraticModel model{mean.weights, Matrix::Identity(1, 1), {2 * normal_matrix(random, 2, 5)}, 0};
    const Matrix ends{{-share}, {1 - share}};
    const auto result = ConeProgram(mean).minimise(model, {}, {}, {.gap = fine}, ends);
    std::vector<FieldConstraint> constraints = test::all_cycles(mean.points, 1);
    const std::size_t cycles = constraints.size();
    for (std::size_t c = 0; c < cycles; ++c) {
      constraints.push_back(constraints[c]);
      constraints[c].coefficients *= -share;
      constraints.back().coefficients *= 1 - share;
    }
    std::erase_if(constraints, [](const FieldConstraint& one) { return one.coefficients.isZero(0); });
    const Vector expected = test::by_hildreth(test::dense(model, constraints, {}), 3000);
    EXPECT_LT((test::flat(result.fields) - expected).norm(), 1e-5 * expected.norm());
    expect_optimal(mean, {-share * result.fields[0], (1 - share) * result.fields[0]});
  }
}

TEST(ConeProgram, StartsFromTheLastIterates) {
  Random random(16);
  const Measure mean = random_mean(random, 2, 40);
  QuadraticModel model = nearest_to(mean.weights, random_fields(random, mean));
  ConeProgram program(mean);
  const auto cold = program.minimise(model, {}, {}, {.gap = 1e-7});
  for (Matrix& linear : model.linear) linear += 1e-3 * normal_matrix(random, 2, 40);
  const auto warm = program.minimise(model, {}, {}, {.gap = 1e-7});
  EXPECT_LT(2 * warm.iterations, cold.iterations);
  EXPECT_NEAR(model.value(warm.fields), model.value(minimum(mean, model).fields), 1e-7);
  // Other equalities: nothing of it serves.
  const auto orthogonal = orthogonality_constraints(
      mean.weights, std::vector<Matrix>{normal_matrix(random, 2, 40)}, Orthogonality::each);
  const auto other = program.minimise(model, orthogonal, {}, {.gap = 1e-7});
  EXPECT_TRUE(other.solved);
  for (const FieldConstraint& constraint : orthogonal) EXPECT_NEAR(constraint.excess(other.fields), 0, 1e-11);
}

// What lies inside the cone of −a D and (1 − a) D may lie outside that of another a: a warm program ends at
// the minimum of a cold one all the same.
TEST(ConeProgram, DoesNotStartFromIteratesWithOtherEnds) {
  Random random(51);
  for (int trial = 0; trial < 8; ++trial) {
    const Measure mean = random_mean(random, 2, 9);
    const QuadraticModel model{mean.weights, Matrix::Identity(1, 1), {2 * normal_matrix(random, 2, 9)}, 0};
    ConeProgram warm(mean);
    for (const double share : {0.5, 0.6, 0.2, 0.9}) {
      const Matrix ends{{-share}, {1 - share}};
      const auto result = warm.minimise(model, {}, {}, {.gap = 1e-7}, ends);
      const double least = model.value(ConeProgram(mean).minimise(model, {}, {}, {.gap = fine}, ends).fields);
      EXPECT_TRUE(result.solved) << trial << ' ' << share;
      EXPECT_NEAR(model.value(result.fields), least, 1e-7) << trial << ' ' << share;
    }
  }
}

TEST(ConeProgram, GoesOnToTheSameBits) {
  Random random(15);
  const Measure mean = random_mean(random, 2, 20);
  const QuadraticModel first = nearest_to(mean.weights, random_fields(random, mean));
  QuadraticModel second = first;
  second.linear[0] *= 1.01;
  const FieldBox box{{Matrix::Constant(2, 20, -2), Matrix::Constant(2, 20, -2)},
                     {Matrix::Constant(2, 20, 2), Matrix::Constant(2, 20, 2)}};
  ConeProgram straight(mean);
  straight.minimise(first, {}, box, {.gap = 1e-6});
  ConeProgram resumed(mean);
  resumed.resume(straight.rest());
  const auto one = straight.minimise(second, {}, box, {.gap = 1e-6});
  const auto two = resumed.minimise(second, {}, box, {.gap = 1e-6});
  for (std::size_t a = 0; a < 2; ++a) EXPECT_EQ(one.fields[a], two.fields[a]);
  EXPECT_EQ(one.iterations, two.iterations);
  EXPECT_EQ(straight.rest(), resumed.rest());
}

TEST(ConeProgram, RefusesADamagedState) {
  Random random(50);
  const Measure mean = random_mean(random, 2, 8);
  ConeProgram program(mean);
  program.minimise(nearest_to(mean.weights, random_fields(random, mean)), {}, {}, {.gap = 1e-6});
  const std::vector<std::byte> state = program.rest();
  for (std::size_t size = 1; size < state.size(); size += 101)
    EXPECT_THROW(ConeProgram(mean).resume(std::span(state).first(size)), InputError);
  EXPECT_THROW(ConeProgram(random_mean(random, 2, 7)).resume(state), InputError);
}

}  // namespace
}  // namespace wpga
