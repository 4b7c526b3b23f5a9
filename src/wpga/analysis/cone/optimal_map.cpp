#include "wpga/analysis/cone/optimal_map.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/curves/generalized_geodesic.hpp"

namespace wpga {

namespace {

Measure centered(const Measure& mean) { return {mean.points.colwise() - mean_of(mean.view()), mean.weights}; }

}  // namespace

MapCoupling::MapCoupling(const Measure& mean, const TransportSimplexOptions& options)
    : mean_(centered(mean)), engine_(exact_transport(options)), coupling_(engine_->coupling(mean.weights)) {
  coupling_->attach(mean_.view(), {});
  radius_ = mean_.size() > 0 ? std::sqrt(mean_.points.colwise().squaredNorm().maxCoeff()) : 0;
}

double gap_of(double distance, double squared, double magnitude) {
  if (!(squared > 0)) return 0;
  const double gap = std::min(1.0, 1 - distance / squared);  // a weak dual may be negative
  constexpr double rounding = 1e-12;
  return gap < 0 && -gap * squared <= rounding * (magnitude + squared) ? 0 : gap;
}

bool saves(const PointsRef& atoms, const PointsRef& field, const Cycle& cycle, double radius) {
  constexpr double rounding = 1e-12;
  double sizes = 0;
  for (std::size_t e = 0; e < cycle.size(); ++e)
    sizes +=
        field.col(cycle[e]).norm() + (atoms.col(cycle[(e + 1) % cycle.size()]) - atoms.col(cycle[e])).norm();
  return violation(atoms, field, cycle) > rounding * radius * sizes;
}

// Once converged, primal and dual agree to rounding; the primal has no cancellation.
double MapCoupling::gap(const PointsRef& field) {
  const TransportValue value = coupling_->solve(mean_.points + field);
  return gap_of(value.convergence.converged() ? value.primal : value.dual, squared_norm(mean_.weights, field),
                squared_norm(mean_.weights, mean_.points));
}

std::vector<Cycle> MapCoupling::cycles() const { return cycles_of(coupling_->plan()); }

double MapCoupling::repaired_mass(const PointsRef& field) const {
  double mass = 0;
  for (const CarriedCycle& cycle : carried_cycles_of(coupling_->plan()))
    if (saves(mean_.points, field, cycle.atoms, radius_))
      mass += cycle.mass * static_cast<double>(cycle.atoms.size());
  return std::min(mass, 1.0);
}

Matrix MapCoupling::barycentric_projection(const PointsRef& field) const {
  Matrix result = -mean_.points;
  for (const PlanEntry& entry : coupling_->plan())
    result.col(entry.target) +=
        entry.mass / mean_.weights[entry.target] * (mean_.points.col(entry.source) + field.col(entry.source));
  return result;
}

void MapCoupling::resume(const RestingCoupling& resting) { coupling_->attach(mean_.view(), resting); }

MapProof map_proof(const Measure& mean, const PointsRef& field) {
  MapCoupling coupling(mean);
  const double gap = coupling.gap(field);
  return {gap, coupling.repaired_mass(field)};
}

double map_gap(const Measure& mean, const PointsRef& field) { return MapCoupling(mean).gap(field); }

}  // namespace wpga
