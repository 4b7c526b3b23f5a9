// Exact transport against LEMON's network simplex on the same problems in the same run: one table of medians.
//
//   transport_simplex_benchmark [FOLDER]
//
// With a folder, every problem is also written there, so that benchmarks/transport/pot_emd.py can time POT on
// it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "transport/lemon_transport.hpp"
#include "wpga/base/random.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

struct Shape {
  Index rows, columns, dimension;
  bool uniform_weights;
  int problems, repeats;

  std::string name() const {
    return fmt::format("{}x{}-d{}-{}", rows, columns, dimension, uniform_weights ? "uniform" : "random");
  }
};

// Processor time of this thread: on a shared machine the wall clock measures the neighbours.
template <class Work>
double microseconds(Work&& work) {
  const auto now = [] {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
  };
  const double before = now();
  work();
  return now() - before;
}

double median(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + std::ssize(values) / 2);
  return values[values.size() / 2];
}

Measure random_cloud(Random& random, Index count, const Shape& shape) {
  Matrix points(shape.dimension, count);
  for (Index i = 0; i < points.size(); ++i) points.data()[i] = random.uniform();
  Vector weights(count);
  for (double& weight : weights) weight = shape.uniform_weights ? 1 : random.uniform(0.1, 1.1);
  return make_measure(points, weights);
}

void write_problem(const std::filesystem::path& file, const Measure& source, const Measure& target) {
  std::ofstream out(file, std::ios::binary);
  const auto write = [&](const auto* data, Index count) {
    out.write(reinterpret_cast<const char*>(data), count * static_cast<Index>(sizeof(*data)));
  };
  const std::int64_t sizes[] = {source.size(), target.size(), source.dimension()};
  write(sizes, 3);
  for (const Measure* measure : {&source, &target}) {
    write(measure->weights.data(), measure->size());
    write(measure->points.data(), measure->points.size());
  }
}

struct Times {
  std::vector<double> lemon, cold, attach, step_small, step_large;
  double largest_difference = 0;
};

// The source moved by `step` along the optimal map, solved warm from the tree at rest.
double warm_time(Coupling& coupling, const Measure& source, const Measure& target,
                 const RestingCoupling& resting, const Matrix& map, double step, Times& times, int repeats) {
  const Matrix moved = (1 - step) * source.points + step * map;
  double best = std::numeric_limits<double>::infinity(), attach = best;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    attach = std::min(attach, microseconds([&] { coupling.attach(target.view(), resting); }));
    best = std::min(best, microseconds([&] { coupling.solve(moved); }));
  }
  times.attach.push_back(attach);
  return best;
}

void measure_problem(const Measure& source, const Measure& target, int repeats, Times& times) {
  const LemonTransport lemon(source.view(), target.view());
  const auto coupling = exact_transport()->coupling(source.weights);
  double lemon_best = std::numeric_limits<double>::infinity(), cold_best = lemon_best;
  double lemon_value = 0;
  TransportValue value;
  for (int repeat = 0; repeat < repeats; ++repeat) {
    lemon_best = std::min(lemon_best, microseconds([&] { lemon_value = lemon.solve(); }));
    cold_best = std::min(cold_best, microseconds([&] {
                           coupling->attach(target.view(), {});
                           value = coupling->solve(source.points);
                         }));
  }
  times.lemon.push_back(lemon_best);
  times.cold.push_back(cold_best);
  times.largest_difference =
      std::max(times.largest_difference, std::abs(value.primal - lemon_value) / lemon_value);
  const RestingCoupling resting = coupling->rest();
  Matrix map(source.dimension(), source.size());
  coupling->barycentric_map(map);
  times.step_small.push_back(warm_time(*coupling, source, target, resting, map, 0.01, times, 10 * repeats));
  times.step_large.push_back(warm_time(*coupling, source, target, resting, map, 0.1, times, 10 * repeats));
}

void run(const Shape& shape, const std::filesystem::path& folder) {
  Random random(2015);
  Times times;
  for (int problem = 0; problem < shape.problems; ++problem) {
    const Measure source = random_cloud(random, shape.rows, shape),
                  target = random_cloud(random, shape.columns, shape);
    if (!folder.empty())
      write_problem(folder / fmt::format("{}-{:02}.problem", shape.name(), problem), source, target);
    measure_problem(source, target, shape.repeats, times);
  }
  const double lemon = median(times.lemon), cold = median(times.cold), small = median(times.step_small),
               large = median(times.step_large);
  fmt::print(
      "| {:22} | {:9.0f} | {:8.0f} | {:5.1f} | {:8.1f} | {:5.0f} | {:8.1f} | {:5.0f} | {:6.1f} | {:.0e} |\n",
      shape.name(), lemon, cold, lemon / cold, small, lemon / small, large, lemon / large,
      median(times.attach), times.largest_difference);
}

}  // namespace
}  // namespace wpga

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : "";
  fmt::print(
      "Microseconds of processor time, best of repeats, median over problems; x: times faster than "
      "LEMON.\n\n");
  fmt::print("| {:22} | {:>9} | {:>8} | {:>5} | {:>8} | {:>5} | {:>8} | {:>5} | {:>6} | error |\n", "problem",
             "LEMON", "cold", "x", "t + 0.01", "x", "t + 0.1", "x", "attach");
  fmt::print("|---|---|---|---|---|---|---|---|---|---|\n");
  for (const wpga::Shape& shape : {wpga::Shape{256, 128, 3, false, 15, 5},
                                   {256, 128, 3, true, 15, 5},
                                   {300, 150, 3, false, 15, 5},
                                   {256, 128, 50, false, 9, 5},
                                   {784, 784, 2, false, 5, 3},
                                   {784, 784, 3, true, 5, 3},
                                   {2000, 2000, 3, false, 3, 1}})
    wpga::run(shape, folder);
}
