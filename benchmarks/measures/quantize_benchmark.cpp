// Seconds and inertia of quantising pictures to 128 colours, one thread.
//
//   quantize_benchmark [flags of Google Benchmark] [picture.ppm ...]
//
// Without pictures it draws one.  sklearn_kmeans.py runs it beside scikit-learn on the same pixels.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/quantize.hpp"

namespace {

// Binary 8-bit PPM without comments, as Pillow writes it.
wpga::Matrix read_ppm(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string magic;
  int columns = 0, rows = 0, largest = 0;
  file >> magic >> columns >> rows >> largest;
  file.get();
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  wpga::Matrix pixels(3, static_cast<wpga::Index>(columns) * rows);
  wpga::require(magic == "P6" && bytes.size() >= static_cast<std::size_t>(pixels.size()),
                path + ": not a binary PPM");
  for (wpga::Index i = 0; i < pixels.size(); ++i)
    pixels.data()[i] = static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)]) / 255.0;
  return pixels;
}

// 300 × 200 pixels: smooth fields of colour with a little noise, rounded to 8 bits.
wpga::Matrix drawn_picture() {
  wpga::Random random(1);
  wpga::Matrix pixels(3, 300 * 200);
  for (wpga::Index j = 0; j < pixels.cols(); ++j) {
    const double x = static_cast<double>(j % 300) / 300, y = static_cast<double>(j / 300) / 200;
    for (int i = 0; i < 3; ++i) {
      const double field = 0.5 + 0.3 * std::sin(5 * x + i + 3 * y) * std::cos(7 * y - 2 * i) + 0.1 * x;
      pixels(i, j) = std::round(255 * std::clamp(field + 0.03 * random.normal(), 0.0, 1.0)) / 255;
    }
  }
  return pixels;
}

void quantize_picture(benchmark::State& state, const wpga::Matrix& pixels) {
  const wpga::Vector weights = wpga::Vector::Ones(pixels.cols());
  wpga::Quantization result;
  for (auto _ : state) result = wpga::quantize(pixels, weights, wpga::Random(0), {});
  state.counters["inertia"] = result.inertia;
  state.counters["iterations_of_lloyd"] = result.convergence.iterations;
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  std::vector<std::pair<std::string, wpga::Matrix>> pictures;
  for (int a = 1; a < argc; ++a) pictures.emplace_back(argv[a], read_ppm(argv[a]));
  if (pictures.empty()) pictures.emplace_back("drawn", drawn_picture());
  for (const auto& [name, pixels] : pictures)
    benchmark::RegisterBenchmark(name.c_str(), quantize_picture, pixels)->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
}
