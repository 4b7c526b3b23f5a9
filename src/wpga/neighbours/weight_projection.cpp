#include "wpga/neighbours/weight_projection.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "wpga/analysis/certificates.hpp"
#include "wpga/barycenters/mean.hpp"
#include "wpga/neighbours/common_histograms.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/transport/distances.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {

namespace {

constexpr int pieces = 64;  // of a curve that leaves the probabilities

// The curve made admissible: probabilities at knots, straight between them; centred.
WeightCurve admissible(const WeightCurve& curve, const Vector& center) {
  std::vector<double> times(curve.knots.data(), curve.knots.data() + curve.knots.size());
  if (curve.negative_mass > 0)
    for (int i = 1; i < pieces; ++i) times.push_back(static_cast<double>(i) / pieces);
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  const auto count = static_cast<Index>(times.size());
  WeightCurve line{.points = curve.points.colwise() - center,
                   .weights = Matrix(curve.size(), count),
                   .knots = VectorView(times.data(), count)};
  for (Index k = 0; k < count; ++k)
    line.weights.col(k) = nearest_probabilities(weights_at(curve, line.knots[k]));
  return line;
}

struct Solved {
  double primal;
  Vector target_potentials;
};

Solved solve(const Measure& source, const MeasureView& target, const TransportOptions& options) {
  if (source.dimension() == 1 && options.transport != TransportMethod::entropic) {
    LineCoupling found = couple_on_line(source.view(), target);
    return {found.value.primal, std::move(found.target_potentials)};
  }
  const TransportMethod method = chosen_method(options, source.size(), target.size());
  const auto coupling = make_transport(method, options)->coupling(source.weights);
  coupling->attach(target, {});
  const TransportValue value = coupling->solve(source.points);
  return {value.primal, coupling->target_potentials()};
}

// u_k = min_j |z_k − x_j|² − v_j: the best potentials of every point, with mass or without.
Vector source_potentials(const Matrix& points, const MeasureView& target, const Vector& potentials) {
  const Vector offsets = target.points.colwise().squaredNorm().transpose() - potentials;
  Vector best(points.cols());
  for (Index k = 0; k < points.cols(); ++k)
    best[k] =
        points.col(k).squaredNorm() + (offsets - 2 * (target.points.transpose() * points.col(k))).minCoeff();
  return best;
}

// Functions of t that are straight between knots; all lie below W2², so their maximum does.
class LowerBound {
 public:
  explicit LowerBound(const Vector& knots) : knots_(knots) {}

  void add(Vector values) { values_.push_back(std::move(values)); }

  struct Lowest {
    double time, value;
  };
  Lowest lowest() const {
    Lowest best{0, std::numeric_limits<double>::infinity()};
    for (Index k = 0; k + 1 < knots_.size(); ++k) {
      const Lowest here = lowest_between(k);
      if (here.value < best.value) best = here;
    }
    return best;
  }

 private:
  double value(const Vector& line, Index k, double share) const {
    return (1 - share) * line[k] + share * line[k + 1];
  }

  // The line that is highest at this share of piece k.
  const Vector& highest(Index k, double share) const {
    return *std::max_element(values_.begin(), values_.end(), [&](const Vector& a, const Vector& b) {
      return value(a, k, share) < value(b, k, share);
    });
  }

  // The lowest point of the upper envelope of lines: where a falling one meets a rising one, and none is
  // above.
  Lowest lowest_between(Index k) const {
    const Vector *falling = &highest(k, 0), *rising = &highest(k, 1);
    const auto slope = [&](const Vector& line) { return line[k + 1] - line[k]; };
    double share = slope(*falling) >= 0 ? 0 : slope(*rising) <= 0 ? 1 : -1;
    while (share < 0) {
      const double meet = ((*falling)[k] - (*rising)[k]) / (slope(*rising) - slope(*falling));
      const Vector& above = highest(k, meet);
      const double excess = value(above, k, meet) - value(*falling, k, meet);
      if (!(excess > 1e-14 * std::abs(value(above, k, meet))) || &above == falling || &above == rising)
        share = meet;
      else
        (slope(above) < 0 ? falling : rising) = &above;
    }
    share = std::clamp(share, 0.0, 1.0);
    return {knots_[k] + share * (knots_[k + 1] - knots_[k]), value(highest(k, share), k, share)};
  }

  const Vector& knots_;
  std::vector<Vector> values_;
};

struct Nearest {
  double time, upper, lower;
  Index solves;
};

// One measure against an admissible curve.
class Search {
 public:
  Search(const WeightCurve& line, const MeasureView& target, const TransportOptions& transport)
      : line_(line), target_(target), transport_(transport), bound_(line.knots) {}

  Nearest on_grid(int count) {
    for (int i = 0; i < count; ++i) visit(static_cast<double>(i) / (count - 1));
    return result();
  }

  Nearest certified(double hint, double tolerance, int solves) {
    visit(hint);
    while (found_.solves < solves) {
      const LowerBound::Lowest lowest = bound_.lowest();
      if (found_.upper - lowest.value <= tolerance) break;
      if (std::find(times_.begin(), times_.end(), lowest.time) != times_.end()) break;  // rounding is reached
      visit(lowest.time);
    }
    return result();
  }

 private:
  void visit(double time) {
    const Solved solved = solve(nearest_measure(line_.points, weights_at(line_, time)), target_, transport_);
    if (solved.primal < found_.upper) {
      found_.upper = solved.primal;
      found_.time = time;
    }
    const Vector potentials = source_potentials(line_.points, target_, solved.target_potentials);
    const double targets = target_.weights.dot(solved.target_potentials);
    bound_.add((line_.weights.transpose() * potentials).array() + targets);
    times_.push_back(time);
    ++found_.solves;
  }

  Nearest result() {
    found_.lower = std::clamp(bound_.lowest().value, 0.0, found_.upper);
    return found_;
  }

  const WeightCurve& line_;
  const MeasureView& target_;
  const TransportOptions& transport_;
  LowerBound bound_;
  std::vector<double> times_;
  Nearest found_{0.5, std::numeric_limits<double>::infinity(), 0, 0};
};

Measure moved(const MeasureView& measure, const Vector& center) {
  return {measure.points.colwise() - center, measure.weights};
}

// One measure against several curves together.
class JointSearch {
 public:
  JointSearch(std::span<const WeightCurve> curves, const MeasureView& target,
              const TransportOptions& transport)
      : curves_(curves),
        target_(target),
        transport_(transport),
        histogram_(histogram_on(curves.front().points, target)),
        times_(curves.size(), std::numeric_limits<double>::quiet_NaN()) {
    best_ = distance(times_);
  }

  // Takes up curve c where that helps; the distance to the first c + 1 curves.
  double take(std::size_t c, double single) {
    const Vector rest = histogram_ - weights_at(curves_, times_) + curves_[c].center;
    for (const double time : {nearest_time(curves_[c], rest), single}) {
      std::vector<double> tried = times_;
      tried[c] = time;
      const double value = distance(tried);
      if (!(value < best_)) continue;
      best_ = value;
      times_ = tried;
    }
    return best_;
  }

  // One curve alone is measured already.
  void begin_alone(double time, double value) {
    if (!(value < best_)) return;
    best_ = value;
    times_[0] = time;
  }

  const std::vector<double>& times() const { return times_; }

 private:
  double distance(const std::vector<double>& times) const {
    const Measure source = nearest_measure(curves_.front().points, weights_at(curves_, times));
    return transport_value(source.view(), target_, transport_).primal;
  }

  std::span<const WeightCurve> curves_;
  const MeasureView& target_;
  const TransportOptions& transport_;
  Vector histogram_;
  std::vector<double> times_;
  double best_;
};

}  // namespace

Projections project(const WeightCurve& curve, const MeasureFamily& family, const TransportOptions& transport,
                    double scale, const ProjectionOptions& options, const Execution& execution) {
  validate(options);
  const Index count = family.count();
  const Vector center = pooled_moments(family).mean;
  const WeightCurve line = admissible(curve, center);
  Projections found{Vector(count), Vector(count), Vector(count), 0};
  std::vector<Index> solves(static_cast<std::size_t>(count));
  Task task(execution, "times", count);
  parallel_for(execution, count, [&](std::int64_t i) {
    const Measure target = moved(family[i], center);
    const MeasureView view = target.view();
    Search search(line, view, transport);
    const Nearest nearest = options.times_search == TimesSearch::grid
                                ? search.on_grid(options.grid)
                                : search.certified(nearest_time(curve, histogram_on(curve.points, family[i])),
                                                   options.time_tolerance * scale, options.solves);
    found.times[i] = nearest.time;
    found.squared_distances[i] = nearest.upper;
    found.lower_bounds[i] = nearest.lower;
    solves[static_cast<std::size_t>(i)] = nearest.solves;
    task.advance();
  });
  for (const Index solved : solves) found.solves += solved;
  return found;
}

JointProjections project_jointly(std::span<const WeightCurve> curves, std::span<const Projections> single,
                                 const MeasureFamily& family, const TransportOptions& transport,
                                 const Execution& execution) {
  const auto count = static_cast<Index>(curves.size());
  JointProjections joint{Matrix(family.count(), count), Matrix(family.count(), count)};
  parallel_for(execution, family.count(), [&](std::int64_t i) {
    const MeasureView target = family[i];
    JointSearch search(curves, target, transport);
    search.begin_alone(single[0].times[i], single[0].squared_distances[i]);
    for (std::size_t c = 0; c < curves.size(); ++c)
      joint.squared_distances(i, static_cast<Index>(c)) = search.take(c, single[c].times[i]);
    joint.times.row(i) = VectorView(search.times().data(), count);
  });
  return joint;
}

Vector scores(const WeightCurve& curve, const MeasureFamily& family) {
  const double size = length(curve), middle = nearest_time(curve, curve.center);
  Vector all(family.count());
  for (Index i = 0; i < family.count(); ++i)
    all[i] = (nearest_time(curve, histogram_on(curve.points, family[i])) - middle) * size;
  return all;
}

Analysis measured(std::span<const FoundCurve> found, const MeasureFamily& family, const Measure& mean,
                  const TransportOptions& transport, const ProjectionOptions& times,
                  const Execution& execution) {
  Mean center{.measure = mean};
  measure_distances(center, family, execution);
  Analysis analysis{.mean = mean, .squared_distances = center.squared_distances, .variance = center.variance};
  const auto share = [&](const Vector& distances) {
    return center.variance > 0 ? 1 - weighted_mean(family, distances) / center.variance : 0;
  };
  std::vector<WeightCurve> curves;
  std::vector<Projections> single;
  for (const FoundCurve& each : found) {
    const auto began = std::chrono::steady_clock::now();
    curves.push_back(each.curve);
    single.push_back(project(each.curve, family, transport, center.variance, times, execution));
    const Projections& here = single.back();
    Component component{.weight_curve = each.curve,
                        .times = here.times,
                        .scores = scores(each.curve, family),
                        .squared_distances = here.squared_distances,
                        .lower_bounds = here.lower_bounds,
                        .objective = each.objective,
                        .mean_squared_distance = weighted_mean(family, here.squared_distances),
                        .explained = share(here.squared_distances),
                        .convergence = each.convergence};
    component.certificates.time_gap = time_gap(here.squared_distances, here.lower_bounds, center.variance);
    component.seconds =
        each.seconds + std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    analysis.components.push_back(std::move(component));
  }
  if (curves.empty()) return analysis;
  JointProjections joint = project_jointly(curves, single, family, transport, execution);
  for (std::size_t c = 0; c < curves.size(); ++c)
    analysis.components[c].cumulative = share(joint.squared_distances.col(static_cast<Index>(c)));
  analysis.joint_times = std::move(joint.times);
  analysis.joint_squared_distances = std::move(joint.squared_distances);
  return analysis;
}

}  // namespace wpga
