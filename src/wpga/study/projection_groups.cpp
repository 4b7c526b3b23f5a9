#include "wpga/study/projection_groups.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/measures/length_unit.hpp"

namespace wpga {

namespace {

double unit_of(const MeasureFamily& family, Index i, const Measure& mean) {
  try {
    return length_unit(family[i].points, mean.points);
  } catch (const InputError& error) {
    rethrow_at(fmt::format("measure '{}'", family.names()[static_cast<std::size_t>(i)]), error);
  }
}

void put(const Vector& part, const std::vector<Index>& rows, Vector& whole) { whole(rows) = part; }
void put(const Matrix& part, const std::vector<Index>& rows, Matrix& whole) {
  whole(rows, Eigen::all) = part;
}

AnalysisProjections room_for(Index measures, std::size_t components) {
  const Vector each(measures);
  const Matrix all(measures, static_cast<Index>(components));
  return {.squared_distances_to_mean = each,
          .single = std::vector<Projections>(components, {each, each, each}),
          .scores = std::vector<Vector>(components, each),
          .time_gaps = std::vector<double>(components, 0.0),
          .joint = {all, all},
          .joint_scores = all,
          .mean_shortfalls = {}};
}

void put(const AnalysisProjections& part, const std::vector<Index>& rows, AnalysisProjections& whole) {
  put(part.squared_distances_to_mean, rows, whole.squared_distances_to_mean);
  put(part.joint.times, rows, whole.joint.times);
  put(part.joint.squared_distances, rows, whole.joint.squared_distances);
  put(part.joint_scores, rows, whole.joint_scores);
  whole.joint.not_converged += part.joint.not_converged;
  whole.mean_shortfalls += part.mean_shortfalls;
  for (std::size_t k = 0; k < part.single.size(); ++k) {
    const Projections& from = part.single[k];
    Projections& to = whole.single[k];
    put(from.times, rows, to.times);
    put(from.squared_distances, rows, to.squared_distances);
    put(from.lower_bounds, rows, to.lower_bounds);
    to.solves += from.solves;
    to.not_converged += from.not_converged;
    to.contradictions += from.contradictions;
    put(part.scores[k], rows, whole.scores[k]);
    whole.time_gaps[k] = std::max(whole.time_gaps[k], part.time_gaps[k]);
  }
}

}  // namespace

std::vector<ProjectionGroup> projection_groups(const Analysis& analysis, const MeasureFamily& family,
                                               const TransportOptions& transport) {
  // Without a variance each measure is its own scale.
  const bool each_alone = !(analysis.variance > 0);
  std::map<std::tuple<double, TransportMethod, Index>, ProjectionGroup> groups;
  for (Index i = 0; i < family.count(); ++i) {
    const double unit = unit_of(family, i, analysis.mean);
    const TransportMethod method = chosen_method(transport, analysis.mean.size(), family[i].size());
    ProjectionGroup& group = groups[{unit, method, each_alone ? i : 0}];
    group.unit = unit;
    group.measures.push_back(i);
  }
  std::vector<ProjectionGroup> all;
  for (auto& [key, group] : groups) all.push_back(std::move(group));
  return all;
}

MeasureFamily measures_of(const ProjectionGroup& group, const MeasureFamily& family) {
  MeasureFamily measures(family.space());
  for (const Index i : group.measures)
    measures.append(family[i], family.names()[static_cast<std::size_t>(i)]);
  return measures;
}

AnalysisProjections joined(const std::vector<ProjectionGroup>& groups,
                           const std::vector<AnalysisProjections>& parts, Index measures) {
  assert(!parts.empty() && parts.size() == groups.size());
  AnalysisProjections whole = room_for(measures, parts.front().single.size());
  for (std::size_t g = 0; g < groups.size(); ++g) put(parts[g], groups[g].measures, whole);
  return whole;
}

}  // namespace wpga
