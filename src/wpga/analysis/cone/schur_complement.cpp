#include "wpga/analysis/cone/schur_complement.hpp"

#include <Eigen/Cholesky>
#include <Eigen/SparseCholesky>
#include <algorithm>

#include "wpga/kernels/matrix_product.hpp"

namespace wpga {

namespace {

constexpr Index most_dense = 1100;
constexpr Index panel = 48;

}  // namespace

struct SchurComplement::Sparse {
  std::vector<Eigen::Triplet<double>> entries;  // below the diagonal
  Eigen::SimplicialLLT<Eigen::SparseMatrix<double>> cholesky;
};

SchurComplement::SchurComplement(Index count)
    : count_(count), sparse_(count > most_dense ? std::make_unique<Sparse>() : nullptr) {}

SchurComplement::~SchurComplement() = default;

void SchurComplement::clear() {
  diagonal_.setZero(count_);
  if (sparse_)
    sparse_->entries.clear();
  else
    dense_.setZero(count_, count_);
}

void SchurComplement::add(std::span<const Index> places, const Matrix& lower) {
  const Index size = std::ssize(places);
  for (Index j = 0; j < size; ++j) {
    const Index column = places[static_cast<std::size_t>(j)];
    diagonal_[column] += lower(j, j);
    if (sparse_) {
      for (Index i = j + 1; i < size; ++i)
        sparse_->entries.emplace_back(places[static_cast<std::size_t>(i)], column, lower(i, j));
    } else {
      double* into = dense_.data() + count_ * column;
      const double* from = lower.data() + lower.rows() * j;
      for (Index i = j + 1; i < size; ++i) into[places[static_cast<std::size_t>(i)]] += from[i];
    }
  }
}

void SchurComplement::factor(const Vector& scale) {
  for (double share = 1e-15; share < 1; share *= 100) {
    ridge_ = share * scale;
    if (factored()) return;
  }
}

bool SchurComplement::factored() {
  if (!sparse_) return factored_in_blocks();
  std::vector<Eigen::Triplet<double>> all = sparse_->entries;
  for (Index i = 0; i < count_; ++i) all.emplace_back(i, i, diagonal_[i] + ridge_[i]);
  Eigen::SparseMatrix<double> matrix(count_, count_);
  matrix.setFromTriplets(all.begin(), all.end());
  sparse_->cholesky.compute(matrix);
  return sparse_->cholesky.info() == Eigen::Success;
}

// Blocked Cholesky whose updates use our own matrix product: chosen at run time for the widest registers, it
// is three times as fast as Eigen's, which is compiled for the oldest machine.
bool SchurComplement::factored_in_blocks() {
  factor_ = dense_;
  factor_.diagonal() = diagonal_ + ridge_;
  kernels::ProductWorkspace<double> workspace;
  Matrix transposed, taken;
  for (Index at = 0; at < count_; at += panel) {
    const Index width = std::min(panel, count_ - at), height = count_ - at;
    if (at > 0) {
      transposed = factor_.block(at, 0, width, at).transpose();
      taken.resize(height, width);
      kernels::matrix_product(factor_.data() + at, count_, transposed.data(), at, taken.data(), height,
                              height, at, width, workspace);
      factor_.block(at, at, height, width) -= taken;
    }
    const Eigen::LLT<Matrix> top(factor_.block(at, at, width, width));
    if (top.info() != Eigen::Success) return false;
    factor_.block(at, at, width, width) = top.matrixL();
    if (const Index below = height - width; below > 0) {
      const Matrix inverse = top.matrixU().solve(Matrix::Identity(width, width));
      taken.resize(below, width);
      kernels::matrix_product(factor_.data() + count_ * at + at + width, count_, inverse.data(), width,
                              taken.data(), below, below, width, width, workspace);
      factor_.block(at + width, at, below, width) = taken;
    }
  }
  return factor_.diagonal().allFinite();
}

void SchurComplement::solve(Eigen::Ref<Vector> right) const {
  if (sparse_) {
    right = sparse_->cholesky.solve(right).eval();
    return;
  }
  factor_.triangularView<Eigen::Lower>().solveInPlace(right);
  factor_.triangularView<Eigen::Lower>().transpose().solveInPlace(right);
}

}  // namespace wpga
