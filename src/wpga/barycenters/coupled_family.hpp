// One moving source coupled with every measure of a family, each coupling kept warm.
#pragma once

#include <memory>
#include <vector>

#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/choice.hpp"

namespace wpga {

class CoupledFamily {
 public:
  // The family must outlive this object.  Coordinates are centred on its pooled mean.
  CoupledFamily(const MeasureFamily& family, const TransportOptions& options, Index source_atoms);

  // What one pass over the measures tells of a source.
  struct Pass {
    double objective = 0;      // Σ_i λ_i (primal_i + bias_i): what the engine minimises
    Matrix map;                // d × p: Σ_i λ_i T_i, centred
    Vector potentials;         // p: Σ_i λ_i u_i, a subgradient of the objective in the weights; on request
    Vector squared_distances;  // N: primal_i
    Index not_converged = 0;   // solves that stopped early
  };

  const Vector& center() const { return center_; }
  TransportMethod method() const { return method_; }

  // Solves for centred source points.  Warm when the weights are those of the last pass.
  Pass solve(const Matrix& points, const Vector& weights, bool want_potentials, const Execution& execution);

 private:
  const MeasureFamily& family_;
  TransportMethod method_;
  std::unique_ptr<TransportEngine> engine_;
  Vector center_;
  Vector weights_;  // of the last pass
  std::vector<RestingCoupling> resting_;
};

}  // namespace wpga
