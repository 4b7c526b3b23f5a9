// One curve from its start to a minimum: majorise, minimise, again.  docs/principal_geodesics.md
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "wpga/analysis/fit/curve_start.hpp"
#include "wpga/analysis/fit/curve_step.hpp"
#include "wpga/analysis/fit/fit_state.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

// What it refers to must outlive it.
class Descent {
 public:
  Descent(const CenteredPoints& mean, const TangentMaps& maps, FamilyCouplings& couplings,
          const TransportOptions& transport, const StepSetting& setting, CurveStep& step,
          const Execution& execution)
      : centered_mean_(mean),
        maps_(maps),
        couplings_(couplings),
        transport_(transport),
        setting_(setting),
        step_(step),
        execution_(execution) {}

  // From the curve of the state, or from a start where it has none; the objective never rises with exact
  // couplings.  `between_iterations` may save the state.
  Component run(FitState& state, const std::function<void()>& between_iterations);

  // Where restart state.restart of the next component begins, unless a search finds something better.
  CurveAtStart start(const FitState& state) const;

  bool rough = false;  // the curve will move together with others: only the first one needs a search

 private:
  double penalised(double squared_distances, const GeneralizedGeodesic& curve) const;
  std::optional<Convergence> judge(double objective, FitState& state) const;
  Component ended(const Convergence& convergence, const FitState& state) const;

  CurveStart start_kind(const FitState& state) const;
  void begin(FitState& state);
  void begin_at(const GeneralizedGeodesic& wanted, FitState& state);
  void begin_along_tangent(FitState& state);
  void begin_at_lower_of_search_and_tangent(FitState& state);
  double objective_after_trial(FitState& state, const std::vector<Index>& judges, FamilyCouplings& judging);
  bool lines_leave_something() const;

  const CenteredPoints& centered_mean_;
  const TangentMaps& maps_;
  FamilyCouplings& couplings_;
  const TransportOptions& transport_;
  const StepSetting& setting_;
  CurveStep& step_;
  const Execution& execution_;
};

}  // namespace wpga
