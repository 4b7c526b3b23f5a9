#include "wpga/analysis/cone/atom_sites.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

using test::random_mean;

TEST(AtomSites, GatherAtomsThatCoincideAndTheirMass) {
  Random random(1);
  Measure mean = random_mean(random, 2, 8);
  mean.points.col(3) = mean.points.col(0);
  mean.points.col(7) = mean.points.col(0).array() + 1e-12;
  mean.points.col(5) = mean.points.col(4);
  const AtomSites sites(mean);
  EXPECT_EQ(sites.count(), 5);
  EXPECT_EQ(sites.site, (std::vector<std::int32_t>{0, 1, 2, 0, 3, 3, 4, 0}));
  EXPECT_EQ(sites.atom, (std::vector<std::int32_t>{0, 1, 2, 4, 6}));
  EXPECT_DOUBLE_EQ(sites.mass[0], mean.weights[0] + mean.weights[3] + mean.weights[7]);
  EXPECT_NEAR(sites.mass.sum(), 1, 1e-15);
  EXPECT_DOUBLE_EQ(sites.mean_mass, sites.mass.sum() / 5);
  EXPECT_EQ(sites.points.col(7), sites.points.col(0));
  EXPECT_LT((sites.points * sites.weights).norm(), 1e-11);
}

// A far outlier does not make neighbours coincide.
TEST(AtomSites, KeepNeighboursApartUnderAnOutlier) {
  Random random(2);
  Measure mean = random_mean(random, 2, 9);
  mean.points(0, 4) = 1e9;
  EXPECT_EQ(AtomSites(mean).count(), 9);
}

// Kruskal's algorithm, another way to the shortest tree.
double shortest_tree(const Matrix& points) {
  std::vector<std::tuple<double, Index, Index>> edges;
  for (Index i = 0; i < points.cols(); ++i)
    for (Index j = 0; j < i; ++j) edges.emplace_back((points.col(i) - points.col(j)).norm(), i, j);
  std::ranges::sort(edges);
  std::vector<Index> group(static_cast<std::size_t>(points.cols()));
  std::iota(group.begin(), group.end(), 0);
  double sum = 0;
  for (const auto& [length, i, j] : edges) {
    const Index one = group[static_cast<std::size_t>(i)], other = group[static_cast<std::size_t>(j)];
    if (one == other) continue;
    sum += length;
    std::ranges::replace(group, one, other);
  }
  return sum;
}

TEST(AtomSites, TreeIsTheShortestAndRunsFromItsRoot) {
  Random random(3);
  for (const Index atoms : {1, 2, 7, 30}) {
    const Measure mean = random_mean(random, 3, atoms);
    const AtomSites sites(mean);
    std::vector<bool> reached(static_cast<std::size_t>(atoms), false);
    reached[0] = true;
    double length = 0;
    for (const auto& [site, parent] : sites.tree) {
      EXPECT_TRUE(reached[static_cast<std::size_t>(parent)]);
      EXPECT_FALSE(reached[static_cast<std::size_t>(site)]);
      reached[static_cast<std::size_t>(site)] = true;
      length += (mean.points.col(site) - mean.points.col(parent)).norm();
    }
    EXPECT_TRUE(std::ranges::all_of(reached, std::identity{}));
    EXPECT_NEAR(length, shortest_tree(mean.points), 1e-12);
  }
}

TEST(AtomSites, NeighboursAreTheNearestAndThoseAlongTheTree) {
  Random random(4);
  const Measure mean = random_mean(random, 2, 30);
  const AtomSites sites(mean);
  EXPECT_TRUE(std::ranges::is_sorted(sites.neighbours));
  const auto has = [&](std::int32_t atom, std::int32_t site) {
    return std::ranges::binary_search(sites.neighbours, std::pair{atom, site});
  };
  for (const auto& [one, other] : sites.tree) EXPECT_TRUE(has(one, other) && has(other, one));
  for (std::int32_t k = 0; k < 30; ++k) {
    Vector distance = (mean.points.colwise() - mean.points.col(k)).colwise().norm();
    distance[k] = std::numeric_limits<double>::infinity();
    EXPECT_FALSE(has(k, k));
    for (int nearest = 0; nearest < 8; ++nearest) {
      Index l = 0;
      distance.minCoeff(&l);
      EXPECT_TRUE(has(k, static_cast<std::int32_t>(l)));
      distance[l] = std::numeric_limits<double>::infinity();
    }
  }
}

}  // namespace
}  // namespace wpga
