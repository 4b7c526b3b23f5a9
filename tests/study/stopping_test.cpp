// Every long solve looks inside whether it should stop.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "wpga/barycenters/multimarginal.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/quantize.hpp"
#include "wpga/neighbours/maps/deformation.hpp"
#include "wpga/numerics/linear_programming.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/transport/bures.hpp"
#include "wpga/transport/entropic/sinkhorn.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

Matrix cloud(Index dimension, Index count, std::uint64_t seed) {
  Random random(seed);
  return Matrix::NullaryExpr(dimension, count, [&] { return random.normal(); });
}

Measure measure(Index count, std::uint64_t seed) {
  return {cloud(2, count, seed), Vector::Constant(count, 1.0 / static_cast<double>(count))};
}

void solve_transport(const TransportEngine& engine) {
  const Measure from = measure(60, 1), to = measure(50, 2);
  const auto coupling = engine.coupling(from.weights);
  coupling->attach(to.view(), {});
  coupling->solve(from.points);
}

void solve_program() {
  LinearProgram program(Vector::Ones(20));
  Random random(3);
  for (int c = 0; c < 100; ++c) {
    const ColumnEntry entries[] = {{c % 20, 1.0}, {(c * 7 + 3) % 20, 0.5}};
    program.add_column(random.uniform(), entries);
  }
  program.solve();
}

struct Work {
  std::string name;
  std::function<void()> run;
};

class Stopping : public testing::TestWithParam<Work> {};

TEST_P(Stopping, IsHeard) {
  GetParam().run();
  std::stop_source source;
  source.request_stop();
  const std::stop_token token = source.get_token();
  const StopScope scope(token);
  EXPECT_THROW(GetParam().run(), Interrupted);
}

INSTANTIATE_TEST_SUITE_P(
    Solvers, Stopping,
    testing::Values(Work{"transport_simplex", [] { solve_transport(*exact_transport()); }},
                    Work{"sinkhorn", [] { solve_transport(*sinkhorn_transport()); }},
                    Work{"linear_program", solve_program},
                    Work{"k_means",
                         [] { quantize(cloud(3, 500, 4), Vector::Ones(500), Random(5), {.colors = 8}); }},
                    Work{"gaussian_mean",
                         [] {
                           const std::vector<Gaussian> laws = {fitted_gaussian(measure(9, 6).view()),
                                                               fitted_gaussian(measure(9, 7).view())};
                           gaussian_mean(laws, Vector::Constant(2, 0.5));
                         }}),
    [](const auto& work) { return work.param.name; });

}  // namespace
}  // namespace wpga
