#include "wpga/neighbours/histograms/k_segments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/numerics/polyline.hpp"

namespace wpga {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr Index fewest = 3;          // points that a segment needs
constexpr double half_length = 1.5;  // in deviations along the axis

struct Segment {
  Vector first, last;

  double squared_distance(const Eigen::Ref<const Vector>& point) const {
    const Vector step = last - first;
    const double size = step.squaredNorm();
    const double share = size > 0 ? std::clamp(step.dot(point - first) / size, 0.0, 1.0) : 0.0;
    return (point - first - share * step).squaredNorm();
  }
};

// The principal axis of some of the points.
Segment fitted(const Matrix& points, const Vector& weights, const std::vector<Index>& chosen) {
  const Vector mass = weights(chosen);
  const EuclideanAxes axes = euclidean_axes(points(Eigen::all, chosen), mass / mass.sum(), 1);
  if (axes.axes.cols() == 0) return {axes.center, axes.center};
  const Vector half = half_length * std::sqrt(axes.variances[0]) * axes.axes.col(0);
  return {axes.center - half, axes.center + half};
}

// Which segment each point is nearest to, and how near.
struct Regions {
  std::vector<std::size_t> nearest;
  Vector squared_distances;

  std::vector<Index> of(std::size_t segment) const {
    std::vector<Index> all;
    for (std::size_t i = 0; i < nearest.size(); ++i)
      if (nearest[i] == segment) all.push_back(static_cast<Index>(i));
    return all;
  }
};

Regions regions(const Matrix& points, const std::vector<Segment>& segments) {
  Regions found{std::vector<std::size_t>(static_cast<std::size_t>(points.cols()), 0),
                Vector::Constant(points.cols(), infinity)};
  for (Index i = 0; i < points.cols(); ++i)
    for (std::size_t k = 0; k < segments.size(); ++k) {
      const double distance = segments[k].squared_distance(points.col(i));
      if (!(distance < found.squared_distances[i])) continue;
      found.squared_distances[i] = distance;
      found.nearest[static_cast<std::size_t>(i)] = k;
    }
  return found;
}

// The points that a new segment would begin with: those nearer to the best data point than to any segment.
std::vector<Index> most_gaining(const Matrix& points, const Vector& weights, const Vector& distances) {
  std::vector<Index> best;
  double gained = 0;
  for (Index q = 0; q < points.cols(); ++q) {
    const Vector to = (points.colwise() - points.col(q)).colwise().squaredNorm();
    const double gain = weights.dot((distances - to).cwiseMax(0.0));
    if (!(gain > gained) || (to.array() < distances.array()).count() < fewest) continue;
    gained = gain;
    best.clear();
    for (Index i = 0; i < points.cols(); ++i)
      if (to[i] < distances[i]) best.push_back(i);
  }
  return best;
}

void fit(const Matrix& points, const Vector& weights, std::vector<Segment>& segments, int iterations) {
  Regions before = regions(points, segments);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    for (std::size_t k = 0; k < segments.size(); ++k)
      if (const std::vector<Index> own = before.of(k); static_cast<Index>(own.size()) >= fewest)
        segments[k] = fitted(points, weights, own);
    Regions after = regions(points, segments);
    if (after.nearest == before.nearest) return;
    before = std::move(after);
  }
}

// One segment more: a new one at the best data point, or an old one cut in two, whichever leaves less after
// the fit.  A region that holds both ends of a bend would else keep one segment across it for ever.  False
// when there are too few points for either.
bool grow(const Matrix& points, const Vector& weights, std::vector<Segment>& segments, int iterations) {
  const Regions now = regions(points, segments);
  std::vector<std::vector<Segment>> candidates;
  if (const std::vector<Index> chosen = most_gaining(points, weights, now.squared_distances);
      !chosen.empty()) {
    candidates.push_back(segments);
    candidates.back().push_back(fitted(points, weights, chosen));
  }
  for (std::size_t k = 0; k < segments.size(); ++k) {
    if (static_cast<Index>(now.of(k).size()) < 2 * fewest) continue;
    candidates.push_back(segments);
    const Vector middle = (segments[k].first + segments[k].last) / 2;
    candidates.back()[k].last = middle;
    candidates.back().push_back({middle, segments[k].last});
  }
  double least = infinity;
  for (std::vector<Segment>& candidate : candidates) {
    fit(points, weights, candidate, iterations);
    const double left = weights.dot(regions(points, candidate).squared_distances);
    if (!(left < least)) continue;
    least = left;
    segments = candidate;
  }
  return !candidates.empty();
}

double angle(const Vector& from, const Vector& to) {
  const double sizes = from.norm() * to.norm();
  return sizes > 0 ? std::acos(std::clamp(from.dot(to) / sizes, -1.0, 1.0)) : 0;
}

// A link from the end of one segment to the beginning of the next: its length, and `turning` for every half
// turn.
double link_cost(const Segment& from, const Segment& to, double turning) {
  const Vector link = to.first - from.last;
  const double turns = link.norm() > 0 ? angle(from.last - from.first, link) + angle(link, to.last - to.first)
                                       : angle(from.last - from.first, to.last - to.first);
  return link.norm() + turning * turns / std::numbers::pi;
}

using Path = std::vector<Segment>;

Path reversed(Path path) {
  std::reverse(path.begin(), path.end());
  for (Segment& segment : path) std::swap(segment.first, segment.last);
  return path;
}

double cost(const Path& path, double turning) {
  double total = 0;
  for (std::size_t k = 1; k < path.size(); ++k) total += link_cost(path[k - 1], path[k], turning);
  return total;
}

// Joins the two paths whose link is cheapest, whichever way round, until one is left.
Path joined(const std::vector<Segment>& segments, double turning) {
  std::vector<Path> paths;
  for (const Segment& segment : segments) paths.push_back({segment});
  while (paths.size() > 1) {
    std::size_t left = 0, right = 1;
    Path best;
    double cheapest = infinity;
    for (std::size_t a = 0; a < paths.size(); ++a)
      for (std::size_t b = a + 1; b < paths.size(); ++b)
        for (int turn = 0; turn < 4; ++turn) {
          Path first = turn & 1 ? reversed(paths[a]) : paths[a];
          const Path second = turn & 2 ? reversed(paths[b]) : paths[b];
          const double here = link_cost(first.back(), second.front(), turning);
          if (!(here < cheapest)) continue;
          cheapest = here;
          left = a;
          right = b;
          first.insert(first.end(), second.begin(), second.end());
          best = std::move(first);
        }
    paths[left] = std::move(best);
    paths.erase(paths.begin() + static_cast<std::ptrdiff_t>(right));
  }
  return paths.front();
}

// Turns parts of the path round as long as that makes it cheaper (2-opt; Croes 1958).
Path exchanged(Path path, double turning) {
  double now = cost(path, turning);
  for (bool improved = true; improved;) {
    improved = false;
    for (std::size_t a = 0; a < path.size(); ++a)
      for (std::size_t b = a; b < path.size(); ++b) {
        Path tried = path;
        const auto begin = tried.begin() + static_cast<std::ptrdiff_t>(a),
                   end = tried.begin() + static_cast<std::ptrdiff_t>(b) + 1;
        const Path turned = reversed(Path(begin, end));
        std::copy(turned.begin(), turned.end(), begin);
        const double here = cost(tried, turning);
        if (!(here < now - 1e-12 * std::abs(now))) continue;
        path = std::move(tried);
        now = here;
        improved = true;
      }
  }
  return path;
}

double mean_length(const std::vector<Segment>& segments) {
  double total = 0;
  for (const Segment& segment : segments) total += (segment.last - segment.first).norm();
  return total / static_cast<double>(segments.size());
}

// Minus the logarithm of the likelihood, for each point and without constants, and the price of the segments'
// 2 r k coordinates (Schwarz 1978).
double unlikelihood(double length, double left, Index dimension, std::size_t segments, Index points) {
  const auto r = static_cast<double>(dimension), n = static_cast<double>(points);
  return std::log(length) + std::max(1.0, r - 1) / 2 * std::log(left) +
         r * static_cast<double>(segments) * std::log(n) / n;
}

Matrix vertices_of(const Path& path) {
  Matrix vertices(path.front().first.size(), 2 * static_cast<Index>(path.size()));
  for (std::size_t k = 0; k < path.size(); ++k) {
    vertices.col(2 * static_cast<Index>(k)) = path[k].first;
    vertices.col(2 * static_cast<Index>(k) + 1) = path[k].last;
  }
  return vertices;
}

}  // namespace

PrincipalCurve k_segments(const Matrix& points, const Vector& weights, const SegmentOptions& options) {
  // Points without weight shape no segment.
  std::vector<Index> counting;
  for (Index i = 0; i < points.cols(); ++i)
    if (weights[i] > 0) counting.push_back(i);
  const Matrix some = points(Eigen::all, counting);
  const Vector mass = weights(counting);
  std::vector<Index> all(counting.size());
  std::iota(all.begin(), all.end(), Index{0});
  std::vector<Segment> segments = {fitted(some, mass, all)};
  PrincipalCurve curve;
  double best = infinity;
  while (true) {
    const double turning = mean_length(segments);
    const Matrix vertices = vertices_of(exchanged(joined(segments, turning), turning));
    const PolylineProjection places = project_on_polyline(vertices, points);
    const double left = weights.dot(places.squared_distances);
    curve.objective.push_back(left);
    const double unlikely =
        unlikelihood(polyline_length(vertices), left, points.rows(), segments.size(), some.cols());
    if (unlikely < best || curve.vertices.size() == 0) {
      best = unlikely;
      curve.vertices = trimmed_polyline(vertices, places.positions.minCoeff(), places.positions.maxCoeff());
      curve.convergence.iterations = static_cast<int>(segments.size());
    }
    const bool exact = !(left > 1e-20 * some.squaredNorm());
    if (exact || static_cast<int>(segments.size()) >= options.segments ||
        !grow(some, mass, segments, options.iterations))
      return curve;
  }
}

}  // namespace wpga
