#include "wpga/neighbours/line/line.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/analysis/fit/scoring.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/base/error.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/neighbours/line/line_geodesic.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

constexpr int grid = 21;         // values of a tried first
constexpr int refinements = 16;  // steps of golden section between the best one's neighbours

struct Seconds {
  std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
  double passed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  }
};

LineGeodesic best_geodesic(const LineData& data, std::span<const Vector> earlier, const LineOptions& options,
                           const Execution& execution) {
  const LineSearch search{options.tolerance, options.iterations};
  const Vector start = leading_direction(data, earlier);
  const auto at = [&](double before) { return descend(data, earlier, before, start, search); };
  if (options.centring) return at((1 - *options.centring) / 2);
  std::vector<LineGeodesic> tried(grid);
  parallel_for(execution, grid, [&](std::int64_t i) {
    tried[static_cast<std::size_t>(i)] = at(static_cast<double>(i) / (grid - 1));
  });
  LineGeodesic best = *std::min_element(tried.begin(), tried.end(), [](const auto& a, const auto& b) {
    return a.objective.back() < b.objective.back();
  });
  // Golden section (Kiefer 1953) between the neighbours of the best value; it may only improve.
  const double ratio = 2 / (1 + std::sqrt(5.0)), width = 1.0 / (grid - 1);
  double low = std::max(0.0, best.before - width), high = std::min(1.0, best.before + width);
  LineGeodesic first = at(high - ratio * (high - low)), second = at(low + ratio * (high - low));
  for (int step = 0; step < refinements; ++step) {
    check_stop(execution);
    if (first.objective.back() <= second.objective.back()) {
      high = second.before;
      second = std::move(first);
      first = at(high - ratio * (high - low));
    } else {
      low = first.before;
      first = std::move(second);
      second = at(low + ratio * (high - low));
    }
    for (const LineGeodesic* found : {&first, &second})
      if (found->objective.back() < best.objective.back()) best = *found;
  }
  return best;
}

// Components as curves on the atoms of the mean, in its own order.
Component component_of(const LineGeodesic& found, const LineData& data) {
  Component component;
  const Index count = found.direction.size();
  component.curve = {Matrix(1, count), Matrix(1, count)};
  for (Index k = 0; k < count; ++k) {
    const Index atom = data.order[static_cast<std::size_t>(k)];
    component.curve.atoms().backward(0, atom) = found.before * found.direction[k];
    component.curve.atoms().forward(0, atom) = (1 - found.before) * found.direction[k];
  }
  component.times = found.positions.array() + found.before;
  component.objective = found.objective;
  component.convergence = found.convergence;
  return component;
}

class LineFit {
 public:
  LineFit(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
          const LineOptions& options, const Execution& execution)
      : options_(options),
        execution_(execution),
        goal_(component_goal(options.of.components, family.count())),
        couplings_(family, transport, mean.weights),
        scores_(couplings_, transport),
        box_(box_for(options.of.box, family, mean)),
        data_(line_data(family, mean, box_)) {
    analysis_.mean = mean;
    score_mean(analysis_, scores_.get(), execution);
  }

  Analysis run() {
    const Seconds clock;
    find_one_by_one();
    if (options_.method == LineMethod::surface && !found_.empty()) bring_together(clock);
    if (!analysis_.components.empty()) {
      score_jointly(analysis_, scores_.get(), execution_);
      const EuclideanAxes axes = tangent_axes(data_, static_cast<Index>(analysis_.components.size()));
      analysis_.tangent_explained = axes.variances / analysis_.variance;
    }
    return std::move(analysis_);
  }

 private:
  bool variance_left() const {
    const Vector direction = leading_direction(data_, earlier_);
    const Vector along = data_.maps.transpose() * data_.weights.cwiseProduct(direction);
    return more_than_rounding(data_.measure_weights.dot(along.cwiseAbs2()), analysis_.mean);
  }

  bool explained_enough() { return explains_enough(analysis_, goal_, scores_.get(), execution_); }

  LineGeodesic next() const {
    if (options_.method == LineMethod::projected) return projected_geodesic(data_, earlier_);
    return best_geodesic(data_, earlier_, options_, execution_);
  }

  void find_one_by_one() {
    while (static_cast<Index>(found_.size()) < goal_.components && !explained_enough()) {
      const Seconds clock;
      if (!variance_left()) {
        analysis_.termination = Termination::no_variance_left;
        return;
      }
      LineGeodesic found = next();
      if (add(found, clock.passed(), false))
        found_.push_back(std::move(found));
      else
        earlier_.push_back(leading_direction(data_, earlier_));  // nothing moves along it: the next one
    }
  }

  void bring_together(const Seconds& clock) {
    found_ = descend_together(data_, std::move(found_), {options_.tolerance, options_.iterations});
    const double each = clock.passed() / static_cast<double>(found_.size());
    earlier_.clear();
    fields_.clear();
    analysis_.components.clear();
    for (const LineGeodesic& curve : found_) add(curve, each, true);
  }

  // False for a curve that does not move or, unless others are to help it, explains nothing.  The curves of a
  // surface keep their ends, which span it.
  bool add(const LineGeodesic& found, double seconds, bool whole) {
    if (!(found.direction.squaredNorm() > 0)) return false;
    const Seconds clock;
    Component component = component_of(found, data_);
    score(component,
          {analysis_.mean, analysis_.variance, fields_, Orthogonality::each, box_, options_.of.times, whole,
           analysis_.variance_lower_bound},
          scores_.get(), execution_);
    if (!whole && !(component.explained > no_variance)) return false;
    earlier_.push_back(found.direction);
    fields_.push_back(component.curve.atoms().direction());
    component.seconds = seconds + clock.passed();
    analysis_.components.push_back(std::move(component));
    return true;
  }

  const LineOptions& options_;
  const Execution& execution_;
  ComponentGoal goal_;
  FamilyCouplings couplings_;
  ScoreCouplings scores_;
  std::optional<SpaceBox> box_;
  LineData data_;
  std::vector<LineGeodesic> found_;
  std::vector<Vector> earlier_;  // directions, in the order of the line
  std::vector<Matrix> fields_;   // the same as they were scored
  Analysis analysis_;
};

}  // namespace

Analysis line_analysis(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                       const LineOptions& options, const Execution& execution) {
  validate(options);
  validate(transport);
  require(family.count() > 0, "there are no measures to analyse");
  require(family.dimension() == 1 && mean.dimension() == 1,
          "the method 'line' is for measures on the line (histograms of one variable); try 'geodesics'");
  return LineFit(family, mean, transport, options, execution).run();
}

}  // namespace wpga
