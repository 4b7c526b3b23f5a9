// All components fitted together: their curves move in turn so that the sum of squared distances to all of
// them at once falls.  docs/principal_geodesics.md
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "wpga/analysis/fit/curve_step.hpp"
#include "wpga/analysis/fit/fit_state.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

class JointFit {
 public:
  // Of the setting `earlier` is ignored.
  JointFit(const CenteredPoints& mean, FamilyCouplings& couplings, const StepSetting& setting,
           double variance, const Execution& execution);

  // Curves that satisfy every constraint, and times (N × K) to begin with.
  void begin(std::vector<GeneralizedGeodesic> curves, Matrix times);

  // Sweeps until the objective falls by less than the tolerance; it never rises with exact couplings.
  // `between_sweeps` may ask for the state.
  Convergence run(const std::function<void()>& between_sweeps);

  const JointState& result() const { return state_; }

  JointState saved() const;
  void resume(const JointState& state);

 private:
  void make_steps();
  StepSetting setting_of(std::size_t curve) const;
  void sweep(const QuadraticModel& model);
  double penalty() const;

  const CenteredPoints& mean_;
  FamilyCouplings& couplings_;
  const StepSetting& setting_;
  double variance_;
  const Execution& execution_;
  std::vector<std::unique_ptr<CurveStep>> steps_;
  JointState state_;
};

// The largest map gap from the mean to a measure's place on all curves together: 0 iff every such map is
// optimal.  `times` are N × K; some `looked_at` of the measures, equally spaced.
struct JointMapGap {
  double gap = 0;
  Index looked_at = 0;
};
JointMapGap joint_map_gap(const Measure& mean, std::span<const GeneralizedGeodesic> curves,
                          const Matrix& times, const Execution& execution);

}  // namespace wpga
