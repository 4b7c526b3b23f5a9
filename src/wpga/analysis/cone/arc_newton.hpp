// Newton's matrix of the interior-point search on arcs: a small block for each atom, and the Schur complement
// on the potentials.
#pragma once

#include <vector>

#include "wpga/analysis/cone/arc_span.hpp"
#include "wpga/analysis/cone/cone_problem.hpp"
#include "wpga/analysis/cone/schur_complement.hpp"

namespace wpga {

// K = metric ⊗ diag(b) + diag(box) + Σ_arcs weight · (∂slack)(∂slack)', in fields and potentials.  Without a
// box the block of an atom is metric ⊗ b but on the span of its arcs' steps: beyond a few dimensions a factor
// costs the cube of the number of arcs that leave an atom, and O(d) in the dimension.
class ArcNewton {
 public:
  explicit ArcNewton(const ConeProblem& problem, const Execution& execution = {.threads = 1});

  // `weights`: one for each arc.  `box`: F·d × p or empty.  Arcs and gradients must outlive
  // the solves.
  void factor(const std::vector<ConeArc>& arcs, const Matrix& gradients, const Vector& weights,
              const Matrix& box);

  // K x = right side, in place.  Potentials are determined up to a constant for each end.
  void solve(Matrix& fields, Matrix& potentials) const;

 private:
  // d × F.
  struct Unseen {
    Matrix fields, solved;
  };

  void list(const std::vector<ConeArc>& arcs, bool boxed);
  void find_places();
  void find_spans();
  void fill_block(Index k);
  void factor_atom(Index k);
  void apply(const Matrix& fields, const Matrix& potentials, Matrix& fields_image,
             Matrix& potentials_image) const;
  void solve_once(Matrix& fields, Matrix& potentials) const;
  double squared_size(const Matrix& fields, const Matrix& potentials) const;
  void take_within(Index k, const double* fields, double* within) const;
  void put_back(Index k, const double* within, double* fields) const;
  Unseen unseen(Index k, const double* fields, const double* within) const;

  Index rows_of(Index k) const {
    return first_row_[static_cast<std::size_t>(k) + 1] - first_row_[static_cast<std::size_t>(k)];
  }
  Index columns_of(Index k) const {
    return first_[static_cast<std::size_t>(k) + 1] - first_[static_cast<std::size_t>(k)];
  }
  const double* factor_of(Index k) const {
    return blocks_.data() + first_square_[static_cast<std::size_t>(k)];
  }
  auto block_of(Index k) {
    return Eigen::Map<Matrix>(blocks_.data() + first_square_[static_cast<std::size_t>(k)], rows_of(k),
                              rows_of(k));
  }
  auto local_of(Index k) {
    return Eigen::Map<Matrix>(local_.data() + first_entry_[static_cast<std::size_t>(k)], columns_of(k),
                              columns_of(k));
  }
  auto coupling_of(Index k) const {
    return Eigen::Map<const Matrix>(coupling_.data() + first_coupling_[static_cast<std::size_t>(k)],
                                    columns_of(k), rows_of(k));
  }
  auto coupling_of(Index k) {
    return Eigen::Map<Matrix>(coupling_.data() + first_coupling_[static_cast<std::size_t>(k)], columns_of(k),
                              rows_of(k));
  }

  const ConeProblem& problem_;
  Execution execution_;
  const std::vector<ConeArc>* arcs_ = nullptr;
  const Matrix* gradients_ = nullptr;
  std::vector<ConeArc> listed_;  // those that columns and places were found for
  bool boxed_ = false;
  std::vector<ArcSpan> spans_;  // of each atom
  Vector weights_;
  Matrix box_;
  std::vector<Index> first_arc_, first_;    // of each atom: arcs, columns
  std::vector<Index> first_entry_;          // of each atom: in `local_`
  std::vector<Index> first_row_;            // of each atom: in fields within the spans
  std::vector<Index> first_square_;         // of each atom: in `blocks_`
  std::vector<Index> first_coupling_;       // of each atom: in `coupling_`
  std::vector<Index> column_, own_column_;  // of each arc; of each atom and end: within the atom
  std::vector<Index> potential_;            // of each column: its place
  std::vector<Index> place_;                // of each potential, site + sites · end, in the elimination
  Vector scale_;                            // of each place: the sum of the weights of its arcs
  Vector blocks_;    // F·t × F·t of each atom, t the dimension of its span: Cholesky factors, lower
  Vector coupling_;  // columns × F·t of each atom: K's coupling times the inverse of the block's factor
  Vector local_;     // columns × columns of each atom: its part of the Schur complement, lower
  Vector arc_sums_;  // of each column: the sum of the weights of its arcs
  SchurComplement schur_;
};

}  // namespace wpga
