#include "wpga/numerics/linear_programming.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

void add(LinearProgram& program, double cost, std::vector<ColumnEntry> entries) {
  program.add_column(cost, entries);
}

// max 3x + 2y with x + y ≤ 4, x + 3y ≤ 6, x ≤ 3: the corner (3, 1).
TEST(LinearProgram, FindsTheCornerOfAPolygon) {
  LinearProgram program(Vector{{4, 6, 3}});
  add(program, -3, {{0, 1}, {1, 1}, {2, 1}});
  add(program, -2, {{0, 1}, {1, 3}});
  for (int slack = 0; slack < 3; ++slack) add(program, 0, {{slack, 1}});
  const LinearSolution solution = program.solve();
  ASSERT_EQ(solution.status, LinearStatus::optimal);
  EXPECT_NEAR(solution.value, -11, 1e-12);
  EXPECT_NEAR(solution.primal[0], 3, 1e-12);
  EXPECT_NEAR(solution.primal[1], 1, 1e-12);
  EXPECT_NEAR(solution.dual.dot(Vector{{4, 6, 3}}), -11, 1e-12);
}

TEST(LinearProgram, SaysWhenThereIsNoSolutionAndWhenThereIsNoEnd) {
  LinearProgram infeasible(Vector{{1, 2}});
  add(infeasible, 1, {{0, 1}, {1, 1}});
  EXPECT_EQ(infeasible.solve().status, LinearStatus::infeasible);
  LinearProgram unbounded(Vector{{1}});
  add(unbounded, -1, {{0, 1}});
  add(unbounded, 0, {{0, -1}});
  EXPECT_EQ(unbounded.solve().status, LinearStatus::unbounded);
}

TEST(LinearProgram, GoesOnWhenColumnsJoin) {
  LinearProgram program(Vector{{1}});
  add(program, 5, {{0, 1}});
  EXPECT_NEAR(program.solve().value, 5, 1e-12);
  add(program, 3, {{0, 2}});
  EXPECT_NEAR(program.solve().value, 1.5, 1e-12);
  add(program, 9, {{0, 1}});
  EXPECT_NEAR(program.solve().value, 1.5, 1e-12);
  EXPECT_EQ(program.columns(), 3);
}

// Strong duality and complementary slackness, at sizes and units of every kind.
TEST(LinearProgram, ProvesItsOptimum) {
  for (const double unit : {1e-9, 1.0, 1e9})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      const Index rows = 8, columns = 40;
      const Matrix entries = Matrix::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 2); });
      const Vector costs = unit * Vector::NullaryExpr(columns, [&] { return random.uniform(0, 1); });
      const Vector right_side =
          entries * Vector::NullaryExpr(columns, [&] { return unit * random.uniform(); });
      LinearProgram program(right_side);
      for (Index c = 0; c < columns; ++c) {
        std::vector<ColumnEntry> column;
        for (int i = 0; i < rows; ++i) column.push_back({i, entries(i, c)});
        program.add_column(costs[c], column);
      }
      const LinearSolution solution = program.solve();
      ASSERT_EQ(solution.status, LinearStatus::optimal);
      EXPECT_LT((entries * solution.primal - right_side).norm(), 1e-8 * unit);
      EXPECT_GE(solution.primal.minCoeff(), 0);
      EXPECT_LE((solution.primal.array() > 0).count(), rows);
      const Vector reduced = costs - entries.transpose() * solution.dual;
      EXPECT_GE(reduced.minCoeff(), -1e-8 * unit);
      EXPECT_NEAR(solution.value, solution.dual.dot(right_side), 1e-8 * unit * unit);
    }
}

}  // namespace
}  // namespace wpga
