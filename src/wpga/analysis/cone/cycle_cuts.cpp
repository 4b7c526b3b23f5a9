#include "wpga/analysis/cone/cycle_cuts.hpp"

#include <algorithm>

namespace wpga {

namespace {

// The plan without its diagonal, as arcs that still carry mass, leaving each atom.
class Circulation {
 public:
  explicit Circulation(std::vector<PlanEntry> plan) : arcs_(std::move(plan)) {
    std::erase_if(arcs_, [](const PlanEntry& arc) { return arc.source == arc.target; });
    std::ranges::sort(arcs_, {}, [](const PlanEntry& arc) { return std::pair(arc.source, arc.target); });
    const std::int32_t atoms = arcs_.empty() ? 0 : 1 + largest_atom();
    first_.assign(static_cast<std::size_t>(atoms) + 1, 0);
    for (const PlanEntry& arc : arcs_) ++first_[static_cast<std::size_t>(arc.source) + 1];
    for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    next_ = first_;
    position_.assign(static_cast<std::size_t>(atoms), -1);
  }

  std::size_t atoms() const { return first_.size() - 1; }

  // Walks from an atom along arcs with mass until the way closes, and takes the cycle off with the mass of
  // its thinnest arc.  Empty when no arc leaves the atom, or only arcs with masses of rounding size.
  CarriedCycle take_cycle(std::size_t start) {
    for (std::vector<PlanEntry*> path; PlanEntry* arc = leaving(start); path.clear()) {
      std::size_t at = start;
      for (; arc != nullptr && position_[at] < 0; arc = leaving(at)) {
        position_[at] = static_cast<std::ptrdiff_t>(path.size());
        path.push_back(arc);
        at = static_cast<std::size_t>(arc->target);
      }
      const std::ptrdiff_t closed = position_[at];
      for (const PlanEntry* one : path) position_[static_cast<std::size_t>(one->source)] = -1;
      if (closed >= 0) return taken_off(std::span(path).subspan(static_cast<std::size_t>(closed)));
      path.back()->mass = 0;
    }
    return {};
  }

 private:
  // An arc that leaves this atom with mass, or null.
  PlanEntry* leaving(std::size_t atom) {
    for (std::size_t& at = next_[atom]; at < first_[atom + 1]; ++at)
      if (arcs_[at].mass > negligible) return &arcs_[at];
    return nullptr;
  }

  static CarriedCycle taken_off(std::span<PlanEntry*> closed) {
    const double mass =
        (*std::ranges::min_element(closed, {}, [](PlanEntry* one) { return one->mass; }))->mass;
    CarriedCycle cycle{.atoms = {}, .mass = mass};
    for (PlanEntry* one : closed) {
      cycle.atoms.push_back(one->source);
      one->mass -= mass;
    }
    return cycle;
  }

  std::int32_t largest_atom() const {
    std::int32_t most = 0;
    for (const PlanEntry& arc : arcs_) most = std::max({most, arc.source, arc.target});
    return most;
  }

  static constexpr double negligible = 1e-14;  // what rounding leaves of a mass
  std::vector<PlanEntry> arcs_;
  std::vector<std::size_t> first_, next_;
  std::vector<std::ptrdiff_t> position_;  // of an atom on the path, or negative
};

}  // namespace

std::vector<CarriedCycle> carried_cycles_of(std::vector<PlanEntry> plan) {
  Circulation circulation(std::move(plan));
  std::vector<CarriedCycle> cycles;
  for (std::size_t start = 0; start < circulation.atoms(); ++start)
    for (CarriedCycle cycle; !(cycle = circulation.take_cycle(start)).atoms.empty();)
      cycles.push_back(std::move(cycle));
  return cycles;
}

std::vector<Cycle> cycles_of(std::vector<PlanEntry> plan) {
  std::vector<Cycle> cycles;
  for (CarriedCycle& cycle : carried_cycles_of(std::move(plan))) cycles.push_back(std::move(cycle.atoms));
  return cycles;
}

double violation(const PointsRef& atoms, const PointsRef& field, const Cycle& cycle) {
  double sum = 0;
  for (std::size_t e = 0; e < cycle.size(); ++e) {
    const auto step = atoms.col(cycle[(e + 1) % cycle.size()]) - atoms.col(cycle[e]);
    sum += step.dot(field.col(cycle[e]) - 0.5 * step);
  }
  return sum;
}

FieldConstraint constraint_of(const PointsRef& atoms, const Cycle& cycle, int field) {
  FieldConstraint constraint;
  constraint.coefficients.resize(atoms.rows(), static_cast<Index>(cycle.size()));
  for (std::size_t e = 0; e < cycle.size(); ++e) {
    const auto step = atoms.col(cycle[(e + 1) % cycle.size()]) - atoms.col(cycle[e]);
    constraint.places.push_back({field, cycle[e]});
    constraint.coefficients.col(static_cast<Index>(e)) = step;
    constraint.bound += 0.5 * step.squaredNorm();
  }
  return constraint;
}

}  // namespace wpga
