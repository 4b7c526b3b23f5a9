#include "wpga/transport/one_dimensional.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

void require_line(const MeasureView& measure) {
  require(measure.dimension() == 1, "transport on the line needs measures of dimension 1");
  require(measure.size() > 0, "transport on the line needs measures with at least one atom");
}

// Neumaier's sum: what each addition loses is kept apart.
class CompensatedSum {
 public:
  void add(double term) {
    const double next = sum_ + term;
    lost_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + lost_; }

 private:
  double sum_ = 0, lost_ = 0;
};

std::vector<std::int32_t> order_of(const double* values, Index count) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  if (!std::is_sorted(values, values + count))
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return values[a] < values[b]; });
  return order;
}

// Walks the staircase of the monotone plan: visit(i, j, mass) for ranks i, j, both starting at 0; each call
// advances one of them by one, so that the cells visited form a spanning tree.  Masses may be zero.
template <class Visit>
void walk_staircase(const MeasureView& source, const std::vector<std::int32_t>& source_order,
                    const MeasureView& target, const std::vector<std::int32_t>& target_order, Visit&& visit) {
  const std::size_t n = source_order.size(), m = target_order.size();
  std::size_t i = 0, j = 0;
  double left = source.weights[source_order[0]], right = target.weights[target_order[0]];
  while (true) {
    const bool last_source = i + 1 == n, last_target = j + 1 == m;
    if (last_source && last_target) return visit(i, j, std::max(left, right));
    // The last atom of a side takes all that is left of the other, whatever rounding says.
    if (last_source || (!last_target && right < left)) {
      visit(i, j, right);
      left = std::max(left - right, 0.0);
      right = target.weights[target_order[++j]];
    } else {
      visit(i, j, left);
      right = std::max(right - left, 0.0);
      left = source.weights[source_order[++i]];
    }
  }
}

// Along the staircase u_i + v_j = (x_i − y_j)²; elsewhere ≤, because (x − y)² is a Monge cost (Hoffman 1963).
// Differences of squares are factored, so that nothing cancels far from the origin.
class StaircasePotentials {
 public:
  StaircasePotentials(const MeasureView& source, const MeasureView& target, LineCoupling& coupling)
      : x_(source.points.data()),
        y_(target.points.data()),
        u_(coupling.source_potentials),
        v_(coupling.target_potentials) {
    u_.resize(source.size());
    v_.resize(target.size());
  }

  void visit(std::int32_t k, std::int32_t j) {
    if (last_source_ < 0) {
      u_[k] = 0;
      v_[j] = (x_[k] - y_[j]) * (x_[k] - y_[j]);
    } else if (k != last_source_) {
      u_[k] = u_[last_source_] + (x_[k] - x_[last_source_]) * ((x_[k] - y_[j]) + (x_[last_source_] - y_[j]));
    } else {
      v_[j] = v_[last_target_] + (y_[j] - y_[last_target_]) * ((y_[j] - x_[k]) + (y_[last_target_] - x_[k]));
    }
    last_source_ = k;
    last_target_ = j;
  }

 private:
  const double* x_;
  const double* y_;
  Vector& u_;
  Vector& v_;
  std::int32_t last_source_ = -1, last_target_ = -1;
};

// The mean target of a source atom is measured from its first target and kept between the first and the last,
// which makes the map non-decreasing to the last bit.
Vector mean_targets(const MeasureView& source, const MeasureView& target,
                    const std::vector<PlanEntry>& plan) {
  Vector map(source.size());
  for (std::size_t e = 0; e < plan.size();) {
    const std::int32_t atom = plan[e].source;
    const double first = target.points(0, plan[e].target);
    double last = first, mass = 0, moment = 0;
    for (; e < plan.size() && plan[e].source == atom; ++e) {
      last = target.points(0, plan[e].target);
      mass += plan[e].mass;
      moment += plan[e].mass * (last - first);
    }
    map[atom] = std::clamp(first + moment / mass, first, last);
  }
  return map;
}

double dual_value(const MeasureView& source, const MeasureView& target, const LineCoupling& coupling) {
  CompensatedSum sum;
  for (Index k = 0; k < source.size(); ++k) sum.add(source.weights[k] * coupling.source_potentials[k]);
  for (Index j = 0; j < target.size(); ++j) sum.add(target.weights[j] * coupling.target_potentials[j]);
  return sum.value();
}

}  // namespace

LineCoupling couple_on_line(const MeasureView& source, const MeasureView& target) {
  require_line(source);
  require_line(target);
  const auto source_order = order_of(source.points.data(), source.size());
  const auto target_order = order_of(target.points.data(), target.size());
  LineCoupling coupling;
  StaircasePotentials potentials(source, target, coupling);
  CompensatedSum cost;
  walk_staircase(source, source_order, target, target_order, [&](std::size_t i, std::size_t j, double mass) {
    const std::int32_t k = source_order[i], l = target_order[j];
    potentials.visit(k, l);
    const double difference = source.points(0, k) - target.points(0, l);
    cost.add(mass * difference * difference);
    if (mass > 0) coupling.plan.push_back({k, l, mass});
  });
  coupling.map = mean_targets(source, target, coupling.plan);
  coupling.value.primal = cost.value();
  coupling.value.dual = dual_value(source, target, coupling);
  return coupling;
}

double squared_distance_on_line(const MeasureView& source, const MeasureView& target) {
  require_line(source);
  require_line(target);
  const auto source_order = order_of(source.points.data(), source.size());
  const auto target_order = order_of(target.points.data(), target.size());
  CompensatedSum cost;
  walk_staircase(source, source_order, target, target_order, [&](std::size_t i, std::size_t j, double mass) {
    const double difference = source.points(0, source_order[i]) - target.points(0, target_order[j]);
    cost.add(mass * difference * difference);
  });
  return cost.value();
}

double QuantileFunction::at(double level) const {
  require(level >= 0 && level <= 1, "a level of a quantile function lies between 0 and 1");
  const auto step = std::lower_bound(breakpoints.begin(), breakpoints.end(), level) - breakpoints.begin();
  return values[std::min<Index>(step, steps() - 1)];
}

QuantileFunction quantile_function(const MeasureView& measure) {
  require_line(measure);
  std::vector<double> breakpoints, values;
  CompensatedSum level;
  for (const std::int32_t k : order_of(measure.points.data(), measure.size())) {
    level.add(measure.weights[k]);
    const double here = std::min(level.value(), 1.0), before = breakpoints.empty() ? 0 : breakpoints.back();
    const double value = measure.points(0, k);
    if (!values.empty() && (values.back() == value || here - before <= level_resolution)) {
      breakpoints.back() = here;
    } else {
      breakpoints.push_back(here);
      values.push_back(value);
    }
  }
  breakpoints.back() = 1;
  const auto steps = static_cast<Index>(values.size());
  return {VectorView(breakpoints.data(), steps), VectorView(values.data(), steps)};
}

Measure measure_of(const QuantileFunction& function) {
  std::vector<double> points, weights;
  for (const std::int32_t k : order_of(function.values.data(), function.steps())) {
    const double weight = function.breakpoints[k] - (k == 0 ? 0 : function.breakpoints[k - 1]);
    if (!points.empty() && points.back() == function.values[k]) {
      weights.back() += weight;
    } else {
      points.push_back(function.values[k]);
      weights.push_back(weight);
    }
  }
  const auto atoms = static_cast<Index>(points.size());
  return {MatrixView(points.data(), 1, atoms), VectorView(weights.data(), atoms)};
}

QuantileFunction linear_combination(std::span<const QuantileFunction> functions,
                                    const WeightsRef& coefficients) {
  require(!functions.empty() && coefficients.size() == static_cast<Index>(functions.size()),
          "a linear combination needs one coefficient for each of one or more quantile functions");
  struct Jump {
    double level;
    double height;  // by how much the combination rises after the level
  };
  std::vector<Jump> jumps;
  CompensatedSum value;
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const auto& [breakpoints, values] = functions[i];
    const double coefficient = coefficients[static_cast<Index>(i)];
    value.add(coefficient * values[0]);
    for (Index k = 0; k + 1 < values.size(); ++k)
      jumps.push_back({breakpoints[k], coefficient * (values[k + 1] - values[k])});
  }
  std::stable_sort(jumps.begin(), jumps.end(),
                   [](const Jump& a, const Jump& b) { return a.level < b.level; });

  std::vector<double> breakpoints, values = {value.value()};
  const bool monotone = coefficients.minCoeff() >= 0;
  for (std::size_t k = 0; k < jumps.size();) {
    const double level = jumps[k].level;
    for (; k < jumps.size() && jumps[k].level - level <= level_resolution; ++k) value.add(jumps[k].height);
    if (1 - level <= level_resolution) break;
    breakpoints.push_back(level);
    // Rounding must not undo what the mathematics promises.
    values.push_back(monotone ? std::max(value.value(), values.back()) : value.value());
  }
  breakpoints.push_back(1);
  const auto steps = static_cast<Index>(values.size());
  return {VectorView(breakpoints.data(), steps), VectorView(values.data(), steps)};
}

namespace {

// visit(k, l, length) for the pieces (0, 1] falls into when cut at the breakpoints of both; k, l are their
// steps.
template <class Visit>
void walk_levels(const QuantileFunction& f, const QuantileFunction& g, Visit&& visit) {
  double level = 0;
  for (Index k = 0, l = 0; k < f.steps() && l < g.steps();) {
    const double f_end = f.breakpoints[k], g_end = g.breakpoints[l], end = std::min(f_end, g_end);
    visit(k, l, end - level);
    level = end;
    k += f_end == end;
    l += g_end == end;
  }
}

}  // namespace

double squared_distance(const QuantileFunction& f, const QuantileFunction& g) {
  CompensatedSum sum;
  walk_levels(f, g, [&](Index k, Index l, double length) {
    const double difference = f.values[k] - g.values[l];
    sum.add(length * difference * difference);
  });
  return sum.value();
}

Vector monotone_map(const QuantileFunction& from, const QuantileFunction& to) {
  Vector moments = Vector::Zero(from.steps()), lengths = Vector::Zero(from.steps()), first(from.steps());
  walk_levels(from, to, [&](Index k, Index l, double length) {
    if (lengths[k] == 0) first[k] = to.values[l];
    lengths[k] += length;
    moments[k] += length * (to.values[l] - first[k]);
  });
  return first + moments.cwiseQuotient(lengths);
}

}  // namespace wpga
