// Points are columns: a cloud of n points in R^d is a d × n matrix, so one point is contiguous in memory.
#pragma once

#include <Eigen/Core>
#include <cstdint>

namespace wpga {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using MatrixView = Eigen::Map<const Matrix>;
using VectorView = Eigen::Map<const Vector>;

// Accepts a Matrix, a MatrixView or a contiguous block of columns without a copy.
using PointsRef = Eigen::Ref<const Matrix>;
using WeightsRef = Eigen::Ref<const Vector>;

}  // namespace wpga
