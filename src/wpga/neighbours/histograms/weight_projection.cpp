#include "wpga/neighbours/histograms/weight_projection.hpp"

#include <limits>
#include <optional>

#include "wpga/neighbours/histograms/admissible_weights.hpp"
#include "wpga/neighbours/histograms/coarse_weights.hpp"
#include "wpga/neighbours/histograms/common_histograms.hpp"
#include "wpga/neighbours/histograms/weight_search.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/transport/dual_bound.hpp"

namespace wpga {

namespace {

constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

// What all measures share: everything moved to the mean of the curves, which does not depend on the family,
// so that a measure is placed alike whatever stands beside it.
struct Setting {
  explicit Setting(std::span<const WeightCurve> given)
      : center(given.front().points * given.front().center),
        points(given.front().points.colwise() - center),
        curves(given),
        coarse(CoarseCells::of(points)) {
    for (const WeightCurve& curve : given) {
      lines.push_back(admissible(curve));
      lines.back().points = points;
      if (coarse) coarse_lines.push_back(coarse->curve(lines.back()));
    }
  }

  Vector center;
  Matrix points;  // d × m
  std::span<const WeightCurve> curves;
  std::vector<WeightCurve> lines;
  std::optional<CoarseCells> coarse;
  std::vector<WeightCurve> coarse_lines;
};

Measure moved(const MeasureView& measure, const Vector& center) {
  return {measure.points.colwise() - center, measure.weights};
}

// One measure against all curves.
class HistogramSearch {
 public:
  HistogramSearch(const Setting& setting, const MeasureView& target, const TransportOptions& transport)
      : setting_(setting),
        transport_(transport),
        target_(moved(target, setting.center)),
        histogram_(histogram_on(setting.points, target_.view())),
        distance_(setting.points, target_.view(), transport),
        times_(setting.curves.size(), left_out) {
    if (setting.coarse) coarse_target_ = setting.coarse->measure(target_.view());
  }

  NearestWeights alone(std::size_t c, double tolerance, const ProjectionOptions& options) {
    const WeightCurve& line = setting_.lines[c];
    if (options.times_search == TimesSearch::grid) return nearest_on_grid(line, distance_, options.grid);
    return nearest_weights(line, distance_, hint(c, tolerance, options.solves), tolerance, options.solves);
  }

  // Takes up curve c where that helps; the distance to the first c + 1 curves. What its solve alone found is
  // given.
  double take(std::size_t c, const NearestWeights& alone) {
    if (c == 0) {
      best_ = alone.upper;
      times_[0] = alone.time;
      try_times(std::vector<double>(times_.size(), left_out));
      return best_;
    }
    const Vector rest = histogram_ - weights_at(setting_.curves, times_) + setting_.curves[c].center;
    for (const double time : {nearest_time(setting_.curves[c], rest), alone.time}) {
      std::vector<double> tried = times_;
      tried[c] = time;
      try_times(tried);
    }
    return best_;
  }

  const std::vector<double>& times() const { return times_; }
  Index not_converged() const { return distance_.not_converged(); }

  // Squares of the size that cancel in a distance.
  double magnitude() const {
    return setting_.points.colwise().squaredNorm().maxCoeff() +
           target_.points.colwise().squaredNorm().maxCoeff();
  }

 private:
  // The Euclidean time, or better the one on fewer points, whose bounds are learnt as well.
  SearchHint hint(std::size_t c, double tolerance, int solves) {
    const SearchHint first{nearest_time(setting_.curves[c], histogram_), 0};
    if (!setting_.coarse) return first;
    const WeightCurve& line = setting_.coarse_lines[c];
    WeightTransport distance(line.points, coarse_target_.view(), transport_);
    const NearestWeights found = nearest_weights(line, distance, first, tolerance, solves);
    distance_.learn_from(distance);
    return {found.time, found.curvature};
  }

  // Solved only if the duals so far do not rule it out.
  void try_times(const std::vector<double>& times) {
    const Vector weights = nearest_probabilities(weights_at(setting_.curves, times));
    if (distance_.lower_bound(weights) >= best_) return;
    const double value = distance_.solve(weights);
    if (!(value < best_)) return;
    best_ = value;
    times_ = times;
  }

  const Setting& setting_;
  const TransportOptions& transport_;
  Measure target_;
  Measure coarse_target_;
  Vector histogram_;
  WeightTransport distance_;
  std::vector<double> times_;
  double best_ = std::numeric_limits<double>::infinity();
};

}  // namespace

WeightProjections project(std::span<const WeightCurve> curves, const MeasureFamily& family,
                          const TransportOptions& transport, double scale, const ProjectionOptions& options,
                          const Execution& execution) {
  validate(options);
  const Index count = family.count(), curve_count = std::ssize(curves);
  WeightProjections found{{}, {Matrix(count, curve_count), Matrix(count, curve_count)}};
  if (curves.empty()) return found;
  const Setting setting(curves);
  found.single.assign(curves.size(), {Vector(count), Vector(count), Vector(count)});
  using Counts = Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic>;
  Counts solves(count, curve_count), not_converged(count, curve_count + 1);
  Counts contradictions = Counts::Zero(count, curve_count);
  Task task(execution, "times", count);
  parallel_for(execution, count, [&](std::int64_t i) {
    HistogramSearch search(setting, family[i], transport);
    std::vector<NearestWeights> alone;
    for (std::size_t c = 0; c < curves.size(); ++c) {
      alone.push_back(search.alone(c, options.time_tolerance * scale, options));
      Projections& single = found.single[c];
      single.times[i] = alone[c].time;
      single.squared_distances[i] = alone[c].upper;
      single.lower_bounds[i] = without_rounding(alone[c].lower, alone[c].upper, search.magnitude(),
                                                contradictions(i, static_cast<Index>(c)));
      solves(i, static_cast<Index>(c)) = alone[c].solves;
      not_converged(i, static_cast<Index>(c)) = search.not_converged();
    }
    for (std::size_t c = 0; c < curves.size(); ++c)
      found.joint.squared_distances(i, static_cast<Index>(c)) = search.take(c, alone[c]);
    found.joint.times.row(i) = VectorView(search.times().data(), curve_count);
    not_converged(i, curve_count) = search.not_converged();
    task.advance();
  });
  // Each count of a measure so far holds those before it.
  for (Index c = curve_count; c > 0; --c) not_converged.col(c) -= not_converged.col(c - 1);
  for (std::size_t c = 0; c < curves.size(); ++c) {
    found.single[c].solves = solves.col(static_cast<Index>(c)).sum();
    found.single[c].not_converged = not_converged.col(static_cast<Index>(c)).sum();
    found.single[c].contradictions = contradictions.col(static_cast<Index>(c)).sum();
  }
  found.joint.not_converged = not_converged.col(curve_count).sum();
  return found;
}

}  // namespace wpga
