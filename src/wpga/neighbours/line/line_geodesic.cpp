#include "wpga/neighbours/line/line_geodesic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "wpga/base/products.hpp"
#include "wpga/numerics/bounded_increments.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();
// The ends of the box take part as atoms that cannot move; this weight, beside a total of one, holds them.
constexpr double pinned = 1e10;

// Gaps between neighbours, and to the walls of the box where there is one.
Vector gaps(const LineData& data) {
  const Index count = data.places.size();
  Vector places = data.places;
  if (data.box) {
    places.resize(count + 2);
    places << data.box->low[0], data.places, data.box->high[0];
  }
  return (places.tail(places.size() - 1) - places.head(places.size() - 1)).cwiseMax(0.0);
}

// A field of the atoms, followed by none at the walls.
Vector with_walls(const LineData& data, const Vector& field, double wall) {
  if (!data.box) return field;
  Vector all(field.size() + 2);
  all << wall, field, wall;
  return all;
}

// y − before · D and y + (1 − before) · D are non-decreasing: bounds on the steps of D.
IncrementBounds bounds_of(const Vector& gap, double before) {
  IncrementBounds bounds{Vector::Constant(gap.size(), -unbounded), Vector::Constant(gap.size(), unbounded)};
  if (before < 1) bounds.low = -gap / (1 - before);
  if (before > 0) bounds.high = gap / before;
  return bounds;
}

// The nearest direction that keeps the whole curve monotone, in the box, and orthogonal to the earlier ones.
Vector feasible(const LineData& data, const Vector& wanted, double before, std::span<const Vector> earlier) {
  const Vector weights = with_walls(data, data.weights, pinned);
  std::vector<Vector> orthogonal;
  for (const Vector& each : earlier) orthogonal.push_back(with_walls(data, each, 0));
  const Vector found =
      bounded_regression(weights, with_walls(data, wanted, 0), bounds_of(gaps(data), before), orthogonal);
  return data.box ? Vector(found.segment(1, wanted.size())) : found;
}

// The s between which y + s D is non-decreasing and in the box.
std::array<double, 2> monotone_interval(const LineData& data, const Vector& direction) {
  const Vector gap = gaps(data), field = with_walls(data, direction, 0);
  // Atoms at one place move together but for rounding, which must not end the interval.
  const double rounding = 1e-12 * field.cwiseAbs().maxCoeff();
  double low = -unbounded, high = unbounded;
  for (Index k = 0; k < gap.size(); ++k) {
    const double step = field[k + 1] - field[k];
    if (std::abs(step) <= rounding) continue;
    if (step > 0) low = std::max(low, -gap[k] / step);
    if (step < 0) high = std::min(high, -gap[k] / step);
  }
  return {low, high};
}

Vector positions_on(const LineData& data, const Vector& direction, double before) {
  const double size = inner_product(data, direction, direction);
  if (!(size > 0)) return Vector::Zero(data.maps.cols());
  return (data.maps.transpose() * data.weights.asDiagonal() * direction / size)
      .cwiseMax(-before)
      .cwiseMin(1 - before);
}

// Σ λ_i W2² for residual maps, one column each.
double objective_of(const LineData& data, const Matrix& residuals) {
  return data.measure_weights.dot(residuals.cwiseAbs2().transpose() * data.weights) + data.unreachable;
}

// Records the objective; true when it is time to stop.
bool stops(LineGeodesic& curve, double objective, const LineSearch& search) {
  const double last = curve.objective.empty() ? unbounded : curve.objective.back();
  curve.objective.push_back(objective);
  Convergence& convergence = curve.convergence;
  convergence.iterations = static_cast<int>(curve.objective.size());
  convergence.residual = std::isfinite(last) && last > 0 ? (last - objective) / last : 1;
  const bool converged = convergence.residual <= search.tolerance || !(objective > 0);
  convergence.termination = converged ? Termination::converged : Termination::iteration_limit;
  return converged || convergence.iterations >= search.iterations;
}

// argmin s'Gs − 2 r's over the convex hull of the columns of `ends`, the last of which is 0: the two corners
// that gain most exchange shares until no pair gains (Platt 1998; Fan, Chen & Lin 2005).
Vector nearest_in_hull(const Matrix& gram, const Vector& right, const Matrix& ends) {
  const Index corners = ends.cols();
  const Matrix metric = product(transposed_times(ends, gram), ends);
  Vector shares = Vector::Unit(corners, corners - 1),
         slope = -(ends.transpose() * right);  // half the gradient
  const double rounding = 1e-14 * (metric.diagonal().maxCoeff() + slope.cwiseAbs().maxCoeff());
  for (int step = 0; step < 2000; ++step) {
    Index to = -1, from = -1;
    double best = 0, move = 0;
    for (Index giver = 0; giver < corners; ++giver)
      for (Index taker = 0; shares[giver] > 0 && taker < corners; ++taker) {
        const double slant = slope[giver] - slope[taker];
        if (!(slant > rounding)) continue;
        const double curvature = metric(taker, taker) + metric(giver, giver) - 2 * metric(taker, giver);
        const double moved = curvature > 0 ? std::min(shares[giver], slant / curvature) : shares[giver];
        const double gain = moved * (2 * slant - moved * curvature);
        if (!(gain > best)) continue;
        best = gain, move = moved, to = taker, from = giver;
      }
    if (to < 0) break;
    shares[to] += move;
    shares[from] = move == shares[from] ? 0 : shares[from] - move;
    slope += move * (metric.col(to) - metric.col(from));
  }
  return ends * shares;
}

Matrix directions_of(const std::vector<LineGeodesic>& curves) {
  Matrix all(curves.front().direction.size(), static_cast<Index>(curves.size()));
  for (std::size_t c = 0; c < curves.size(); ++c) all.col(static_cast<Index>(c)) = curves[c].direction;
  return all;
}

// K × N: where the measures are nearest on the surface.
Matrix surface_positions(const LineData& data, const std::vector<LineGeodesic>& curves) {
  const Matrix directions = directions_of(curves);
  const auto count = static_cast<Index>(curves.size());
  const Matrix gram = transposed_times(directions, data.weights, directions);
  const Matrix right = transposed_times(directions, data.weights, data.maps);
  Matrix ends = Matrix::Zero(count, 2 * count + 1);
  for (Index c = 0; c < count; ++c) {
    ends(c, 2 * c) = -curves[static_cast<std::size_t>(c)].before;
    ends(c, 2 * c + 1) = 1 - curves[static_cast<std::size_t>(c)].before;
  }
  Matrix positions(count, data.maps.cols());
  for (Index i = 0; i < data.maps.cols(); ++i) positions.col(i) = nearest_in_hull(gram, right.col(i), ends);
  return positions;
}

struct Surface {
  std::vector<LineGeodesic> curves;
  Matrix positions;  // K × N, the nearest
  double objective = 0;
};

// Where rounding ended the search for a nearest position too early, the known one stays.
Surface surface_of(const LineData& data, std::vector<LineGeodesic> curves, const Matrix& known = {}) {
  Surface surface{std::move(curves), {}};
  surface.positions = surface_positions(data, surface.curves);
  const Matrix directions = directions_of(surface.curves);
  Matrix residuals = data.maps - directions * surface.positions;
  for (Index i = 0; i < known.cols(); ++i) {
    const Vector rest = data.maps.col(i) - directions * known.col(i);
    if (!(inner_product(data, rest, rest) < inner_product(data, residuals.col(i), residuals.col(i))))
      continue;
    residuals.col(i) = rest;
    surface.positions.col(i) = known.col(i);
  }
  surface.objective = objective_of(data, residuals);
  return surface;
}

// One direction after the other, each to its minimum for these positions.
Surface stepped(const LineData& data, const Surface& from) {
  std::vector<LineGeodesic> curves = from.curves;
  Matrix residuals = data.maps - directions_of(curves) * from.positions;
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const Vector along = from.positions.row(static_cast<Index>(c));
    const Vector shares = data.measure_weights.cwiseProduct(along);
    const double total = shares.dot(along);
    if (!(total > 0)) continue;
    residuals += curves[c].direction * along.transpose();
    curves[c].direction = feasible(data, residuals * shares / total, curves[c].before, {});
    residuals -= curves[c].direction * along.transpose();
  }
  return surface_of(data, std::move(curves), from.positions);
}

// Extrapolates the last step, as far as directions stay feasible.
Surface extrapolated(const LineData& data, const Surface& here, const Surface& before, double share) {
  if (!(share > 0)) return here;
  std::vector<LineGeodesic> curves = here.curves;
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const Vector wanted = (1 + share) * here.curves[c].direction - share * before.curves[c].direction;
    curves[c].direction = feasible(data, wanted, curves[c].before, {});
  }
  return surface_of(data, std::move(curves));
}

}  // namespace

LineGeodesic descend(const LineData& data, std::span<const Vector> earlier, double before,
                     const Vector& start, const LineSearch& search) {
  const Vector scores = data.maps.transpose() * data.weights.asDiagonal() * start;
  // Long enough for the farther end on either side that the curve has.
  const double reach = std::max(before > 0 ? -scores.minCoeff() / before : 0,
                                before < 1 ? scores.maxCoeff() / (1 - before) : 0);
  const double range = std::min(std::max(0.0, reach), 2 * (scores.maxCoeff() - scores.minCoeff()));
  LineGeodesic curve{.direction = feasible(data, range * start, before, earlier), .before = before};
  while (true) {
    check_stop();
    curve.positions = positions_on(data, curve.direction, before);
    const double objective = objective_of(data, data.maps - curve.direction * curve.positions.transpose());
    if (stops(curve, objective, search)) return curve;
    const Vector shares = data.measure_weights.cwiseProduct(curve.positions);
    const double total = shares.dot(curve.positions);
    if (!(total > 0)) return curve;
    curve.direction = feasible(data, data.maps * shares / total, before, earlier);
  }
}

LineGeodesic projected_geodesic(const LineData& data, std::span<const Vector> earlier) {
  const Vector direction = leading_direction(data, earlier);
  const Vector scores = data.maps.transpose() * data.weights.asDiagonal() * direction;
  const auto [lowest, highest] = monotone_interval(data, direction);
  const double low = std::max(lowest, std::min(0.0, scores.minCoeff())),
               high = std::min(highest, std::max(0.0, scores.maxCoeff()));
  const double range = high - low;
  LineGeodesic curve{.direction = range * direction, .before = range > 0 ? -low / range : 0.5};
  curve.positions = positions_on(data, curve.direction, curve.before);
  curve.objective = {objective_of(data, data.maps - curve.direction * curve.positions.transpose())};
  curve.convergence.iterations = 1;
  return curve;
}

std::vector<LineGeodesic> descend_together(const LineData& data, std::vector<LineGeodesic> curves,
                                           const LineSearch& search) {
  for (LineGeodesic& curve : curves) curve.objective.clear();
  Surface here = surface_of(data, std::move(curves)), before = here;
  double momentum = 1;
  while (true) {
    check_stop();
    bool stop = false;
    for (LineGeodesic& curve : here.curves) stop = stops(curve, here.objective, search);
    if (stop) break;
    const double next = (1 + std::sqrt(1 + 4 * momentum * momentum)) / 2;
    Surface ahead = extrapolated(data, here, before, (momentum - 1) / next);
    const bool helps = ahead.objective <= here.objective;
    momentum = helps ? next : 1;
    before = here;
    here = stepped(data, helps ? ahead : here);
  }
  for (std::size_t c = 0; c < here.curves.size(); ++c)
    here.curves[c].positions = here.positions.row(static_cast<Index>(c));
  return here.curves;
}

}  // namespace wpga
