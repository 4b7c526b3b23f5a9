#include "wpga/transport/simplex/integer_masses.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace wpga {

std::int64_t common_total(Index rows, Index columns) {
  const std::int64_t cells = std::int64_t{rows} * std::int64_t{columns};
  return (std::int64_t{1} << 62) / cells * cells;
}

void to_integer_masses(const WeightsRef& weights, std::int64_t total, std::span<std::int64_t> masses) {
  assert(weights.size() == std::ssize(masses) && weights.size() > 0);
  if (weights.minCoeff() == weights.maxCoeff()) {
    std::ranges::fill(masses, total / std::ssize(masses));
    return;
  }
  // One after the other: sums of vector instructions depend on where in memory the weights begin, and a copy
  // of a measure must have the same masses, or it cannot use its spanning tree.
  const double scale =
      static_cast<double>(total) / std::accumulate(weights.data(), weights.data() + weights.size(), 0.0);
  std::int64_t sum = 0;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    masses[k] = std::max<std::int64_t>(1, static_cast<std::int64_t>(weights[static_cast<Index>(k)] * scale));
    sum += masses[k];
  }
  *std::ranges::max_element(masses) += total - sum;
}

}  // namespace wpga
