#include "results.hpp"

#include <pybind11/stl.h>

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "arrays.hpp"
#include "values.hpp"
#include "wpga/study/cautions.hpp"

namespace wpga::python {

namespace {

template <class Value>
py::object number_of(const Value& value) {
  if constexpr (NamedEnum<Value>)
    return py::str(std::string(name_of(value)));
  else
    return py::cast(value);
}

// Every number of a struct of results that applies, under its flat name, as files have it.
template <class Results>
void put_numbers(const Results& results, py::dict& all) {
  for_each_number(results, [&](const ResultName& name, const ResultWords&, const auto& value) {
    all[py::str(name.flat())] = number_of(value);
  });
}

template <class Results>
py::dict numbers_of(const Results& results) {
  py::dict all;
  for_each_result(results, [&](const ResultName& name, const ResultWords&, const auto& value) {
    all[py::str(name.flat())] = number_of(value);
  });
  return all;
}

// Numbers that certify something; with `all_kinds` also those of the other kind of curve, as NaN, so that
// tables have the same columns.
void put_certificates(const Component& component, bool all_kinds, py::dict& all) {
  const bool weights = component.curve.changes_weights();
  const WeightCurve none;
  const auto put = [&](const ResultName& name, double value, bool applies) {
    if (applies || all_kinds)
      all[py::str(name.flat())] = applies ? value : std::numeric_limits<double>::quiet_NaN();
  };
  for_each_result(component.certificates,
                  [&](const ResultName& name, const ResultWords& words, double value) {
                    put(name, value, !weights || words.scope != Scope::moving_atoms);
                  });
  for_each_result(weights ? component.curve.weights() : none,
                  [&](const ResultName& name, const ResultWords& words, double value) {
                    if (words.limits) put(name, value, weights);
                  });
}

void put_curve(const Curve& curve, py::dict& all) {
  if (curve.changes_weights()) {
    const WeightCurve& weights = curve.weights();
    all["points"] = rows_of(weights.points);
    all["weights"] = rows_of(weights.weights);
    all["knots"] = array_of(weights.knots);
    all["center"] = array_of(weights.center);
  } else {
    all["backward"] = rows_of(curve.atoms().backward);
    all["forward"] = rows_of(curve.atoms().forward);
  }
}

py::dict component_dict(const Component& component) {
  py::dict all, certificates;
  put_curve(component.curve, all);
  Component::for_each_vector(component,
                             [&](const char* name, const Vector& values) { all[name] = array_of(values); });
  all["objective"] = array_of(component.objective);
  put_numbers(component, all);
  put_certificates(component, false, certificates);
  all["certificates"] = certificates;
  return all;
}

// What is left of the measures with the first k + 1 components, and their certificates: a row of the table.
py::dict row_of(const ComparedMethod& method, Index k, const Comparison& comparison) {
  const auto& held = method.held_out;
  const double none = std::numeric_limits<double>::quiet_NaN();
  py::dict row;
  row["method"] = method.name;
  row["components"] = k + 1;
  row["mean_squared_distance"] = method.training.together[k];
  row["explained"] = explained_share(method.training.together[k], comparison.variance);
  row["alone_mean_squared_distance"] = method.training.alone[k];
  row["alone_explained"] = explained_share(method.training.alone[k], comparison.variance);
  row["held_out_mean_squared_distance"] = held ? held->together[k] : none;
  row["held_out_explained"] =
      held ? explained_share(held->together[k], comparison.held_out_variance.value_or(0)) : none;
  put_certificates(method.analysis.components[static_cast<std::size_t>(k)], true, row);
  row["seconds"] = method.seconds;
  if (method.bootstrap.together.rows() > 0) {
    const std::array<double, 2> interval = central_interval(method.bootstrap.together.col(k));
    row["bootstrap_low"] = interval[0];
    row["bootstrap_high"] = interval[1];
  }
  return row;
}

py::object object_of(const Vector& values) { return array_of(values); }
py::object object_of(const Matrix& values) { return array_of(values); }
py::object object_of(const auto& value) { return py::cast(value); }

// The parts that were asked for, each with its values by name.
py::dict statistics_dict(const Statistics& statistics) {
  py::dict all;
  for_each_option(statistics, [&](const auto& part, const auto& values) {
    if (!values) return;
    py::dict one;
    for_each_option(*values, [&](const auto& entry, const auto& value) {
      one[py::str(std::string(entry.name))] = object_of(value);
    });
    all[py::str(std::string(part.name))] = one;
  });
  return all;
}

}  // namespace

py::dict model_dict(const Model& model) {
  const Analysis& analysis = model.analysis;
  py::dict all;
  all["names"] = model.names;
  all["labels"] = model.labels;
  all["options"] = to_python(model.options);
  all["ceiling"] = py::none();
  put_numbers(analysis, all);
  all["variance"] = analysis.variance;
  all["squared_distances"] = array_of(analysis.squared_distances);
  py::list components;
  for (const Component& component : analysis.components) components.append(component_dict(component));
  all["components"] = components;
  all["joint_times"] = array_of(analysis.joint_times);
  all["joint_squared_distances"] = array_of(analysis.joint_squared_distances);
  all["joint_scores"] = array_of(joint_scores(analysis, analysis.joint_times));
  all["tangent_explained"] = array_of(analysis.tangent_explained);
  if (analysis.together) all["together"] = numbers_of(*analysis.together);
  all["bootstrap"] = array_of(model.bootstrap);
  all["statistics"] = statistics_dict(model.statistics);
  const TimeCounts counts = time_counts(analysis, model.measure_weights);
  all["clipped"] = counts.clipped;
  all["left_out"] = counts.left_out;
  all["converged"] = !stopped_early(model);
  all["mean_convergence"] = numbers_of(model.mean_convergence);
  py::dict seconds;
  seconds["align"] = model.seconds.align;
  seconds["mean"] = model.seconds.mean;
  seconds["analysis"] = model.seconds.analysis;
  seconds["components"] = model.seconds.components;
  seconds["bootstrap"] = model.seconds.bootstrap;
  seconds["statistics"] = model.seconds.statistics;
  all["seconds"] = seconds;
  return all;
}

py::dict projection_dict(AnalysisProjections found) {
  py::dict all = numbers_of(found.shortfalls());
  const TimeCounts counts = time_counts(found);
  all["clipped"] = counts.clipped;
  all["left_out"] = counts.left_out;
  all["squared_distances_to_mean"] = array_of(std::move(found.squared_distances_to_mean));
  const auto count = static_cast<Index>(found.single.size());
  Matrix times(found.joint.times.rows(), count), scores = times, upper = times, lower = times;
  for (Index k = 0; k < count; ++k) {
    const auto at = static_cast<std::size_t>(k);
    times.col(k) = found.single[at].times;
    scores.col(k) = found.scores[at];
    upper.col(k) = found.single[at].squared_distances;
    lower.col(k) = found.single[at].lower_bounds;
  }
  all["times"] = array_of(std::move(times));
  all["scores"] = array_of(std::move(scores));
  all["squared_distances"] = array_of(std::move(upper));
  all["lower_bounds"] = array_of(std::move(lower));
  all["time_gaps"] = array_of(std::move(found.time_gaps));
  all["joint_times"] = array_of(std::move(found.joint.times));
  all["joint_scores"] = array_of(std::move(found.joint_scores));
  all["joint_squared_distances"] = array_of(std::move(found.joint.squared_distances));
  return all;
}

py::dict comparison_dict(const Comparison& comparison) {
  py::list rows;
  for (const ComparedMethod& method : comparison.methods)
    for (std::size_t k = 0; k < method.analysis.components.size(); ++k)
      rows.append(row_of(method, static_cast<Index>(k), comparison));
  py::dict refused;
  for (const RefusedMethod& method : comparison.refused)
    refused[py::str(method.name)] = in_python_words(method.reason);
  py::dict all;
  all["rows"] = rows;
  all["refused"] = refused;
  all["variance"] = comparison.variance;
  all["held_out_variance"] = comparison.held_out_variance;
  return all;
}

}  // namespace wpga::python
