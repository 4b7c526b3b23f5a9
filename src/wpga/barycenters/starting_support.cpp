#include "wpga/barycenters/starting_support.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/measures/distinct_atoms.hpp"
#include "wpga/measures/evenly_chosen.hpp"
#include "wpga/measures/quantize.hpp"

namespace wpga {

namespace {

// Enough to place a few hundred atoms; the start needs no more precision than that.
constexpr int atoms_looked_at = 20'000;

// Distinct atoms beyond which some of the measures stand for all.
constexpr Index most_pooled = Index{1} << 21;

Measure by_kmeans(const Measure& pool, Index count, Random random) {
  const int support = static_cast<int>(count);
  return quantize(pool.points, pool.weights, random,
                  {.colors = support, .iterations = 50, .sample = std::max(atoms_looked_at, 8 * support)})
      .measure;
}

// Points along each axis of a lattice with at most `count` points: always the axis with the widest cells is
// divided next.
std::vector<Index> lattice_shape(const Vector& sides, Index count) {
  std::vector<Index> shape(static_cast<std::size_t>(sides.size()), 1);
  Index points = 1;
  while (true) {
    std::size_t widest = shape.size();
    double width = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const double cell = sides[static_cast<Index>(i)] / static_cast<double>(shape[i]);
      if (points / shape[i] * (shape[i] + 1) <= count && cell > width) width = cell, widest = i;
    }
    if (widest == shape.size()) return shape;
    points = points / shape[widest] * (shape[widest] + 1);
    ++shape[widest];
  }
}

Measure by_lattice(const Measure& pool, Index count) {
  const Vector low = pool.points.rowwise().minCoeff();
  const Vector sides = pool.points.rowwise().maxCoeff() - low;
  const std::vector<Index> shape = lattice_shape(sides, count);
  Index points = 1;
  for (const Index along : shape) points *= along;
  Matrix lattice(pool.dimension(), points);
  for (Index k = 0; k < points; ++k) {
    Index rest = k;
    for (Index i = 0; i < pool.dimension(); ++i) {
      const Index along = shape[static_cast<std::size_t>(i)];
      lattice(i, k) =
          low[i] + sides[i] * (static_cast<double>(rest % along) + 0.5) / static_cast<double>(along);
      rest /= along;
    }
  }
  return {lattice, Vector::Constant(points, 1.0 / static_cast<double>(points))};
}

bool atoms_weigh_alike(const MeasureView& measure) {
  const double rounding = 1e-12 * measure.weights.maxCoeff();
  return measure.weights.maxCoeff() - measure.weights.minCoeff() <= rounding;
}

// The number of atoms that all measures share, if all atoms of a measure weigh alike; else none.
std::optional<Index> common_even_size(const MeasureFamily& family) {
  std::optional<Index> common;
  for (Index i = 0; i < family.count(); ++i) {
    if (family.measure_weight(i) == 0) continue;
    const MeasureView measure = family[i];
    if (common.value_or(measure.size()) != measure.size() || !atoms_weigh_alike(measure)) return {};
    common = measure.size();
  }
  return common;
}

}  // namespace

Measure pooled_atoms(const MeasureFamily& family) {
  DistinctPool pool(family.dimension());
  for (Index i = 0; i < family.count(); ++i) pool.add(family[i], family.measure_weight(i));
  return std::move(pool).take();
}

Measure atoms_to_begin_with(const MeasureFamily& family) {
  DistinctPool pool(family.dimension());
  for (Index i = 0; i < family.count() && pool.size() <= most_pooled; ++i)
    pool.add(family[i], family.measure_weight(i));
  if (pool.size() <= most_pooled) return std::move(pool).take();
  const Vector weights =
      Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i); });
  const double share = static_cast<double>(most_pooled) / 2 / static_cast<double>(family.atoms());
  const auto some = static_cast<Index>(share * static_cast<double>(family.count()));
  return pooled_atoms(subset(family, evenly_chosen(weights, std::max<Index>(1, some))));
}

Index support_size(const Measure& pool, std::optional<int> wanted) {
  if (!wanted) return std::min(default_support, pool.size());
  require(*wanted <= pool.size(),
          fmt::format("`support` {} is more than the {} distinct atoms of all measures together; ask for {} "
                      "or fewer",
                      *wanted, pool.size(), pool.size()));
  return *wanted;
}

Index support_size(const MeasureFamily& family, const Measure& pool, std::optional<int> wanted) {
  const Index most = support_size(pool, wanted);
  if (wanted) return most;
  // With masses 1/(mn) and 1/n the vertices of the transport polytope move every atom whole (Birkhoff).
  const Index size = common_even_size(family).value_or(1);
  return most < size ? most : most / size * size;
}

Measure starting_support(const Measure& pool, SupportStart start, Index count, Random random) {
  return start == SupportStart::kmeans ? by_kmeans(pool, count, random) : by_lattice(pool, count);
}

}  // namespace wpga
