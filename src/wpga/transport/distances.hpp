// Wasserstein distances between the measures of two families, each with its proof.
#pragma once

#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// W2² alone, without the plan: by sorting on the line, separably where entropic transport meets two pictures,
// else as `couple`.
TransportValue transport_value(const MeasureView& source, const MeasureView& target,
                               const TransportOptions& options);

// What was solved in a unit of length of its own (measures/length_unit.hpp), told in the data's.
TransportValue in_data_unit(TransportValue value, double unit);

// The lower bound that a solve proves.  Up to rounding it is no larger than the upper one; what exceeds it by
// more is a contradiction, stays as it is, and is counted.
double proven_lower(const TransportValue& value, const MeasureView& source, const MeasureView& target,
                    Index& contradictions);

// Entry (i, j) speaks of measure i of the first family and measure j of the second.
struct DistanceMatrix {
  Matrix upper;             // W2², the cost of a feasible plan
  Matrix lower;             // W2², the value of a feasible dual
  Matrix unmatched;         // mass that is taken away and added elsewhere; 0 unless mass is free
  Index not_converged = 0;  // solves that stopped early; their bounds hold all the same
  bool any_entropic = false;
  bool any_exact = false;
  Index contradictions = 0;  // lower bounds above their upper bounds by more than rounding
};

// N × M solves, in parallel; on the line by sorting unless entropic was asked for.  The same bits for any
// number of threads.  Throws InputError when the dimensions differ.
DistanceMatrix distance_matrix(const MeasureFamily& first, const MeasureFamily& second,
                               const TransportOptions& options, const Execution& execution);

// Within one family: symmetric, zero on the diagonal, half the solves.
DistanceMatrix distance_matrix(const MeasureFamily& family, const TransportOptions& options,
                               const Execution& execution);

}  // namespace wpga
