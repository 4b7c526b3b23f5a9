#include "wpga/study/statistics/loadings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {

namespace {

void require_motion(const Analysis& analysis) {
  require(!analysis.components.empty(), "there are no components whose motion could be told");
  require(!analysis.components.front().curve.changes_weights(),
          "a curve of weights moves no atoms, so that no coordinate has a share in its motion");
}

// Data units per unit of the model, coordinate by coordinate.
Vector units_of(const Space& space, Index dimension) {
  if (space.scale.empty()) return Vector::Ones(dimension);
  return VectorView(space.scale.data(), dimension);
}

Matrix to_data(const Matrix& points, const Space& space) {
  if (space.scale.empty()) return points;
  const VectorView center(space.center.data(), points.rows());
  return (units_of(space, points.rows()).asDiagonal() * points).colwise() + center;
}

double deviation(const Vector& values, const Vector& weights) {
  const double mean = weights.dot(values);
  return std::sqrt(std::max(0.0, weights.dot((values.array() - mean).square().matrix())));
}

double marginal_distance(const Matrix& from, const Matrix& to, const Vector& weights) {
  const Measure one{from, weights}, other{to, weights};
  return std::sqrt(std::max(0.0, transport_value(one.view(), other.view(), {}).primal));
}

}  // namespace

Loadings find_loadings(const Analysis& analysis, const Space& space) {
  require_motion(analysis);
  const Index d = analysis.mean.dimension(), count = std::ssize(analysis.components);
  const Vector& weights = analysis.mean.weights;
  Loadings found{axis_names(space, d), Matrix(count, d), Matrix(count, d), Matrix(count, d),
                 Matrix(count, d)};
  for (Index k = 0; k < count; ++k) {
    const GeneralizedGeodesic& curve = analysis.components[static_cast<std::size_t>(k)].curve.atoms();
    const Vector along = curve.direction().cwiseAbs2() * weights;
    const double all = along.sum();
    found.loadings.row(k) = all > 0 ? Vector(along / all) : Vector::Zero(d);
    const Matrix from = to_data(points_at(analysis.mean.points, curve, 0), space),
                 to = to_data(points_at(analysis.mean.points, curve, 1), space);
    found.shift.row(k) = (to - from) * weights;
    for (Index axis = 0; axis < d; ++axis) {
      const double before = deviation(from.row(axis), weights), after = deviation(to.row(axis), weights);
      found.spread(k, axis) = before > 0 ? after / before : std::numeric_limits<double>::quiet_NaN();
      found.marginal(k, axis) = marginal_distance(from.row(axis), to.row(axis), weights);
    }
  }
  return found;
}

std::vector<MovingAtom> largest_movers(const Analysis& analysis, const Space& space, std::size_t component,
                                       std::size_t count) {
  require_motion(analysis);
  const GeneralizedGeodesic& curve = analysis.components[component].curve.atoms();
  const Vector motion =
      curve.direction().colwise().squaredNorm().transpose().cwiseProduct(analysis.mean.weights);
  std::vector<Index> order(static_cast<std::size_t>(motion.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return motion[a] > motion[b]; });
  order.resize(std::min(order.size(), count));
  const Matrix from = to_data(points_at(analysis.mean.points, curve, 0), space),
               to = to_data(points_at(analysis.mean.points, curve, 1), space);
  const double all = motion.sum();
  std::vector<MovingAtom> movers;
  for (const Index k : order) movers.push_back({k, all > 0 ? motion[k] / all : 0, from.col(k), to.col(k)});
  return movers;
}

std::vector<std::string> axis_names(const Space& space, Index dimension) {
  std::vector<std::string> all;
  for (Index k = 0; k < dimension; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const bool named = at < space.axes.size() && !space.axes[at].empty();
    all.push_back(named ? space.axes[at] : fmt::format("x{}", k + 1));
  }
  return all;
}

namespace {

// Is the axis a transform of this column, as "log10 CD4" and "asinh CD4/150" are of CD4?
bool is_transform_of(const std::string& axis, const std::string& column) {
  const std::size_t space = axis.find(' ');
  if (space == std::string::npos || axis.compare(space + 1, column.size(), column) != 0) return false;
  const std::string_view rest = std::string_view(axis).substr(space + 1 + column.size());
  const bool is_cofactor = rest.size() > 1 && rest[0] == '/' &&
                           rest.find_first_not_of("0123456789.e+-", 1) == std::string_view::npos;
  return rest.empty() || is_cofactor;
}

// The one axis that is a transform of this column; the number of axes if there is none.
Index transformed_column(const std::vector<std::string>& known, const std::string& column) {
  Index found = std::ssize(known);
  for (Index d = 0; d < std::ssize(known); ++d) {
    if (!is_transform_of(known[static_cast<std::size_t>(d)], column)) continue;
    if (found < std::ssize(known)) return std::ssize(known);
    found = d;
  }
  return found;
}

}  // namespace

std::vector<Index> axes_named(std::span<const std::string> wanted, const Space& space, Index dimension) {
  const std::vector<std::string> known = axis_names(space, dimension);
  std::vector<Index> found;
  for (const std::string& word : wanted) {
    auto place = static_cast<Index>(std::ranges::find(known, word) - known.begin());
    if (place == dimension) place = transformed_column(known, word);
    if (place == dimension) {
      Index number = 0;
      const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
      const bool whole = read.ec == std::errc() && read.ptr == word.data() + word.size();
      require(whole && number >= 1 && number <= dimension,
              fmt::format("`axes`: there is no coordinate '{}'; there are {}", word, fmt::join(known, ", ")));
      place = number - 1;
    }
    require(std::ranges::find(found, place) == found.end(),
            fmt::format("`axes`: '{}' stands there twice", word));
    found.push_back(place);
  }
  return found;
}

Analysis seen_on(const Analysis& analysis, const std::vector<Index>& axes) {
  require_motion(analysis);
  Analysis seen = analysis;
  seen.mean.points = analysis.mean.points(axes, Eigen::all);
  for (Component& component : seen.components) {
    GeneralizedGeodesic& curve = component.curve.atoms();
    curve.backward = Matrix(curve.backward(axes, Eigen::all));
    curve.forward = Matrix(curve.forward(axes, Eigen::all));
  }
  return seen;
}

Space seen_on(const Space& space, const std::vector<Index>& axes, Index dimension) {
  Space seen{.kind = Kind::points};
  const std::vector<std::string> names = axis_names(space, dimension);
  for (const Index axis : axes) {
    const auto at = static_cast<std::size_t>(axis);
    seen.axes.push_back(names[at]);
    if (space.scale.empty()) continue;
    seen.center.push_back(space.center[at]);
    seen.scale.push_back(space.scale[at]);
  }
  return seen;
}

}  // namespace wpga
