// The nearest optimal maps by another method: cutting planes from cycles of atoms, each found by a transport
// problem of the mean with itself.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "wpga/analysis/cone/cycle_cuts.hpp"
#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"

namespace wpga::test {

// The minimum of a quadratic model over pairs of fields u for which id + u is optimal within a map gap:
// minimise, look for cycles that the minimiser violates, add them, again.  Cycles and their multipliers are
// kept for the models to come.
class CycleProgram {
 public:
  explicit CycleProgram(const Measure& mean)
      : mean_{mean.points.colwise() - mean_of(mean.view()), mean.weights},
        couplings_{MapCoupling(mean), MapCoupling(mean)} {}

  struct Result {
    Fields fields;
    std::array<double, 2> map_gap{};
    int rounds = 0;
  };

  Result minimise(const QuadraticModel& model, const std::vector<FieldConstraint>& others,
                  const FieldBox& box, double gap_tolerance, int most_rounds = 1000) {
    std::vector<FieldConstraint> constraints = others;
    std::vector<FieldConstraint*> origin;
    const auto use = [&](FieldConstraint& cut) {
      constraints.push_back(cut);
      origin.push_back(&cut);
    };
    for (auto& known : cuts_)
      for (auto& [cycle, cut] : known)
        if (cut.multiplier > 0) use(cut);
    Result result;
    for (bool violated = true; violated && result.rounds < most_rounds; ++result.rounds) {
      result.fields = wpga::minimise(model, constraints, box).fields;
      violated = false;
      for (std::size_t a = 0; a < 2; ++a) {
        const Matrix& field = result.fields[a];
        result.map_gap[a] = couplings_[a].gap(field);
        if (result.map_gap[a] <= gap_tolerance) continue;
        for (Cycle& cycle : couplings_[a].cycles()) {
          if (violation(mean_.points, field, cycle) <= 0) continue;
          std::ranges::rotate(cycle, std::ranges::min_element(cycle));
          auto [place, fresh] = cuts_[a].try_emplace(cycle);
          if (fresh) place->second = constraint_of(mean_.points, cycle, static_cast<int>(a));
          if (std::ranges::find(origin, &place->second) != origin.end()) continue;
          use(place->second);
          violated = true;
        }
      }
    }
    for (auto& known : cuts_)
      for (auto& [cycle, cut] : known) cut.multiplier = 0;
    for (std::size_t i = 0; i < origin.size(); ++i)
      origin[i]->multiplier = constraints[others.size() + i].multiplier;
    return result;
  }

 private:
  Measure mean_;  // centred
  std::array<std::map<Cycle, FieldConstraint>, 2> cuts_;
  std::array<MapCoupling, 2> couplings_;
};

}  // namespace wpga::test
