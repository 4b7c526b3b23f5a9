// Entropic transport: whole solves, the inner loop against the cache, many measures on one support, images.
//
//   sinkhorn_benchmark [PROBLEM]     PROBLEM: written by pot_sinkhorn.py (int64 p, n, d; float64 Z, X, b, a)
#include <benchmark/benchmark.h>

#include <array>
#include <fstream>

#include "wpga/base/random.hpp"
#include "wpga/kernels/aligned_vector.hpp"
#include "wpga/kernels/gibbs.hpp"
#include "wpga/kernels/matrix_product.hpp"
#include "wpga/transport/entropic/sinkhorn.hpp"
#include "wpga/transport/entropic/sinkhorn_grid.hpp"

namespace wpga {
namespace {

struct Problem {
  Measure source, target;
};

Measure random_cloud(Index dimension, Index size, std::uint64_t seed) {
  Random random(seed);
  Measure measure{Matrix(dimension, size), Vector(size)};
  for (double& coordinate : measure.points.reshaped()) coordinate = random.normal();
  for (double& weight : measure.weights) weight = random.uniform(0.1, 1);
  measure.weights /= measure.weights.sum();
  return measure;
}

Problem read_problem(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::array<std::int64_t, 3> sizes{};
  const auto read = [&](void* to, Index bytes) { file.read(static_cast<char*>(to), bytes); };
  read(sizes.data(), sizeof sizes);
  const auto [p, n, d] = sizes;
  Problem problem{{Matrix(d, p), Vector(p)}, {Matrix(d, n), Vector(n)}};
  for (Matrix* points : {&problem.source.points, &problem.target.points})
    read(points->data(), points->size() * 8);
  for (Vector* weights : {&problem.source.weights, &problem.target.weights})
    read(weights->data(), weights->size() * 8);
  if (!file) throw std::runtime_error("cannot read the problem");
  return problem;
}

void solve_cold(benchmark::State& state, const Problem& problem, const SinkhornOptions& options) {
  const auto coupling = sinkhorn_transport(options)->coupling(problem.source.weights);
  TransportValue value;
  for (auto _ : state) {
    coupling->attach(problem.target.view(), {});
    value = coupling->solve(problem.source.points);
  }
  state.counters["sweeps"] = value.convergence.iterations;
  state.counters["error"] = value.convergence.residual;
  state.counters["primal"] = value.primal;
  state.counters["dual"] = value.dual;
  state.counters["regularized"] = value.primal + value.bias;
}

// The source moves back and forth by 1 % of its size.
void solve_warm(benchmark::State& state, const Problem& problem, const SinkhornOptions& options) {
  const auto coupling = sinkhorn_transport(options)->coupling(problem.source.weights);
  coupling->attach(problem.target.view(), {});
  const Matrix moved = 1.01 * problem.source.points;
  coupling->solve(problem.source.points);
  bool there = true;
  int sweeps = 0;
  for (auto _ : state) {
    sweeps = coupling->solve(there ? moved : problem.source.points).convergence.iterations;
    there = !there;
  }
  state.counters["sweeps"] = sweeps;
}

struct Kernel {
  Index p = 256, n = 128;
  kernels::AlignedVector<float> rows, v, columns;
  Vector weights = Vector::Constant(p, 1.0 / static_cast<double>(p)), sums{p};
  Kernel()
      : rows(static_cast<std::size_t>(p * n), 0.5f),
        v(static_cast<std::size_t>(n), 1.0f),
        columns(static_cast<std::size_t>(n), 0.0f) {}
};

void inner_loop(benchmark::State& state) {
  Kernel kernel;
  for (auto _ : state) {
    kernels::scaling_sweep(kernel.rows.data(), kernel.p, kernel.n, kernel.weights.data(), kernel.v.data(),
                           kernel.sums.data(), kernel.columns.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * kernel.p * kernel.n * 4);
}

// All the machine can read: 128 sums side by side, so that no addition waits for another.
__attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3"))) void read_all(const float* from,
                                                                                           Index count,
                                                                                           float* sums) {
  float local[128] = {};
  for (Index i = 0; i < count; i += 128)
    for (Index k = 0; k < 128; ++k) local[k] += from[i + k];
  for (Index k = 0; k < 128; ++k) sums[k] = local[k];
}

void read_kernel(benchmark::State& state) {
  Kernel kernel;
  for (auto _ : state) {
    read_all(kernel.rows.data(), kernel.p * kernel.n, kernel.columns.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * kernel.p * kernel.n * 4);
}

// 28 × 28 histograms, as digits are.
Matrix random_histograms(Index bins, Index count) {
  Random random(7);
  Matrix histograms(bins, count);
  for (double& weight : histograms.reshaped()) weight = random.uniform(0.01, 1);
  for (Index m = 0; m < count; ++m) histograms.col(m) /= histograms.col(m).sum();
  return histograms;
}

void shared_support(benchmark::State& state, double regularization) {
  const Matrix points = Grid{{28, 28}, {}}.points(), histograms = random_histograms(784, 1000);
  Vector weights = random_histograms(784, 1).col(0).cwiseAbs2();
  weights /= weights.sum();
  for (auto _ : state) {
    const BatchTransport batch = shared_support_transport(
        points, weights, points, histograms, {.regularization = regularization}, {}, {.threads = 1});
    state.counters["sweeps"] = batch.values[0].convergence.iterations;
  }
}

// One iteration for all measures at once: to the source and back, logarithms included.
void shared_sweep(benchmark::State& state, double regularization, Precision precision) {
  const Matrix points = Grid{{28, 28}, {}}.points(), in = random_histograms(784, 1000).array().log();
  const auto kernel = dense_kernel(points, points, regularization * 130, precision);
  Matrix there, back;
  for (auto _ : state) {
    kernel->log_apply(in, Side::source, there);
    kernel->log_apply(there, Side::target, back);
  }
  state.counters["flops"] = benchmark::Counter(
      4.0 * 784 * 784 * 1000 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void product(benchmark::State& state) {
  const Eigen::MatrixXf a = Eigen::MatrixXf::Random(784, 784), b = Eigen::MatrixXf::Random(784, 1000);
  Eigen::MatrixXf c(784, 1000);
  kernels::ProductWorkspace<float> workspace;
  for (auto _ : state) {
    kernels::matrix_product(a.data(), 784, b.data(), 784, c.data(), 784, 784, 784, 1000, workspace);
    benchmark::ClobberMemory();
  }
  state.counters["flops"] = benchmark::Counter(
      2.0 * 784 * 784 * 1000 * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

// An ellipse and a frame on 256 × 256 pixels.
void images(benchmark::State& state, double regularization) {
  const Index side = 256;
  Matrix ellipse = Matrix::Zero(side, side), frame = Matrix::Zero(side, side);
  for (Index r = 0; r < side; ++r)
    for (Index c = 0; c < side; ++c) {
      const double y = (static_cast<double>(r) + 0.5) / side - 0.5,
                   x = (static_cast<double>(c) + 0.5) / side - 0.5;
      ellipse(c, r) = x * x + 2 * y * y < 0.08 ? 1 : 0;
      frame(c, r) = std::abs(x) < 0.3 && std::abs(y - 0.1) < 0.15 && x * x + y * y > 0.02 ? 1 : 0;
    }
  ellipse /= ellipse.sum();
  frame /= frame.sum();
  TransportValue value;
  for (auto _ : state)
    value = grid_transport({{side, side}, {}}, ellipse.reshaped(), frame.reshaped(side * side, 1),
                           {.regularization = regularization, .marginal_tolerance = 1e-3}, {}, {.threads = 1})
                .values[0];
  state.counters["sweeps"] = value.convergence.iterations;
  state.counters["primal"] = value.primal;
  state.counters["dual"] = value.dual;
}

}  // namespace
}  // namespace wpga

int main(int argc, char** argv) {
  using namespace wpga;
  benchmark::Initialize(&argc, argv);
  const Problem problem =
      argc > 1 ? read_problem(argv[1]) : Problem{random_cloud(3, 256, 1), random_cloud(3, 128, 2)};
  for (const double tolerance : {1e-4, 1e-6, 1e-9})
    for (const double regularization : {0.1, 0.01, 0.001}) {
      const SinkhornOptions options{.regularization = regularization, .marginal_tolerance = tolerance};
      const std::string name = fmt::format("/{:g}/{:g}", regularization, tolerance);
      benchmark::RegisterBenchmark(("cold" + name).c_str(), solve_cold, problem, options)
          ->Unit(benchmark::kMicrosecond);
      benchmark::RegisterBenchmark(("warm" + name).c_str(), solve_warm, problem, options)
          ->Unit(benchmark::kMicrosecond);
    }
  benchmark::RegisterBenchmark("inner_loop", inner_loop)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("read_kernel", read_kernel)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("product", product)->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("shared_sweep/single", shared_sweep, 0.3, Precision::single_precision)
      ->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("shared_sweep/double", shared_sweep, 0.05, Precision::double_precision)
      ->Unit(benchmark::kMillisecond);
  for (const double regularization : {0.3, 0.05})
    benchmark::RegisterBenchmark(fmt::format("shared_support/{:g}", regularization).c_str(), shared_support,
                                 regularization)
        ->Unit(benchmark::kMillisecond);
  for (const double regularization : {0.1, 0.01, 0.001})
    benchmark::RegisterBenchmark(fmt::format("images/{:g}", regularization).c_str(), images, regularization)
        ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
}
