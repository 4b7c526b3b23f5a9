#include "wpga/numerics/mixing.hpp"

#include <Eigen/Cholesky>
#include <algorithm>

namespace wpga {

Mixing::Mixing(Index depth) : depth_(std::min(depth, greatest_depth)) {}

void Mixing::restart(const Vector& weights) {
  weights_ = weights;
  columns_ = slot_ = 0;
  started_ = false;
  steps_.resize(weights.size(), depth_);
  residuals_.resize(weights.size(), depth_);
  gram_.resize(depth_, depth_);
}

void Mixing::remember(const Vector& x, const Vector& residual) {
  if (started_) {
    residuals_.col(slot_) = residual - last_residual_;
    steps_.col(slot_) = x - last_x_ + residuals_.col(slot_);
    columns_ = std::min(columns_ + 1, depth_);
    weighted_ = weights_.cwiseProduct(residuals_.col(slot_));
    gram_.row(slot_).head(columns_) = weighted_.transpose() * residuals_.leftCols(columns_);
    gram_.col(slot_).head(columns_) = gram_.row(slot_).head(columns_).transpose();
    slot_ = (slot_ + 1) % depth_;
  }
  last_x_ = x;
  last_residual_ = residual;
  started_ = true;
}

void Mixing::advance(const Vector& x, const Vector& residual, Vector& next) {
  remember(x, residual);
  next = x + residual;
  if (columns_ == 0) return;
  weighted_ = weights_.cwiseProduct(residual);
  Small gram = gram_.topLeftCorner(columns_, columns_);
  // Parallel differences make the normal equations singular; the ridge picks the short solution.
  gram.diagonal().array() += 1e-10 * gram.trace();
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, greatest_depth, 1> coefficients =
      gram.llt().solve(residuals_.leftCols(columns_).transpose() * weighted_);
  if (coefficients.allFinite()) next.noalias() -= steps_.leftCols(columns_) * coefficients;
}

}  // namespace wpga
