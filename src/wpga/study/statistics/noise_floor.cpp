#include "wpga/study/statistics/noise_floor.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/parallel/parallel_for.hpp"
#include "wpga/study/statistics/permutation.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {

namespace {

constexpr Index largest_half = 400;

bool is_sample(const MeasureView& measure) {
  return measure.size() >= fewest_samples &&
         measure.weights.maxCoeff() - measure.weights.minCoeff() <= 1e-9 * measure.weights.maxCoeff();
}

Index half_size(const MeasureView& measure) { return std::min(measure.size() / 2, largest_half); }

// `size` atoms of the measure, from place `first` of an order on.
Measure sample_of(const MeasureView& measure, const std::vector<Index>& order, Index first, Index size) {
  Measure drawn{Matrix(measure.dimension(), size), Vector::Constant(size, 1 / static_cast<double>(size))};
  for (Index k = 0; k < size; ++k)
    drawn.points.col(k) = measure.points.col(order[static_cast<std::size_t>(first + k)]);
  return drawn;
}

// W2² between two samples of the size, with no atom in common.
double between_parts(const MeasureView& measure, const std::vector<Index>& order, Index size,
                     Index& not_converged) {
  const Measure one = sample_of(measure, order, 0, size), other = sample_of(measure, order, size, size);
  TransportOptions exact;
  exact.transport = TransportMethod::exact;
  const TransportValue value = transport_value(one.view(), other.view(), exact);
  not_converged += value.convergence.converged() ? 0 : 1;
  return std::max(0.0, value.primal);
}

struct Parts {
  double halves = 0, quarters = 0;
  Index not_converged = 0;
};

Parts averaged(const MeasureView& measure, int splits, std::uint64_t seed, Index i) {
  Parts sums;
  Random random(seed, 1 + static_cast<std::uint64_t>(i));
  for (int split = 0; split < splits; ++split) {
    const std::vector<Index> order = shuffled(measure.size(), random);
    const Index half = half_size(measure);
    sums.halves += between_parts(measure, order, half, sums.not_converged) / splits;
    sums.quarters += between_parts(measure, order, half / 2, sums.not_converged) / splits;
  }
  return sums;
}

}  // namespace

NoiseFloor noise_floor(const MeasureFamily& family, const Vector& squared_distances, int splits,
                       std::uint64_t seed, const Execution& execution) {
  const Index count = family.count();
  std::vector<Parts> parts(static_cast<std::size_t>(count));
  Task task(execution, "halves", count);
  parallel_for(execution, count, [&](std::int64_t i) {
    if (is_sample(family[i])) parts[static_cast<std::size_t>(i)] = averaged(family[i], splits, seed, i);
    task.advance();
  });
  NoiseFloor found{.noise = Vector::Constant(count, std::numeric_limits<double>::quiet_NaN())};
  double ratios = 0, noise = 0, variance = 0;
  for (Index i = 0; i < count; ++i) {
    const auto [halves, quarters, not_converged] = parts[static_cast<std::size_t>(i)];
    found.shortfalls.unconverged_transports += not_converged;
    if (!is_sample(family[i])) continue;
    ++found.noise_measures;
    const Index half = half_size(family[i]);
    const Index quarter = half / 2;
    const double factor = std::log(static_cast<double>(half) / static_cast<double>(quarter));
    // Rates below 2/d and above 1 are chance (Fournier & Guillin 2015).
    if (halves > 0 && quarters > 0) ratios += std::log(quarters / halves) / factor;
  }
  if (found.noise_measures == 0) return found;
  const double slowest = std::min(1.0, 2 / static_cast<double>(family.dimension()));
  found.noise_rate =
      std::clamp(ratios / static_cast<double>(found.noise_measures), std::min(0.5, slowest), 1.0);
  for (Index i = 0; i < count; ++i) {
    if (!is_sample(family[i])) continue;
    const double smaller = static_cast<double>(half_size(family[i])) / static_cast<double>(family[i].size());
    found.noise[i] = parts[static_cast<std::size_t>(i)].halves / 2 * std::pow(smaller, found.noise_rate);
    noise += family.measure_weight(i) * found.noise[i];
    variance += family.measure_weight(i) * squared_distances[i];
  }
  found.noise_share = variance > 0 ? noise / variance : 0;
  return found;
}

}  // namespace wpga
