#include "wpga/transport/simplex/row_pricing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "transport/random_measures.hpp"
#include "transport/simplex_problem.hpp"
#include "wpga/transport/simplex/initial_tree.hpp"

namespace wpga {
namespace {

struct Priced {
  SimplexProblem problem;
  SpanningTree tree;
  RowPricing pricing;

  Priced(Random& random, Index p, Index n, Index d)
      : problem(random_cloud(random, p, d, Weights::random), random_cloud(random, n, d, Weights::random)) {
    const std::vector<Node> parents = initial_tree(problem.nodes, problem.costs, problem.masses);
    EXPECT_TRUE(tree.assemble(problem.nodes, parents, problem.masses));
    pricing.set_rows(problem.nodes, Vector::Constant(p, 1.0 / static_cast<double>(p)));
    pricing.price(tree, problem.costs);
  }

  double least_reduced_cost(std::int32_t row) const {
    double least = 0;
    for (Index j = 0; j < problem.nodes.columns; ++j)
      least = std::min(least, pricing.reduced_cost(problem.costs, row, j));
    return least;
  }
};

TEST(RowPricing, GivesArcsOfTheTreeAReducedCostOfZero) {
  Random random(1);
  Priced priced(random, 20, 30, 2);
  const BipartiteNodes& nodes = priced.problem.nodes;
  priced.tree.visit_from_root([&](Node node) {
    const Node parent = priced.tree.parent(node);
    const Node row = nodes.is_row(node) ? node : parent, column = nodes.is_row(node) ? parent : node;
    EXPECT_NEAR(priced.pricing.reduced_cost(priced.problem.costs, row - nodes.first_row, column), 0,
                priced.pricing.tolerance<double>(priced.problem.costs));
  });
}

// Whatever exceeds twice the tolerance of single precision is found there too, and nothing is found beyond it
// that is not there.
TEST(RowPricing, FindsInSinglePrecisionWhatExceedsItsTolerance) {
  Random random(2);
  for (const Index d : {1, 2, 3, 5}) {
    Priced priced(random, 16, 40, d);
    const auto& costs = priced.problem.costs;
    ASSERT_TRUE(costs.has_single_precision());
    const double noticed = priced.pricing.tolerance<float>(costs);
    EXPECT_LT(noticed, 1e-5);
    const auto found = priced.pricing.candidates<float>(priced.pricing.all_rows(), costs, noticed);
    std::vector<bool> named(16, false);
    for (const auto& [excess, row, column] : found) {
      named[static_cast<std::size_t>(row)] = true;
      EXPECT_NEAR(priced.pricing.reduced_cost(costs, row, column), -excess, noticed);
      EXPECT_LE(priced.pricing.reduced_cost(costs, row, column),
                priced.least_reduced_cost(row) + 2 * noticed);
    }
    int violating = 0;
    for (std::int32_t row = 0; row < 16; ++row) {
      const bool violates = priced.least_reduced_cost(row) < -2 * noticed;
      violating += violates ? 1 : 0;
      EXPECT_TRUE(!violates || named[static_cast<std::size_t>(row)]) << row;
    }
    EXPECT_TRUE(d == 1 || violating > 0);
    EXPECT_TRUE(std::ranges::is_sorted(found, std::ranges::greater{}, &RowPricing::Candidate::excess));
  }
}

// A sweep in single precision sees the excess of one in double precision, up to its tolerance.
TEST(RowPricing, SweepsAlikeInBothPrecisions) {
  Random random(3);
  Priced priced(random, 70, 50, 3);
  const auto& costs = priced.problem.costs;
  const RowPricing::Excess roughly = priced.pricing.sweep<float>(costs);
  const RowPricing::Excess exactly = priced.pricing.sweep<double>(costs);
  const double noticed = priced.pricing.tolerance<float>(costs);
  EXPECT_GT(exactly.worst, 100 * noticed);
  EXPECT_NEAR(roughly.worst, exactly.worst, noticed);
  EXPECT_NEAR(roughly.total, exactly.total, noticed);
}

TEST(RowPricing, NoticesHeightsThatHaveDrifted) {
  Random random(4);
  Priced priced(random, 12, 9, 2);
  const auto& costs = priced.problem.costs;
  EXPECT_FALSE(priced.pricing.had_drifted(priced.tree, costs, 0));
  // All heights moved by the same change no reduced cost.
  double* heights = priced.pricing.moving_heights();
  const BipartiteNodes& nodes = priced.problem.nodes;
  for (std::int32_t i = 0; i < nodes.count(); ++i) heights[nodes.from_compact(i)] += 1;
  EXPECT_FALSE(priced.pricing.had_drifted(priced.tree, costs, 1e-14));
  const Node child = priced.tree.root() == nodes.row(0) ? nodes.row(1) : nodes.row(0);
  heights[child] += 1e-9;
  EXPECT_TRUE(priced.pricing.had_drifted(priced.tree, costs, 1e-10));
  EXPECT_FALSE(priced.pricing.had_drifted(priced.tree, costs, 1e-14));
}

}  // namespace
}  // namespace wpga
