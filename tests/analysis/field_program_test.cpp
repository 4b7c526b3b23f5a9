#include "wpga/analysis/cone/field_program.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/dense_program.hpp"
#include "analysis/random_families.hpp"

namespace wpga {
namespace {

using test::normal_matrix;

struct Problem {
  QuadraticModel model;
  std::vector<FieldConstraint> constraints;
  FieldBox box;
};

// `inside` satisfies everything, so that there is a solution.
struct Shape {
  int fields;
  Index dimension, atoms;
  int inequalities, equalities;
  bool box;
};

FieldConstraint random_constraint(Random& random, const Shape& shape, const Fields& inside, bool equality) {
  FieldConstraint constraint{.equality = equality};
  for (int a = 0; a < shape.fields; ++a)
    for (int k = 0; k < shape.atoms; ++k)
      if (equality || random.uniform() < 0.7) constraint.places.push_back({a, k});
  constraint.coefficients =
      normal_matrix(random, shape.dimension, static_cast<Index>(constraint.places.size()));
  constraint.bound = constraint.excess(inside) + (equality ? 0 : 0.1 * random.uniform());
  return constraint;
}

Problem random_problem(Random& random, const Shape& shape) {
  const Index fields = shape.fields;
  const Matrix root = normal_matrix(random, fields, fields);
  Problem problem;
  problem.model.weights = test::random_weights(random, shape.atoms);
  problem.model.metric = root * root.transpose() + 0.1 * Matrix::Identity(fields, fields);
  problem.model.constant = random.normal();
  Fields inside;
  for (int a = 0; a < shape.fields; ++a) {
    problem.model.linear.push_back(2 * normal_matrix(random, shape.dimension, shape.atoms));
    inside.push_back(0.3 * normal_matrix(random, shape.dimension, shape.atoms));
    if (!shape.box) continue;
    const Matrix width = normal_matrix(random, shape.dimension, shape.atoms).cwiseAbs();
    problem.box.lower.push_back(inside.back() - width);
    problem.box.upper.push_back(inside.back() + 0.5 * width);
  }
  for (int r = 0; r < shape.inequalities; ++r)
    problem.constraints.push_back(random_constraint(random, shape, inside, false));
  for (int r = 0; r < shape.equalities; ++r)
    problem.constraints.push_back(random_constraint(random, shape, inside, true));
  return problem;
}

// Stationarity off the bounds with the right sign at them, complementary slackness, feasibility: together
// they prove a minimum of a convex program.
void expect_optimal(const Problem& problem, const FieldSolution& solution) {
  const test::DenseProgram program = test::dense(problem.model, problem.constraints, problem.box);
  const Vector x = test::flat(solution.fields);
  const double tolerance = 1e-8 * (1 + x.norm());
  EXPECT_TRUE(test::is_feasible(program, x, tolerance));
  // The multipliers are those of half the model.
  Vector slope = program.hessian * x - program.linear;
  for (std::size_t r = 0; r < problem.constraints.size(); ++r) {
    const FieldConstraint& constraint = problem.constraints[r];
    slope += constraint.multiplier * program.rows.row(static_cast<Index>(r)).transpose();
    if (constraint.equality) continue;
    EXPECT_GE(constraint.multiplier, 0);
    EXPECT_NEAR(constraint.multiplier * constraint.excess(solution.fields), 0, tolerance);
  }
  for (Index j = 0; j < x.size(); ++j) {
    if (x[j] < program.upper[j]) {
      EXPECT_GT(slope[j], -tolerance);
    }
    if (x[j] > program.lower[j]) {
      EXPECT_LT(slope[j], tolerance);
    }
  }
}

TEST(QuadraticModel, IsTheSumOfSquaresItStandsFor) {
  Random random(1);
  const Matrix metric{{2, 0.5}, {0.5, 1}};
  const QuadraticModel model{test::random_weights(random, 4),
                             metric,
                             {normal_matrix(random, 3, 4), normal_matrix(random, 3, 4)},
                             0.7};
  const Fields fields = {normal_matrix(random, 3, 4), normal_matrix(random, 3, 4)};
  double expected = 0.7;
  for (Index k = 0; k < 4; ++k)
    for (Index j = 0; j < 3; ++j) {
      const Eigen::Vector2d u(fields[0](j, k), fields[1](j, k));
      const Eigen::Vector2d g(model.linear[0](j, k), model.linear[1](j, k));
      expected += model.weights[k] * (u.dot(metric * u) - 2 * u.dot(g));
    }
  EXPECT_NEAR(model.value(fields), expected, 1e-12);
}

TEST(QuadraticModel, IsLeastAtItsMinimiser) {
  Random random(2);
  for (const int fields : {1, 2}) {
    const Problem problem = random_problem(random, {fields, 2, 5, 0, 0, false});
    const Fields best = problem.model.minimiser();
    for (int trial = 0; trial < 20; ++trial) {
      Fields other = best;
      for (Matrix& field : other) field += 1e-3 * normal_matrix(random, 2, 5);
      EXPECT_LT(problem.model.value(best), problem.model.value(other));
    }
  }
}

// model + strength ‖U − held‖²
TEST(QuadraticModel, HeldNearAddsASquaredDistance) {
  Random random(3);
  const Problem problem = random_problem(random, {2, 3, 4, 0, 0, false});
  const Fields held = {normal_matrix(random, 3, 4), normal_matrix(random, 3, 4)};
  const Fields fields = {normal_matrix(random, 3, 4), normal_matrix(random, 3, 4)};
  double away = 0;
  for (std::size_t a = 0; a < 2; ++a) away += squared_norm(problem.model.weights, fields[a] - held[a]);
  const double strength = 0.3 * problem.model.metric.diagonal().mean();
  EXPECT_NEAR(held_near(problem.model, held, 0.3).value(fields),
              problem.model.value(fields) + strength * away, 1e-11);
}

// Where the data say nothing (all times equal: a singular metric) the held fields stay.
TEST(QuadraticModel, HeldNearKeepsWhatTheDataSayNothingAbout) {
  Random random(4);
  QuadraticModel model{test::random_weights(random, 3), Matrix{{0, 0}, {0, 1}}, {}, 0};
  model.linear = {Matrix::Zero(2, 3), normal_matrix(random, 2, 3)};
  const Fields held = {normal_matrix(random, 2, 3), normal_matrix(random, 2, 3)};
  const Fields found = held_near(model, held, 1e-6).minimiser();
  EXPECT_TRUE(found[0].isApprox(held[0], 1e-9));
  EXPECT_TRUE(found[1].isApprox(model.linear[1], 1e-5));
}

TEST(FieldProgram, AgreesWithTheLeastOfAllFaces) {
  Random random(5);
  const std::vector<Shape> shapes = {{1, 1, 4, 3, 0, false}, {1, 2, 3, 4, 1, false}, {2, 2, 2, 4, 1, false},
                                     {1, 1, 4, 2, 1, true},  {2, 1, 2, 3, 0, true},  {2, 1, 2, 2, 1, true},
                                     {1, 2, 2, 0, 1, true},  {2, 1, 2, 0, 0, true}};
  for (const Shape& shape : shapes)
    for (int trial = 0; trial < 12; ++trial) {
      Problem problem = random_problem(random, shape);
      const test::DenseProgram program = test::dense(problem.model, problem.constraints, problem.box);
      const FieldSolution solution = minimise(problem.model, problem.constraints, problem.box);
      const Vector expected = test::least_of_all_faces(program);
      EXPECT_LT((test::flat(solution.fields) - expected).norm(), 1e-8 * (1 + expected.norm()));
    }
}

TEST(FieldProgram, SatisfiesTheConditionsOfKarushKuhnAndTucker) {
  Random random(6);
  for (const int fields : {1, 2})
    for (const bool box : {false, true})
      for (int trial = 0; trial < 30; ++trial) {
        Problem problem = random_problem(random, {fields, 2, 12, 15, 2, box});
        const FieldSolution solution = minimise(problem.model, problem.constraints, problem.box);
        EXPECT_LT(solution.residual, 1e-9);
        expect_optimal(problem, solution);
      }
}

TEST(FieldProgram, MeetsEqualitiesToRoundingAndTheBoxExactly) {
  Random random(7);
  for (int trial = 0; trial < 20; ++trial) {
    Problem problem = random_problem(random, {2, 3, 20, 5, 3, true});
    const FieldSolution solution = minimise(problem.model, problem.constraints, problem.box);
    for (std::size_t a = 0; a < 2; ++a) {
      EXPECT_GE((solution.fields[a] - problem.box.lower[a]).minCoeff(), 0);
      EXPECT_GE((problem.box.upper[a] - solution.fields[a]).minCoeff(), 0);
    }
    double squared_size = 0;
    for (const Matrix& field : problem.model.minimiser())
      squared_size += squared_norm(problem.model.weights, field);
    for (const FieldConstraint& constraint : problem.constraints) {
      double squared_norm = 0;
      for (std::size_t e = 0; e < constraint.places.size(); ++e)
        squared_norm += constraint.coefficients.col(static_cast<Index>(e)).squaredNorm() /
                        problem.model.weights[constraint.places[e].atom];
      const double distance = constraint.excess(solution.fields) / std::sqrt(squared_norm * squared_size);
      EXPECT_LT(distance, 2e-12);
      if (constraint.equality) {
        EXPECT_GT(distance, -2e-12);
      }
    }
  }
}

TEST(FieldProgram, StartedAtItsMultipliersIsThereAtOnce) {
  Random random(8);
  for (int trial = 0; trial < 20; ++trial) {
    Problem problem = random_problem(random, {2, 2, 10, 10, 2, trial % 2 == 0});
    const FieldSolution cold = minimise(problem.model, problem.constraints, problem.box);
    const FieldSolution warm = minimise(problem.model, problem.constraints, problem.box);
    EXPECT_LE(warm.iterations, 1);
    EXPECT_GT(cold.iterations, warm.iterations);
    EXPECT_LT((test::flat(warm.fields) - test::flat(cold.fields)).norm(), 1e-8);
  }
}

// Wherever it starts, the minimum of a strictly convex program is one.
TEST(FieldProgram, FindsTheSameMinimumFromAnyMultipliers) {
  Random random(9);
  for (int trial = 0; trial < 40; ++trial) {
    Problem problem = random_problem(random, {2, 2, 10, 12, 1, trial % 2 == 0});
    Problem other = problem;
    for (FieldConstraint& constraint : other.constraints)
      constraint.multiplier = random.uniform() < 0.5 ? std::abs(random.normal()) : 1e-9;
    const FieldSolution one = minimise(problem.model, problem.constraints, problem.box);
    const FieldSolution two = minimise(other.model, other.constraints, other.box);
    EXPECT_LT(two.residual, 1e-9);
    EXPECT_LT((test::flat(one.fields) - test::flat(two.fields)).norm(), 1e-7);
  }
}

TEST(FieldProgram, TakesConstraintsThatDependOnEachOther) {
  Random random(10);
  for (int trial = 0; trial < 20; ++trial) {
    Problem once = random_problem(random, {2, 2, 6, 4, 2, trial % 2 == 0});
    Problem twice = once;
    for (const FieldConstraint& constraint : once.constraints) {
      twice.constraints.push_back(constraint);
      FieldConstraint& scaled = twice.constraints.emplace_back(constraint);
      scaled.coefficients *= 3;
      scaled.bound *= 3;
    }
    const FieldSolution one = minimise(once.model, once.constraints, once.box);
    const FieldSolution two = minimise(twice.model, twice.constraints, twice.box);
    EXPECT_LT((test::flat(one.fields) - test::flat(two.fields)).norm(), 1e-8);
    expect_optimal(twice, two);
  }
}

TEST(FieldProgram, WithoutConstraintsIsTheMinimiserOfTheModel) {
  Random random(11);
  Problem problem = random_problem(random, {2, 3, 5, 0, 0, false});
  const FieldSolution solution = minimise(problem.model, problem.constraints, {});
  EXPECT_EQ(solution.iterations, 0);
  EXPECT_LT((test::flat(solution.fields) - test::flat(problem.model.minimiser())).norm(), 1e-12);
}

// A constraint without coefficients holds or not whatever the fields are.
TEST(FieldProgram, IsNotDisturbedByAnEmptyConstraint) {
  Random random(12);
  Problem problem = random_problem(random, {1, 2, 4, 2, 1, false});
  const FieldSolution before = minimise(problem.model, problem.constraints, {});
  problem.constraints.push_back({{{0, 1}}, Matrix::Zero(2, 1), 0, true});
  const FieldSolution after = minimise(problem.model, problem.constraints, {});
  EXPECT_LT((test::flat(before.fields) - test::flat(after.fields)).norm(), 1e-9);
}

}  // namespace
}  // namespace wpga
