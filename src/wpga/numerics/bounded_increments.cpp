#include "wpga/numerics/bounded_increments.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <deque>

#include "wpga/base/decompositions.hpp"

namespace wpga {

namespace {

// A rising, continuous, piecewise linear function: straight between nodes, with given slopes outside.
class RisingFunction {
 public:
  RisingFunction(double zero, double slope) : nodes_{{zero, 0}}, left_(slope), right_(slope) {}

  // Adds slope · (x − zero).
  void add(double zero, double slope) {
    for (Node& node : nodes_) node.value += slope * (node.place - zero);
    left_ += slope;
    right_ += slope;
  }

  double root() const {
    const auto after = first_positive();
    if (after == nodes_.begin()) return after->place - after->value / left_;
    const Node& before = *std::prev(after);
    if (after == nodes_.end()) return before.place - before.value / right_;
    return before.place - before.value * (after->place - before.place) / (after->value - before.value);
  }

  // What stands left of the root moves by low, what stands right of it by high; zero lies between.
  void open(double root, double low, double high) {
    const auto after = first_positive();
    std::deque<Node> nodes;
    if (std::isfinite(low)) {
      for (auto node = nodes_.begin(); node != after; ++node)
        nodes.push_back({node->place + low, node->value});
      nodes.push_back({root + low, 0});
    } else {
      left_ = 0;
    }
    if (std::isfinite(high)) {
      nodes.push_back({root + high, 0});
      for (auto node = after; node != nodes_.end(); ++node)
        nodes.push_back({node->place + high, node->value});
    } else {
      right_ = 0;
    }
    if (nodes.empty()) nodes.push_back({root, 0});
    nodes_ = std::move(nodes);
  }

 private:
  struct Node {
    double place, value;
  };

  std::deque<Node>::const_iterator first_positive() const {
    return std::find_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.value > 0; });
  }

  std::deque<Node> nodes_;
  double left_, right_;
};

// Mean of each block, weighted, in place of its values.
Vector block_means(const WeightsRef& weights, const Vector& values, const std::vector<Index>& blocks) {
  const Index count = blocks.back() + 1;
  Vector mass = Vector::Zero(count), sum = Vector::Zero(count);
  for (Index k = 0; k < values.size(); ++k) {
    mass[blocks[static_cast<std::size_t>(k)]] += weights[k];
    sum[blocks[static_cast<std::size_t>(k)]] += weights[k] * values[k];
  }
  return Vector::NullaryExpr(values.size(), [&](Index k) {
    const Index block = blocks[static_cast<std::size_t>(k)];
    return sum[block] / mass[block];
  });
}

}  // namespace

BoundedSequence bounded_regression(const WeightsRef& weights, const WeightsRef& wanted,
                                   const IncrementBounds& bounds) {
  const Index count = wanted.size();
  assert(count > 0 && bounds.low.size() == count - 1 && bounds.high.size() == count - 1);
  Vector roots(count);
  RisingFunction derivative(wanted[0], weights[0]);
  for (Index k = 0; k < count; ++k) {
    if (k > 0) derivative.add(wanted[k], weights[k]);
    roots[k] = derivative.root();
    if (k + 1 < count) derivative.open(roots[k], bounds.low[k], bounds.high[k]);
  }
  BoundedSequence found{roots, std::vector<Index>(static_cast<std::size_t>(count), 0)};
  for (Index k = count - 2; k >= 0; --k)
    found.values[k] =
        std::clamp(roots[k], found.values[k + 1] - bounds.high[k], found.values[k + 1] - bounds.low[k]);
  for (Index k = 1; k < count; ++k) {
    const bool tied = found.values[k - 1] != roots[k - 1];
    found.blocks[static_cast<std::size_t>(k)] =
        found.blocks[static_cast<std::size_t>(k - 1)] + (tied ? 0 : 1);
  }
  return found;
}

Vector bounded_regression(const WeightsRef& weights, const WeightsRef& wanted, const IncrementBounds& bounds,
                          std::span<const Vector> orthogonal_to) {
  const auto count = static_cast<Index>(orthogonal_to.size());
  if (count == 0) return bounded_regression(weights, wanted, bounds).values;
  Matrix normals(wanted.size(), count);
  for (Index c = 0; c < count; ++c) normals.col(c) = orthogonal_to[static_cast<std::size_t>(c)].normalized();
  const Matrix weighted = weights.asDiagonal() * normals;
  const double gram = (weighted.array() * normals.array()).colwise().sum().maxCoeff();
  constexpr double shortest = 1e-15;
  Vector multipliers = Vector::Zero(count);
  // The dual ½Σb(x−y)² + μ·⟨x, w⟩ at its minimum in x; concave in μ, with the gradient ⟨x, w⟩.
  const auto dual = [&](const Vector& at, BoundedSequence& x) {
    x = bounded_regression(weights, wanted - normals * at, bounds);
    return 0.5 * weights.dot((x.values - wanted).cwiseAbs2()) + at.dot(weighted.transpose() * x.values);
  };
  BoundedSequence best;
  double value = dual(multipliers, best);
  const double scale = std::sqrt(weights.dot(wanted.cwiseAbs2()));
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Vector residual = weighted.transpose() * best.values;
    if (residual.norm() <= 1e-13 * scale) break;
    Matrix metric(count, count);
    for (Index c = 0; c < count; ++c)
      metric.col(c) = weighted.transpose() * block_means(weights, normals.col(c), best.blocks);
    // Where all values are tied the dual is flat at second order: a long step along the gradient instead.
    metric.diagonal().array() += 1e-10 * gram;
    const Vector step = symmetric_solution(metric, residual);
    double size = 1;
    BoundedSequence tried;
    double reached = dual(multipliers + size * step, tried);
    while (size > shortest && reached < value) {
      size /= 2;
      reached = dual(multipliers + size * step, tried);
    }
    if (!(size > shortest)) break;
    // Rounding is reached when the dual stands still and the residual does not shrink.
    const bool still = !(reached > value);
    if (still && (weighted.transpose() * tried.values).norm() > residual.norm() / 2) break;
    multipliers += size * step;
    value = reached;
    best = std::move(tried);
  }
  return best.values;
}

}  // namespace wpga
