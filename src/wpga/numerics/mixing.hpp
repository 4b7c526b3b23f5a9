// Acceleration of a fixed-point iteration x ← x + r(x) from its own history (Anderson 1965; "type II" of
// Walker & Ni 2011).  Near a solution it behaves like GMRES with a short memory.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

class Mixing {
 public:
  static constexpr Index greatest_depth = 16;

  // Remembers `depth` differences (at most greatest_depth).
  explicit Mixing(Index depth);

  // Forgets the history.  Residuals are measured in the norm Σ_j weights_j r_j².
  void restart(const Vector& weights);

  // The next iterate from the residual at x: with differences ΔX, ΔR of the last iterates and residuals and
  // the γ that minimises |r − ΔR γ|, it is x + r − (ΔX + ΔR) γ.  Without history x + r.  Cost: O(depth ·
  // size).
  void advance(const Vector& x, const Vector& residual, Vector& next);

  bool has_history() const { return columns_ > 0; }

 private:
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, greatest_depth, greatest_depth>;

  void remember(const Vector& x, const Vector& residual);

  Index depth_;
  Index columns_ = 0;  // differences known
  Index slot_ = 0;     // the column that is overwritten next
  bool started_ = false;
  Vector weights_, last_x_, last_residual_, weighted_;
  Matrix steps_;      // ΔX + ΔR
  Matrix residuals_;  // ΔR
  Small gram_;        // ΔR' W ΔR
};

}  // namespace wpga
