// Optimal maps from the mean: how far a map is from being one.  docs/optimal_map.md
#pragma once

#include <memory>
#include <vector>

#include "wpga/analysis/cone/cycle_cuts.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

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

}  // namespace wpga
