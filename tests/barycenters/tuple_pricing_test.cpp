#include "wpga/barycenters/tuple_pricing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

MeasureFamily family_of_sizes(const std::vector<Index>& sizes, Index dimension, std::uint64_t seed) {
  Random random(seed);
  MeasureFamily family;
  Vector lambda(static_cast<Index>(sizes.size()));
  for (double& weight : lambda) weight = random.uniform(0.2, 1);
  for (const Index size : sizes) {
    const Matrix points = Matrix::NullaryExpr(dimension, size, [&] { return 5 + random.normal(); });
    family.append(points, Vector::NullaryExpr(size, [&] { return random.uniform(0.2, 1); }), "measure");
  }
  family.set_measure_weights(lambda);
  return family;
}

// Every tuple of some measures, the last measure's atoms running fastest.
std::vector<Tuple> all_tuples(const std::vector<Index>& sizes) {
  std::vector<Tuple> tuples = {{}};
  for (const Index size : sizes) {
    std::vector<Tuple> longer;
    for (const Tuple& tuple : tuples)
      for (std::int32_t j = 0; j < size; ++j) {
        longer.push_back(tuple);
        longer.back().push_back(j);
      }
    tuples = std::move(longer);
  }
  return tuples;
}

std::vector<Vector> random_potentials(const std::vector<Index>& sizes, double level, std::uint64_t seed) {
  Random random(seed, 1);
  std::vector<Vector> potentials;
  for (const Index size : sizes)
    potentials.push_back(Vector::NullaryExpr(size, [&] { return level + 0.2 * random.normal(); }));
  return potentials;
}

double reduced_cost(const Tuple& tuple, const Marginals& marginals, const std::vector<Vector>& potentials) {
  double reduced = cost_of(tuple, marginals);
  for (std::size_t i = 0; i < tuple.size(); ++i) reduced -= potentials[i][tuple[i]];
  return reduced;
}

// Both products hold several measures in some of these.
const std::vector<std::vector<Index>> kinds = {
    {1}, {6}, {7, 5}, {4, 6, 9}, {3, 5, 4, 6}, {1, 8, 1, 2}, {2, 3, 2, 3, 2, 3}};

// Σ λ_i |x_i − average|² = Σ_i<j λ_i λ_j |x_i − x_j|².
TEST(TuplePricing, CostIsTheSumOverPairs) {
  for (const std::vector<Index>& sizes : kinds) {
    const MeasureFamily family = family_of_sizes(sizes, 3, 1);
    const Marginals marginals = marginals_of(family);
    EXPECT_EQ(marginals.tuples(), static_cast<double>(all_tuples(sizes).size()));
    for (const Tuple& tuple : all_tuples(sizes)) {
      double pairs = 0;
      Vector average = -marginals.center;
      for (Index i = 0; i < family.count(); ++i) {
        const Vector here = family[i].points.col(tuple[static_cast<std::size_t>(i)]);
        average += family.measure_weight(i) * here;
        for (Index j = 0; j < i; ++j)
          pairs += family.measure_weight(i) * family.measure_weight(j) *
                   (here - family[j].points.col(tuple[static_cast<std::size_t>(j)])).squaredNorm();
      }
      EXPECT_NEAR(cost_of(tuple, marginals), pairs, 1e-12);
      EXPECT_LT((average_of(tuple, marginals) - average).norm(), 1e-12);
    }
  }
}

TEST(TuplePricing, MarginalsAreTheMeasuresThatCount) {
  MeasureFamily family = family_of_sizes({3, 4, 2}, 2, 2);
  family.set_measure_weights(Vector{{1, 0, 3}});
  const Marginals marginals = marginals_of(family);
  EXPECT_EQ(marginals.original, (std::vector<Index>{0, 2}));
  EXPECT_TRUE(marginals.lambda.isApprox(Vector{{0.25, 0.75}}));
  EXPECT_EQ(marginals.tuples(), 6);
  Vector mean = Vector::Zero(2);
  for (Index i = 0; i < 2; ++i)
    mean += marginals.lambda[i] * marginals.cloud(i) * marginals.weights[static_cast<std::size_t>(i)];
  EXPECT_LT(mean.norm(), 1e-13);
}

TEST(TuplePricing, ProductsNumberTheirTuplesInOrder) {
  const std::vector<Index> sizes = {3, 2, 4, 2};
  const MeasureFamily family = family_of_sizes(sizes, 2, 3);
  const Marginals marginals = marginals_of(family);
  const std::vector<Vector> potentials = random_potentials(sizes, 0.1, 3);
  for (const std::vector<Index>& members : std::vector<std::vector<Index>>{{}, {2}, {0, 3}, {3, 1, 0}}) {
    const TupleProduct product(marginals, members);
    std::vector<Index> their_sizes;
    for (const Index i : members) their_sizes.push_back(sizes[static_cast<std::size_t>(i)]);
    const std::vector<Tuple> tuples = all_tuples(their_sizes);
    ASSERT_EQ(product.count(), std::ssize(tuples));
    const Vector reduced = product.reduced_costs(potentials);
    for (Index number = 0; number < product.count(); ++number) {
      Tuple tuple(4, -1);
      product.write_atoms(number, tuple);
      Vector sum = Vector::Zero(2);
      double expected = 0;
      for (std::size_t m = 0; m < members.size(); ++m) {
        const auto i = static_cast<std::size_t>(members[m]);
        EXPECT_EQ(tuple[i], tuples[static_cast<std::size_t>(number)][m]);
        const Vector point = marginals.points[i].col(tuple[i]);
        sum += marginals.lambda[members[m]] * point;
        expected += marginals.lambda[members[m]] * point.squaredNorm() - potentials[i][tuple[i]];
      }
      EXPECT_EQ(std::ranges::count(tuple, -1), 4 - std::ssize(members));  // the others' entries stay
      EXPECT_LT((product.averages().col(number) - sum).norm(), 1e-13);
      EXPECT_NEAR(reduced[number], expected - sum.squaredNorm(), 1e-12);
    }
  }
}

TEST(TuplePricing, FindsTheSmallestOfAllTuples) {
  for (const Index dimension : {1, 2, 3})
    for (const std::vector<Index>& sizes : kinds)
      for (const double level : {-1.0, 0.0, 0.2, 1.0}) {
        const MeasureFamily family = family_of_sizes(sizes, dimension, 4);
        const Marginals marginals = marginals_of(family);
        const std::vector<Vector> potentials = random_potentials(sizes, level, 4);
        double smallest = std::numeric_limits<double>::infinity();
        Tuple worst;
        for (const Tuple& tuple : all_tuples(sizes))
          if (const double reduced = reduced_cost(tuple, marginals, potentials); reduced < smallest) {
            smallest = reduced;
            worst = tuple;
          }
        const TuplePricing::Answer answer = TuplePricing(marginals).price(potentials);
        EXPECT_NEAR(answer.smallest, smallest, 1e-12);
        EXPECT_EQ(answer.violated.contains(worst), smallest < 0);
        EXPECT_EQ(answer.violated.empty(), smallest >= 0);
        for (const Tuple& tuple : answer.violated)
          EXPECT_LT(reduced_cost(tuple, marginals, potentials), 1e-12);
      }
}

// Of two measures the larger is the inner one: for each atom of the other the most violated tuple is seen,
// and no more tuples than atoms come back.
TEST(TuplePricing, BringsTheMostViolatedTupleOfEachAtom) {
  const std::vector<Index> sizes = {9, 5};
  for (const double level : {0.0, 0.3, 1.0}) {
    const MeasureFamily family = family_of_sizes(sizes, 2, 5);
    const Marginals marginals = marginals_of(family);
    const std::vector<Vector> potentials = random_potentials(sizes, level, 5);
    std::map<std::int32_t, std::pair<double, Tuple>> worst;
    for (const Tuple& tuple : all_tuples(sizes))
      if (const double reduced = reduced_cost(tuple, marginals, potentials);
          reduced < 0 && (!worst.contains(tuple[1]) || reduced < worst[tuple[1]].first))
        worst[tuple[1]] = {reduced, tuple};
    const std::set<Tuple> violated = TuplePricing(marginals).price(potentials).violated;
    for (const auto& [atom, found] : worst) EXPECT_TRUE(violated.contains(found.second));
    EXPECT_LE(violated.size(), 14U);
    EXPECT_EQ(violated.empty(), worst.empty());
  }
}

}  // namespace
}  // namespace wpga
