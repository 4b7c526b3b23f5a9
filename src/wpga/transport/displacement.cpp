#include "wpga/transport/displacement.hpp"

#include <fmt/format.h>

#include "wpga/base/error.hpp"
#include "wpga/measures/length_unit.hpp"
#include "wpga/transport/distances.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {

PairCoupling couple(const MeasureView& source, const MeasureView& target, const TransportOptions& options) {
  require(source.dimension() == target.dimension(),
          fmt::format("the measures live in dimensions {} and {}; transport needs one space",
                      source.dimension(), target.dimension()));
  if (const double unit = length_unit(source.points, target.points); unit != 1) {
    const Measure from = in_unit(source, unit), to = in_unit(target, unit);
    PairCoupling pair = couple(from.view(), to.view(), in_unit(options, unit));
    pair.value = in_data_unit(pair.value, unit);
    pair.map *= unit;
    return pair;
  }
  const TransportMethod method = chosen_method(options, source.size(), target.size());
  if (source.dimension() == 1 && method == TransportMethod::exact && options.mass == MassRule::fixed) {
    LineCoupling line = couple_on_line(source, target);
    return {line.value, method, std::move(line.plan), line.map.transpose()};
  }
  const auto coupling = make_transport(method, options)->coupling(source.weights);
  coupling->attach(target, {});
  PairCoupling result{coupling->solve(source.points), method, coupling->plan(),
                      Matrix(source.dimension(), source.size())};
  coupling->barycentric_map(result.map);
  return result;
}

Measure displaced_by_plan(const MeasureView& source, const MeasureView& target,
                          std::span<const PlanEntry> plan, double time) {
  Measure moved{Matrix(source.dimension(), static_cast<Index>(plan.size())),
                Vector(static_cast<Index>(plan.size()))};
  Index k = 0;
  for (const PlanEntry& entry : plan) {
    moved.points.col(k) =
        (1 - time) * source.points.col(entry.source) + time * target.points.col(entry.target);
    moved.weights[k++] = entry.mass;
  }
  return make_measure(moved.points, moved.weights);
}

Measure displaced_by_map(const MeasureView& source, const PointsRef& map, double time) {
  return {(1 - time) * source.points + time * map, source.weights};
}

}  // namespace wpga
