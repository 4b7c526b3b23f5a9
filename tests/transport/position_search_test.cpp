#include "wpga/transport/position_search.hpp"

#include <gtest/gtest.h>

#include "transport/clouds.hpp"
#include "wpga/transport/shared_support_search.hpp"

namespace wpga {
namespace {

// Histograms with holes on the pixels of one small picture.
MeasureFamily pictures(Index side, Index count, std::uint64_t seed) {
  Random random(seed);
  MeasureFamily family;
  for (Index m = 0; m < count; ++m) {
    Matrix points(2, side * side);
    Vector weights(side * side);
    for (Index j = 0; j < side * side; ++j) {
      points.col(j) << static_cast<double>(j % side) + 0.5, static_cast<double>(j / side) + 0.5;
      weights[j] = std::max(0.0, random.uniform(-0.6, 1));
    }
    weights[m % (side * side)] += 0.5;
    family.append(points, weights, std::to_string(m));
  }
  return family;
}

// A cloud that walks over the picture.
std::vector<Matrix> walk(const Matrix& cloud, const Vector& step, int positions) {
  std::vector<Matrix> sources;
  for (int k = 0; k < positions; ++k)
    sources.push_back(((1 + 0.05 * k) * cloud).colwise() + (k - 0.5 * positions) * step);
  return sources;
}

EntropicSearch search_in(const MeasureFamily& family, const Vector& weights, double epsilon,
                         double tolerance = 1e-5) {
  return {family,
          pooled_moments(family).mean,
          weights,
          epsilon,
          {.regularization = epsilon / 10, .marginal_tolerance = tolerance}};
}

// Sinkhorn as in the textbook, on logarithms: the plan.
Matrix textbook_plan(const Matrix& costs, const Vector& b, const Vector& a, double epsilon) {
  Vector f = Vector::Zero(b.size()), g = Vector::Zero(a.size());
  const auto soft_minimum = [&](const Vector& values) {
    const double least = values.minCoeff();
    return least - epsilon * std::log(((least - values.array()) / epsilon).exp().sum());
  };
  for (double change = 1; change > 1e-9;) {
    const Vector before = g;
    for (Index i = 0; i < f.size(); ++i)
      f[i] = epsilon * std::log(b[i]) + soft_minimum(costs.row(i).transpose() - g);
    for (Index j = 0; j < g.size(); ++j) g[j] = epsilon * std::log(a[j]) + soft_minimum(costs.col(j) - f);
    change = (g - before).cwiseAbs().maxCoeff();
  }
  Matrix plan = (-costs).colwise() + f;
  plan.rowwise() += g.transpose();
  return (plan / epsilon).array().exp();
}

TEST(SharedSupportSearch, FindsTheTextbookPlans) {
  const MeasureFamily family = pictures(4, 3, 1);
  const Measure source = test::random_cloud(2, 7, 2);
  const std::vector<Matrix> sources = walk(source.points, Vector::Constant(2, 0.6), 3);
  for (const double epsilon : {3.0, 0.5, 0.1}) {
    const EntropicSearch search = search_in(family, source.weights, epsilon);
    const CheapestPositions found = shared_support_search(search)->find(sources, {});
    EXPECT_EQ(found.not_converged, 0);
    for (Index m = 0; m < 3; ++m) {
      const Measure target{family[m].points.colwise() - search.center, family[m].weights};
      Vector costs(3);
      Matrix map;
      for (std::size_t k = 0; k < 3; ++k) {
        const Matrix c = test::costs_between({sources[k], source.weights}, target);
        const Matrix plan = textbook_plan(c, source.weights, target.weights, epsilon);
        costs[static_cast<Index>(k)] = plan.cwiseProduct(c).sum();
        if (found.positions[static_cast<std::size_t>(m)] == static_cast<Index>(k))
          map = target.points * plan.transpose() * source.weights.cwiseInverse().asDiagonal();
      }
      EXPECT_NEAR(found.costs[m], costs.minCoeff(), 1e-3);
      EXPECT_NEAR(costs[found.positions[static_cast<std::size_t>(m)]], costs.minCoeff(), 1e-3);
      EXPECT_LT((found.maps[static_cast<std::size_t>(m)] - map).cwiseAbs().maxCoeff(), 1e-2);
    }
  }
}

void expect_agreement(const CheapestPositions& shared, const CheapestPositions& separate, double scale) {
  for (std::size_t m = 0; m < shared.maps.size(); ++m) {
    const auto at = static_cast<Index>(m);
    EXPECT_NEAR(shared.costs[at], separate.costs[at], 1e-4 * scale);
    if (shared.positions[m] != separate.positions[m]) continue;  // equally near
    EXPECT_LT((shared.maps[m] - separate.maps[m]).cwiseAbs().maxCoeff(), 5e-3 * std::sqrt(scale));
  }
}

// From an ε that blurs all to one for which no shared kernel has the range.
TEST(SharedSupportSearch, AgreesWithSeparateKernelsAtAnyRegularizationWhileTheSourceMoves) {
  const MeasureFamily family = pictures(9, 130, 3);
  const Measure source = test::random_cloud(2, 20, 4, 2);
  for (const double epsilon : {10.0, 1.0, 0.2}) {
    const EntropicSearch search = search_in(family, source.weights, epsilon);
    const auto shared = shared_support_search(search), separate = separate_search(search);
    for (const double moved : {0.5, -1.0}) {
      const std::vector<Matrix> sources = walk(source.points, Vector::Constant(2, moved), 4);
      expect_agreement(shared->find(sources, {}), separate->find(sources, {}), 10);
    }
  }
}

// Plans at ε = 0.02 reach over a range of exponentials that no float has.
TEST(SharedSupportSearch, SolvesAloneWhatTheSharedKernelCannotHold) {
  const MeasureFamily family = pictures(5, 6, 13);
  const Measure source = test::random_cloud(2, 12, 14, 2);
  const EntropicSearch search = search_in(family, source.weights, 0.02, 1e-4);
  const std::vector<Matrix> sources = walk(source.points, Vector::Constant(2, 0.5), 3);
  const CheapestPositions shared = shared_support_search(search)->find(sources, {});
  EXPECT_EQ(shared.not_converged, 0);
  expect_agreement(shared, separate_search(search)->find(sources, {}), 10);
}

TEST(SharedSupportSearch, ScalesWithTheUnit) {
  const MeasureFamily family = pictures(5, 6, 5);
  const Measure source = test::random_cloud(2, 9, 6);
  const std::vector<Matrix> sources = walk(source.points, Vector::Constant(2, 0.5), 3);
  const CheapestPositions plain =
      shared_support_search(search_in(family, source.weights, 0.5))->find(sources, {});
  for (const double unit : {1e-60, 1e-20, 1e20, 1e60}) {
    MeasureFamily scaled;
    for (Index m = 0; m < family.count(); ++m)
      scaled.append(unit * family[m].points, family[m].weights, std::to_string(m));
    std::vector<Matrix> moved;
    for (const Matrix& cloud : sources) moved.push_back(unit * cloud);
    EntropicSearch search = search_in(scaled, source.weights, 0.5 * unit * unit);
    search.options.regularization = 0.05;
    const CheapestPositions found = shared_support_search(search)->find(moved, {});
    EXPECT_EQ(found.positions, plain.positions);
    for (Index m = 0; m < 6; ++m) {
      EXPECT_NEAR(found.costs[m] / unit / unit, plain.costs[m], 1e-4);
      EXPECT_LT((found.maps[static_cast<std::size_t>(m)] / unit - plain.maps[static_cast<std::size_t>(m)])
                    .cwiseAbs()
                    .maxCoeff(),
                1e-3);
    }
  }
}

TEST(SharedSupportSearch, GoesOnWhereItStopped) {
  const MeasureFamily family = pictures(8, 30, 7);
  const Measure source = test::random_cloud(2, 15, 8, 2);
  const auto search = shared_support_search(search_in(family, source.weights, 1));
  const CheapestPositions cold = search->find(walk(source.points, Vector::Constant(2, 0.5), 5), {});
  const CheapestPositions same = search->find(walk(source.points, Vector::Constant(2, 0.5), 5), {});
  const CheapestPositions near = search->find(walk(source.points, Vector::Constant(2, 0.505), 5), {});
  EXPECT_EQ(same.sweeps, 5 * 30);
  EXPECT_LT(near.sweeps, cold.sweeps);
}

TEST(PositionSearch, HasTheSameBitsForAnyNumberOfThreads) {
  const MeasureFamily family = pictures(6, 300, 9);
  const Measure source = test::random_cloud(2, 12, 10);
  const std::vector<Matrix> sources = walk(source.points, Vector::Constant(2, 0.4), 3);
  const EntropicSearch search = search_in(family, source.weights, 0.5);
  const auto compare = [&](const CheapestPositions& one, const CheapestPositions& two) {
    EXPECT_EQ(one.positions, two.positions);
    EXPECT_EQ(one.costs, two.costs);
    EXPECT_EQ(one.maps, two.maps);
  };
  compare(shared_support_search(search)->find(sources, {.threads = 1}),
          shared_support_search(search)->find(sources, {.threads = 2}));
  compare(separate_search(search)->find(sources, {.threads = 1}),
          separate_search(search)->find(sources, {.threads = 2}));
}

// One atom, one measure, an atom given twice, a source of one atom.
TEST(SharedSupportSearch, HoldsForTheSmallestFamilies) {
  MeasureFamily family;
  family.append(Matrix::Constant(1, 1, 2), Vector::Ones(1), "one");
  const Vector one = Vector::Ones(1);
  const std::vector<Matrix> sources = {Matrix::Constant(1, 1, -1), Matrix::Constant(1, 1, 0.5)};
  const CheapestPositions alone = shared_support_search(search_in(family, one, 1))->find(sources, {});
  EXPECT_EQ(alone.positions[0], 1);
  EXPECT_NEAR(alone.costs[0], 0.25, 1e-6);
  EXPECT_NEAR(alone.maps[0](0, 0), 0, 1e-6);

  family.append((Matrix(1, 3) << 2, 4, 2).finished(), Vector::Constant(3, 1), "twice");
  const EntropicSearch search = search_in(family, one, 1);
  const CheapestPositions both = shared_support_search(search)->find(sources, {});
  EXPECT_NEAR(both.maps[1](0, 0), 8.0 / 3 - search.center[0], 1e-6);
}

TEST(SharedSupportSearch, LeavesCloudsThatShareNothingToSeparateKernels) {
  MeasureFamily family;
  for (std::uint64_t m = 0; m < 20; ++m) {
    const Measure cloud = test::random_cloud(2, 5, 20 + m);
    family.append(cloud.points, cloud.weights, std::to_string(m));
  }
  EXPECT_EQ(shared_support_search(search_in(family, Vector::Ones(1), 1)), nullptr);
}

TEST(CoupledSearch, WithExactPlansIsTheNearestPosition) {
  const MeasureFamily family = pictures(3, 4, 11);
  const Measure source = test::random_cloud(2, 5, 12);
  TransportOptions options;
  options.transport = TransportMethod::exact;
  FamilyCouplings couplings(family, options, source.weights);
  const std::vector<Matrix> sources = walk(source.points, Vector::Constant(2, 0.3), 4);
  const CheapestPositions found = coupled_search(couplings)->find(sources, {});
  auto worker = couplings.worker();
  for (Index m = 0; m < 4; ++m) {
    double least = std::numeric_limits<double>::infinity();
    for (const Matrix& cloud : sources) {
      const TransportValue value = couplings.attach(worker, m).solve(cloud);
      least = std::min(least, value.primal);
    }
    EXPECT_NEAR(found.costs[m], least, 1e-12);
  }
}

}  // namespace
}  // namespace wpga
