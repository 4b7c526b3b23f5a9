#include "wpga/recolor/distribution_transfer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {

namespace {

// A map of the line has about this many knots: each stands for an equal share of the mass, so that it follows
// the distribution and not the sampling noise of single atoms.
constexpr double knot_mass = 1.0 / 128;

Matrix random_rotation(Index dimension, Random& random) {
  Matrix normal(dimension, dimension);
  for (double& entry : normal.reshaped()) entry = random.normal();
  return orthogonal_factor(normal);
}

QuantileFunction quantiles_of_row(const Matrix& points, Index row, const VectorView& weights) {
  const Matrix line = points.row(row);
  return quantile_function({MatrixView(line.data(), 1, line.cols()), weights});
}

// The monotone map between two measures, as a function: neighbours share a knot until it has its mass.
LineMap line_map(const QuantileFunction& from, const QuantileFunction& to) {
  const Vector images = monotone_map(from, to);
  std::vector<double> knots, values;
  double mass = 0, knot = 0, value = 0, before = 0;
  for (Index s = 0; s < from.steps(); ++s) {
    const double width = from.breakpoints[s] - before;
    before = from.breakpoints[s];
    mass += width, knot += width * from.values[s], value += width * images[s];
    if (mass < knot_mass && static_cast<double>(from.steps()) > 1 / knot_mass && s + 1 < from.steps())
      continue;
    knots.push_back(knot / mass), values.push_back(value / mass);
    mass = knot = value = 0;
  }
  return {VectorView(knots.data(), static_cast<Index>(knots.size())),
          VectorView(values.data(), static_cast<Index>(values.size()))};
}

Matrix turned(const DistributionTransfer::Turn& turn, const PointsRef& points) {
  Matrix moved = turn.rotation * points;
  for (Index axis = 0; axis < moved.rows(); ++axis)
    turn.lines[static_cast<std::size_t>(axis)].apply(moved.row(axis));
  return turn.rotation.transpose() * moved;
}

// One turn and how far the clouds were apart along its axes: mean of W2² over them.
struct Step {
  DistributionTransfer::Turn turn;
  double squared_distance = 0;
};

Step next_step(const Matrix& source, const VectorView& weights, const MeasureView& target, Matrix rotation) {
  Step step{{std::move(rotation), {}}, 0};
  const Matrix from = step.turn.rotation * source, to = step.turn.rotation * target.points;
  for (Index axis = 0; axis < from.rows(); ++axis) {
    const QuantileFunction here = quantiles_of_row(from, axis, weights);
    const QuantileFunction there = quantiles_of_row(to, axis, target.weights);
    step.turn.lines.push_back(line_map(here, there));
    step.squared_distance += squared_distance(here, there) / static_cast<double>(from.rows());
  }
  return step;
}

// The others of a palette, the nearest `count` of each atom.
std::vector<std::vector<Index>> nearest_others(const MeasureView& palette, Index count) {
  std::vector<std::vector<Index>> nearest(static_cast<std::size_t>(palette.size()));
  std::vector<Index> order(static_cast<std::size_t>(palette.size()));
  for (Index k = 0; k < palette.size(); ++k) {
    const Vector distances = (palette.points.colwise() - palette.points.col(k)).colwise().squaredNorm();
    std::iota(order.begin(), order.end(), Index{0});
    std::partial_sort(order.begin(), order.begin() + count + 1, order.end(), [&](Index a, Index b) {
      return distances[a] < distances[b] || (distances[a] == distances[b] && a < b);
    });
    std::vector<Index>& chosen = nearest[static_cast<std::size_t>(k)];
    chosen.assign(order.begin(), order.begin() + count + 1);
    std::erase(chosen, k);
    chosen.resize(static_cast<std::size_t>(count));
  }
  return nearest;
}

// The atoms at the middle of each of `draws` equal slices of mass.
std::vector<Index> drawn_atoms(const MeasureView& measure, Index draws) {
  std::vector<Index> atoms;
  Index atom = 0;
  double below = 0;  // mass of the atoms before `atom`
  for (Index i = 0; i < draws; ++i) {
    const double level = (static_cast<double>(i) + 0.5) / static_cast<double>(draws);
    while (atom + 1 < measure.size() && below + measure.weights[atom] <= level)
      below += measure.weights[atom++];
    atoms.push_back(atom);
  }
  return atoms;
}

Measure of_equal_weights(Matrix points) {
  const Index count = points.cols();
  return {std::move(points), Vector::Constant(count, 1 / static_cast<double>(count))};
}

// `right` (1 … last knot) is the knot to the right of the last value asked for; the next one is often near.
double image_of(const LineMap& map, double x, Index& right) {
  const Vector &knots = map.knots, &images = map.images;
  const Index last = knots.size() - 1;
  if (x <= knots[0]) return images[0] + (x - knots[0]);
  if (x >= knots[last]) return images[last] + (x - knots[last]);
  while (knots[right] <= x) ++right;
  while (knots[right - 1] > x) --right;
  const double share = (x - knots[right - 1]) / (knots[right] - knots[right - 1]);
  return images[right - 1] + share * (images[right] - images[right - 1]);
}

}  // namespace

double LineMap::operator()(double x) const {
  Index right = 1;
  return image_of(*this, x, right);
}

void LineMap::apply(Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> values) const {
  Index right = 1;
  for (double& value : values) value = image_of(*this, value, right);
}

Matrix DistributionTransfer::operator()(const PointsRef& points) const {
  Matrix moved = points;
  for (const Turn& turn : turns) moved = turned(turn, moved);
  return moved;
}

DistributionTransfer distribution_transfer(const MeasureView& source, const MeasureView& target,
                                           const DistributionTransferOptions& options) {
  validate(options);
  const Index dimension = source.dimension();
  require(target.dimension() == dimension,
          fmt::format("the measures live in dimensions {} and {}; a transfer needs one space", dimension,
                      target.dimension()));
  Random random(options.seed);
  DistributionTransfer transfer;
  Matrix moving = source.points;
  for (int i = 0; i < options.rotations; ++i) {
    check_stop();
    Matrix rotation = i == 0 ? Matrix::Identity(dimension, dimension) : random_rotation(dimension, random);
    Step step = next_step(moving, source.weights, target, std::move(rotation));
    moving = turned(step.turn, moving);
    transfer.distances.push_back(std::sqrt(step.squared_distance));
    transfer.turns.push_back(std::move(step.turn));
  }
  return transfer;
}

Measure scattered(const MeasureView& palette, Index draws, Random random) {
  const Index others = std::min<Index>(8, palette.size() - 1);
  if (others < 1) return copy_of(palette);
  const auto nearest = nearest_others(palette, others);
  const double width = 0.5 / std::sqrt(static_cast<double>(others));
  const std::vector<Index> atoms = drawn_atoms(palette, draws);
  Matrix points = palette.points(Eigen::all, atoms);
  for (Index i = 0; i < draws; ++i) {
    const Index atom = atoms[static_cast<std::size_t>(i)];
    for (const Index other : nearest[static_cast<std::size_t>(atom)])
      points.col(i) += width * random.normal() * (palette.points.col(other) - palette.points.col(atom));
  }
  const Vector low = palette.points.rowwise().minCoeff(), high = palette.points.rowwise().maxCoeff();
  const auto keep_inside = [&](Matrix& all) {
    for (auto point : all.colwise()) point = point.cwiseMax(low).cwiseMin(high);
  };
  keep_inside(points);
  Measure cloud = of_equal_weights(std::move(points));
  const Vector wrong = mean_of(cloud.view()), right = mean_of(palette);
  const double spread = variance_of(cloud.view());
  const double scale = spread > 0 ? std::sqrt(variance_of(palette) / spread) : 1;
  cloud.points = (scale * (cloud.points.colwise() - wrong)).colwise() + right;
  keep_inside(cloud.points);
  return cloud;
}

Measure blurred(const MeasureView& cloud, double width, Index draws, Random random) {
  Matrix points = cloud.points(Eigen::all, drawn_atoms(cloud, draws));
  for (double& coordinate : points.reshaped()) coordinate += width * random.normal();
  points.colwise() += Vector(mean_of(cloud) - points.rowwise().mean());
  return of_equal_weights(std::move(points));
}

}  // namespace wpga
