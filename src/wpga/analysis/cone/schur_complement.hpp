// The Schur complement on the potentials, added up from small blocks and factored by Cholesky's method.
#pragma once

#include <memory>
#include <span>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Dense while there are few potentials, sparse beyond.
class SchurComplement {
 public:
  explicit SchurComplement(Index count);
  ~SchurComplement();

  void clear();
  // Adds a symmetric matrix, of which the lower triangle is read, at places in rising order.
  void add(std::span<const Index> places, const Matrix& lower);
  void add_to_diagonal(Index place, double value) { diagonal_[place] += value; }

  // Potentials that are hardly determined (between clusters far apart) hardly move: a ridge, relative to
  // `scale`, is part of the matrix, and larger where rounding leaves it short of definite.
  void factor(const Vector& scale);
  const Vector& ridge() const { return ridge_; }

  void solve(Eigen::Ref<Vector> right) const;

 private:
  struct Sparse;

  bool factored();
  bool factored_in_blocks();

  Index count_;
  Vector diagonal_, ridge_;
  Matrix dense_, factor_;
  std::unique_ptr<Sparse> sparse_;  // or null
};

}  // namespace wpga
