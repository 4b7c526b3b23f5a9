// Entropic transport at one absolute regularisation ε > 0 between two clouds,
//
//   min_P  Σ P_ij |z_i − x_j|² + ε KL(P | b ⊗ a),   P 1 = b,   P' 1 = a,
//
// by Sinkhorn's iteration on the target potentials g alone: the source potentials are the soft minimum
// f_i = −ε log Σ_j a_j exp((g_j − c_ij)/ε), so the rows of the plan are right at any time and only the
// columns can be wrong.  The kernel exp((f + g − c)/ε) is rebuilt around the current g ("absorption"), every
// row relative to its largest entry; rows are kept in memory when they fit, else made anew in each sweep.
#pragma once

#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/base/linear_algebra.hpp"
#include "wpga/kernels/aligned_vector.hpp"
#include "wpga/kernels/gibbs.hpp"
#include "wpga/numerics/mixing.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// Single precision serves down to this marginal error.
inline constexpr double single_precision_tolerance = 1e-6;

// When to stop and how much to remember.
struct EntropicLimits {
  double tolerance;    // on Σ_j |Σ_i P_ij − a_j|
  int iterations;      // sweeps over the kernel, at most
  std::size_t memory;  // bytes of kernel kept
  bool cold = true;    // the potentials handed in are no guess: approach ε from above
};

// A plan with exact marginals, and a feasible pair of unregularised potentials.
struct RoundedPlan {
  double primal = 0;
  double dual = 0;
  Vector source_potentials, target_potentials;
  Vector scalings;  // P_ij = scalings_i kernel_ij kept_j + remainder
  Vector kept;
  std::vector<PlanEntry> remainder;  // at most p + n − 1 entries, ordered by source
};

// T: the precision in which the kernel is stored and swept; everything that is reported is summed in double.
template <class T>
class EntropicSolver {
 public:
  explicit EntropicSolver(const Vector& source_weights);

  // Both clouds centred by the caller; nothing is copied that the solver can keep.
  void set_target(const PointsRef& points, const WeightsRef& weights);
  void set_source(const PointsRef& points);

  // potentials (n): start and result.
  Convergence solve(double regularization, const EntropicLimits& limits, Vector& potentials);

  // Of the last solve:
  double regularized_value()
      const;  // Σ b f + Σ a g, a lower bound of the minimum above, equal at convergence
  RoundedPlan round();
  void conditional_means(Eigen::Ref<Matrix> means);  // d × p, of the plan before rounding
  std::vector<PlanEntry> entries(const RoundedPlan& plan);

 private:
  void absorb(const Vector& potentials);
  void place(const Vector& potentials);
  double sweep();
  void residual(Vector& out) const;
  double log_column_mass(Index j) const;
  Termination iterate(double tolerance, int limit, Vector& potentials, int& iterations, double& error);
  void evaluate(const Vector& kept, RoundedPlan& plan, Vector& columns);
  void match_remainders(const Vector& rows, Vector columns, RoundedPlan& plan) const;
  template <class Visit>
  void for_each_tile(const Visit& visit);
  void build_rows(Index first, Index count, T* out);

  kernels::PointColumns columns() const { return {target_.data(), dimension_, stride_}; }

  Index sources_ = 0, targets_ = 0, dimension_ = 0, stride_ = 0;
  Vector source_weights_, target_weights_, log_target_weights_, squared_targets_;
  Matrix source_;                          // d × p
  kernels::AlignedVector<double> target_;  // coordinate by coordinate, padded

  double source_variance_ = 0;
  double epsilon_ = 1;
  Vector reference_;   // the potentials absorbed in the kernel
  Vector potentials_;  // those of the last sweep
  mutable Vector row_logarithms_;
  Vector ones_, maxima_, sums_, masses_, column_sums_, exponents_;
  kernels::AlignedVector<T> scalings_, partial_, rows_;
  kernels::AlignedVector<double> offsets_, scratch_;
  bool stored_ = true;
  Index tile_ = 0;
  Mixing mixing_;
};

extern template class EntropicSolver<float>;
extern template class EntropicSolver<double>;

}  // namespace wpga
