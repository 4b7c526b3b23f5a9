#include "wpga/analysis/optimal_map.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/generalized_geodesic.hpp"

namespace wpga {

namespace {

constexpr std::size_t most_cuts = 8192;

Measure centred(const Measure& mean) { return {mean.points.colwise() - mean_of(mean.view()), mean.weights}; }

// The same cycle started elsewhere is the same cycle.
Cycle canonical(Cycle cycle) {
  std::ranges::rotate(cycle, std::ranges::min_element(cycle));
  return cycle;
}

}  // namespace

MapCoupling::MapCoupling(const Measure& mean, const TransportSimplexOptions& options)
    : mean_(centred(mean)), engine_(exact_transport(options)), coupling_(engine_->coupling(mean.weights)) {
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

// Solved to the last digit the two bounds are one number; the primal is then free of cancellation.
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

OptimalMapProgram::OptimalMapProgram(const Measure& mean)
    : mean_(centred(mean)), couplings_{MapCoupling(mean), MapCoupling(mean)} {}

// The constraints in force during one minimisation: the given ones, then one for each chosen cut and field.
struct OptimalMapProgram::WorkingSet {
  struct Origin {
    std::size_t cut;
    std::size_t field;
  };
  std::size_t others;
  std::vector<FieldConstraint> constraints;
  std::vector<Origin> origins;                  // of constraints[others …]
  std::vector<std::array<bool, 2>> holds = {};  // by cut and field

  void add(const Matrix& atoms, const CycleCut& cut, std::size_t index, std::size_t field) {
    holds.resize(std::max(holds.size(), index + 1));
    if (holds[index][field]) return;
    holds[index][field] = true;
    constraints.push_back(constraint_of(atoms, cut.atoms, static_cast<int>(field)));
    constraints.back().multiplier = cut.multipliers[field];
    origins.push_back({index, field});
  }
};

// Known cycles are looked at before a transport problem is solved for new ones.
bool OptimalMapProgram::add_violated(const Fields& fields, double gap_tolerance, WorkingSet& working) const {
  const std::size_t before = working.constraints.size();
  working.holds.resize(cuts_.size());
  for (std::size_t a = 0; a < 2; ++a) {
    const double negligible = 0.01 * gap_tolerance * squared_norm(mean_.weights, fields[a]);
    for (std::size_t c = 0; c < cuts_.size(); ++c) {
      if (working.holds[c][a]) continue;
      const double mass = mean_.weights[cuts_[c].atoms.front()];
      if (mass * violation(mean_.points, fields[a], cuts_[c].atoms) > negligible)
        working.add(mean_.points, cuts_[c], c, a);
    }
  }
  return working.constraints.size() > before;
}

bool OptimalMapProgram::find_violated(const Fields& fields, double gap_tolerance, WorkingSet& working) {
  const std::size_t before = working.constraints.size();
  for (std::size_t a = 0; a < 2; ++a) {
    if (couplings_[a].gap(fields[a]) <= gap_tolerance) continue;
    for (Cycle& cycle : couplings_[a].cycles()) {
      if (violation(mean_.points, fields[a], cycle) <= 0) continue;
      cycle = canonical(std::move(cycle));
      const auto [place, fresh] = known_.try_emplace(cycle, cuts_.size());
      if (fresh) cuts_.push_back({std::move(cycle), {0, 0}});
      working.add(mean_.points, cuts_[place->second], place->second, a);
    }
  }
  return working.constraints.size() > before;
}

// Multipliers where the next minimisation starts; of too many cuts those that do not bind are forgotten.
void OptimalMapProgram::remember(const WorkingSet& working) {
  for (CycleCut& cut : cuts_) cut.multipliers = {0, 0};
  for (std::size_t k = 0; k < working.origins.size(); ++k)
    cuts_[working.origins[k].cut].multipliers[working.origins[k].field] =
        working.constraints[working.others + k].multiplier;
  if (cuts_.size() <= most_cuts) return;
  std::erase_if(cuts_, [](const CycleCut& cut) { return cut.multipliers == std::array<double, 2>{0, 0}; });
  list_known();
}

void OptimalMapProgram::list_known() {
  known_.clear();
  for (std::size_t c = 0; c < cuts_.size(); ++c) known_.emplace(cuts_[c].atoms, c);
}

// The segment between feasible fields is feasible: optimal maps form a convex set (Westdickenberg 2010).
OptimalMapProgram::Result OptimalMapProgram::drawn_towards(const Fields& feasible, Fields fields,
                                                           double gap_tolerance) {
  Result result{std::move(fields), {0, 0}};
  const Fields wanted = result.fields;
  for (double share = 1; share > 1e-6; share *= 0.7) {
    for (std::size_t a = 0; a < 2; ++a) {
      result.fields[a] = (1 - share) * feasible[a] + share * wanted[a];
      result.map_gap[a] = couplings_[a].gap(result.fields[a]);
    }
    if (std::max(result.map_gap[0], result.map_gap[1]) <= gap_tolerance) return result;
    result.solved = false;
  }
  result.fields = feasible;
  for (std::size_t a = 0; a < 2; ++a) result.map_gap[a] = couplings_[a].gap(feasible[a]);
  return result;
}

OptimalMapProgram::Result OptimalMapProgram::minimise(const QuadraticModel& model,
                                                      const std::vector<FieldConstraint>& others,
                                                      const FieldBox& box, const Fields& feasible,
                                                      double gap_tolerance, const ConeEffort& effort) {
  WorkingSet working{others.size(), others, {}};
  for (std::size_t c = 0; c < cuts_.size(); ++c)
    for (std::size_t a = 0; a < 2; ++a)
      if (cuts_[c].multipliers[a] > 0) working.add(mean_.points, cuts_[c], c, a);
  Fields fields;
  int round = 0;
  bool violated = true;
  for (; violated && round < effort.rounds; ++round) {
    fields = wpga::minimise(model, working.constraints, box).fields;
    violated = add_violated(fields, gap_tolerance, working) || find_violated(fields, gap_tolerance, working);
  }
  remember(working);
  Result result = drawn_towards(feasible, std::move(fields), effort.accepted_gap.value_or(gap_tolerance));
  result.rounds = round;
  result.solved =
      result.solved && !violated && std::max(result.map_gap[0], result.map_gap[1]) <= gap_tolerance;
  return result;
}

Matrix OptimalMapProgram::barycentric_projection(const Matrix& field, std::size_t end) {
  couplings_[end].gap(field);
  return couplings_[end].barycentric_projection(field);
}

void OptimalMapProgram::resume(std::vector<CycleCut> cuts, const std::array<RestingCoupling, 2>& resting) {
  cuts_ = std::move(cuts);
  list_known();
  for (std::size_t a = 0; a < 2; ++a)
    if (!resting[a].state.empty()) couplings_[a].resume(resting[a]);
}

}  // namespace wpga
