// Distances along a curve, each from scratch: the second opinion on everything warm.
#pragma once

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/measures/measure_family.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga::test {

inline double exact_distance(const Measure& mean, const GeneralizedGeodesic& curve, double time,
                             const MeasureView& measure) {
  const Measure moved{points_at(mean.points, curve, time), mean.weights};
  return couple(moved.view(), measure, {.transport = TransportMethod::exact}).value.primal;
}

// Σ λ_i W2²(g_{t_i}, μ_i)
inline double exact_objective(const Measure& mean, const GeneralizedGeodesic& curve, const Vector& times,
                              const MeasureFamily& family) {
  double sum = 0;
  for (Index i = 0; i < family.count(); ++i)
    sum += family.measure_weight(i) * exact_distance(mean, curve, times[i], family[i]);
  return sum;
}

}  // namespace wpga::test
