#include "wpga/transport/entropic/sinkhorn_grid.hpp"

#include <gtest/gtest.h>

#include "transport/clouds.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

// Histograms with holes, one in each column.
Matrix random_histograms(Index bins, Index count, std::uint64_t seed) {
  Random random(seed);
  Matrix histograms(bins, count);
  for (double& weight : histograms.reshaped()) weight = std::max(0.0, random.uniform(-0.5, 1));
  for (Index m = 0; m < count; ++m) histograms.col(m) /= histograms.col(m).sum();
  return histograms;
}

TEST(SharedSupport, AgreesWithOneCouplingAfterTheOther) {
  const Measure source = test::random_cloud(2, 31, 1), support = test::random_cloud(2, 27, 2, 1.5);
  const Matrix histograms = random_histograms(27, 5, 3);
  const SinkhornOptions options{.regularization = 0.05, .marginal_tolerance = 1e-9};
  const BatchTransport batch =
      shared_support_transport(source.points, source.weights, support.points, histograms, options);
  for (Index m = 0; m < 5; ++m) {
    const Measure target = make_measure(support.points, histograms.col(m));
    SinkhornOptions alone = options;
    alone.regularization = batch.regularization / test::mean_cost(source, target);
    const auto coupling = sinkhorn_transport(alone)->coupling(source.weights);
    coupling->attach(target.view(), {});
    const TransportValue expected = coupling->solve(source.points);
    const TransportValue& value = batch.values[static_cast<std::size_t>(m)];
    EXPECT_TRUE(value.convergence.converged());
    EXPECT_NEAR(value.primal, expected.primal, 1e-7);
    EXPECT_NEAR(value.dual, expected.dual, 1e-3 * expected.primal);
    EXPECT_NEAR(value.primal + value.bias, expected.primal + expected.bias, 1e-9);
    Matrix map(2, 31);
    coupling->barycentric_map(map);
    const auto kernel = dense_kernel(source.points, support.points, batch.regularization);
    const Matrix means =
        conditional_means(*kernel, support.points, histograms.col(m), batch.target_potentials.col(m));
    EXPECT_LT((means - map).cwiseAbs().maxCoeff(), 1e-5);
  }
}

TEST(SharedSupport, BracketsTheExactCostAtAnyRegularizationAndWhenStoppedEarly) {
  const Measure source = test::random_cloud(1, 30, 4), support = test::random_cloud(1, 25, 5, 2, 1);
  const Matrix histograms = random_histograms(25, 4, 6);
  for (const int iterations : {1, 2, 3, 500})
    for (const double regularization : {10.0, 1.0, 0.1, 0.01, 1e-3, 1e-4})
      for (const double tolerance : {1e-4, 1e-8}) {
        const BatchTransport batch = shared_support_transport(
            source.points, source.weights, support.points, histograms,
            {.regularization = regularization, .marginal_tolerance = tolerance, .iterations = iterations});
        for (Index m = 0; m < 4; ++m) {
          const double exact =
              test::squared_distance_on_the_line(source, make_measure(support.points, histograms.col(m)));
          const TransportValue& value = batch.values[static_cast<std::size_t>(m)];
          EXPECT_LE(value.dual, exact * (1 + 1e-10));
          EXPECT_GE(value.primal, exact * (1 - 1e-10));
          EXPECT_LE(value.convergence.iterations, iterations);
        }
      }
}

TEST(SharedSupport, HasTheSameBitsForAnyNumberOfThreads) {
  const Measure source = test::random_cloud(2, 20, 7), support = test::random_cloud(2, 16, 8);
  const Matrix histograms = random_histograms(16, 300, 9);
  const auto solve = [&](int threads) {
    return shared_support_transport(source.points, source.weights, support.points, histograms,
                                    {.regularization = 0.1}, {}, {.threads = threads});
  };
  const BatchTransport one = solve(1), two = solve(2);
  for (std::size_t m = 0; m < 300; ++m) {
    EXPECT_EQ(one.values[m].primal, two.values[m].primal);
    EXPECT_EQ(one.values[m].dual, two.values[m].dual);
  }
  EXPECT_EQ(one.target_potentials, two.target_potentials);
}

// A batch of three hundred against batches of one: neighbours in a block leave no trace.  ε is relative to
// the mean cost of all measures together, so alone it is given anew.
TEST(SharedSupport, ManyMeasuresAreSolvedAsEachAlone) {
  const Measure source = test::random_cloud(2, 20, 7), support = test::random_cloud(2, 16, 8);
  const Matrix histograms = random_histograms(16, 300, 9);
  const SinkhornOptions options{.regularization = 0.1, .marginal_tolerance = 1e-9};
  const BatchTransport batch =
      shared_support_transport(source.points, source.weights, support.points, histograms, options);
  for (Index m = 0; m < 300; m += 23) {
    SinkhornOptions same = options;
    same.regularization =
        batch.regularization / test::mean_cost(source, make_measure(support.points, histograms.col(m)));
    const BatchTransport alone =
        shared_support_transport(source.points, source.weights, support.points, histograms.col(m), same);
    EXPECT_NEAR(alone.regularization, batch.regularization, 1e-12 * batch.regularization);
    const TransportValue &value = batch.values[static_cast<std::size_t>(m)], &expected = alone.values[0];
    EXPECT_NEAR(value.primal, expected.primal, 1e-7 * expected.primal);
    EXPECT_NEAR(value.dual, expected.dual, 1e-7 * expected.primal);
    EXPECT_NEAR(value.bias, expected.bias, 1e-7 * expected.primal);
    // Potentials are known up to a constant.
    const Vector difference = batch.target_potentials.col(m) - alone.target_potentials.col(0);
    EXPECT_LT((difference.array() - difference.mean()).abs().maxCoeff(), 1e-6);
  }
}

TEST(SharedSupport, WarmPotentialsNeedFewSweepsAfterASmallMove) {
  Measure source = test::random_cloud(2, 40, 10);
  const Measure support = test::random_cloud(2, 30, 11);
  const Matrix histograms = random_histograms(30, 6, 12);
  const SinkhornOptions options{.regularization = 0.05, .marginal_tolerance = 1e-8};
  const BatchTransport before =
      shared_support_transport(source.points, source.weights, support.points, histograms, options);
  source.points *= 1.001;
  const BatchTransport cold =
      shared_support_transport(source.points, source.weights, support.points, histograms, options);
  const BatchTransport warm = shared_support_transport(source.points, source.weights, support.points,
                                                       histograms, options, before.target_potentials);
  for (std::size_t m = 0; m < 6; ++m) {
    EXPECT_NEAR(warm.values[m].primal, cold.values[m].primal, 1e-6);
    EXPECT_LT(warm.values[m].convergence.iterations, cold.values[m].convergence.iterations);
  }
}

TEST(GridTransport, AgreesWithTheSamePointsWithoutAGrid) {
  const Grid grid{{6, 8}, {1, 0.5}};
  const Matrix histograms = random_histograms(48, 3, 13);
  const Vector source = random_histograms(48, 1, 14).col(0);
  for (const double regularization : {1.0, 0.05, 0.01}) {
    const SinkhornOptions options{.regularization = regularization, .marginal_tolerance = 1e-9};
    const BatchTransport on_grid = grid_transport(grid, source, histograms, options);
    const Measure compact = make_measure(grid.points(), source);
    const BatchTransport dense =
        shared_support_transport(compact.points, compact.weights, grid.points(), histograms, options);
    EXPECT_NEAR(on_grid.regularization, dense.regularization, 1e-12);
    for (std::size_t m = 0; m < 3; ++m) {
      EXPECT_TRUE(on_grid.values[m].convergence.converged());
      EXPECT_NEAR(on_grid.values[m].primal, dense.values[m].primal, 1e-6);
      EXPECT_NEAR(on_grid.values[m].primal + on_grid.values[m].bias,
                  dense.values[m].primal + dense.values[m].bias, 1e-8);
    }
  }
}

TEST(GridTransport, BracketsTheExactCostDownToTinyRegularization) {
  const Grid grid{{40}, {}};
  const Matrix histograms = random_histograms(40, 3, 15);
  const Vector source = random_histograms(40, 1, 16).col(0);
  const Measure from = make_measure(grid.points(), source);
  for (const int iterations : {1, 3, 2000})
    for (const double regularization : {10.0, 0.1, 1e-2, 1e-3, 1e-4}) {
      const BatchTransport batch = grid_transport(
          grid, source, histograms, {.regularization = regularization, .iterations = iterations});
      for (Index m = 0; m < 3; ++m) {
        const double exact =
            test::squared_distance_on_the_line(from, make_measure(grid.points(), histograms.col(m)));
        const TransportValue& value = batch.values[static_cast<std::size_t>(m)];
        EXPECT_LE(value.dual, exact + 1e-9);
        EXPECT_GE(value.primal, exact - 1e-9);
        if (iterations == 2000 && regularization == 1e-3) {
          EXPECT_LT(value.gap(), 0.1);
        }
      }
    }
}

TEST(GridTransport, OfAnImageAndItsTranslateIsTheSquaredShift) {
  const Grid grid{{20, 24}, {}};
  Matrix from = Matrix::Zero(24, 20), to = Matrix::Zero(24, 20);
  for (Index r = 4; r < 9; ++r)
    for (Index c = 3; c < 10; ++c) from(c, r) = to(c + 6, r + 5) = static_cast<double>(1 + (r * c) % 5);
  from /= from.sum();
  to /= to.sum();
  const BatchTransport batch =
      grid_transport(grid, from.reshaped(), to.reshaped(480, 1), {.regularization = 1e-3});
  EXPECT_NEAR(batch.values[0].dual, 61, 0.1);
  EXPECT_NEAR(batch.values[0].primal, 61, 0.1);
}

TEST(GridTransport, RefusesShapesThatDoNotFit) {
  EXPECT_THROW(grid_transport(Grid{{3, 3}, {}}, Vector::Ones(8), Matrix::Ones(9, 1)), InputError);
  EXPECT_THROW(grid_transport(Grid{{3, 3}, {1}}, Vector::Ones(9), Matrix::Ones(9, 1)), InputError);
  EXPECT_THROW(grid_transport(Grid{{3, 3}, {}}, Vector::Ones(9), Matrix::Ones(8, 1)), InputError);
}

}  // namespace
}  // namespace wpga
