// How long pictures take: bells for a strip, and a whole contact sheet as PNG.
#include <benchmark/benchmark.h>

#include "wpga/base/random.hpp"
#include "wpga/report/raster.hpp"
#include "wpga/report/strips.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

void splat_a_cloud(benchmark::State& state) {
  const auto atoms = static_cast<Index>(state.range(0));
  Random random(1);
  Measure cloud{Matrix(2, atoms), Vector::Constant(atoms, 1.0 / static_cast<double>(atoms))};
  for (double& x : cloud.points.reshaped()) x = random.uniform(10, 50);
  const PixelGrid grid{.rows = 180, .columns = 180, .pixel = 1.0 / 3};
  for (auto _ : state) benchmark::DoNotOptimize(splat(cloud.view(), grid, 0.5));
}
BENCHMARK(splat_a_cloud)->Arg(256)->Arg(1024)->Arg(3600)->Arg(16000)->Unit(benchmark::kMillisecond);

void draw_a_contact_sheet(benchmark::State& state) {
  const MeasureFamily family = synthetic_family(Pattern::glyphs, {.count = 36}).family;
  for (auto _ : state)
    benchmark::DoNotOptimize(contact_sheet(family, {.frame_width = 60}).bytes(PictureFormat::png));
}
BENCHMARK(draw_a_contact_sheet)->Unit(benchmark::kMillisecond);

void generate_glyphs(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(synthetic_family(Pattern::glyphs, {}, {.threads = 1}));
}
BENCHMARK(generate_glyphs)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace wpga

BENCHMARK_MAIN();
