// Where a fit stands between two iterations: all that is needed to go on to the same bits.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// A cycle of atoms k → next(k) of the mean that no optimal map may violate, and its multipliers in the last
// solution, one for each field.
struct CycleCut {
  std::vector<std::int32_t> atoms;
  double backward_multiplier = 0;
  double forward_multiplier = 0;
};

struct FitState {
  Analysis analysis;                          // components that are finished
  std::vector<Matrix> directions;             // of the finished components, before trimming and signs
  int restart = 0;                            // of the component at work
  GeneralizedGeodesic curve;                  // of the component at work, in its restart
  Vector times;                               // N
  std::vector<double> objective;              // after each iteration
  Component best;                             // of the earlier restarts; empty curve when there is none
  std::vector<CycleCut> cuts;                 // in the order they were found
  std::vector<RestingCoupling> couplings;     // N
  RestingCoupling backward_map, forward_map;  // couplings of the mean with the ends of the curve
};

// `save` is called between iterations when `seconds` have passed since the last time; `resume` (may be null)
// is a state that was saved from the same family, mean and options.
struct Checkpoints {
  std::function<void(const FitState&)> save;
  double seconds = 30;
  const FitState* resume = nullptr;
};

}  // namespace wpga
