// What one pass over all measures of a family tells of a source: sums over warm couplings.
#pragma once

#include "wpga/parallel/execution.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

class CoupledFamily {
 public:
  // The family must outlive this object.  Coordinates are centred on its pooled mean.
  CoupledFamily(const MeasureFamily& family, const TransportOptions& options, const Vector& weights)
      : couplings_(family, options, weights) {}

  // What one pass over the measures tells of a source.
  struct Pass {
    double objective = 0;      // Σ_i λ_i (primal_i + bias_i): what the engine minimises
    Matrix map;                // d × p: Σ_i λ_i T_i, centred
    Vector potentials;         // p: Σ_i λ_i u_i, a subgradient of the objective in the weights; on request
    Vector squared_distances;  // N: primal_i
    Index not_converged = 0;   // full solves that stopped early
    bool is_rough = false;     // its plans need not be the cheapest
  };

  const Vector& center() const { return couplings_.center(); }
  TransportMethod method() const { return couplings_.method(); }

  // Solves for centred source points.  Warm when the weights are those of the last pass.
  Pass solve(const Matrix& points, const Vector& weights, bool want_potentials, const Execution& execution,
             SolveEffort effort = SolveEffort::full);

 private:
  FamilyCouplings couplings_;
};

}  // namespace wpga
