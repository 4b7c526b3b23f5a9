#include "wpga/neighbours/histograms/coarse_weights.hpp"

#include <cmath>
#include <map>

namespace wpga {

namespace {

constexpr Index few_points = 200;
constexpr Index points_in_a_cell = 6;

}  // namespace

std::optional<CoarseCells> CoarseCells::of(const Matrix& points) {
  if (points.rows() == 1 || points.cols() < few_points) return std::nullopt;
  const double longest = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).maxCoeff();
  for (double cells = 64; cells >= 2; cells /= std::sqrt(2.0)) {
    CoarseCells coarse(points, longest * (1 + 1e-9) / cells);
    if (coarse.middles_.cols() * points_in_a_cell <= points.cols()) return coarse;
  }
  return std::nullopt;
}

CoarseCells::CoarseCells(const Matrix& points, double side) : low_(points.rowwise().minCoeff()), side_(side) {
  Index count = 0;
  cell_ = cell_of(points, count);
  middles_ = Matrix::Zero(points.rows(), count);
  Vector held = Vector::Zero(count);
  for (Index k = 0; k < points.cols(); ++k) {
    middles_.col(cell_[static_cast<std::size_t>(k)]) += points.col(k);
    held[cell_[static_cast<std::size_t>(k)]] += 1;
  }
  middles_ *= held.cwiseInverse().asDiagonal();
}

// Cubes are numbered in the order in which they are met.
std::vector<Index> CoarseCells::cell_of(const PointsRef& points, Index& count) const {
  std::map<std::vector<long>, Index> numbers;
  std::vector<Index> cells;
  for (Index k = 0; k < points.cols(); ++k) {
    std::vector<long> place;
    for (Index i = 0; i < points.rows(); ++i)
      place.push_back(std::lround(std::floor((points(i, k) - low_[i]) / side_)));
    cells.push_back(numbers.try_emplace(std::move(place), std::ssize(numbers)).first->second);
  }
  count = std::ssize(numbers);
  return cells;
}

WeightCurve CoarseCells::curve(const WeightCurve& fine) const {
  WeightCurve coarse{.points = middles_,
                     .weights = Matrix::Zero(middles_.cols(), fine.weights.cols()),
                     .knots = fine.knots,
                     .center = Vector::Zero(middles_.cols())};
  for (Index k = 0; k < fine.size(); ++k) {
    coarse.weights.row(cell_[static_cast<std::size_t>(k)]) += fine.weights.row(k);
    coarse.center[cell_[static_cast<std::size_t>(k)]] += fine.center[k];
  }
  return coarse;
}

Measure CoarseCells::measure(const MeasureView& fine) const {
  Index count = 0;
  const std::vector<Index> cells = cell_of(fine.points, count);
  Measure coarse{Matrix::Zero(fine.dimension(), count), Vector::Zero(count)};
  for (Index k = 0; k < fine.size(); ++k) {
    const Index cell = cells[static_cast<std::size_t>(k)];
    coarse.points.col(cell) += fine.weights[k] * fine.points.col(k);
    coarse.weights[cell] += fine.weights[k];
  }
  coarse.points *= coarse.weights.cwiseInverse().asDiagonal();
  return coarse;
}

}  // namespace wpga
