// Optimal maps from the mean: how far a map is from being one, and the nearest ones.  docs/optimal_map.md
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "wpga/analysis/cycle_cuts.hpp"
#include "wpga/analysis/field_program.hpp"
#include "wpga/analysis/fit_state.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// Looks at maps id + u on the atoms of a mean, through one exact coupling kept warm.
class MapCoupling {
 public:
  explicit MapCoupling(const Measure& mean);

  // 1 − W2²(mean, (id + u)#mean) / ‖u‖², between 0 and 1: 0 iff id + u is optimal.  0 for u = 0.
  double gap(const PointsRef& field);

  // Of the last gap():
  std::vector<Cycle> cycles() const;  // the cycles along which mass would rather be exchanged
  // Σ_l P_kl (y_l + u_l) / b_k − y_k for the optimal plan P from the mean: an optimal map near id + u, the
  // paper's projection.
  Matrix barycentric_projection(const PointsRef& field) const;

  RestingCoupling rest() const { return coupling_->rest(); }
  void resume(const RestingCoupling& resting);

 private:
  Measure mean_;  // centred on its own mean
  std::unique_ptr<TransportEngine> engine_;
  std::unique_ptr<Coupling> coupling_;
};

// The gap of a single map, from scratch.
double map_gap(const Measure& mean, const PointsRef& field);

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
  };

  // `feasible` are fields that satisfy everything (zero does, when the constraints are homogeneous): where
  // the rounds end too early the result is drawn towards them until the gap is small enough.
  Result minimise(const QuadraticModel& model, const std::vector<FieldConstraint>& others,
                  const FieldBox& box, const Fields& feasible, double gap_tolerance);

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
