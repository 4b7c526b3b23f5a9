// Newton's matrix of the interior-point search on arcs: a small block for each atom, and the Schur complement
// on the potentials.
#pragma once

#include <memory>
#include <vector>

#include "wpga/analysis/cone_problem.hpp"

namespace wpga {

// K = metric ⊗ diag(b) + diag(box) + Σ_arcs weight · (∂slack)(∂slack)', in fields and potentials.
class ArcNewton {
 public:
  explicit ArcNewton(const ConeProblem& problem);
  ~ArcNewton();

  // `weights`: one for each arc.  `box`: F·d × p or empty.  Arcs and gradients must outlive
  // the solves.
  void factor(const std::vector<ConeArc>& arcs, const Matrix& gradients, const Vector& weights,
              const Matrix& box);

  // K x = right side, in place.  Potentials are determined up to a constant for each end.
  void solve(Matrix& fields, Matrix& potentials) const;

 private:
  struct Potentials;  // the factored Schur complement

  void list(const std::vector<ConeArc>& arcs);
  void factor_atom(Index k, const Vector& weights, const Matrix& box);
  void apply(const Matrix& fields, const Matrix& potentials, Matrix& fields_image,
             Matrix& potentials_image) const;
  void solve_once(Matrix& fields, Matrix& potentials) const;
  void forward(Index k, double* column) const;
  void backward(Index k, double* column) const;

  const ConeProblem& problem_;
  const std::vector<ConeArc>* arcs_ = nullptr;
  const Matrix* gradients_ = nullptr;
  Vector weights_;
  Matrix box_;
  std::vector<Index> first_;      // of the arcs of each atom
  Matrix blocks_;                 // F·d × F·d·p: Cholesky factors, lower
  Matrix coupling_;               // F·d × (arcs + ends · p): columns of the blocks' inverse factor times K's
  std::vector<Index> potential_;  // of each column of coupling_: site + sites · end
  std::unique_ptr<Potentials> schur_;
};

}  // namespace wpga
