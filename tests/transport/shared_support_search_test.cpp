#include "wpga/transport/shared_support_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "transport/clouds.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

// Histograms with holes on the places 0, 1, … of a line.
MeasureFamily histograms(Index places, Index count, std::uint64_t seed) {
  Random random(seed);
  MeasureFamily family;
  for (Index m = 0; m < count; ++m) {
    Vector weights(places);
    for (double& weight : weights) weight = std::max(0.0, random.uniform(-0.5, 1));
    weights[m % places] += 0.5;
    family.append(Vector::LinSpaced(places, 0, static_cast<double>(places - 1)).transpose(), weights,
                  std::to_string(m));
  }
  return family;
}

MeasureFamily family_of(const MeasureFamily& all, const std::vector<Index>& chosen) {
  MeasureFamily family;
  for (const Index m : chosen) family.append(all[m], std::to_string(m));
  return family;
}

struct Source {
  Vector weights;
  std::vector<Matrix> positions;  // in centred coordinates
};

Source some_source(Index atoms, std::uint64_t seed) {
  const Measure cloud = test::random_cloud(1, atoms, seed, 2);
  Source source{cloud.weights, {}};
  for (const double shift : {-3.0, -1.0, 0.0, 2.0}) source.positions.push_back(cloud.points.array() + shift);
  return source;
}

EntropicSearch search_in(const MeasureFamily& family, const Vector& center, const Vector& weights,
                         double epsilon, double tolerance = 1e-5) {
  return {family, center, weights, epsilon, {.regularization = 0.05, .marginal_tolerance = tolerance}};
}

CheapestPositions found_in(const EntropicSearch& search, const Source& source) {
  const auto shared = shared_support_search(search);
  if (!shared) throw std::logic_error("nothing shared");
  return shared->find(source.positions, {});
}

// The measures help one another to a kernel and to nothing else.
TEST(SharedSupportSearch, FindsForEachMeasureWhatItFindsForItAlone) {
  const MeasureFamily family = histograms(12, 9, 1);
  const Vector center = pooled_moments(family).mean;
  const Source source = some_source(10, 2);
  for (const double epsilon : {5.0, 0.5}) {
    const CheapestPositions together = found_in(search_in(family, center, source.weights, epsilon), source);
    EXPECT_EQ(together.not_converged, 0);
    for (Index m = 0; m < 9; ++m) {
      const MeasureFamily one = family_of(family, {m});
      const EntropicSearch search = search_in(one, center, source.weights, epsilon);
      for (const CheapestPositions& alone :
           {found_in(search, source), separate_search(search)->find(source.positions, {})}) {
        EXPECT_EQ(together.positions[static_cast<std::size_t>(m)], alone.positions[0]);
        EXPECT_NEAR(together.costs[m], alone.costs[0], 1e-3);
        EXPECT_LT((together.maps[static_cast<std::size_t>(m)] - alone.maps[0]).cwiseAbs().maxCoeff(), 5e-3);
      }
    }
  }
}

TEST(SharedSupportSearch, FollowsTheOrderOfTheMeasures) {
  const MeasureFamily family = histograms(8, 6, 3);
  const Vector center = pooled_moments(family).mean;
  const Source source = some_source(7, 4);
  const std::vector<Index> order = {4, 0, 5, 2, 1, 3};
  const MeasureFamily other = family_of(family, order);
  const CheapestPositions plain = found_in(search_in(family, center, source.weights, 1), source),
                          shuffled = found_in(search_in(other, center, source.weights, 1), source);
  for (std::size_t m = 0; m < 6; ++m) {
    const Index at = order[m];
    EXPECT_EQ(shuffled.positions[m], plain.positions[static_cast<std::size_t>(at)]);
    EXPECT_NEAR(shuffled.costs[static_cast<Index>(m)], plain.costs[at], 1e-3);
  }
}

// A plan whose columns are wrong by `tolerance` costs no less than W2² less what that mass can save.
TEST(SharedSupportSearch, NeverCostsLessThanTheExactPlans) {
  const MeasureFamily family = histograms(10, 8, 5);
  const Vector center = pooled_moments(family).mean;
  const Source source = some_source(9, 6);
  for (const double epsilon : {4.0, 0.4, 0.1}) {
    const CheapestPositions found = found_in(search_in(family, center, source.weights, epsilon), source);
    for (Index m = 0; m < 8; ++m) {
      const Measure target{family[m].points.colwise() - center, family[m].weights};
      double exact = std::numeric_limits<double>::infinity();
      for (const Matrix& points : source.positions) {
        const auto coupling = exact_transport()->coupling(source.weights);
        coupling->attach(target.view(), {});
        exact = std::min(exact, coupling->solve(points).primal);
      }
      EXPECT_GE(found.costs[m], exact - 1e-3);
      EXPECT_LE(found.costs[m], exact + 3 * epsilon);
    }
  }
}

// The only plan to one atom is known, and so is the nearest position; some stand at one place.
TEST(SharedSupportSearch, OfSingleAtomsIsTheNearestPositionInClosedForm) {
  MeasureFamily family;
  for (const double place : {-2.0, 0.0, 1.0, 5.0, 1.0})
    family.append(Matrix::Constant(1, 1, place), Vector::Ones(1), std::to_string(family.count()));
  Source source = some_source(6, 7);
  source.positions.push_back(source.positions[1]);
  source.positions.insert(source.positions.begin(), source.positions[0]);
  const Vector center = Vector::Constant(1, 0.5);
  const CheapestPositions found = found_in(search_in(family, center, source.weights, 0.5), source);
  EXPECT_EQ(found.not_converged, 0);
  for (Index m = 0; m < 5; ++m) {
    const double place = family[m].points(0, 0) - center[0];
    Index nearest = 0;
    const auto cost = [&](Index k) {
      return (source.positions[static_cast<std::size_t>(k)].row(0).array() - place)
          .square()
          .matrix()
          .dot(source.weights);
    };
    for (Index k = 1; k < std::ssize(source.positions); ++k)
      if (cost(k) < cost(nearest)) nearest = k;
    EXPECT_EQ(cost(found.positions[static_cast<std::size_t>(m)]), cost(nearest));
    EXPECT_NEAR(found.costs[m], cost(nearest), 1e-5 * cost(nearest));
    EXPECT_LT((found.maps[static_cast<std::size_t>(m)].array() - place).abs().maxCoeff(), 1e-5);
  }
}

// What a reader rounds to nearly nothing moves nothing.
TEST(SharedSupportSearch, HoldsForWeightsThatAreNearlyNothing) {
  MeasureFamily plain, with;
  const Matrix places = Vector::LinSpaced(6, 0, 5).transpose();
  for (Index m = 0; m < 3; ++m) {
    Vector weights = Vector::Zero(6);
    weights[m] = 0.5, weights[m + 2] = 0.5;
    plain.append(places, weights, std::to_string(m));
    with.append(places, weights.cwiseMax(1e-12), std::to_string(m));
  }
  const Vector center = Vector::Constant(1, 2.5);
  const Source source = some_source(5, 8);
  const CheapestPositions less = found_in(search_in(plain, center, source.weights, 0.5), source),
                          more = found_in(search_in(with, center, source.weights, 0.5), source);
  EXPECT_EQ(more.not_converged, 0);
  EXPECT_EQ(more.positions, less.positions);
  for (Index m = 0; m < 3; ++m) EXPECT_NEAR(more.costs[m], less.costs[m], 1e-3);
}

// Ended after one sweep, it tells so of every pair, and its maps are means of the target all the same.
TEST(SharedSupportSearch, TellsWhatHasNotConverged) {
  const MeasureFamily family = histograms(9, 5, 9);
  const Vector center = pooled_moments(family).mean;
  const Source source = some_source(8, 10);
  EntropicSearch search = search_in(family, center, source.weights, 0.3);
  search.options.iterations = 1;
  const CheapestPositions found = found_in(search, source);
  EXPECT_EQ(found.not_converged, 5 * 4);
  for (Index m = 0; m < 5; ++m) {
    EXPECT_TRUE(std::isfinite(found.costs[m]));
    EXPECT_GE(found.maps[static_cast<std::size_t>(m)].minCoeff(), 0 - center[0] - 1e-4);
    EXPECT_LE(found.maps[static_cast<std::size_t>(m)].maxCoeff(), 8 - center[0] + 1e-4);
  }
}

// Measures of s atoms each: a support of up to four times as many is shared, a larger one is not.
TEST(SharedSupportSearch, IsNothingWhereTooLittleIsShared) {
  const auto shares = [](Index support, Index size) {
    MeasureFamily family;
    for (Index first = 0; first < support; first += size) {
      Matrix points(1, size);
      for (Index j = 0; j < size; ++j) points(0, j) = static_cast<double>(first + j);
      family.append(points, Vector::Constant(size, 1), std::to_string(first));
    }
    return shared_support_search(search_in(family, Vector::Zero(1), Vector::Ones(1), 1)) != nullptr;
  };
  EXPECT_TRUE(shares(5, 5));
  EXPECT_TRUE(shares(20, 5));
  EXPECT_FALSE(shares(25, 5));
  EXPECT_TRUE(shares(4096, 1024));
  EXPECT_FALSE(shares(4097, 4097));
}

TEST(SharedSupportSearch, IsNothingBeyondSinglePrecision) {
  const MeasureFamily family = histograms(5, 3, 11);
  const auto with_tolerance = [&](double tolerance) {
    return shared_support_search(search_in(family, Vector::Zero(1), Vector::Ones(1), 1, tolerance));
  };
  EXPECT_TRUE(with_tolerance(1e-5));
  EXPECT_FALSE(with_tolerance(9e-6));
  EXPECT_FALSE(with_tolerance(1e-10));
}

}  // namespace
}  // namespace wpga
