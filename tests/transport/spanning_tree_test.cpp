#include "wpga/transport/simplex/spanning_tree.hpp"

#include <gtest/gtest.h>

#include "transport/random_measures.hpp"
#include "wpga/transport/simplex/centered_costs.hpp"
#include "wpga/transport/simplex/initial_tree.hpp"
#include "wpga/transport/simplex/integer_masses.hpp"

namespace wpga {
namespace {

struct Problem {
  Measure source, target;
  BipartiteNodes nodes;
  std::vector<std::int64_t> masses;
  CenteredCosts costs;

  Problem(Measure from, Measure to)
      : source(std::move(from)),
        target(std::move(to)),
        nodes(source.size(), target.size()),
        masses(static_cast<std::size_t>(nodes.end()), 0) {
    const std::int64_t total = common_total(source.size(), target.size());
    to_integer_masses(target.weights, total,
                      std::span(masses).first(static_cast<std::size_t>(target.size())));
    to_integer_masses(source.weights, total, std::span(masses).last(static_cast<std::size_t>(source.size())));
    costs.set_target(target.view());
    costs.set_source(source.points, source.weights);
  }

  std::vector<Node> parents_of(const SpanningTree& tree) const {
    std::vector<Node> parents(masses.size(), no_node);
    for (std::int32_t i = 0; i < nodes.count(); ++i)
      parents[static_cast<std::size_t>(nodes.from_compact(i))] = tree.parent(nodes.from_compact(i));
    return parents;
  }
};

// After any pivot the tree must be what its parents alone say: the same flows, strongly feasible, every node
// reached once, parents first.
void expect_sound(const Problem& problem, const SpanningTree& tree) {
  SpanningTree afresh;
  ASSERT_TRUE(afresh.assemble(problem.nodes, problem.parents_of(tree), problem.masses));
  std::vector<bool> seen(problem.masses.size(), false);
  seen[static_cast<std::size_t>(tree.root())] = true;
  std::int32_t reached = 1;
  tree.visit_from_root([&](Node node) {
    EXPECT_TRUE(seen[static_cast<std::size_t>(tree.parent(node))]);
    EXPECT_FALSE(seen[static_cast<std::size_t>(node)]);
    seen[static_cast<std::size_t>(node)] = true;
    EXPECT_EQ(tree.flow(node), afresh.flow(node));
    ++reached;
  });
  EXPECT_EQ(reached, problem.nodes.count());
}

TEST(SpanningTree, StaysSoundUnderAnyPivots) {
  Random random(1);
  for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild})
    for (const auto& [p, n] : {std::pair<Index, Index>{9, 9}, {12, 5}, {4, 17}, {2, 2}}) {
      const Problem problem(random_cloud(random, p, 2, kind), random_cloud(random, n, 2, kind));
      SpanningTree tree;
      ASSERT_TRUE(tree.assemble(problem.nodes, initial_tree(problem.nodes, problem.costs, problem.masses),
                                problem.masses));
      std::vector<double> heights(problem.masses.size(), 0.0);
      for (int pivot = 0; pivot < 200; ++pivot) {
        const Node row = problem.nodes.row(random.below(p)), column = problem.nodes.column(random.below(n));
        if (tree.parent(row) == column || tree.parent(column) == row) continue;
        tree.pivot(row, column, -1, heights.data());
        expect_sound(problem, tree);
        if (HasFailure()) FAIL() << p << " x " << n << ", pivot " << pivot;
      }
    }
}

// With heights priced along the tree, a pivot by the true reduced cost keeps every arc of the new tree at 0.
TEST(SpanningTree, KeepsReducedCostsOfItsArcsAtZero) {
  Random random(2);
  const Problem problem(random_cloud(random, 15, 3), random_cloud(random, 11, 3));
  const auto reduced = [&](const std::vector<double>& heights, Node row, Node column) {
    return problem.costs(row - problem.nodes.first_row, column) + heights[static_cast<std::size_t>(column)] -
           heights[static_cast<std::size_t>(row)];
  };
  SpanningTree tree;
  ASSERT_TRUE(tree.assemble(problem.nodes, initial_tree(problem.nodes, problem.costs, problem.masses),
                            problem.masses));
  std::vector<double> heights(problem.masses.size(), 0.0);
  const auto arc = [&](Node node) {
    const Node parent = tree.parent(node);
    return problem.nodes.is_row(node) ? std::pair(node, parent) : std::pair(parent, node);
  };
  tree.visit_from_root([&](Node node) {
    const auto [row, column] = arc(node);
    const double cost = problem.costs(row - problem.nodes.first_row, column);
    heights[static_cast<std::size_t>(node)] = problem.nodes.is_row(node)
                                                  ? heights[static_cast<std::size_t>(column)] + cost
                                                  : heights[static_cast<std::size_t>(row)] - cost;
  });
  for (int pivot = 0; pivot < 100; ++pivot) {
    const Node row = problem.nodes.row(random.below(15)), column = problem.nodes.column(random.below(11));
    if (tree.parent(row) == column || tree.parent(column) == row) continue;
    tree.pivot(row, column, reduced(heights, row, column), heights.data());
    tree.visit_from_root([&](Node node) {
      const auto [r, c] = arc(node);
      EXPECT_NEAR(reduced(heights, r, c), 0, 1e-12);
    });
  }
}

TEST(SpanningTree, RefusesWhatIsNoTree) {
  Random random(3);
  const Problem problem(random_cloud(random, 3, 2), random_cloud(random, 2, 2));
  std::vector<Node> parents = initial_tree(problem.nodes, problem.costs, problem.masses);
  SpanningTree tree;
  EXPECT_TRUE(tree.assemble(problem.nodes, parents, problem.masses));
  // Two arcs between the same nodes, and nothing that leads to the root.
  parents[0] = problem.nodes.row(0);
  parents[static_cast<std::size_t>(problem.nodes.row(0))] = 0;
  EXPECT_FALSE(tree.assemble(problem.nodes, parents, problem.masses));
}

}  // namespace
}  // namespace wpga
