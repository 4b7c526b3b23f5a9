// Seconds, rounds and proven gap of exact barycenters of N random clouds in the plane with n atoms each.
#include <benchmark/benchmark.h>

#include "wpga/barycenters/multimarginal.hpp"
#include "wpga/base/random.hpp"

namespace {

void exact_barycenter(benchmark::State& state) {
  wpga::Random random(1);
  wpga::MeasureFamily family;
  for (int i = 0; i < state.range(0); ++i)
    family.append(wpga::Matrix::NullaryExpr(2, state.range(1), [&] { return random.normal(); }),
                  wpga::Vector::NullaryExpr(state.range(1), [&] { return random.uniform(0.5, 1.5); }),
                  "cloud");
  wpga::MultimarginalCoupling coupling;
  for (auto _ : state) coupling = wpga::multimarginal_coupling(family, {});
  state.counters["rounds"] = coupling.value.convergence.iterations;
  state.counters["gap"] = coupling.value.convergence.residual;
  state.counters["atoms"] = static_cast<double>(coupling.barycenter.size());
}

}  // namespace

BENCHMARK(exact_barycenter)
    ->ArgNames({"measures", "atoms"})
    ->Args({2, 100})
    ->Args({2, 500})
    ->Args({2, 1000})
    ->Args({3, 20})
    ->Args({3, 100})
    ->Args({3, 300})
    ->Args({4, 20})
    ->Args({4, 50})
    ->Args({5, 20})
    ->Args({5, 40})
    ->Args({8, 8})
    ->Args({9, 10})
    ->Args({10, 5})
    ->Args({20, 2})
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
