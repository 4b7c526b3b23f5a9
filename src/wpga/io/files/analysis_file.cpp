#include "wpga/io/files/analysis_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/base/version.hpp"
#include "wpga/io/files/bootstrap_file.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/files/model_check.hpp"
#include "wpga/io/options_json.hpp"

namespace wpga {

namespace {

using Shape = std::vector<std::uint64_t>;

std::string words_of_shape(const Shape& shape) {
  if (shape.empty()) return "one number";
  return fmt::format("{}{}", fmt::join(shape, " × "), shape.size() == 1 ? " numbers" : "");
}

// ---- Arrays.

void write_vector(Hdf5Writer& file, const std::string& path, const Vector& values) {
  const auto size = static_cast<std::size_t>(values.size());
  file.write(path, std::span(values.data(), size), {size});
}

// A column in memory is a row in the file: points, one row each.
void write_columns(Hdf5Writer& file, const std::string& path, const Matrix& columns) {
  const auto rows = static_cast<std::uint64_t>(columns.cols()),
             width = static_cast<std::uint64_t>(columns.rows());
  file.write(path, std::span(columns.data(), rows * width), {rows, width});
}

std::vector<double> read_numbers(const Hdf5Reader& file, const std::string& path, const Shape& shape) {
  if (const Shape found = file.shape(path); found != shape)
    file.fail(path, fmt::format("must be {}, but is {}", words_of_shape(shape), words_of_shape(found)));
  return file.read_doubles(path);
}

Vector read_vector(const Hdf5Reader& file, const std::string& path, std::size_t size) {
  const std::vector<double> values = read_numbers(file, path, {size});
  for (const double value : values)
    if (!std::isfinite(value)) file.fail(path, "holds a number that is not finite");
  return VectorView(values.data(), static_cast<Index>(size));
}

// `rows` rows of `width` numbers, as the columns of a matrix.
Matrix read_columns(const Hdf5Reader& file, const std::string& path, std::size_t rows, std::size_t width) {
  const std::vector<double> values = read_numbers(file, path, {rows, width});
  return MatrixView(values.data(), static_cast<Index>(width), static_cast<Index>(rows));
}

// ---- Attributes.

// Every number of a component that is kept as an attribute: visitor(name, value).  What speaks of maps is not
// there for a curve of weights, and the other way round.
template <class AnyComponent, class Visitor>
void for_each_number(AnyComponent& component, Visitor&& visitor) {
  auto& certificates = component.certificates;
  visitor("mean_squared_distance", component.mean_squared_distance);
  visitor("explained", component.explained);
  visitor("cumulative", component.cumulative);
  visitor("time_gap", certificates.time_gap);
  visitor("residual", component.convergence.residual);
  if (component.weight_curve) {
    visitor("full", component.weight_curve->full);
    visitor("negative_mass", component.weight_curve->negative_mass);
    visitor("mass_above_one", component.weight_curve->mass_above_one);
    return;
  }
  visitor("map_gap_backward", certificates.backward_map_gap);
  visitor("map_gap_forward", certificates.forward_map_gap);
  visitor("geodesic_gap", certificates.geodesic_gap);
  visitor("orthogonality", certificates.orthogonality);
  visitor("collinearity", certificates.collinearity);
  visitor("offset", certificates.offset);
  visitor("outside_box", certificates.outside_box);
}

// Numbers that models of earlier versions lack.
template <class AnyComponent, class Visitor>
void for_each_later_number(AnyComponent& component, Visitor&& visitor) {
  auto& certificates = component.certificates;
  visitor("increment", component.increment);
  if (component.weight_curve) return;
  visitor("repaired_mass_backward", certificates.backward_repaired_mass);
  visitor("repaired_mass_forward", certificates.forward_repaired_mass);
}

template <class AnyShortfalls, class Visitor>
void for_each_shortfall(AnyShortfalls& shortfalls, Visitor&& visitor) {
  visitor("unfinished_cone_steps", shortfalls.unfinished_cone_steps);
  visitor("unconverged_transports", shortfalls.unconverged_transports);
  visitor("contradictions", shortfalls.contradictions);
}

// Every vector of a component with a number for each measure: visitor(name, value).
template <class AnyComponent, class Visitor>
void for_each_vector(AnyComponent& component, Visitor&& visitor) {
  visitor("times", component.times);
  visitor("scores", component.scores);
  visitor("squared_distances", component.squared_distances);
  visitor("lower_bounds", component.lower_bounds);
}

double read_number(const Hdf5Reader& file, const std::string& group, const std::string& name) {
  const std::vector<double> found = file.attribute_doubles(group, name);
  if (found.size() != 1) file.fail(group, fmt::format("lacks its attribute '{}', one number", name));
  return found[0];
}

// A whole number from 0 on that a `Value` can hold.
template <class Value>
Value read_count(const Hdf5Reader& file, const std::string& group, const std::string& name) {
  const std::vector<std::int64_t> found = file.attribute_integers(group, name);
  if (found.size() != 1 || found[0] < 0 || !std::in_range<Value>(found[0]))
    file.fail(group, fmt::format("lacks its attribute '{}', a whole number from 0 on", name));
  return static_cast<Value>(found[0]);
}

std::array<double, 2> read_pair(const Hdf5Reader& file, const std::string& group, const std::string& name) {
  const std::vector<double> ends = file.attribute_doubles(group, name);
  if (ends.size() != 2) file.fail(group, fmt::format("has an attribute '{}' that is not two numbers", name));
  return {ends[0], ends[1]};
}

Termination read_termination(const Hdf5Reader& file, const std::string& group) {
  for (const std::string& word : file.attribute_strings(group, "termination"))
    if (const auto found = value_named<Termination>(word)) return *found;
  file.fail(group, fmt::format("lacks its attribute 'termination', one of {}", all_names<Termination>()));
}

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

void write_shortfalls(Hdf5Writer& file, const std::string& group, const Shortfalls& shortfalls,
                      const std::string& prefix = {}) {
  for_each_shortfall(shortfalls, [&](const char* name, Index value) {
    file.set_attribute(group, prefix + name, std::int64_t{value});
  });
}

Shortfalls read_shortfalls(const Hdf5Reader& file, const std::string& group, const std::string& prefix = {}) {
  Shortfalls shortfalls;
  for_each_shortfall(shortfalls, [&](const char* name, Index& value) {
    if (!file.has_attribute(group, prefix + name)) return;
    value = read_count<Index>(file, group, prefix + name);
  });
  return shortfalls;
}

// What stands beside a mean that was measured.
void write_mean_proofs(Hdf5Writer& file, const Analysis& analysis) {
  if (analysis.variance_lower_bound) {
    file.set_attribute("/", "variance_lower_bound", *analysis.variance_lower_bound);
    file.set_attribute("/", "scored_by", std::string(name_of(analysis.scored_by)));
  }
  if (analysis.ceiling) file.set_attribute("/", "ceiling", *analysis.ceiling);
  write_shortfalls(file, "/", analysis.shortfalls);
  write_shortfalls(file, "/", analysis.joint_shortfalls, "joint_");
}

void read_mean_proofs(const Hdf5Reader& file, Analysis& analysis) {
  if (file.has_attribute("/", "variance_lower_bound"))
    analysis.variance_lower_bound = read_number(file, "/", "variance_lower_bound");
  if (file.has_attribute("/", "ceiling")) analysis.ceiling = read_number(file, "/", "ceiling");
  for (const std::string& word : file.attribute_strings("/", "scored_by"))
    if (const auto found = value_named<TransportMethod>(word)) analysis.scored_by = *found;
  analysis.shortfalls = read_shortfalls(file, "/");
  analysis.joint_shortfalls = read_shortfalls(file, "/", "joint_");
}

void check_version(const Hdf5Reader& file) {
  if (!file.has_attribute("/", "format_version")) return;
  for (const std::int64_t found : file.attribute_integers("/", "format_version"))
    if (found > analysis_format_version)
      file.fail("/", fmt::format("has format version {}, newer than the {} this program knows; update wpga",
                                 found, analysis_format_version));
}

// ---- Parts.

void require_mean(const Hdf5Reader& file) {
  if (file.has("/mean/points")) return;
  file.fail("/mean/points", file.has("/points") ? "is missing: this is a family of measures; `wpga fit` or "
                                                  "`wpga mean` make a model of it"
                                                : "is missing: this is no model made by wpga");
}

Measure read_measure(const Hdf5Reader& file) {
  const Shape shape = file.shape("/mean/points");
  if (shape.size() != 2 || shape[0] == 0 || shape[1] == 0)
    file.fail("/mean/points", "must be a matrix with one row per atom");
  const Matrix atoms = read_columns(file, "/mean/points", shape[0], shape[1]);
  const Vector weights = read_vector(file, "/mean/weights", shape[0]);
  if (!(weights.minCoeff() > 0)) file.fail("/mean/weights", "must be positive");
  try {
    return make_measure(atoms, weights);
  } catch (const InputError& error) {
    file.fail("/mean", error.what());
  }
}

std::string component_group(std::size_t k) { return fmt::format("/components/{}", k); }

void write_weight_curve(Hdf5Writer& file, const std::string& group, const WeightCurve& curve) {
  write_columns(file, group + "/points", curve.points);
  write_columns(file, group + "/weights", curve.weights);
  write_vector(file, group + "/knots", curve.knots);
  write_vector(file, group + "/center", curve.center);
}

WeightCurve read_weight_curve(const Hdf5Reader& file, const std::string& group, std::size_t dimension) {
  const Shape points = file.shape(group + "/points"), knots = file.shape(group + "/knots");
  if (points.size() != 2) file.fail(group + "/points", "must have one row per point");
  if (knots.size() != 1) file.fail(group + "/knots", "must be two numbers or more");
  return {.points = read_columns(file, group + "/points", points[0], dimension),
          .weights = read_columns(file, group + "/weights", knots[0], points[0]),
          .knots = read_vector(file, group + "/knots", knots[0]),
          .center = read_vector(file, group + "/center", points[0])};
}

void read_curve(const Hdf5Reader& file, const std::string& group, const Measure& mean, Component& component) {
  const auto atoms = static_cast<std::size_t>(mean.size()),
             dimension = static_cast<std::size_t>(mean.dimension());
  if (file.has(group + "/knots")) {
    component.weight_curve = read_weight_curve(file, group, dimension);
    return;
  }
  component.curve.backward = read_columns(file, group + "/backward", atoms, dimension);
  component.curve.forward = read_columns(file, group + "/forward", atoms, dimension);
}

void write_joint(Hdf5Writer& file, const Analysis& analysis) {
  if (analysis.joint_times.size() > 0) write_columns(file, "/joint/times", analysis.joint_times.transpose());
  if (analysis.joint_squared_distances.size() > 0)
    write_columns(file, "/joint/squared_distances", analysis.joint_squared_distances.transpose());
  if (analysis.tangent_explained.size() > 0)
    write_vector(file, "/tangent/explained", analysis.tangent_explained);
  if (!analysis.together) return;
  const Together& together = *analysis.together;
  file.write("/joint/objective", together.objective, {together.objective.size()});
  file.set_attribute("/joint", "iterations", std::int64_t{together.convergence.iterations});
  file.set_attribute("/joint", "termination", std::string(name_of(together.convergence.termination)));
  file.set_attribute("/joint", "map_gap", together.map_gap);
  file.set_attribute("/joint", "map_gap_measures", std::int64_t{together.map_gap_measures});
}

void read_joint(const Hdf5Reader& file, std::size_t measures, Analysis& analysis) {
  const std::size_t count = analysis.components.size();
  if (file.has("/joint/times"))
    analysis.joint_times = read_columns(file, "/joint/times", measures, count).transpose();
  if (file.has("/joint/squared_distances"))
    analysis.joint_squared_distances =
        read_columns(file, "/joint/squared_distances", measures, count).transpose();
  if (file.has("/tangent/explained"))
    analysis.tangent_explained = read_vector(file, "/tangent/explained", count);
  if (!file.has("/joint/objective")) return;
  Together together{.objective = file.read_doubles("/joint/objective")};
  together.convergence.iterations = read_count<int>(file, "/joint", "iterations");
  together.convergence.termination = read_termination(file, "/joint");
  together.map_gap = read_number(file, "/joint", "map_gap");
  together.map_gap_measures = read_count<Index>(file, "/joint", "map_gap_measures");
  analysis.together = std::move(together);
}

}  // namespace

// One that lost its curve is one still, and refused.
bool has_component(const Hdf5Reader& file, const std::string& group) {
  return file.has_attribute(group, "termination") || file.has(group + "/backward") ||
         file.has(group + "/knots");
}

void write_component(Hdf5Writer& file, const std::string& group, const Component& component) {
  if (component.weight_curve) {
    write_weight_curve(file, group, *component.weight_curve);
  } else {
    write_columns(file, group + "/backward", component.curve.backward);
    write_columns(file, group + "/forward", component.curve.forward);
  }
  for_each_vector(component, [&](const char* name, const Vector& values) {
    if (values.size() > 0) write_vector(file, fmt::format("{}/{}", group, name), values);
  });
  file.write(group + "/objective", component.objective, {component.objective.size()});
  for_each_number(component, [&](const char* name, double value) { file.set_attribute(group, name, value); });
  for_each_later_number(component,
                        [&](const char* name, double value) { file.set_attribute(group, name, value); });
  file.set_attribute(group, "explained_interval", std::span<const double>(component.explained_interval));
  write_shortfalls(file, group, component.shortfalls);
  if (component.finish) file.set_attribute(group, "finish", std::span<const double>(*component.finish));
  if (component.interval) file.set_attribute(group, "interval", std::span<const double>(*component.interval));
  file.set_attribute(group, "iterations", std::int64_t{component.convergence.iterations});
  file.set_attribute(group, "termination", std::string(name_of(component.convergence.termination)));
}

Component read_component(const Hdf5Reader& file, const std::string& group, const Measure& mean,
                         std::size_t measures) {
  Component component;
  read_curve(file, group, mean, component);
  for_each_vector(component, [&](const char* name, Vector& values) {
    const std::string path = fmt::format("{}/{}", group, name);
    if (file.has(path)) values = read_vector(file, path, measures);
  });
  component.objective = file.read_doubles(group + "/objective");
  for_each_number(component,
                  [&](const char* name, double& value) { value = read_number(file, group, name); });
  for_each_later_number(component, [&](const char* name, double& value) {
    value = file.has_attribute(group, name) ? read_number(file, group, name) : not_known;
  });
  component.explained_interval = {not_known, not_known};
  if (file.has_attribute(group, "explained_interval"))
    component.explained_interval = read_pair(file, group, "explained_interval");
  component.shortfalls = read_shortfalls(file, group);
  if (file.has_attribute(group, "finish")) component.finish = read_pair(file, group, "finish");
  if (file.has_attribute(group, "interval")) component.interval = read_pair(file, group, "interval");
  component.convergence.iterations = read_count<int>(file, group, "iterations");
  component.convergence.termination = read_termination(file, group);
  return component;
}

void write_analysis(Hdf5Writer& file, const Analysis& analysis) {
  write_columns(file, "/mean/points", analysis.mean.points);
  write_vector(file, "/mean/weights", analysis.mean.weights);
  write_vector(file, "/mean/squared_distances", analysis.squared_distances);
  file.write("/variance", std::span(&analysis.variance, 1), {});
  for (std::size_t k = 0; k < analysis.components.size(); ++k)
    write_component(file, component_group(k), analysis.components[k]);
  write_joint(file, analysis);
  write_mean_proofs(file, analysis);
  if (!analysis.components.empty() || analysis.termination != Termination::converged)
    file.set_attribute("/", "termination", std::string(name_of(analysis.termination)));
}

Analysis read_analysis(const Hdf5Reader& file, std::size_t measures, bool finished) {
  Analysis analysis;
  analysis.mean = read_measure(file);
  analysis.squared_distances = read_vector(file, "/mean/squared_distances", measures);
  analysis.variance = read_numbers(file, "/variance", {})[0];
  for (std::size_t k = 0; has_component(file, component_group(k)); ++k)
    analysis.components.push_back(read_component(file, component_group(k), analysis.mean, measures));
  read_joint(file, measures, analysis);
  read_mean_proofs(file, analysis);
  if (file.has_attribute("/", "termination")) analysis.termination = read_termination(file, "/");
  if (const auto flaw = flaw_of(analysis, measures, finished)) file.fail(flaw->place, flaw->what);
  return analysis;
}

namespace {

OptionValues read_options(const Hdf5Reader& file) {
  OptionValues values;
  for (const std::string& text : file.attribute_strings("/", "options")) try {
      if (!text.empty()) values = values_from(Json::parse(text, nullptr, false));
    } catch (const InputError& error) {
      file.fail("/", fmt::format("has an attribute 'options' that cannot be followed: {}", error.what()));
    }
  return values;
}

}  // namespace

std::vector<std::byte> encode_model(const Model& model) {
  if (const auto flaw = flaw_of(model))
    throw InputError(fmt::format("the model cannot be written: {} {}", flaw->place, flaw->what));
  Hdf5Writer file;
  write_analysis(file, model.analysis);
  file.write("/names", model.names);
  if (!model.labels.empty()) file.write("/labels", model.labels);
  if (model.measure_weights.size() > 0) write_vector(file, "/measure_weights", model.measure_weights);
  if (model.bootstrap.size() > 0) write_bootstrap(file, model.bootstrap);
  file.set_attribute("/", "wpga_version", std::string(version));
  file.set_attribute("/", "format_version", analysis_format_version);
  file.set_attribute("/", "options", json_of(model.options).dump());
  write_space(file, model.space);
  write_reading(file, model.reading);
  return file.finish("model");
}

bool holds_model(const std::filesystem::path& path) {
  try {
    return Hdf5Reader(path).has("/mean/points");
  } catch (const InputError&) {
    return false;
  }
}

Model read_model(const std::filesystem::path& path) {
  const Hdf5Reader file(path);
  check_version(file);
  require_mean(file);
  Model model;
  model.names = file.read_strings("/names");
  const std::size_t count = model.names.size();
  model.analysis = read_analysis(file, count);
  if (file.has("/labels")) model.labels = file.read_strings("/labels");
  if (file.has("/measure_weights")) model.measure_weights = read_vector(file, "/measure_weights", count);
  model.space = read_space(file, model.analysis.mean.dimension());
  model.options = read_options(file);
  model.reading = read_reading(file);
  if (auto shares = read_bootstrap(file, static_cast<Index>(model.analysis.components.size())))
    model.bootstrap = std::move(*shares);
  if (const auto flaw = flaw_of(model)) file.fail(flaw->place, flaw->what);
  return model;
}

}  // namespace wpga
