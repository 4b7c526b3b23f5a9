#include "wpga/measures/quantize.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/kernels/nearest_center.hpp"
#include "wpga/measures/distinct_atoms.hpp"
#include "wpga/measures/length_unit.hpp"
#include "wpga/measures/lloyd.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

// `draws` atoms of a measure, one at a random level of each of `draws` equal slices of mass: a draw by weight
// with the noise of a stratified one.  An atom drawn m times has weight m / draws.
Measure stratified_sample(const Measure& measure, int draws, Random& random) {
  std::vector<Index> drawn;
  std::vector<double> weights;
  Index atom = 0;
  double below = 0;  // mass of the atoms before `atom`
  for (int s = 0; s < draws; ++s) {
    const double level = (s + random.uniform()) / draws;
    while (atom + 1 < measure.size() && below + measure.weights[atom] <= level)
      below += measure.weights[atom++];
    if (drawn.empty() || drawn.back() != atom) drawn.push_back(atom), weights.push_back(0);
    weights.back() += 1.0 / draws;
  }
  return {measure.points(Eigen::all, drawn), VectorView(weights.data(), static_cast<Index>(weights.size()))};
}

// k-means++: centres drawn one after the other with probability w_j · (squared distance to those drawn
// before); of a few candidates the one that lowers the sum most is kept (the greedy variant its authors
// advise).
class Seeding {
 public:
  explicit Seeding(const Measure& measure)
      : measure_(measure),
        rows_(kernels::rows_of(measure.points, 0)),
        weights_(static_cast<std::size_t>(rows_.stride), 0),
        nearest_(static_cast<std::size_t>(rows_.stride), std::numeric_limits<double>::infinity()),
        cumulative_(static_cast<std::size_t>(measure.size())) {
    std::copy(measure.weights.begin(), measure.weights.end(), weights_.begin());
  }

  // Fewer than `count` centres if the points are too few to differ.
  Matrix centers(int count, Random& random) {
    std::vector<Index> chosen = {draw_by_weight(random)};
    const int candidates = 2 + static_cast<int>(std::log(count));
    while (true) {
      check_stop();
      kernels::lower_to_center(rows_, measure_.points.col(chosen.back()).data(), nearest_);
      if (static_cast<int>(chosen.size()) == count || accumulate_costs() <= 0) break;
      chosen.push_back(best_of(candidates, random));
    }
    return measure_.points(Eigen::all, chosen);
  }

 private:
  Index draw_by_weight(Random& random) {
    std::partial_sum(measure_.weights.begin(), measure_.weights.end(), cumulative_.begin());
    return draw(random);
  }

  double accumulate_costs() {
    double sum = 0;
    for (std::size_t j = 0; j < cumulative_.size(); ++j) cumulative_[j] = sum += weights_[j] * nearest_[j];
    return sum;
  }

  // The first atom whose cumulative cost exceeds a random level; it has a cost of its own.
  Index draw(Random& random) const {
    const double level = random.uniform() * cumulative_.back();
    return std::upper_bound(cumulative_.begin(), cumulative_.end(), level) - cumulative_.begin();
  }

  Index best_of(int candidates, Random& random) const {
    Index best = 0;
    double lowest = std::numeric_limits<double>::infinity();
    for (int c = 0; c < candidates; ++c) {
      const Index candidate = draw(random);
      const double potential =
          kernels::potential_with_center(rows_, measure_.points.col(candidate).data(), weights_, nearest_);
      if (potential < lowest) lowest = potential, best = candidate;
    }
    return best;
  }

  const Measure& measure_;
  kernels::PointRows rows_;
  std::vector<double> weights_, nearest_;  // filled up like the rows
  std::vector<double> cumulative_;
};

constexpr double long_step = 1.85;

Clusters best_clusters(const Measure& measure, Random& random, const QuantizeOptions& options,
                       double step = 1) {
  Clusters best;
  for (int restart = 0; restart < options.restarts; ++restart) {
    const Matrix start = Seeding(measure).centers(options.colors, random);
    Clusters clusters = lloyd(measure.view(), start, options.iterations, options.tolerance, step);
    if (restart == 0 || clusters.inertia < best.inertia) best = std::move(clusters);
  }
  return best;
}

// Atoms that share a cube of this side become one, at their mean.
Measure merged_in_cubes(const Measure& measure, double side) {
  const Measure cubes{(measure.points / side).array().floor(), measure.weights};
  const DistinctAtoms distinct = merge_duplicates(cubes.view());
  Measure merged{Matrix::Zero(measure.dimension(), distinct.measure.size()), distinct.measure.weights};
  for (Index j = 0; j < measure.size(); ++j)
    merged.points.col(distinct.place_of[static_cast<std::size_t>(j)]) +=
        measure.weights[j] * measure.points.col(j);
  merged.points.array().rowwise() /= merged.weights.transpose().array();
  return merged;
}

// `measure` is centred, so that means keep their digits far from the origin.
Clusters cluster(const Measure& measure, Random& random, const QuantizeOptions& options) {
  if (options.sample == 0 || measure.size() <= options.sample) return best_clusters(measure, random, options);
  constexpr int looks_at_draw = 5, looks_at_cubes = 25, looks_at_all = 4;
  constexpr double side = 0.7;  // of a cube, relative to the distance of a point from its centre
  QuantizeOptions draft = options;
  draft.iterations = std::min(options.iterations, looks_at_draw);
  const Measure draw = stratified_sample(measure, options.sample, random);
  Clusters found = best_clusters(draw, random, draft, long_step);
  if (found.inertia > 0) {
    const Measure cubes = merged_in_cubes(measure, side * std::sqrt(found.inertia));
    found = lloyd(cubes.view(), found.means, looks_at_cubes, options.tolerance, long_step);
  }
  return lloyd(measure.view(), found.means, looks_at_all, options.tolerance, long_step);
}

Clusters every_atom_alone(const Measure& measure) {
  Clusters clusters{measure.points,
                    measure.weights,
                    std::vector<std::int32_t>(static_cast<std::size_t>(measure.size())),
                    0,
                    {}};
  std::iota(clusters.assignment.begin(), clusters.assignment.end(), 0);
  return clusters;
}

Clusters cluster_far_from_origin(Measure measure, Random& random, const QuantizeOptions& options) {
  const Vector low = measure.points.rowwise().minCoeff(), high = measure.points.rowwise().maxCoeff();
  const Vector center = mean_of(measure.view());
  measure.points.colwise() -= center;
  Clusters clusters = cluster(measure, random, options);
  clusters.means.colwise() += center;
  // A mean lies among its points; rounding must not carry a colour out of its cube.
  for (auto mean : clusters.means.colwise()) mean = mean.cwiseMax(low).cwiseMin(high);
  return clusters;
}

// The clusters of all given points: through the merging for those with weight, by distance for the others.
std::vector<std::int32_t> assignment_of(const PointsRef& points, const WeightsRef& weights,
                                        const std::vector<std::int32_t>& place_of, const Clusters& clusters) {
  std::vector<std::int32_t> assignment(static_cast<std::size_t>(points.cols()));
  std::vector<std::int32_t> weightless;
  std::size_t kept = 0;
  for (Index k = 0; k < points.cols(); ++k) {
    if (weights[k] > 0)
      assignment[static_cast<std::size_t>(k)] =
          clusters.assignment[static_cast<std::size_t>(place_of[kept++])];
    else
      weightless.push_back(static_cast<std::int32_t>(k));
  }
  std::vector<kernels::TwoNearest> nearest(weightless.size());
  kernels::two_nearest(points, weightless,
                       kernels::rows_of(clusters.means, std::numeric_limits<double>::infinity()), nearest);
  for (std::size_t s = 0; s < weightless.size(); ++s)
    assignment[static_cast<std::size_t>(weightless[s])] = nearest[s].index;
  return assignment;
}

}  // namespace

Quantization quantize(const PointsRef& points, const WeightsRef& weights, Random random,
                      const QuantizeOptions& options) {
  validate(options);
  require(points.cols() <= std::numeric_limits<std::int32_t>::max(),
          "too many points to quantise at once: the limit is 2147483647");
  if (const double unit = length_unit(points); unit != 1) {
    Quantization found = quantize(points / unit, weights, random, options);
    found.measure.points *= unit;
    found.inertia *= unit * unit;
    return found;
  }
  DistinctAtoms distinct = merge_duplicates(make_measure(points, weights).view());
  const Clusters clusters = distinct.measure.size() <= options.colors
                                ? every_atom_alone(distinct.measure)
                                : cluster_far_from_origin(std::move(distinct.measure), random, options);
  return {{clusters.means, clusters.masses},
          assignment_of(points, weights, distinct.place_of, clusters),
          clusters.inertia,
          clusters.convergence};
}

}  // namespace wpga
