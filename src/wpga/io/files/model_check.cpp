#include "wpga/io/files/model_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace wpga {

namespace {

// Lengths beyond are refused everywhere (length_unit.hpp).
constexpr double smallest_scale = 1e-140, largest_scale = 1e140;
constexpr double largest_grid = 0x1p28;  // cells, as many as an image may have

// The first thing that is wrong.
class Flaws {
 public:
  void expect(bool holds, const std::string& place, std::string what) {
    if (!holds && !found) found = Flaw{place, std::move(what)};
  }
  void expect_finite(const Matrix& values, const std::string& place) {
    expect(values.allFinite(), place, "holds a number that is not finite");
  }
  void expect_shape(const Matrix& values, Index rows, Index columns, const std::string& place) {
    expect(values.rows() == rows && values.cols() == columns, place,
           columns == 1
               ? fmt::format("must be {} numbers, but is {}", rows, values.size())
               : fmt::format("must be {} × {}, but is {} × {}", columns, rows, values.cols(), values.rows()));
    expect_finite(values, place);
  }
  void expect_numbers(const Vector& values, std::size_t count, const std::string& place) {
    expect_shape(values, static_cast<Index>(count), 1, place);
  }

  std::optional<Flaw> found;
};

bool within_01(const Matrix& times) { return (times.array() >= 0).all() && (times.array() <= 1).all(); }

bool same(const Matrix& a, const Matrix& b) { return a.rows() == b.rows() && a.cols() == b.cols() && a == b; }

void look_at(const WeightCurve& curve, Index dimension, const std::string& group, Flaws& flaws) {
  const Index size = curve.points.cols(), knots = curve.knots.size();
  flaws.expect(size > 0, group + "/points", "must have one row per point");
  flaws.expect(knots >= 2, group + "/knots", "must be two numbers or more");
  flaws.expect_shape(curve.points, dimension, size, group + "/points");
  flaws.expect_shape(curve.weights, size, knots, group + "/weights");
  flaws.expect_numbers(curve.center, static_cast<std::size_t>(size), group + "/center");
  flaws.expect_finite(curve.knots, group + "/knots");
  for (Index k = 0; k + 1 < knots; ++k)
    flaws.expect(curve.knots[k] < curve.knots[k + 1], group + "/knots", "must rise");
}

void look_at(const Component& component, const Measure& mean, std::size_t measures, bool finished,
             const std::string& group, Flaws& flaws) {
  if (component.curve.changes_weights()) {
    look_at(component.curve.weights(), mean.dimension(), group, flaws);
  } else {
    const GeneralizedGeodesic& curve = component.curve.atoms();
    flaws.expect_shape(curve.backward, mean.dimension(), mean.size(), group + "/backward");
    flaws.expect_shape(curve.forward, mean.dimension(), mean.size(), group + "/forward");
  }
  Component::for_each_vector(component, [&](const char* name, const Vector& values) {
    const std::string place = fmt::format("{}/{}", group, name);
    if (values.size() == 0)
      flaws.expect(!finished, place, "is missing");
    else
      flaws.expect_numbers(values, measures, place);
  });
  flaws.expect(within_01(component.times), group + "/times", "must lie between 0 and 1");
}

// Several curves are drawn and projected on together: all move atoms, or all weigh the same points.
void look_at_mixture(const std::vector<Component>& components, Flaws& flaws) {
  for (std::size_t k = 1; k < components.size() && !flaws.found; ++k) {
    const std::string group = fmt::format("/components/{}", k);
    const Curve &first = components[0].curve, &here = components[k].curve;
    flaws.expect(first.changes_weights() == here.changes_weights(), group,
                 "is a curve of another kind than the first: one moves atoms, the other changes weights");
    if (first.changes_weights() && here.changes_weights())
      flaws.expect(same(first.weights().points, here.weights().points), group + "/points",
                   "are other points than those of the first curve");
  }
}

void look_at_joint(const Analysis& analysis, std::size_t measures, Flaws& flaws) {
  const auto count = static_cast<Index>(analysis.components.size()), rows = static_cast<Index>(measures);
  if (const Matrix& times = analysis.joint_times; times.size() > 0) {
    const std::string place = "/joint/times";
    flaws.expect(times.rows() == rows && times.cols() == count, place,
                 fmt::format("must be {} × {}", rows, count));
    flaws.expect(((times.array() >= 0 && times.array() <= 1) || times.array().isNaN()).all(), place,
                 "must lie between 0 and 1, or be NaN where a component is left out");
  }
  if (const Matrix& distances = analysis.joint_squared_distances; distances.size() > 0) {
    flaws.expect(distances.rows() == rows && distances.cols() == count, "/joint/squared_distances",
                 fmt::format("must be {} × {}", rows, count));
    flaws.expect_finite(distances, "/joint/squared_distances");
  }
  if (analysis.tangent_explained.size() > 0)
    flaws.expect_numbers(analysis.tangent_explained, analysis.components.size(), "/tangent/explained");
  if (analysis.together) {
    const std::vector<double>& objective = analysis.together->objective;
    flaws.expect(!objective.empty(), "/joint/objective", "is empty; there must be a value for each sweep");
    flaws.expect_finite(VectorView(objective.data(), std::ssize(objective)), "/joint/objective");
  }
}

void look_at_measures(const Model& record, Flaws& flaws) {
  const std::size_t count = record.names.size();
  flaws.expect(count > 0, "/names", "is empty; there must be a measure");
  flaws.expect(record.labels.empty() || record.labels.size() == count, "/labels",
               fmt::format("has {} entries for {} measures", record.labels.size(), count));
  if (const Vector& weights = record.measure_weights; weights.size() > 0) {
    flaws.expect_numbers(weights, count, "/measure_weights");
    flaws.expect(weights.minCoeff() >= 0 && weights.maxCoeff() > 0, "/measure_weights",
                 "must be at least 0, and one of them positive");
  }
  if (record.bootstrap.size() > 0) {
    flaws.expect(record.bootstrap.cols() == std::ssize(record.analysis.components), "/bootstrap/explained",
                 "must have a column for each component");
    flaws.expect_finite(record.bootstrap, "/bootstrap/explained");
  }
}

}  // namespace

std::optional<Flaw> flaw_of(const Space& space, Index dimension) {
  Flaws flaws;
  const auto d = static_cast<std::size_t>(dimension);
  double cells = 1;
  for (const std::int64_t extent : space.grid) {
    flaws.expect(extent >= 0, "/", "has an attribute 'grid' that is negative");
    cells *= std::max(1.0, static_cast<double>(extent));
  }
  flaws.expect(space.grid.size() <= 8 && cells <= largest_grid, "/",
               "has an attribute 'grid' that is larger than any image");
  flaws.expect(space.axes.empty() || space.axes.size() == d, "/axes",
               fmt::format("has {} names for {} coordinates", space.axes.size(), d));
  flaws.expect(space.center.empty() == space.scale.empty(), space.scale.empty() ? "/center" : "/scale",
               "needs both center and scale: a standardisation is undone by center + scale · x");
  if (space.center.empty()) return flaws.found;
  flaws.expect(space.center.size() == d, "/center",
               fmt::format("has {} numbers for {} coordinates", space.center.size(), d));
  flaws.expect(space.scale.size() == d, "/scale",
               fmt::format("has {} numbers for {} coordinates", space.scale.size(), d));
  for (const double value : space.center)
    flaws.expect(std::abs(value) <= largest_scale, "/center", "must be finite numbers up to 1e140");
  for (const double value : space.scale)
    flaws.expect(value >= smallest_scale && value <= largest_scale, "/scale",
                 "must be positive, from 1e-140 to 1e140");
  return flaws.found;
}

std::optional<Flaw> flaw_of(const Component& component, const Measure& mean, std::size_t measures,
                            bool finished, const std::string& group) {
  Flaws flaws;
  look_at(component, mean, measures, finished, group, flaws);
  return flaws.found;
}

std::optional<Flaw> flaw_of(const Analysis& analysis, std::size_t measures, bool finished) {
  Flaws flaws;
  const Measure& mean = analysis.mean;
  flaws.expect(mean.size() > 0 && mean.dimension() > 0, "/mean/points",
               "must be a matrix with one row per atom");
  flaws.expect_finite(mean.points, "/mean/points");
  flaws.expect_numbers(mean.weights, static_cast<std::size_t>(mean.size()), "/mean/weights");
  flaws.expect((mean.weights.array() > 0).all(), "/mean/weights", "must be positive");
  flaws.expect_numbers(analysis.squared_distances, measures, "/mean/squared_distances");
  flaws.expect(std::isfinite(analysis.variance), "/variance", "must be one number");
  for (std::size_t k = 0; k < analysis.components.size() && !flaws.found; ++k)
    look_at(analysis.components[k], mean, measures, finished, fmt::format("/components/{}", k), flaws);
  look_at_mixture(analysis.components, flaws);
  look_at_joint(analysis, measures, flaws);
  return flaws.found;
}

std::optional<Flaw> flaw_of(const Model& record) {
  Flaws flaws;
  look_at_measures(record, flaws);
  if (!flaws.found) flaws.found = flaw_of(record.analysis, record.names.size());
  if (!flaws.found) flaws.found = flaw_of(record.space, record.analysis.mean.dimension());
  return flaws.found;
}

}  // namespace wpga
