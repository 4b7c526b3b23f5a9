// One step of a fit: from a majoriser to a better curve that satisfies every constraint.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "wpga/analysis/cone/space_box.hpp"
#include "wpga/analysis/fit/fit_state.hpp"
#include "wpga/analysis/fit/majoriser.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// What stays the same while one component is fitted.
struct StepSetting {
  const Measure& mean;
  std::optional<SpaceBox> box;
  std::vector<Matrix> earlier;  // directions V1 + V2 of the earlier components
  double penalty = 0;           // of Ω in the objective
  const GeodesicOptions& options;
  std::vector<Matrix> later = {};        // fields of other components that V1 + V2 is orthogonal to
  double stretch = 1;                    // the fields times this must be those of optimal maps
  Execution execution = {.threads = 1};  // of the programs of optimal maps
};

class CurveStep {
 public:
  virtual ~CurveStep() = default;

  // A curve that satisfies every constraint, to begin with when `wanted` is where one would like to go.
  virtual Fields start(const Fields& wanted, const StepSetting& setting) = 0;

  // The nearest curve to `wanted` in L²(mean) that satisfies every constraint, as near as one program gets.
  virtual Fields nearest(const Fields& wanted, const StepSetting& setting) = 0;

  // Fields (the ends −V1, V2 of a curve) that satisfy every constraint and whose model + penalty · Ω is no
  // larger than at `ends`, which satisfy them too.
  virtual Fields step(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) = 0;

  // The last step stayed where it was although the model promised a lower value.
  virtual bool blocked() const { return false; }

  // What the next step depends on besides its arguments.
  virtual void save(StepState& state) const = 0;
  virtual void resume(const StepState& state) = 0;

  // Steps that ended before their minimum was proven, since this was last set to 0.
  Index unfinished = 0;
};

// ‖U − wanted‖², both ends together.
QuadraticModel model_around(const Vector& weights, const Fields& wanted);

// By the options: over the cone of optimal maps, freely, or by barycentric projection; or true geodesics.
std::unique_ptr<CurveStep> make_curve_step(const Measure& mean, const GeodesicOptions& options);

}  // namespace wpga
