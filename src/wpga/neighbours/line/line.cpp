#include "wpga/neighbours/line/line.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/base/error.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/neighbours/line/line_geodesic.hpp"
#include "wpga/neighbours/maps/measured_components.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

constexpr int grid = 21;         // values of a tried first
constexpr int refinements = 16;  // steps of golden section between the best one's neighbours

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
      : mean_(mean),
        options_(options),
        execution_(execution),
        couplings_(family, transport, mean.weights),
        components_(mean, couplings_, transport, options.of, execution),
        data_(line_data(family, mean, components_.box())) {}

  Analysis run() {
    const auto began = std::chrono::steady_clock::now();
    const std::optional<Termination> early = find_one_by_one();
    if (options_.method == LineMethod::surface && !found_.empty()) bring_together(began);
    Analysis analysis = components_.finish(early);
    if (const Index count = std::ssize(analysis.components); count > 0)
      analysis.tangent_explained = tangent_axes(data_, count).variances / analysis.variance;
    return analysis;
  }

 private:
  bool variance_left() const {
    const Vector direction = leading_direction(data_, earlier_);
    const Vector along = data_.maps.transpose() * data_.weights.cwiseProduct(direction);
    return more_than_rounding(data_.measure_weights.dot(along.cwiseAbs2()), mean_);
  }

  LineGeodesic next() const {
    if (options_.method == LineMethod::projected) return projected_geodesic(data_, earlier_);
    return best_geodesic(data_, earlier_, options_, execution_);
  }

  std::optional<Termination> find_one_by_one() {
    while (components_.wants_more()) {
      if (!variance_left()) return Termination::no_variance_left;
      LineGeodesic found = next();
      if (moves(found) && components_.keep(component_of(found, data_), KeepRule::explaining)) {
        earlier_.push_back(found.direction);
        found_.push_back(std::move(found));
      } else {
        earlier_.push_back(leading_direction(data_, earlier_));  // nothing moves along it: the next one
      }
    }
    return std::nullopt;
  }

  // The curves of a surface keep their ends, which span it.
  void bring_together(std::chrono::steady_clock::time_point began) {
    found_ = descend_together(data_, std::move(found_), {options_.tolerance, options_.iterations});
    const std::chrono::duration<double> all = std::chrono::steady_clock::now() - began;
    components_.forget();
    for (const LineGeodesic& curve : found_) {
      if (!moves(curve)) continue;
      Component component = component_of(curve, data_);
      component.seconds = all.count() / static_cast<double>(found_.size());
      components_.keep(std::move(component), KeepRule::whole);
    }
  }

  static bool moves(const LineGeodesic& curve) { return curve.direction.squaredNorm() > 0; }

  const Measure& mean_;
  const LineOptions& options_;
  const Execution& execution_;
  FamilyCouplings couplings_;
  MeasuredComponents components_;
  LineData data_;
  std::vector<LineGeodesic> found_;
  std::vector<Vector> earlier_;  // directions, in the order of the line
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
