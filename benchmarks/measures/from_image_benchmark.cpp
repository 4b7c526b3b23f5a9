// How fast arrays and pictures become measures, on one core.
#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "wpga/base/random.hpp"
#include "wpga/measures/color.hpp"
#include "wpga/measures/from_image.hpp"

namespace wpga {
namespace {

std::vector<double> random_samples(std::size_t count, double filled) {
  Random random(1);
  std::vector<double> samples(count);
  for (double& sample : samples) sample = random.uniform() < filled ? random.uniform() : 0;
  return samples;
}

// A digit of MNIST has 28 × 28 pixels, a fifth of them not black.
void digits(benchmark::State& state) {
  const std::vector<double> values = random_samples(784, 0.19);
  const std::array<Index, 2> shape = {28, 28};
  for (auto _ : state) benchmark::DoNotOptimize(grid_measure(values, shape));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(digits);

void photos(benchmark::State& state) {
  const Image photo{200, 300, 3, random_samples(180000, 1)};
  const ShapeOptions options{.resize = state.range(0) != 0 ? "64" : "",
                             .grey = state.range(1) != 0 ? Grey::linear : Grey::plain};
  for (auto _ : state) benchmark::DoNotOptimize(shape_measure(photo, options));
}
BENCHMARK(photos)
    ->ArgNames({"resize", "linear"})
    ->Args({0, 0})
    ->Args({1, 0})
    ->Args({0, 1})
    ->Unit(benchmark::kMillisecond);

void colours_to_lab(benchmark::State& state) {
  const std::vector<double> samples = random_samples(3000, 1);
  for (auto _ : state)
    for (std::size_t i = 0; i < samples.size(); i += 3)
      benchmark::DoNotOptimize(lab_from_srgb({samples[i], samples[i + 1], samples[i + 2]}));
  state.SetItemsProcessed(state.iterations() * 1000);
}
BENCHMARK(colours_to_lab);

}  // namespace
}  // namespace wpga

BENCHMARK_MAIN();
