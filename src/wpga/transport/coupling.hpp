// Moving a source is the one hot operation: the weights (b, a) and the target X stay, the source points Z
// move, and the coupling is solved again, warm from the last time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "wpga/base/convergence.hpp"
#include "wpga/base/linear_algebra.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

// What a solve proves about W2²(Σ b_k δ(z_k), Σ a_j δ(x_j)).
struct TransportValue {
  double primal = 0;  // Σ P|z−x|² of a plan with exact marginals: an upper bound
  double dual = 0;    // value of a feasible dual of the unregularised problem: a lower bound
  double bias = 0;    // entropic engines: ⟨P,C⟩ + ε KL(P | b⊗a) minus the primal; exact: 0
  Convergence convergence;
  double unmatched = 0;  // free mass (free_mass.hpp): what is taken away, and added elsewhere; else 0

  double gap() const { return primal - dual; }
};

struct PlanEntry {
  std::int32_t source;
  std::int32_t target;
  double mass;
};

// Serialized warm-start state of a coupling: what the engine needs to go on from its last solve (a few bytes
// per atom).  Opaque, belongs to the engine, weights and target it came from.  Empty: never solved.
struct RestingCoupling {
  std::vector<std::byte> state;
};

// full: to the last digit.  rough: an exact engine that goes on from an earlier plan makes it cheaper in one
// round over its atoms and stops, whether or not it is the cheapest, with no lower bound but 0.
enum class SolveEffort { full, rough };

// A coupling at work: a workspace that one thread owns and lends to one measure after the other.
class Coupling {
 public:
  virtual ~Coupling() = default;

  // Turns to another target; `resting` (may be empty) is where it stopped last time.
  virtual void attach(const MeasureView& target, const RestingCoupling& resting) = 0;

  // Solves for source points (d × p), warm if it can.
  virtual TransportValue solve(const PointsRef& source, SolveEffort effort) = 0;
  TransportValue solve(const PointsRef& source) { return solve(source, SolveEffort::full); }

  // Of the last solve; potentials of the last that was not rough:
  virtual void barycentric_map(Eigen::Ref<Matrix> map) const = 0;  // d × p: T = X P' D(1/b)
  virtual std::vector<PlanEntry> plan() const = 0;                 // feasible plan, nonzero entries
  virtual Vector source_potentials() const = 0;                    // u_k + v_j ≤ |z_k − x_j|², rounding apart
  virtual Vector target_potentials() const = 0;
  virtual RestingCoupling rest() const = 0;
};

// Makes couplings for sources with the given weights (p, positive, sum 1).
class TransportEngine {
 public:
  virtual ~TransportEngine() = default;
  virtual std::unique_ptr<Coupling> coupling(const WeightsRef& source_weights) const = 0;
};

}  // namespace wpga
