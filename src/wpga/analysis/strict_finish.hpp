// The last step of a fit without slack: fields whose maps are optimal to the last digit.  docs/optimal_map.md
#pragma once

#include "wpga/analysis/curve_step.hpp"

namespace wpga {

// The largest s in [0, 1] for which the pairing of y_k + s start_k with y_k + s end_k is optimal up to
// rounding: start = 0 asks for an optimal map from the mean.  A few exact p × p transport problems.
double optimal_share(const Measure& mean, const Matrix& start, const Matrix& end);

struct StrictFields {
  Fields ends;
  bool solved = true;  // false: the cutting planes reached their limit, and shrinking made up for it
};

// Fields near `ends` that satisfy every constraint and whose maps from the mean are optimal up to rounding:
// the minimum of the model over the cone (where Ω counts, the nearest fields), then shrunk towards the mean
// by what is still missing, which keeps orthogonality and box.  Geodesics, translations and curves of the
// paper's algorithm are only shrunk.  Cycles that are `known` save rounds.
StrictFields strictly_feasible(const QuadraticModel& model, const Fields& ends, const StepSetting& setting,
                               std::vector<CycleCut> known = {});

}  // namespace wpga
