#include "wpga/recolor/color_map.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <vector>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

// Atoms within the bandwidth of each atom, itself apart, where the palette is sparse.
constexpr Index neighbours = 4;

// Squared distance of each atom to its `neighbours`-th nearest other one.
Vector squared_spacings(const PointsRef& places) {
  Vector spacings = Vector::Zero(places.cols());
  const Index rank = std::min(neighbours, places.cols() - 1);
  if (rank < 1) return spacings;
  for (Index k = 0; k < places.cols(); ++k) {
    Vector distances = (places.colwise() - places.col(k)).colwise().squaredNorm();
    std::nth_element(distances.begin(), distances.begin() + rank, distances.end());
    spacings[k] = distances[rank];
  }
  return spacings;
}

// Rows of the moments: 1 | c | c c' | step | step c', matrices column by column.
constexpr Index one = 0, first = 1, second = 4, step = 13, cross = 16, moment_count = 25;

}  // namespace

ColorMap::ColorMap(const MeasureView& palette, const PointsRef& images, const ColorMapOptions& options)
    : places_(palette.points), moments_(moment_count, palette.size()) {
  validate(options);
  require(palette.dimension() == 3 && images.rows() == 3 && images.cols() == palette.size(),
          "a map of colours needs three coordinates of each colour and of its image");
  const double least = options.smoothness * options.smoothness;
  nearness_ = squared_spacings(places_).cwiseMax(least).cwiseInverse();
  ridge_ = resolved_share * resolved_share * least;
  for (Index k = 0; k < palette.size(); ++k) {
    const Eigen::Vector3d place = places_.col(k), moved = images.col(k) - places_.col(k);
    auto column = moments_.col(k);
    column[one] = 1;
    column.segment<3>(first) = place;
    column.segment<9>(second) = (place * place.transpose()).reshaped();
    column.segment<3>(step) = moved;
    column.segment<9>(cross) = (moved * place.transpose()).reshaped();
    column *= palette.weights[k];
  }
}

Matrix ColorMap::operator()(const PointsRef& colors) const {
  // (1 + r²/h²)⁻⁴ falls like a power: no atom is ever out of sight, so there is always a window.
  Matrix weights = -2 * places_.transpose() * colors;
  weights.colwise() += Vector(places_.colwise().squaredNorm());
  weights.rowwise() += colors.colwise().squaredNorm();
  weights.array() =
      (1 + weights.array().cwiseMax(0).colwise() * nearness_.array()).square().square().inverse();
  const Matrix sums = moments_ * weights;
  Matrix images(3, colors.cols());
  for (Index i = 0; i < colors.cols(); ++i) {
    const Eigen::Vector<double, moment_count> local = sums.col(i) / sums(one, i);
    const Eigen::Vector3d center = local.segment<3>(first), mean_step = local.segment<3>(step);
    const Eigen::Matrix3d spread = local.segment<9>(second).reshaped(3, 3) - center * center.transpose();
    const Eigen::Matrix3d shared = local.segment<9>(cross).reshaped(3, 3) - mean_step * center.transpose();
    const Eigen::Matrix3d ridged = spread + ridge_ * Eigen::Matrix3d::Identity();
    images.col(i) = colors.col(i) + mean_step + shared * ridged.llt().solve(colors.col(i) - center);
  }
  return images;
}

}  // namespace wpga
