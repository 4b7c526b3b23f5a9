// Optimal maps from the mean: how far a map is from being one, and the nearest ones.  docs/optimal_map.md
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "wpga/analysis/cycle_cuts.hpp"
#include "wpga/analysis/field_program.hpp"
#include "wpga/analysis/fit_state.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/transport/transport_simplex.hpp"

namespace wpga {

// Looks at maps id + u on the atoms of a mean, through one exact coupling kept warm.
class MapCoupling {
 public:
  explicit MapCoupling(const Measure& mean, const TransportSimplexOptions& options = {});

  // 1 − W2²(mean, (id + u)#mean) / ‖u‖², at most 1: 0 iff id + u is optimal.  0 for u = 0.  An upper bound
  // where the pivots run out, from the dual.  Rounding below 0 is 0; a contradiction stays negative.
  double gap(const PointsRef& field);

  // Of the last gap():
  std::vector<Cycle> cycles() const;  // the cycles along which mass would rather be exchanged
  // Share of the mass that the optimal plan takes from another atom than the map does.  Exchanges that save
  // no more than rounding are ties (atoms or images in one place among them) and do not count.
  double repaired_mass(const PointsRef& field) const;
  // Σ_l P_kl (y_l + u_l) / b_k − y_k for the optimal plan P from the mean: an optimal map near id + u, the
  // paper's projection.
  Matrix barycentric_projection(const PointsRef& field) const;

  RestingCoupling rest() const { return coupling_->rest(); }
  void resume(const RestingCoupling& resting);

 private:
  Measure mean_;  // centred on its own mean
  std::unique_ptr<TransportEngine> engine_;
  std::unique_ptr<Coupling> coupling_;
  double radius_ = 0;  // of the centred mean
};

// 1 − distance / squared with the rounding of costs as large as `magnitude` taken for 0.
double gap_of(double distance, double squared, double magnitude);

// Does an exchange along the cycle save more than the rounding of atoms within `radius` of the origin?
bool saves(const PointsRef& atoms, const PointsRef& field, const Cycle& cycle, double radius);

// The gap of a single map, from scratch, and the share of the mass that would rather go elsewhere.
struct MapProof {
  double gap = 0;
  double repaired_mass = 0;
};
MapProof map_proof(const Measure& mean, const PointsRef& field);
double map_gap(const Measure& mean, const PointsRef& field);

// Steps of fits to digits end before.  A first step along the walls of a colour cube may want a hundred:
// there it is better to go on from where this many lead (a component of 320 palettes 6.9 × faster, 6e-5
// higher).
struct ConeEffort {
  int rounds = 30;
  std::optional<double> accepted_gap = {};  // where the rounds end too early; unless given the tolerance
};

// The minimum of a quadratic model over pairs of fields u for which id + u is optimal within a tolerance, by
// cutting planes: minimise, look for cycles that the minimiser violates, add them, again.  Other constraints
// (orthogonality) and a box hold at the same time.  Cycles are kept for the models to come.
class OptimalMapProgram {
 public:
  explicit OptimalMapProgram(const Measure& mean);

  struct Result {
    Fields fields;                  // two
    std::array<double, 2> map_gap;  // of each
    int rounds = 0;
    bool solved = true;  // false: the rounds ran out, so the fields are feasible but may not be the minimum
  };

  // `feasible` are fields that satisfy everything (zero does, when the constraints are homogeneous): where
  // the rounds end too early the result is drawn towards them until the gap is small enough.
  Result minimise(const QuadraticModel& model, const std::vector<FieldConstraint>& others,
                  const FieldBox& box, const Fields& feasible, double gap_tolerance,
                  const ConeEffort& effort = {});

  // The paper's projection of one field, through the coupling of that end.
  Matrix barycentric_projection(const Matrix& field, std::size_t end);

  // For going on later from the same state.
  const std::vector<CycleCut>& cuts() const { return cuts_; }
  std::array<RestingCoupling, 2> resting() const { return {couplings_[0].rest(), couplings_[1].rest()}; }
  void resume(std::vector<CycleCut> cuts, const std::array<RestingCoupling, 2>& resting);

 private:
  struct WorkingSet;

  bool add_violated(const Fields& fields, double gap_tolerance, WorkingSet& working) const;
  bool find_violated(const Fields& fields, double gap_tolerance, WorkingSet& working);
  void remember(const WorkingSet& working);
  void list_known();
  Result drawn_towards(const Fields& feasible, Fields fields, double gap_tolerance);

  Measure mean_;  // centred
  std::vector<CycleCut> cuts_;
  std::map<Cycle, std::size_t> known_;  // the same cycles, each from its smallest atom on, by place
  std::array<MapCoupling, 2> couplings_;
};

}  // namespace wpga
