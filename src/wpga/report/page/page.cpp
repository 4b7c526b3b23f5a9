#include "wpga/report/page/page.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "wpga/base/error.hpp"
#include "wpga/base/version.hpp"
#include "wpga/report/page/page_arrays.hpp"
#include "wpga/report/page/page_columns.hpp"
#include "wpga/report/page/page_exact.hpp"
#include "wpga/report/page/page_statistics.hpp"
#include "wpga/report/page/page_template.hpp"
#include "wpga/report/page/result_text.hpp"
#include "wpga/report/printable.hpp"
#include "wpga/study/bootstrap.hpp"

namespace wpga {

namespace {

constexpr int payload_format = 2;
// Larger models are shown, but the page cannot project on them.
constexpr double most_exact_megabytes = 2;

// For arrays N × K in the file's order, a row per measure.
std::string rows_of_floats(const Matrix& values) { return floats(values.transpose()); }

// A power of ten that brings numbers of this size, and their squares, into the range of single precision.
double unit_of(double size) {
  const bool fits = size == 0 || (size >= 1e-12 && size <= 1e15);
  return fits ? 1 : std::pow(10.0, std::floor(std::log10(size)));
}

// Standardisation undone: x ↦ center + scale · x, in multiples of a unit.
struct Units {
  Vector center, scale;

  double coordinate = 1;  // what a step of one in the coordinates of the page stands for
  double length = 1;      // the same for distances, which are those of the analysis

  Units(const Space& space, const Measure& mean)
      : center(Vector::Zero(mean.dimension())), scale(Vector::Ones(mean.dimension())) {
    if (!space.scale.empty()) {
      center = VectorView(space.center.data(), mean.dimension());
      scale = VectorView(space.scale.data(), mean.dimension());
    }
    coordinate = unit_of(points(mean.points).cwiseAbs().maxCoeff());
    length = space.scale.empty() ? coordinate : unit_of(mean.points.cwiseAbs().maxCoeff());
    center /= coordinate;
    scale /= coordinate;
  }
  double square() const { return length * length; }
  Matrix points(const Matrix& standard) const { return (scale.asDiagonal() * standard).colwise() + center; }
  Matrix field(const Matrix& standard) const { return scale.asDiagonal() * standard; }
};

// Where weights change, their points are those of the page.
void add_curve(JsonObject& object, const Curve& curve, const Units& units) {
  const bool weights = curve.changes_weights();
  object.add("backward", floats(weights ? Matrix() : units.field(curve.atoms().backward)))
      .add("forward", floats(weights ? Matrix() : units.field(curve.atoms().forward)));
  if (!weights) return;
  object.add("weights", floats(curve.weights().weights))
      .add("knots", json_numbers(curve.weights().knots))
      .add("center", floats(curve.weights().center));
}

std::string weight_points(const Analysis& analysis, const Units& units, const Vector& origin) {
  if (analysis.components.empty() || !analysis.components.front().curve.changes_weights()) return "null";
  return floats(units.points(analysis.components.front().curve.weights().points).colwise() - origin);
}

std::string component(const Component& one, const Measure& mean, const Units& units) {
  const Vector along = one.scores.size() > 0 ? one.scores : scores_at(mean, one.curve, one.times);
  // Lengths along a curve of weights are of mass.
  const double along_unit = one.curve.changes_weights() ? 1 : units.length;
  std::vector<double> objective(one.objective.begin(), one.objective.end());
  for (double& value : objective) value /= along_unit * along_unit;
  JsonObject object;
  add_curve(object, one.curve, units);
  object.add("times", floats(one.times))
      .add("scores", floats(along / along_unit))
      .add("squared_distances", floats(one.squared_distances / units.square()))
      .add("lower_bounds", one.lower_bounds.size() > 0 ? floats(one.lower_bounds / units.square()) : "null")
      .add("objective", json_numbers(objective))
      .add("length", json_number(length(mean, one.curve) / along_unit))
      .add("timeNearestMean", json_number(time_nearest_mean(mean, one.curve)));
  ResultAdder results(object, units.length);
  for_each_number(one, results);
  results.finish();
  return object.text();
}

std::string components(const Analysis& analysis, const Units& units) {
  std::string list = "[";
  for (const Component& one : analysis.components)
    list += (list.size() > 1 ? "," : "") + component(one, analysis.mean, units);
  return list + "]";
}

std::string joint(const Analysis& analysis, const Units& units) {
  if (analysis.joint_times.size() == 0 || analysis.joint_squared_distances.size() == 0) return "null";
  return JsonObject()
      .add("times", rows_of_floats(analysis.joint_times))
      .add("squared_distances", rows_of_floats(analysis.joint_squared_distances / units.square()))
      .text();
}

std::string bootstrap(const Matrix& explained) {
  if (explained.rows() == 0) return "null";
  std::vector<double> low, high;
  for (Index k = 0; k < explained.cols(); ++k) {
    const std::array<double, 2> interval = central_interval(explained.col(k));
    low.push_back(interval[0]);
    high.push_back(interval[1]);
  }
  return JsonObject()
      .add("replicates", json_number(static_cast<double>(explained.rows())))
      .add("low", json_numbers(low))
      .add("high", json_numbers(high))
      .text();
}

std::string projected(const PageContents& contents, const Units& units, const Vector& origin,
                      const PictureOptions& options) {
  if (!contents.projected) return "null";
  const bool weights = contents.model.analysis.components.front().curve.changes_weights();
  return page_projected(*contents.projected,
                        {.coordinate = units.coordinate,
                         .length = units.length,
                         .along = weights ? 1 : units.length,
                         .origin = origin * units.coordinate},
                        options);
}

std::vector<std::string> what_is_left_out(const PageContents& contents, const PageSamples* samples,
                                          Index found) {
  const auto count = static_cast<Index>(contents.model.names.size());
  if (contents.part_of_comparison) return {};
  if (!samples)
    return {
        "The page was made without the data, so samples are dots and only their projections have pictures."};
  std::vector<std::string> notes;
  const auto shown = static_cast<Index>(samples->indices.size());
  if (found < count)
    notes.push_back(
        fmt::format("The data given hold {} of the {} samples; the others have no picture.", found, count));
  if (shown < found)
    notes.push_back(fmt::format(
        "Pictures: {} of {} samples, the worst explained ones and others spread evenly over the family.",
        shown, found));
  if (samples->thinned)
    notes.push_back("Pictures of samples with many atoms are drawn with fewer, put together.");
  if (const PagePhotos* photos = contents.photos; photos && std::ssize(photos->indices) < photos->there)
    notes.push_back(
        fmt::format("Photos beside their palettes: {} of {}.", photos->indices.size(), photos->there));
  return notes;
}

}  // namespace

Vector left_over(const Analysis& analysis) {
  if (analysis.joint_squared_distances.cols() > 0) return analysis.joint_squared_distances.rightCols(1);
  Vector left = analysis.squared_distances;
  for (const Component& one : analysis.components) left = left.cwiseMin(one.squared_distances);
  return left;
}

std::vector<Index> places_in(const MeasureFamily& family, const PageContents& contents) {
  require(family.dimension() == contents.model.analysis.mean.dimension(),
          fmt::format("the data have dimension {}, the analysis {}; give the data it was made of, read the "
                      "same way (`as`, `columns`, …)",
                      family.dimension(), contents.model.analysis.mean.dimension()));
  require(
      family.space().kind == contents.model.space.kind,
      fmt::format("the data are read as {}, the analysis is of {}; say `as` {}", name_of(family.space().kind),
                  name_of(contents.model.space.kind), name_of(contents.model.space.kind)));
  const std::size_t count = contents.model.names.size();
  std::vector<Index> places(count, -1);
  std::unordered_map<std::string_view, Index> by_name;
  for (Index i = 0; i < family.count(); ++i)
    by_name.try_emplace(family.names()[static_cast<std::size_t>(i)], i);
  const bool same = family.names() == contents.model.names;
  for (std::size_t i = 0; i < count; ++i) {
    const auto found = by_name.find(contents.model.names[i]);
    if (same)
      places[i] = static_cast<Index>(i);
    else if (found != by_name.end())
      places[i] = found->second;
  }
  require(std::ranges::any_of(places, [](Index place) { return place >= 0; }),
          "no measure of the data has the name of a sample of the analysis; give the data it was made of");
  return places;
}

std::string page_payload(const PageContents& contents, const PictureOptions& options) {
  const Analysis& analysis = contents.model.analysis;
  const Units units(contents.model.space, analysis.mean);
  const Matrix atoms = units.points(analysis.mean.points);
  const Vector origin = atoms * analysis.mean.weights;

  std::optional<PageSamples> samples;
  Index found = 0;
  if (contents.family) {
    const std::vector<Index> where = places_in(*contents.family, contents);
    found = std::ranges::count_if(where, [](Index place) { return place >= 0; });
    samples = page_samples(*contents.family, where, left_over(analysis), origin * units.coordinate, options);
  }
  const std::vector<std::string> notes = what_is_left_out(contents, samples ? &*samples : nullptr, found);

  JsonObject page;
  page.add("format", json_number(payload_format))
      .add("version", json_string(version))
      .add("file", json_string(printable(contents.file)))
      .add("kind", json_string(name_of(contents.model.space.kind)))
      .add("grid", json_numbers(contents.model.space.grid))
      .add("axes", printable_names(contents.model.space.axes))
      .add("standardized", contents.model.space.scale.empty() ? "false" : "true")
      .add("reading", json_string(contents.reading))
      .add("exact", units.coordinate == 1 ? page_exact_model(contents.model, most_exact_megabytes) : "null")
      .add("origin", json_numbers(origin))
      .add("mean", JsonObject()
                       .add("points", floats(atoms.colwise() - origin))
                       .add("weights", floats(analysis.mean.weights))
                       .text())
      .add("squared_distances", floats(analysis.squared_distances / units.square()))
      .add("names", printable_names(contents.model.names))
      .add("labels", contents.model.labels.empty() ? "null" : page_classes(contents.model.labels))
      .add("measure_weights",
           contents.model.measure_weights.size() > 0 ? floats(contents.model.measure_weights) : "null")
      .add("components", components(analysis, units))
      .add("weight_points", weight_points(analysis, units, origin))
      .add("joint", joint(analysis, units))
      .add("tangent_explained",
           analysis.tangent_explained.size() > 0 ? json_numbers(analysis.tangent_explained) : "null")
      .add("bootstrap", bootstrap(contents.model.bootstrap))
      .add("options", json_string(contents.options))
      .add("run", json_string(contents.run))
      .add("samples", samples ? samples_text(*samples, units.coordinate) : "null")
      .add("notes", json_strings(notes))
      .add("columns", page_columns(contents.columns))
      .add("projected", projected(contents, units, origin, options))
      .add("photos", contents.photos ? photos_text(*contents.photos) : "null")
      .add("statistics", page_statistics(contents.model.statistics))
      .add("coordinateUnit", json_number(units.coordinate))
      .add("lengthUnit", json_number(units.length));
  ResultAdder results(page, units.length);
  for_each_number(analysis, results);
  results.finish();
  return page.text();
}

std::string page_with(std::string_view payload) {
  const std::string_view document = page_template();
  const std::size_t mark = document.find(payload_mark);
  std::string page(document.substr(0, mark));
  page += payload;
  page += document.substr(mark + payload_mark.size());
  return page;
}

std::string report_page(const PageContents& contents, const PictureOptions& options) {
  return page_with(page_payload(contents, options));
}

}  // namespace wpga
