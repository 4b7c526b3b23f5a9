// McCann's interpolation between two measures: mass travels along straight lines.
#pragma once

#include <span>
#include <vector>

#include "wpga/measures/measure.hpp"
#include "wpga/transport/engine_choice.hpp"

namespace wpga {

// An optimal coupling of two measures, kept as a value.
struct PairCoupling {
  TransportValue value;
  TransportMethod method;  // exact or entropic
  std::vector<PlanEntry>
      plan;    // entropic plans are rounded to exact marginals; entries that carry nothing are left out
  Matrix map;  // d × p: mean target of each source atom
};

// On the line by sorting unless entropic was asked for.
PairCoupling couple(const MeasureView& source, const MeasureView& target, const TransportOptions& options);

// The plan moves mass: g_t = ((1−t) p₁ + t p₂)#P, one atom for each entry of the plan (Ambrosio, Gigli &
// Savaré §7.2). A geodesic for every optimal plan, split masses or not.
Measure displaced_by_plan(const MeasureView& source, const MeasureView& target,
                          std::span<const PlanEntry> plan, double time);

// The map moves mass: g_t = ((1−t) id + t T)#source.  Ends at the target only where no mass is split.
Measure displaced_by_map(const MeasureView& source, const PointsRef& map, double time);

}  // namespace wpga
