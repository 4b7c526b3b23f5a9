#include "wpga/io/files/analysis_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <concepts>
#include <limits>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/base/version.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/bootstrap_file.hpp"
#include "wpga/io/files/content_hash.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/files/model_check.hpp"
#include "wpga/io/files/statistics_file.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/parallel/agreement.hpp"
#include "wpga/parallel/ranks.hpp"

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

template <NamedEnum E>
E read_word(const Hdf5Reader& file, const std::string& group, const std::string& name) {
  for (const std::string& word : file.attribute_strings(group, name))
    if (const auto found = value_named<E>(word)) return *found;
  file.fail(group, fmt::format("lacks its attribute '{}', one of {}", name, all_names<E>()));
}

constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

// ---- One result as an attribute.  What is not there is not written.

void write_result(Hdf5Writer& file, const std::string& group, const std::string& name, double value) {
  file.set_attribute(group, name, value);
}
template <std::integral Count>
void write_result(Hdf5Writer& file, const std::string& group, const std::string& name, Count value) {
  file.set_attribute(group, name, std::int64_t{value});
}
void write_result(Hdf5Writer& file, const std::string& group, const std::string& name,
                  const std::array<double, 2>& values) {
  file.set_attribute(group, name, std::span<const double>(values));
}
template <NamedEnum E>
void write_result(Hdf5Writer& file, const std::string& group, const std::string& name, E value) {
  file.set_attribute(group, name, std::string(name_of(value)));
}
template <class T>
void write_result(Hdf5Writer& file, const std::string& group, const std::string& name,
                  const std::optional<T>& value) {
  if (value) write_result(file, group, name, *value);
}

void read_result(const Hdf5Reader& file, const std::string& group, const std::string& name, double& value) {
  value = read_number(file, group, name);
}
template <std::integral Count>
void read_result(const Hdf5Reader& file, const std::string& group, const std::string& name, Count& value) {
  value = read_count<Count>(file, group, name);
}
void read_result(const Hdf5Reader& file, const std::string& group, const std::string& name,
                 std::array<double, 2>& values) {
  values = read_pair(file, group, name);
}
template <NamedEnum E>
void read_result(const Hdf5Reader& file, const std::string& group, const std::string& name, E& value) {
  value = read_word<E>(file, group, name);
}
template <class T>
void read_result(const Hdf5Reader& file, const std::string& group, const std::string& name,
                 std::optional<T>& value) {
  if (file.has_attribute(group, name)) read_result(file, group, name, value.emplace());
}

// A number that files of earlier versions lack is not known; a count of them is 0.
void forget(double& value) { value = not_known; }
void forget(std::array<double, 2>& values) { values.fill(not_known); }
template <class Other>
void forget(Other&) {}

// Visitors of results.
auto writer_of(Hdf5Writer& file, const std::string& group) {
  return [&file, group](const ResultName& name, const ResultWords&, const auto& value) {
    write_result(file, group, name.flat(), value);
  };
}

auto reader_of(const Hdf5Reader& file, const std::string& group) {
  return [&file, group](const ResultName& name, const ResultWords& words, auto& value) {
    if (words.later && !file.has_attribute(group, name.flat()))
      forget(value);
    else
      read_result(file, group, name.flat(), value);
  };
}

// What stands beside a mean.  The variance has a dataset of its own; what measured distances is told where
// there is a proof of them, and how the search for components ended where there was one.
bool is_attribute(const std::string& name, const Analysis& analysis) {
  if (name == "variance") return false;
  if (name == "scored_by") return analysis.variance_lower_bound.has_value();
  if (name == "termination")
    return !analysis.components.empty() || analysis.termination != Termination::converged;
  return true;
}

void write_mean_proofs(Hdf5Writer& file, const Analysis& analysis) {
  const auto write = writer_of(file, "/");
  for_each_number(analysis, [&](const ResultName& name, const ResultWords& words, const auto& value) {
    if (is_attribute(name.flat(), analysis)) write(name, words, value);
  });
}

void read_mean_proofs(const Hdf5Reader& file, Analysis& analysis) {
  const auto read = reader_of(file, "/");
  for_each_number(analysis, [&](const ResultName& name, const ResultWords& words, auto& value) {
    if (name.flat() != "variance") read(name, words, value);
  });
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
  if (file.has_attribute("/", "fingerprint"))
    file.fail("/mean", "is that of an unfinished fit; `checkpoint` and `resume` go on from it to a model");
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
    Measure measure = make_measure(atoms, weights);
    // As they were written: a sum that differs from one by rounding is no reason to change them.
    if (std::abs(weights.sum() - 1) <= 1e-9) measure.weights = weights;
    return measure;
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

Curve read_curve(const Hdf5Reader& file, const std::string& group, const Measure& mean) {
  const auto atoms = static_cast<std::size_t>(mean.size()),
             dimension = static_cast<std::size_t>(mean.dimension());
  if (file.has(group + "/knots")) return read_weight_curve(file, group, dimension);
  return {read_columns(file, group + "/backward", atoms, dimension),
          read_columns(file, group + "/forward", atoms, dimension)};
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
  for_each_result(together, writer_of(file, "/joint"));
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
  for_each_result(together, reader_of(file, "/joint"));
  analysis.together = std::move(together);
}

}  // namespace

// One that lost its curve is one still, and refused.
bool has_component(const Hdf5Reader& file, const std::string& group) {
  return file.has_attribute(group, "termination") || file.has(group + "/backward") ||
         file.has(group + "/knots");
}

void write_component(Hdf5Writer& file, const std::string& group, const Component& component) {
  if (component.curve.changes_weights()) {
    write_weight_curve(file, group, component.curve.weights());
  } else {
    write_columns(file, group + "/backward", component.curve.atoms().backward);
    write_columns(file, group + "/forward", component.curve.atoms().forward);
  }
  Component::for_each_vector(component, [&](const char* name, const Vector& values) {
    if (values.size() > 0) write_vector(file, fmt::format("{}/{}", group, name), values);
  });
  file.write(group + "/objective", component.objective, {component.objective.size()});
  for_each_number(component, writer_of(file, group));
}

Component read_component(const Hdf5Reader& file, const std::string& group, const Measure& mean,
                         std::size_t measures) {
  Component component{.curve = read_curve(file, group, mean)};
  Component::for_each_vector(component, [&](const char* name, Vector& values) {
    const std::string path = fmt::format("{}/{}", group, name);
    if (file.has(path)) values = read_vector(file, path, measures);
  });
  component.objective = file.read_doubles(group + "/objective");
  for_each_number(component, reader_of(file, group));
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
  if (const auto flaw = flaw_of(analysis, measures, finished)) file.fail(flaw->place, flaw->what);
  return analysis;
}

namespace {

OptionValues read_options(const Hdf5Reader& file) {
  OptionValues values;
  for (const std::string& text : file.attribute_strings("/", "options")) try {
      if (!text.empty()) values = values_from(parsed_json(text));
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
  write_statistics(file, model.statistics);
  file.set_attribute("/", "wpga_version", std::string(version));
  file.set_attribute("/", "format_version", analysis_format_version);
  file.set_attribute("/", "options", json_text(json_of(model.options), -1));
  write_space(file, model.space);
  write_reading(file, model.reading);
  return file.finish("model");
}

bool holds_model(const std::filesystem::path& path) {
  if (!is_file(path)) return false;  // a pipe is read once, as data
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
  model.statistics = read_statistics(file, count);
  if (const auto flaw = flaw_of(model)) file.fail(flaw->place, flaw->what);
  return model;
}

Model read_model(const std::filesystem::path& path, const Execution& execution) {
  Model model = read_model(path);
  if (!is_shared(execution)) return model;
  ContentHash hash;
  hash.add(encode_model(model));
  require_agreement(execution, hash.value(), displayed(path.string()));
  return model;
}

}  // namespace wpga
