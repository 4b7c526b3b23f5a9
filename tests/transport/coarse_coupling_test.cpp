#include "wpga/transport/simplex/coarse_coupling.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "transport/random_measures.hpp"
#include "transport/simplex_problem.hpp"

namespace wpga {
namespace {

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

CoarseCoupling coarse(const SimplexProblem& problem) {
  return coarse_coupling(problem.nodes, problem.costs, problem.masses);
}

Pairs pairs_of(const std::vector<Arc>& arcs) {
  Pairs pairs;
  for (const Arc& arc : arcs) pairs.emplace_back(arc.row, arc.column);
  return pairs;
}

Measure equal_atoms(const Matrix& points) {
  return {points, Vector::Constant(points.cols(), 1.0 / static_cast<double>(points.cols()))};
}

TEST(CoarseCoupling, ListsArcsOfTheProblemOnceAndFiniteHeights) {
  Random random(1);
  for (const Weights kind : {Weights::uniform, Weights::random, Weights::wild})
    for (const auto& [p, n] : {std::pair<Index, Index>{2, 2}, {2, 15}, {31, 2}, {16, 16}, {17, 33}, {64, 5}})
      for (const Index d : {1, 2, 9}) {
        const CoarseCoupling found =
            coarse({random_cloud(random, p, d, kind), random_grid_cloud(random, n, d, 3, kind)});
        for (const Arc& arc : found.arcs)
          EXPECT_TRUE(arc.row >= 0 && arc.row < p && arc.column >= 0 && arc.column < n)
              << arc.row << ", " << arc.column << " of " << p << " x " << n;
        const Pairs pairs = pairs_of(found.arcs);
        EXPECT_EQ(std::set(pairs.begin(), pairs.end()).size(), pairs.size());
        ASSERT_EQ(found.column_heights.size(), static_cast<std::size_t>(n));
        EXPECT_TRUE(std::ranges::all_of(found.column_heights, [](double h) { return std::isfinite(h); }));
      }
}

// The densities of a column have the mean one, so that in every column some arc carries at least the product.
TEST(CoarseCoupling, ReachesEveryColumn) {
  Random random(2);
  for (const auto& [p, n] : {std::pair<Index, Index>{20, 20}, {5, 60}, {60, 5}}) {
    std::set<std::int32_t> columns;
    for (const Arc& arc : coarse({random_cloud(random, p, 2), random_cloud(random, n, 2)}).arcs)
      columns.insert(arc.column);
    EXPECT_EQ(std::ssize(columns), n);
  }
}

TEST(CoarseCoupling, IsTheSameEachTime) {
  Random random(3);
  const SimplexProblem problem(random_cloud(random, 40, 2), random_cloud(random, 50, 2));
  const CoarseCoupling one = coarse(problem), two = coarse(problem);
  EXPECT_EQ(pairs_of(one.arcs), pairs_of(two.arcs));
  EXPECT_EQ(one.column_heights, two.column_heights);
}

// On the line the optimal plan of equal atoms pairs them by rank, in whatever order they come.
TEST(CoarseCoupling, BeginsWithTheSortedPairsOfTheLine) {
  Random random(4);
  for (const Index n : {2, 3, 4, 5})
    for (int trial = 0; trial < 5; ++trial) {
      std::vector<std::int32_t> source_rank(static_cast<std::size_t>(n)), target_rank;
      std::iota(source_rank.begin(), source_rank.end(), 0);
      for (std::size_t i = source_rank.size(); i > 1; --i)
        std::swap(source_rank[i - 1],
                  source_rank[static_cast<std::size_t>(random.below(std::ssize(source_rank)))]);
      target_rank.assign(source_rank.rbegin(), source_rank.rend());
      Matrix from(1, n), to(1, n);
      for (Index i = 0; i < n; ++i) {
        from(0, i) = source_rank[static_cast<std::size_t>(i)];
        to(0, i) = 100 + 3 * target_rank[static_cast<std::size_t>(i)];
      }
      const SimplexProblem problem(equal_atoms(from), equal_atoms(to));
      const CoarseCoupling found = coarse(problem);
      ASSERT_GE(std::ssize(found.arcs), n);
      for (Index i = 0; i < n; ++i) {
        const auto [row, column] = found.arcs[static_cast<std::size_t>(i)];
        EXPECT_EQ(source_rank[static_cast<std::size_t>(row)], target_rank[static_cast<std::size_t>(column)]);
      }
      // The same pairs by height: the cheapest column of a row is its own.
      for (std::int32_t k = 0; k < n; ++k) {
        std::int32_t cheapest = 0;
        const auto price = [&](std::int32_t j) {
          return problem.costs(k, j) + found.column_heights[static_cast<std::size_t>(j)];
        };
        for (std::int32_t j = 1; j < n; ++j)
          if (price(j) < price(cheapest)) cheapest = j;
        EXPECT_EQ(source_rank[static_cast<std::size_t>(k)], target_rank[static_cast<std::size_t>(cheapest)]);
      }
    }
}

// Heaps far apart with the same masses on both sides: nothing goes from one to another.
TEST(CoarseCoupling, StaysWithinHeapsThatStandFarApart) {
  Random random(5);
  const Matrix centers{{-100, 100, 0}, {0, 0, 170}};
  Matrix from(2, 30), to(2, 60);
  for (Index i = 0; i < 30; ++i)
    from.col(i) = centers.col(i % 3) + Vector{{random.normal(), random.normal()}};
  for (Index i = 0; i < 60; ++i) to.col(i) = centers.col(i / 20) + Vector{{random.normal(), random.normal()}};
  const CoarseCoupling found = coarse({equal_atoms(from), equal_atoms(to)});
  EXPECT_GE(std::ssize(found.arcs), 60);
  for (const Arc& arc : found.arcs) EXPECT_EQ(arc.row % 3, arc.column / 20);
}

TEST(CoarseCoupling, HasNothingToSayWhereAllCostsAreEqual) {
  Random random(6);
  const Measure cloud = random_cloud(random, 7, 2), heap = equal_atoms(Matrix::Constant(2, 16, 3));
  for (const auto& [from, to] : {std::pair{cloud, heap}, {heap, cloud}, {heap, heap}}) {
    const CoarseCoupling found = coarse({from, to});
    EXPECT_TRUE(found.arcs.empty());
    EXPECT_EQ(found.column_heights, std::vector<double>(static_cast<std::size_t>(to.size()), 0.0));
  }
  const Measure atom = equal_atoms(Matrix::Constant(2, 1, 0.25));
  EXPECT_TRUE(coarse({atom, atom}).arcs.empty());
}

// Outliers on opposite sides cost far more than any pair saves: they are the last to be joined, not the
// first.
TEST(CoarseCoupling, DoesNotJoinOutliersOfOppositeSides) {
  Random random(8);
  for (const double far : {30.0, 1e3, 1e6, 1e12}) {
    Matrix from(1, 20), to(1, 20);
    for (Index i = 0; i < 20; ++i) from(0, i) = random.normal(), to(0, i) = random.normal();
    from(0, 3) = far, to(0, 11) = -far;
    const CoarseCoupling found = coarse({equal_atoms(from), equal_atoms(to)});
    EXPECT_TRUE(std::ranges::all_of(found.column_heights, [](double h) { return std::isfinite(h); })) << far;
    EXPECT_FALSE(found.arcs.empty());
    for (const Arc& arc : found.arcs) EXPECT_FALSE(arc.row == 3 && arc.column == 11) << far;
  }
}

// One place whose mean is rounded: every row has the same tiny distance from it, and finite heights all the
// same.
TEST(CoarseCoupling, HoldsWhereOnlyRoundingTellsCostsApart) {
  Random random(9);
  for (int trial = 0; trial < 50; ++trial) {
    Measure heap = random_cloud(random, 12, 3, Weights::wild);
    heap.points.setConstant(0.1 * trial);
    const Measure cloud = random_cloud(random, 9, 3, Weights::wild);
    for (const auto& [from, to] : {std::pair{cloud, heap}, {heap, cloud}})
      EXPECT_TRUE(std::ranges::all_of(coarse({from, to}).column_heights, [](double h) {
        return std::isfinite(h);
      })) << trial;
  }
}

// Moves by what the points can hold and scales by powers of two leave no trace, to the bit.
TEST(CoarseCoupling, DoesNotSeeWhereTheCloudsStandNorTheirUnit) {
  Random random(7);
  Matrix from(2, 16), to(2, 32);
  for (double& x : from.reshaped()) x = static_cast<double>(random.below(256)) / 16;
  for (double& x : to.reshaped()) x = static_cast<double>(random.below(256)) / 16;
  const CoarseCoupling plain = coarse({equal_atoms(from), equal_atoms(to)});
  EXPECT_FALSE(plain.arcs.empty());
  for (const double scale : {0x1p-40, 0.5, 0x1p40})
    for (const double shift : {0.0, -7.0, 1024.0}) {
      const CoarseCoupling other = coarse(
          {equal_atoms(scale * (from.array() + shift)), equal_atoms((to.array() - 2 * shift) / scale)});
      EXPECT_EQ(pairs_of(other.arcs), pairs_of(plain.arcs));
      EXPECT_EQ(other.column_heights, plain.column_heights);
    }
}

}  // namespace
}  // namespace wpga
