#include "wpga/measures/distinct_atoms.hpp"

#include <algorithm>
#include <bit>

namespace wpga {

namespace {

std::uint64_t hash_of(const double* point, Index dimension) {
  std::uint64_t hash = 0x9e3779b97f4a7c15ULL;
  for (Index i = 0; i < dimension; ++i) {
    // Adding zero turns −0 into 0, which compares equal and so must hash equal.
    hash = (hash ^ std::bit_cast<std::uint64_t>(point[i] + 0.0)) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

DistinctAtoms merge_duplicates(const MeasureView& measure) {
  const Index n = measure.size(), dimension = measure.dimension();
  const std::size_t slots = std::bit_ceil(static_cast<std::size_t>(2 * n));
  std::vector<std::int32_t> table(slots, -1);  // open addressing: a slot holds the number of a distinct atom
  std::vector<Index> first_of;
  std::vector<double> weights;

  DistinctAtoms result;
  result.place_of.resize(static_cast<std::size_t>(n));
  for (Index k = 0; k < n; ++k) {
    std::size_t slot = hash_of(measure.points.col(k).data(), dimension) & (slots - 1);
    while (table[slot] >= 0 &&
           measure.points.col(first_of[static_cast<std::size_t>(table[slot])]) != measure.points.col(k))
      slot = (slot + 1) & (slots - 1);
    if (table[slot] < 0) {
      table[slot] = static_cast<std::int32_t>(first_of.size());
      first_of.push_back(k);
      weights.push_back(0);
    }
    weights[static_cast<std::size_t>(table[slot])] += measure.weights[k];
    result.place_of[static_cast<std::size_t>(k)] = table[slot];
  }
  result.measure.points = measure.points(Eigen::all, first_of);
  result.measure.weights = VectorView(weights.data(), static_cast<Index>(weights.size()));
  return result;
}

void DistinctPool::add(const MeasureView& measure, double factor) {
  for (Index k = 0; k < measure.size(); ++k) {
    const double weight = factor * measure.weights[k];
    if (weight == 0) continue;
    if (2 * weights_.size() >= table_.size()) rehash();
    const double* point = measure.points.col(k).data();
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = hash_of(point, dimension_) & mask;
    const auto differs = [&](std::int32_t atom) {
      return !std::equal(point, point + dimension_, points_.data() + std::int64_t{atom} * dimension_);
    };
    while (table_[slot] >= 0 && differs(table_[slot])) slot = (slot + 1) & mask;
    if (table_[slot] < 0) {
      table_[slot] = static_cast<std::int32_t>(weights_.size());
      points_.insert(points_.end(), point, point + dimension_);
      weights_.push_back(0);
    }
    weights_[static_cast<std::size_t>(table_[slot])] += weight;
  }
}

void DistinctPool::rehash() {
  table_.assign(std::max<std::size_t>(64, 2 * table_.size()), -1);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t atom = 0; atom < weights_.size(); ++atom) {
    std::size_t slot = hash_of(points_.data() + static_cast<Index>(atom) * dimension_, dimension_) & mask;
    while (table_[slot] >= 0) slot = (slot + 1) & mask;
    table_[slot] = static_cast<std::int32_t>(atom);
  }
}

Measure DistinctPool::take() && {
  const auto count = static_cast<Index>(weights_.size());
  return {MatrixView(points_.data(), dimension_, count), VectorView(weights_.data(), count)};
}

}  // namespace wpga
