#include "wpga/transport/simplex/resting_tree.hpp"

#include <gtest/gtest.h>

#include <cstring>

#include "transport/random_measures.hpp"
#include "transport/simplex_problem.hpp"
#include "wpga/base/error.hpp"
#include "wpga/transport/simplex/initial_tree.hpp"

namespace wpga {
namespace {

// A tree far from the first one: pivots at random.
SpanningTree some_tree(const SimplexProblem& problem, Random& random, int pivots) {
  SpanningTree tree;
  EXPECT_TRUE(tree.assemble(problem.nodes, initial_tree(problem.nodes, problem.costs, problem.masses),
                            problem.masses));
  std::vector<double> heights(problem.masses.size(), 0.0);
  for (int pivot = 0; pivot < pivots; ++pivot) {
    const Node row = problem.nodes.row(random.below(problem.nodes.rows)),
               column = problem.nodes.column(random.below(problem.nodes.columns));
    if (tree.parent(row) != column && tree.parent(column) != row) tree.pivot(row, column, -1, heights.data());
  }
  return tree;
}

std::vector<Node> parents_of(const BipartiteNodes& nodes, const SpanningTree& tree) {
  std::vector<Node> parents(static_cast<std::size_t>(nodes.end()), no_node);
  for (std::int32_t i = 0; i < nodes.count(); ++i)
    parents[static_cast<std::size_t>(nodes.from_compact(i))] = tree.parent(nodes.from_compact(i));
  return parents;
}

// Every row hangs on the one column, with one unit of mass.
struct Star {
  BipartiteNodes nodes;
  std::vector<std::int64_t> masses;
  std::vector<Node> parents;
  explicit Star(Index rows)
      : nodes(rows, 1),
        masses(static_cast<std::size_t>(nodes.end()), 0),
        parents(static_cast<std::size_t>(nodes.end()), no_node) {
    masses[0] = rows;
    parents[0] = 0;
    for (Index k = 0; k < rows; ++k) {
      masses[static_cast<std::size_t>(nodes.row(k))] = 1;
      parents[static_cast<std::size_t>(nodes.row(k))] = 0;
    }
  }
};

TEST(RestingTree, IsUnpackedAsItWasPacked) {
  Random random(1);
  for (const auto& [p, n] : {std::pair<Index, Index>{1, 1}, {1, 5}, {5, 1}, {16, 16}, {40, 23}})
    for (const int pivots : {0, 30}) {
      const SimplexProblem problem(random_cloud(random, p, 2), random_cloud(random, n, 2));
      const SpanningTree tree = some_tree(problem, random, pivots);
      const RestingCoupling resting = pack_parents(problem.nodes, tree);
      EXPECT_EQ(std::ssize(resting.state), 2 * (p + n));
      const std::vector<Node> parents = unpack_parents(problem.nodes, resting);
      EXPECT_EQ(parents, parents_of(problem.nodes, tree));
      SpanningTree again;
      ASSERT_TRUE(again.assemble(problem.nodes, parents, problem.masses));
      EXPECT_EQ(pack_parents(problem.nodes, again).state, resting.state);
    }
}

// The last number of two bytes names the last of 65,536 atoms.
TEST(RestingTree, TakesTwoBytesAnAtomAsLongAsTheyCountAllAndFourBeyond) {
  for (const auto& [atoms, bytes] :
       {std::pair<Index, Index>{65'535, 2}, {65'536, 2}, {65'537, 4}, {70'000, 4}}) {
    const Star star(atoms - 1);
    SpanningTree tree;
    ASSERT_TRUE(tree.assemble(star.nodes, star.parents, star.masses));
    const RestingCoupling resting = pack_parents(star.nodes, tree);
    EXPECT_EQ(std::ssize(resting.state), bytes * atoms);
    EXPECT_EQ(unpack_parents(star.nodes, resting), star.parents);
  }
}

TEST(RestingTree, OfAnotherProblemIsRefused) {
  Random random(2);
  const SimplexProblem problem(random_cloud(random, 6, 2), random_cloud(random, 5, 2));
  const RestingCoupling resting = pack_parents(problem.nodes, some_tree(problem, random, 10));
  EXPECT_NO_THROW(unpack_parents(problem.nodes, resting));
  for (const auto& [p, n] : {std::pair<Index, Index>{6, 6}, {7, 5}, {3, 2}, {1, 1}, {12, 10}})
    EXPECT_THROW(unpack_parents(BipartiteNodes(p, n), resting), InputError) << p << " x " << n;
  EXPECT_THROW(unpack_parents(problem.nodes, {}), InputError);
  RestingCoupling shorter = resting, longer = resting;
  shorter.state.pop_back();
  longer.state.push_back({});
  EXPECT_THROW(unpack_parents(problem.nodes, shorter), InputError);
  EXPECT_THROW(unpack_parents(problem.nodes, longer), InputError);
}

TEST(RestingTree, WithAParentBeyondTheNodesOrOnTheSameSideIsRefused) {
  Random random(3);
  const SimplexProblem problem(random_cloud(random, 4, 2), random_cloud(random, 3, 2));
  const RestingCoupling resting = pack_parents(problem.nodes, some_tree(problem, random, 5));
  // Numbers without a gap: rows 0 … 3, columns 4 … 6.
  const auto with_parent = [&](std::size_t node, std::uint16_t parent) {
    RestingCoupling changed = resting;
    std::memcpy(changed.state.data() + 2 * node, &parent, 2);
    return changed;
  };
  for (std::size_t node = 0; node < 7; ++node)
    for (std::uint16_t parent = 0; parent < 7; ++parent) {
      const bool joins = (node < 4) != (parent < 4);
      if (joins || parent == node)
        EXPECT_NO_THROW(unpack_parents(problem.nodes, with_parent(node, parent))) << node << ", " << parent;
      else
        EXPECT_THROW(unpack_parents(problem.nodes, with_parent(node, parent)), InputError)
            << node << ", " << parent;
    }
  for (const int parent : {7, 8, 255, 32'768, 65'535})
    EXPECT_THROW(unpack_parents(problem.nodes, with_parent(2, static_cast<std::uint16_t>(parent))),
                 InputError)
        << parent;
  // Four bytes have room for numbers that are negative elsewhere.
  const Star star(65'536);
  SpanningTree tree;
  ASSERT_TRUE(tree.assemble(star.nodes, star.parents, star.masses));
  for (const std::uint32_t parent : {65'537U, 0x7fffffffU, 0x80000000U, 0xffffffffU}) {
    RestingCoupling changed = pack_parents(star.nodes, tree);
    std::memcpy(changed.state.data() + 40, &parent, 4);
    EXPECT_THROW(unpack_parents(star.nodes, changed), InputError) << parent;
  }
}

// Whatever a bit became: the bytes are refused here, the parents are refused as a tree, or they are a plan.
TEST(RestingTree, WithAnyBitTurnedIsRefusedOrATree) {
  Random random(4);
  const SimplexProblem problem(random_cloud(random, 9, 2), random_cloud(random, 8, 2));
  const RestingCoupling resting = pack_parents(problem.nodes, some_tree(problem, random, 20));
  int refused = 0, no_tree = 0;
  for (std::size_t bit = 0; bit < 8 * resting.state.size(); ++bit) {
    RestingCoupling changed = resting;
    changed.state[bit / 8] ^= std::byte{1} << static_cast<int>(bit % 8);
    std::vector<Node> parents;
    try {
      parents = unpack_parents(problem.nodes, changed);
    } catch (const InputError&) {
      ++refused;
      continue;
    }
    for (std::int32_t i = 0; i < problem.nodes.count(); ++i) {
      const Node node = problem.nodes.from_compact(i), parent = parents[static_cast<std::size_t>(node)];
      const bool is_node = problem.nodes.is_row(parent) ? parent < problem.nodes.end()
                                                        : parent >= 0 && parent < problem.nodes.columns;
      EXPECT_TRUE(is_node && (parent == node || problem.nodes.is_row(parent) != problem.nodes.is_row(node)));
    }
    SpanningTree tree;
    if (!tree.assemble(problem.nodes, parents, problem.masses)) {
      ++no_tree;
      continue;
    }
    std::vector<std::int64_t> left = problem.masses;
    tree.visit_from_root([&](Node node) {
      left[static_cast<std::size_t>(node)] -= tree.flow(node);
      left[static_cast<std::size_t>(tree.parent(node))] -= tree.flow(node);
    });
    EXPECT_EQ(left, std::vector<std::int64_t>(left.size(), 0));
  }
  EXPECT_GT(refused, 0);
  EXPECT_GT(no_tree, 0);
}

}  // namespace
}  // namespace wpga
