// The Schur complement on the potentials, added up from small blocks and factored by Cholesky's method.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/kernels/matrix_product.hpp"

namespace wpga {

// Up to 1100 potentials within the envelope of the rows: little to do where coupled ones have places near
// each other.  Sparse beyond.
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
  bool factored_in_envelope();
  Index begin_of(Index panel) const;
  void subtract_products(Index panel);
  void divide_below(Index panel, const Matrix& inverse);

  Index count_;
  Vector diagonal_, ridge_;
  std::vector<Index> first_;        // of each panel of rows: the first panel of columns with an entry
  Matrix dense_, factor_;           // lower triangles; only the envelope of the factor is defined
  std::unique_ptr<Sparse> sparse_;  // or null
  Matrix transposed_, taken_;
  kernels::ProductWorkspace<double> workspace_;
};

}  // namespace wpga
