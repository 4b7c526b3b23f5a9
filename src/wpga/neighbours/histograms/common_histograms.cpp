#include "wpga/neighbours/histograms/common_histograms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/kernels/nearest_center.hpp"
#include "wpga/measures/distinct_atoms.hpp"

namespace wpga {

namespace {

bool has_bins(const MeasureFamily& family) {
  const Space& space = family.space();
  return space.kind == Kind::histogram || (space.kind == Kind::shape && !space.grid.empty());
}

int default_cells(Index dimension) {
  return dimension == 1 ? 100 : dimension == 2 ? 32 : dimension == 3 ? 16 : 8;
}

// Every atom moved to the centre of its cube.  Atoms on the wall between two go the same way in every unit of
// length: what rounding says of them does not count.
Matrix snapped(const MatrixView& points, int cells) {
  constexpr double rounding = 1e-9;
  const Vector low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  const double side = (high - low).maxCoeff() / cells;
  if (!(side > 0)) return points;
  Matrix centers(points.rows(), points.cols());
  for (Index k = 0; k < points.cols(); ++k)
    for (Index i = 0; i < points.rows(); ++i) {
      const double cell = std::floor((points(i, k) - low[i]) / side + rounding);
      centers(i, k) = low[i] + (std::min(cell, cells - 1.0) + 0.5) * side;
    }
  return centers;
}

}  // namespace

CommonHistograms common_histograms(const MeasureFamily& family, int cells) {
  require(family.count() > 0, "there are no measures to analyse");
  const MatrixView atoms = family.points();
  const Matrix places = has_bins(family)
                            ? Matrix(atoms)
                            : snapped(atoms, cells > 0 ? cells : default_cells(family.dimension()));
  const DistinctAtoms distinct =
      merge_duplicates({MatrixView(places.data(), places.rows(), places.cols()), family.weights()});
  CommonHistograms all{.points = distinct.measure.points,
                       .weights = Matrix::Zero(distinct.measure.size(), family.count())};
  const auto offsets = family.offsets();
  for (Index i = 0; i < family.count(); ++i)
    for (std::int64_t k = offsets[static_cast<std::size_t>(i)]; k < offsets[static_cast<std::size_t>(i) + 1];
         ++k)
      all.weights(distinct.place_of[static_cast<std::size_t>(k)], i) += family.weights()[k];
  all.full = all.weights.maxCoeff();
  return all;
}

Vector histogram_on(const PointsRef& points, const MeasureView& measure) {
  const kernels::PointRows centers = kernels::rows_of(points, std::numeric_limits<double>::infinity());
  std::vector<std::int32_t> which(static_cast<std::size_t>(measure.size()));
  std::iota(which.begin(), which.end(), 0);
  std::vector<kernels::TwoNearest> nearest(which.size());
  kernels::two_nearest(measure.points, which, centers, nearest);
  Vector weights = Vector::Zero(points.cols());
  for (Index k = 0; k < measure.size(); ++k)
    weights[nearest[static_cast<std::size_t>(k)].index] += measure.weights[k];
  return weights;
}

Matrix histograms_on(const PointsRef& points, const MeasureFamily& family) {
  Matrix weights(points.cols(), family.count());
  for (Index i = 0; i < family.count(); ++i) weights.col(i) = histogram_on(points, family[i]);
  return weights;
}

}  // namespace wpga
