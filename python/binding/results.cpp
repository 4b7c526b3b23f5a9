#include "results.hpp"

#include <pybind11/stl.h>

#include <vector>

#include "arrays.hpp"
#include "values.hpp"
#include "wpga/study/cautions.hpp"

namespace wpga::python {

using py::literals::operator""_a;

namespace {

template <class Value>
py::object object_of(const Value& value) {
  if constexpr (NamedEnum<Value>)
    return py::str(std::string(name_of(value)));
  else if constexpr (requires { array_of(value); })
    return array_of(value);
  else if constexpr (requires { Value::list(); }) {
    py::dict all;
    for_each_option(value,
                    [&](const auto& entry, const auto& each) { all[py::str(entry.name)] = object_of(each); });
    return all;
  } else
    return py::cast(value);
}

// Puts numbers under their flat names, as files have them.
auto putting_into(py::dict& all) {
  return [&all](const ResultName& name, const ResultWords&, const auto& value) {
    all[py::str(name.flat())] = object_of(value);
  };
}

py::dict numbers_of(const auto& results) {
  py::dict all;
  for_each_result(results, putting_into(all));
  return all;
}

// Numbers that certify something of this kind of curve.
py::dict certificates_of(const Component& component) {
  const bool weights = component.curve.changes_weights();
  py::dict all;
  for_each_result(component.certificates,
                  [&](const ResultName& name, const ResultWords& words, double value) {
                    if (!weights || words.scope != Scope::moving_atoms) all[py::str(name.flat())] = value;
                  });
  if (weights)
    for_each_result(component.curve.weights(),
                    [&](const ResultName& name, const ResultWords& words, double value) {
                      if (words.limits) all[py::str(name.flat())] = value;
                    });
  return all;
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
  py::dict all;
  put_curve(component.curve, all);
  Component::for_each_vector(component,
                             [&](const char* name, const Vector& values) { all[name] = array_of(values); });
  all["objective"] = array_of(component.objective);
  for_each_number(component, putting_into(all));
  all["certificates"] = certificates_of(component);
  return all;
}

// The parts that were asked for, each with its values by name.
py::dict statistics_dict(const Statistics& statistics) {
  py::dict all;
  for_each_option(statistics, [&](const auto& part, const auto& values) {
    if (!values) return;
    py::dict one;
    for_each_option(
        *values, [&](const auto& entry, const auto& value) { one[py::str(entry.name)] = object_of(value); });
    all[py::str(part.name)] = one;
  });
  return all;
}

}  // namespace

py::dict model_dict(const Model& model) {
  const Analysis& analysis = model.analysis;
  py::list components;
  for (const Component& component : analysis.components) components.append(component_dict(component));
  const TimeCounts counts = time_counts(analysis, model.measure_weights);
  const FitSeconds& spent = model.seconds;
  const py::dict seconds("align"_a = spent.align, "mean"_a = spent.mean, "analysis"_a = spent.analysis,
                         "components"_a = spent.components, "bootstrap"_a = spent.bootstrap,
                         "statistics"_a = spent.statistics);
  py::dict all("names"_a = model.names, "labels"_a = model.labels, "options"_a = to_python(model.options),
               "ceiling"_a = py::none(), "components"_a = components,
               "squared_distances"_a = array_of(analysis.squared_distances),
               "joint_times"_a = array_of(analysis.joint_times),
               "joint_squared_distances"_a = array_of(analysis.joint_squared_distances),
               "joint_scores"_a = array_of(joint_scores(analysis, analysis.joint_times)),
               "tangent_explained"_a = array_of(analysis.tangent_explained),
               "bootstrap"_a = array_of(model.bootstrap), "statistics"_a = statistics_dict(model.statistics),
               "clipped"_a = counts.clipped, "left_out"_a = counts.left_out, "seconds"_a = seconds,
               "converged"_a = !stopped_early(model),
               "mean_convergence"_a = numbers_of(model.mean_convergence));
  for_each_number(analysis, putting_into(all));
  all["variance"] = analysis.variance;
  if (analysis.together) all["together"] = numbers_of(*analysis.together);
  return all;
}

py::dict projection_dict(AnalysisProjections found) {
  py::dict all = numbers_of(found.shortfalls());
  const TimeCounts counts = time_counts(found);
  all["clipped"] = counts.clipped;
  all["left_out"] = counts.left_out;
  all["squared_distances_to_mean"] = array_of(std::move(found.squared_distances_to_mean));
  // One column for each component.
  const auto put_columns = [&](const char* name, const auto& column) {
    Matrix columns(found.joint.times.rows(), std::ssize(found.single));
    for (std::size_t k = 0; k < found.single.size(); ++k) columns.col(static_cast<Index>(k)) = column(k);
    all[name] = array_of(std::move(columns));
  };
  const auto of_single = [&](auto member) {
    return [&found, member](std::size_t k) -> const Vector& { return found.single[k].*member; };
  };
  put_columns("times", of_single(&Projections::times));
  put_columns("squared_distances", of_single(&Projections::squared_distances));
  put_columns("lower_bounds", of_single(&Projections::lower_bounds));
  put_columns("scores", [&](std::size_t k) -> const Vector& { return found.scores[k]; });
  all["time_gaps"] = array_of(found.time_gaps);
  all["joint_times"] = array_of(std::move(found.joint.times));
  all["joint_scores"] = array_of(std::move(found.joint_scores));
  all["joint_squared_distances"] = array_of(std::move(found.joint.squared_distances));
  return all;
}

}  // namespace wpga::python
