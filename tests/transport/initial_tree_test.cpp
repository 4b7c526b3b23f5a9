#include "wpga/transport/simplex/initial_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "transport/lemon_transport.hpp"
#include "transport/random_measures.hpp"
#include "transport/simplex_problem.hpp"
#include "wpga/transport/simplex/spanning_tree.hpp"

namespace wpga {
namespace {

// The tree joins every row and column once, is strongly feasible, and its flows are a plan: both marginals to
// the last unit of mass.  Returns the cost of the plan.
double expect_a_plan(const SimplexProblem& problem) {
  const BipartiteNodes& nodes = problem.nodes;
  const std::vector<Node> parents = initial_tree(nodes, problem.costs, problem.masses);
  EXPECT_EQ(parents.size(), problem.masses.size());
  for (Node node = nodes.columns; node < nodes.first_row; ++node)
    EXPECT_EQ(parents[static_cast<std::size_t>(node)], no_node);
  SpanningTree tree;
  if (!tree.assemble(nodes, parents, problem.masses)) {
    ADD_FAILURE() << "no strongly feasible tree: " << nodes.rows << " x " << nodes.columns;
    return -1;
  }
  EXPECT_FALSE(nodes.is_row(tree.root()));
  std::vector<std::int64_t> left = problem.masses;
  double cost = 0;
  tree.visit_from_root([&](Node node) {
    const Node parent = tree.parent(node), row = std::max(node, parent), column = std::min(node, parent);
    EXPECT_TRUE(nodes.is_row(row) && column >= 0 && column < nodes.columns);
    // Cunningham's rule: an arc without flow hangs a row under a column.
    EXPECT_GE(tree.flow(node), nodes.is_row(node) ? 0 : 1);
    left[static_cast<std::size_t>(row)] -= tree.flow(node);
    left[static_cast<std::size_t>(column)] -= tree.flow(node);
    cost += static_cast<double>(tree.flow(node)) / static_cast<double>(problem.total) *
            problem.cost(row - nodes.first_row, column);
  });
  EXPECT_EQ(left, std::vector<std::int64_t>(left.size(), 0));
  return cost;
}

TEST(InitialTree, IsAPlanForRandomTiedAndWildProblems) {
  Random random(1);
  for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild})
    for (const auto& [p, n] : {std::pair<Index, Index>{1, 1},
                               {1, 2},
                               {2, 1},
                               {1, 40},
                               {40, 1},
                               {7, 7},
                               {16, 17},
                               {60, 23},
                               {5, 90}})
      for (const Index d : {1, 2, 7}) {
        expect_a_plan({random_cloud(random, p, d, kind), random_cloud(random, n, d, kind)});
        expect_a_plan({random_grid_cloud(random, p, d, 2, kind), random_grid_cloud(random, n, d, 2, kind)});
        if (HasFailure()) FAIL() << p << " x " << n << ", dimension " << d;
      }
}

// Equal masses leave row and column empty at once, again and again: the most degenerate plans there are.
TEST(InitialTree, IsStronglyFeasibleWhereEveryArcFillsBothEnds) {
  Random random(2);
  for (const Index n : {2, 3, 15, 16, 64}) {
    const Measure cloud = random_cloud(random, n, 2, Weights::uniform);
    expect_a_plan({cloud, cloud});
    expect_a_plan({cloud, random_cloud(random, 2 * n, 2, Weights::uniform)});
    expect_a_plan({random_cloud(random, 3 * n, 2, Weights::uniform), cloud});
  }
}

// No coarse coupling is made where all costs are equal; the tree must stand without one.
TEST(InitialTree, IsAPlanWhereAllCostsAreEqual) {
  Random random(3);
  for (const Weights kind : {Weights::uniform, Weights::wild}) {
    Measure here = random_cloud(random, 12, 3, kind), there = random_cloud(random, 9, 3, kind);
    const Measure spread = there;
    here.points.setConstant(0.5), there.points.setConstant(-2);
    EXPECT_NEAR(expect_a_plan({here, there}), 3 * 2.5 * 2.5, 1e-12);
    // Only the source stands at one place: every plan costs the same.
    double expected = 0;
    for (Index j = 0; j < 9; ++j)
      expected += spread.weights[j] * (spread.points.col(j) - here.points.col(0)).squaredNorm();
    EXPECT_NEAR(expect_a_plan({here, spread}), expected, 1e-9 * expected);
    EXPECT_NEAR(expect_a_plan({spread, here}), expected, 1e-9 * expected);
  }
}

TEST(InitialTree, HoldsWeightsThatAreNearlyNothing) {
  Random random(4);
  Measure source = random_cloud(random, 10, 2), target = random_cloud(random, 14, 2);
  source.weights.head(9).setConstant(1e-12), source.weights[9] = 1 - 9e-12;
  target.weights.tail(13).setConstant(1e-12), target.weights[0] = 1 - 13e-12;
  EXPECT_NEAR(expect_a_plan({source, target}), (source.points.col(9) - target.points.col(0)).squaredNorm(),
              1e-9);
}

// What it is for: it begins nearer to the optimum (LEMON's) than to the product of the marginals.
TEST(InitialTree, BeginsNearTheOptimum) {
  Random random(5);
  for (const auto& [p, n] : {std::pair<Index, Index>{50, 50}, {120, 80}, {30, 150}})
    for (const Weights kind : {Weights::uniform, Weights::random}) {
      const SimplexProblem problem(random_cloud(random, p, 2, kind), random_cloud(random, n, 2, kind));
      const double exact = LemonTransport(problem.source.view(), problem.target.view()).solve();
      double product = 0;
      for (Index k = 0; k < p; ++k)
        for (Index j = 0; j < n; ++j)
          product += problem.source.weights[k] * problem.target.weights[j] * problem.cost(k, j);
      const double cost = expect_a_plan(problem);
      EXPECT_GE(cost, exact * (1 - 1e-9));
      EXPECT_LT(cost - exact, 0.15 * (product - exact)) << p << " x " << n;
    }
}

TEST(InitialTree, IsTheSameEachTime) {
  Random random(6);
  const SimplexProblem problem(random_cloud(random, 33, 3), random_cloud(random, 21, 3));
  EXPECT_EQ(initial_tree(problem.nodes, problem.costs, problem.masses),
            initial_tree(problem.nodes, problem.costs, problem.masses));
}

}  // namespace
}  // namespace wpga
