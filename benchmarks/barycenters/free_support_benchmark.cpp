// Seconds, iterations and variance of free-support means: the cost is linear in the number of measures.
//
// Families are drawn (a Chinese character moved, scaled and turned on 28 × 28 pixels, about the size of a
// digit; samples of normal laws in three dimensions, the size of a palette).  pot_free_support.py runs the
// program beside POT on data of your own.
#include <benchmark/benchmark.h>

#include "wpga/barycenters/free_support.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace {

void mean_of(benchmark::State& state, wpga::Pattern pattern) {
  const wpga::MeasureFamily family =
      wpga::synthetic_family(
          pattern, {.count = static_cast<int>(state.range(0)), .size = 28, .atoms = 128, .dimension = 3})
          .family;
  wpga::Mean mean;
  for (auto _ : state)
    mean = wpga::free_support_mean(family, {}, {.support = static_cast<int>(state.range(1))},
                                   {.threads = static_cast<int>(state.range(2))});
  state.counters["variance"] = mean.variance;
  state.counters["iterations_of_mean"] = mean.convergence.iterations;
}

}  // namespace

BENCHMARK_CAPTURE(mean_of, glyphs, wpga::Pattern::glyphs)
    ->ArgNames({"measures", "support", "threads"})
    ->ArgsProduct({{250, 500, 1000, 2000, 4000}, {256}, {2}})
    ->Args({1000, 100, 1})
    ->Args({1000, 256, 1})
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(mean_of, clouds, wpga::Pattern::gaussians)
    ->ArgNames({"measures", "support", "threads"})
    ->Args({320, 256, 2})
    ->UseRealTime()
    ->MeasureProcessCPUTime()
    ->Unit(benchmark::kMillisecond);

BENCHMARK_MAIN();
