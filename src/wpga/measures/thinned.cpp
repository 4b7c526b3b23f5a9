#include "wpga/measures/thinned.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>

namespace wpga {

namespace {

using Cell = std::array<std::int64_t, 3>;

// Atoms of one cell become one at their mean; `sizes` are the sides of a cell.
Measure merged(const Measure& measure, const Vector& corner, const Vector& sizes) {
  struct Sum {
    double weight = 0;
    Vector moment;
  };
  std::map<Cell, Sum> cells;
  for (Index k = 0; k < measure.size(); ++k) {
    Cell cell{};
    for (Index j = 0; j < measure.dimension(); ++j)
      cell[static_cast<std::size_t>(j)] =
          static_cast<std::int64_t>(std::floor((measure.points(j, k) - corner[j]) / sizes[j]));
    Sum& sum = cells[cell];
    if (sum.weight == 0) sum.moment = Vector::Zero(measure.dimension());
    sum.weight += measure.weights[k];
    sum.moment += measure.weights[k] * measure.points.col(k);
  }
  Measure result{Matrix(measure.dimension(), static_cast<Index>(cells.size())),
                 Vector(static_cast<Index>(cells.size()))};
  Index k = 0;
  for (const auto& [cell, sum] : cells) {
    result.points.col(k) = sum.moment / sum.weight;
    result.weights[k++] = sum.weight;
  }
  return result;
}

// Every 1/most of the mass one atom.
Measure drawn_evenly(const Measure& measure, Index most) {
  Measure result{Matrix(measure.dimension(), most), Vector::Constant(most, 1.0 / static_cast<double>(most))};
  const double total = measure.weights.sum();
  double reached = measure.weights[0];
  Index k = 0;
  for (Index m = 0; m < most; ++m) {
    const double wanted = (static_cast<double>(m) + 0.5) / static_cast<double>(most) * total;
    while (reached < wanted && k + 1 < measure.size()) reached += measure.weights[++k];
    result.points.col(m) = measure.points.col(k);
  }
  return result;
}

}  // namespace

Measure thinned(const Measure& measure, Index most) {
  if (measure.size() <= most) return measure;
  const Index d = measure.dimension();
  if (d > 3) return drawn_evenly(measure, most);
  const Vector low = measure.points.rowwise().minCoeff();
  const Vector span = measure.points.rowwise().maxCoeff() - low;
  const double along = std::floor(std::pow(static_cast<double>(most) + 0.5, 1.0 / static_cast<double>(d)));
  // A little more than the box, so that the last atom falls into the last cell.
  const Vector sizes =
      (span / along * (1 + 1e-9)).unaryExpr([](double side) { return side > 0 ? side : 1.0; });
  return merged(measure, low, sizes);
}

Measure pixels_together(const Measure& shape, Index block) {
  if (block <= 1) return shape;
  const Index d = shape.dimension();
  return merged(shape, Vector::Zero(d), Vector::Constant(d, static_cast<double>(block)));
}

}  // namespace wpga
