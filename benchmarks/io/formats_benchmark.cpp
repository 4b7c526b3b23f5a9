// How fast tables and arrays come in.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "wpga/base/random.hpp"
#include "wpga/io/formats/arrays/idx_file.hpp"
#include "wpga/io/reading/table_measures.hpp"

namespace wpga {
namespace {

// As large as one of the blood samples that flow cytometry gives: 10,000 cells, 8 channels, six digits.
std::string cells() {
  Random random(1);
  std::string text = "FSC,SSC,CD8,CD69,CD4,CD3,HLADr,Time\n";
  for (int row = 0; row < 10'000; ++row)
    for (int k = 0; k < 8; ++k) text += fmt::format("{:.6g}{}", random.uniform(1, 1e4), k < 7 ? ',' : '\n');
  return text;
}

void parse_cells(benchmark::State& state) {
  const std::string text = cells();
  for (auto _ : state) benchmark::DoNotOptimize(parse_table(text));
  state.SetBytesProcessed(static_cast<std::int64_t>(text.size()) * state.iterations());
}
BENCHMARK(parse_cells)->Unit(benchmark::kMillisecond);

void parse_cells_to_a_measure(benchmark::State& state) {
  const std::string text = cells();
  const TableOptions options{.columns = {"CD4", "CD8"}, .transform = Transform::log10};
  for (auto _ : state) benchmark::DoNotOptimize(measures_from_table(parse_table(text), "cells", options));
}
BENCHMARK(parse_cells_to_a_measure)->Unit(benchmark::kMillisecond);

// 60,000 images of 28 × 28 bytes, decoded and visited row by row as doubles.
void visit_mnist_sized_rows(benchmark::State& state) {
  std::string file = {'\0', '\0', 8, 3, 0, 0, '\xEA', 0x60, 0, 0, 0, 28, 0, 0, 0, 28};
  file.append(60'000 * 784, 'x');
  std::vector<double> row(784);
  for (auto _ : state) {
    const NumericArray images = decode_idx(bytes_of(file));
    for (Index i = 0; i < images.rows(); ++i) images.row(i, row);
    benchmark::DoNotOptimize(row.data());
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(file.size()) * state.iterations());
}
BENCHMARK(visit_mnist_sized_rows)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace wpga

BENCHMARK_MAIN();
