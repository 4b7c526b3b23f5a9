// The Schur complement on the potentials, added up from small blocks and factored by Cholesky's method.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/kernels/matrix_product.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// Up to 1100 potentials within the envelope of the rows: little to do where coupled ones have places near
// each other.  Sparse beyond.
class SchurComplement {
 public:
  explicit SchurComplement(Index count);
  ~SchurComplement();

  void clear();
  // Adds a symmetric matrix, of which the lower triangle is read, at places in rising order.
  void add(std::span<const Index> places, const Eigen::Ref<const Matrix>& lower);
  void add_to_diagonal(Index place, double value) { diagonal_[place] += value; }

  // Potentials that are hardly determined (between clusters far apart) hardly move: a ridge, relative to
  // `scale`, is part of the matrix, and larger where rounding leaves it short of definite.
  void factor(const Vector& scale, const Execution& execution = {.threads = 1});
  const Vector& ridge() const { return ridge_; }

  void solve(Eigen::Ref<Vector> right) const;

 private:
  struct Sparse;

  // Rows of which the products with one panel are taken at once.
  struct Strip {
    Index top = 0, height = 0;
    Index from = 0;  // first column of the products
    Matrix taken;
    kernels::ProductWorkspace<double> workspace;
  };

  bool factored(const Execution& execution);
  bool factored_in_envelope(const Execution& execution);
  Index begin_of(Index panel) const;
  void list_strips(Index panel, Index left);
  void subtract_products(Index panel, const Execution& execution);
  void divide_below(Index panel, const Matrix& inverse);

  Index count_;
  Vector diagonal_, ridge_;
  std::vector<Index> first_;        // of each panel of rows: the first panel of columns with an entry
  Matrix dense_, factor_;           // lower triangles; only the envelope of the factor is defined
  std::unique_ptr<Sparse> sparse_;  // or null
  Matrix transposed_, taken_;
  std::vector<Strip> strips_;
  Index strip_count_ = 0;  // of the panel at work; others keep their room
  kernels::ProductWorkspace<double> workspace_;
};

}  // namespace wpga
