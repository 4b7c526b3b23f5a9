// Where a fit stands between two iterations: all that is needed to go on to the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/transport/coupling.hpp"

namespace wpga {

// What the next step of a fit depends on besides its arguments (curve_step.hpp).
struct StepState {
  std::vector<std::byte> cone;          // points from which the program of optimal maps starts
  std::array<RestingCoupling, 2> maps;  // couplings of the mean with the two ends of the curve, where used
};

// Components fitted together (joint_fit.hpp).
struct JointState {
  std::vector<GeneralizedGeodesic> curves;         // K; empty before
  Matrix times;                                    // N × K
  std::vector<double> objective;                   // after each sweep
  std::vector<GeneralizedGeodesic> lowest_curves;  // of the last objective
  Matrix lowest_times;
  std::vector<StepState> steps;  // K, in a state that was saved
  QuadraticModel model;          // of the lowest curves
  int age = 0;                   // sweeps since momentum began
  bool blocked = false;          // a step of the last sweep found no way down
  std::vector<double> middles;   // K: times at which curves were nearest to the mean to begin with
  Shortfalls shortfalls;
};

struct FitState {
  Analysis analysis;              // components that are finished
  int restart = 0;                // of the component at work
  Component best;                 // of its earlier restarts; an empty curve when there is none
  GeneralizedGeodesic curve;      // at work; empty between components
  Vector times;                   // N
  std::vector<double> objective;  // after each iteration
  GeneralizedGeodesic lowest;     // the curve of the last objective; empty before the first
  Vector lowest_times;            // N, or empty
  bool blocked = false;           // the last step found no way down
  StepState step;
  std::vector<RestingCoupling> measures;  // N: couplings of the curve with the measures
  Shortfalls shortfalls;                  // of the curve at work
  JointState joint;
};

// `save` is called between iterations when `seconds` have passed since the last time; `resume` (may be null)
// is a state that was saved from the same family, mean and options.
struct Checkpoints {
  std::function<void(const FitState&)> save;
  double seconds = 30;
  const FitState* resume = nullptr;
};

}  // namespace wpga
