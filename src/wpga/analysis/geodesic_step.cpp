#include "wpga/analysis/geodesic_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/analysis/cycle_cuts.hpp"
#include "wpga/analysis/optimal_map.hpp"
#include "wpga/transport/transport_simplex.hpp"

namespace wpga {

namespace {

// Tangents of convex inequalities cut less deep than the linear ones of the cone.
constexpr int rounds_for_each_of_cone = 2;
constexpr double ridge = 1e-3;  // the pull towards the last curve

// What makes the ends −a D and (1 − a) D of a curve Y + (t − a) D admissible.
class EndsRule {
 public:
  virtual ~EndsRule() = default;

  // 0 iff they are.
  virtual double gap(const Matrix& direction, double share) = 0;

  // After gap() of the same direction: linear constraints that every admissible D with this share satisfies.
  virtual std::vector<FieldConstraint> cuts(const Matrix& direction, double share) const = 0;

  // A search begins: what was solved before must not change its outcome unless it is saved with the fit.
  virtual void begin() {}
  virtual RestingCoupling resting() const { return {}; }
  virtual void resume(const RestingCoupling&) {}
};

// The pairing of the two ends is optimal: a true geodesic.
class PairingRule : public EndsRule {
 public:
  explicit PairingRule(const Measure& mean)
      : mean_(mean), engine_(exact_transport()), coupling_(engine_->coupling(mean.weights)) {
    mean_.points.colwise() -= mean_of(mean.view());
  }

  double gap(const Matrix& direction, double share) override {
    end_ = {mean_.points + (1 - share) * direction, mean_.weights};
    coupling_->attach(end_.view(), resting_);
    const TransportValue value = coupling_->solve(mean_.points - share * direction);
    resting_ = coupling_->rest();
    return gap_of(value.convergence.converged() ? value.primal : value.dual,
                  squared_norm(mean_.weights, direction), squared_norm(mean_.weights, mean_.points));
  }

  std::vector<FieldConstraint> cuts(const Matrix& direction, double share) const override {
    std::vector<FieldConstraint> found;
    for (const Cycle& cycle : cycles_of(coupling_->plan())) found.push_back(tangent(cycle, direction, share));
    return found;
  }

  RestingCoupling resting() const override { return resting_; }
  void resume(const RestingCoupling& resting) override { resting_ = resting; }

 private:
  // A cycle bounds Σ_k z0_k · (z1_next − z1_k) by 0, a convex function of D; its tangent at `direction` is a
  // linear constraint that every feasible D satisfies.
  FieldConstraint tangent(const Cycle& cycle, const Matrix& direction, double share) const {
    const auto start = [&](std::int32_t k) -> Vector {
      return mean_.points.col(k) - share * direction.col(k);
    };
    const auto end = [&](std::int32_t k) -> Vector {
      return mean_.points.col(k) + (1 - share) * direction.col(k);
    };
    FieldConstraint constraint;
    constraint.coefficients.resize(direction.rows(), static_cast<Index>(cycle.size()));
    for (std::size_t e = 0; e < cycle.size(); ++e) {
      const std::int32_t k = cycle[e], next = cycle[(e + 1) % cycle.size()],
                         last = cycle[(e + cycle.size() - 1) % cycle.size()];
      const Vector slope = (1 - share) * (start(last) - start(k)) - share * (end(next) - end(k));
      constraint.places.push_back({0, k});
      constraint.coefficients.col(static_cast<Index>(e)) = slope;
      constraint.bound += slope.dot(direction.col(k)) - start(k).dot(end(next) - end(k));
    }
    return constraint;
  }

  Measure mean_, end_;
  std::unique_ptr<TransportEngine> engine_;
  std::unique_ptr<Coupling> coupling_;
  RestingCoupling resting_;
};

// Both ends are reached from the mean by optimal maps: a generalized geodesic with Ω = 0.
class MapsRule : public EndsRule {
 public:
  explicit MapsRule(const Measure& mean)
      : atoms_(mean.points.colwise() - mean_of(mean.view())),
        couplings_{MapCoupling(mean), MapCoupling(mean)} {}

  double gap(const Matrix& direction, double share) override {
    for (std::size_t a = 0; a < 2; ++a) gaps_[a] = couplings_[a].gap(factor(a, share) * direction);
    return std::max(gaps_[0], gaps_[1]);
  }

  std::vector<FieldConstraint> cuts(const Matrix&, double share) const override {
    std::vector<FieldConstraint> found;
    for (std::size_t a = 0; a < 2; ++a) {
      if (!(gaps_[a] > 0)) continue;
      for (const Cycle& cycle : couplings_[a].cycles()) {
        found.push_back(constraint_of(atoms_, cycle, 0));
        found.back().coefficients *= factor(a, share);
      }
    }
    return found;
  }

  void begin() override {
    for (MapCoupling& coupling : couplings_) coupling.resume({});
  }

 private:
  static double factor(std::size_t end, double share) { return end == 0 ? -share : 1 - share; }

  Matrix atoms_;
  std::array<MapCoupling, 2> couplings_;
  std::array<double, 2> gaps_{};
};

// Whatever the maps are.
class NoRule : public EndsRule {
 public:
  double gap(const Matrix&, double) override { return 0; }
  std::vector<FieldConstraint> cuts(const Matrix&, double) const override { return {}; }
};

// Both ends must stay in the box: mean − a D and mean + (1 − a) D.
FieldBox direction_box(const std::optional<SpaceBox>& box, const Matrix& mean, double share) {
  const FieldBox ends = field_box(box, mean, 1);
  if (ends.empty()) return ends;
  FieldBox bounds{{Matrix::Constant(mean.rows(), mean.cols(), -std::numeric_limits<double>::infinity())},
                  {Matrix::Constant(mean.rows(), mean.cols(), std::numeric_limits<double>::infinity())}};
  for (const double factor : {-share, 1 - share}) {
    if (factor == 0) continue;
    const Matrix low = (factor > 0 ? ends.lower[0] : ends.upper[0]) / factor;
    const Matrix high = (factor > 0 ? ends.upper[0] : ends.lower[0]) / factor;
    bounds.lower[0] = bounds.lower[0].cwiseMax(low);
    bounds.upper[0] = bounds.upper[0].cwiseMin(high);
  }
  return bounds;
}

// The curve Y + (t − a) D.
struct Line {
  Matrix direction;  // D
  double share;      // a, in [0, 1]

  Fields ends() const { return {-share * direction, (1 - share) * direction}; }
};

Line line_between(const Vector& weights, const Fields& ends) {
  return {ends[1] - ends[0], time_nearest_mean(weights, curve_between(ends))};
}

// The longest part of an admissible line around the mean that is divided by it as `share` says.
Line recut(const Line& line, double share) {
  const double before = share > 0 ? line.share / share : std::numeric_limits<double>::infinity();
  const double after = share < 1 ? (1 - line.share) / (1 - share) : std::numeric_limits<double>::infinity();
  return {std::min(before, after) * line.direction, share};
}

// The lowest point of the model among −s0 D, s1 D with s0, s1 ≥ 0.
std::array<double, 2> best_lengths(const QuadraticModel& model, const Matrix& direction) {
  const double squared = squared_norm(model.weights, direction);
  const double back = -inner_product(model.weights, direction, model.linear[0]);
  const double ahead = inner_product(model.weights, direction, model.linear[1]);
  const double start = model.metric(0, 0) * squared, mixed = -model.metric(0, 1) * squared,
               end = model.metric(1, 1) * squared;
  const double determinant = start * end - mixed * mixed;
  const std::array<double, 2> inside = {(end * back - mixed * ahead) / determinant,
                                        (start * ahead - mixed * back) / determinant};
  if (determinant > 0 && inside[0] >= 0 && inside[1] >= 0) return inside;
  const double alone_back = std::max(0.0, back / start), alone_ahead = std::max(0.0, ahead / end);
  return back * alone_back > ahead * alone_ahead ? std::array{alone_back, 0.0} : std::array{0.0, alone_ahead};
}

class OneFieldStep : public CurveStep {
 public:
  explicit OneFieldStep(std::unique_ptr<EndsRule> rule) : rule_(std::move(rule)) {}

  Fields start(const Fields& wanted, const StepSetting& setting) override { return nearest(wanted, setting); }

  Fields nearest(const Fields& wanted, const StepSetting& setting) override {
    rule_->begin();
    const Line line = line_between(setting.mean.weights, wanted);
    const Line still{Matrix::Zero(line.direction.rows(), line.direction.cols()), line.share};
    return lowered(model_around(setting.mean.weights, wanted), still, setting).ends();
  }

  // First D with a as it is, then both lengths with D as it is; where that brings little, other centres.
  Fields step(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) override {
    rule_->begin();
    const double here = model.value(ends);
    Line best = line_between(setting.mean.weights, ends);
    double least = here;
    const auto consider = [&](const Line& line) {
      const double value = model.value(line.ends());
      if (!(value < least)) return;
      least = value;
      best = line;
    };
    consider(lowered(model, best, setting));
    consider(lengthened(model, best, setting));
    if (here - least < 10 * setting.options.tolerance * std::abs(here))
      for (const double move : {-0.05, 0.05})
        if (const double share = std::clamp(best.share + move, 0.0, 1.0); share != best.share)
          consider(lowered(model, recut(best, share), setting));
    return least < here ? best.ends() : ends;
  }

  void save(FitState& state) const override { state.maps[0] = rule_->resting(); }
  void resume(const FitState& state) override { rule_->resume(state.maps[0]); }

 private:
  // The lowest D for the centre of an admissible line, by cutting planes.
  Line lowered(const QuadraticModel& model, const Line& line, const StepSetting& setting) {
    const double start = -line.share, end = 1 - line.share;
    // Held as two fields: where all times are 0 the data say nothing about a D that starts at the mean.
    const QuadraticModel held = held_near(model, line.ends(), ridge);
    const QuadraticModel along{
        model.weights,
        Matrix::Constant(1, 1,
                         start * start * held.metric(0, 0) + 2 * start * end * held.metric(0, 1) +
                             end * end * held.metric(1, 1)),
        {start * held.linear[0] + end * held.linear[1]},
        held.constant};
    std::vector<FieldConstraint> constraints =
        orthogonality_constraints(setting.mean.weights, setting.earlier);
    const FieldBox box = direction_box(setting.box, setting.mean.points, line.share);
    Line wanted = line;
    bool solved = false;
    for (int round = 0; round < rounds_for_each_of_cone * setting.options.cone_rounds; ++round) {
      wanted.direction = minimise(along, constraints, box).fields[0];
      solved = rule_->gap(wanted.direction, line.share) <= setting.options.map_tolerance;
      if (solved) break;
      for (FieldConstraint& cut : rule_->cuts(wanted.direction, line.share))
        constraints.push_back(std::move(cut));
    }
    unfinished += solved ? 0 : 1;
    return drawn_in(line, wanted, setting);
  }

  Line lengthened(const QuadraticModel& model, const Line& line, const StepSetting& setting) {
    const auto [back, ahead] = best_lengths(held_near(model, line.ends(), ridge), line.direction);
    if (!(back + ahead > 0)) return line;
    return drawn_in(line, {(back + ahead) * line.direction, back / (back + ahead)}, setting);
  }

  // The way back to an admissible line until it is met.  For fixed a admissible D form a convex set.
  Line drawn_in(const Line& admissible, const Line& wanted, const StepSetting& setting) {
    const Fields from = admissible.ends(), to = wanted.ends();
    for (double part = 1; part > 1e-6; part *= 0.8) {
      Fields ends = from;
      for (std::size_t a = 0; a < 2; ++a) ends[a] += part * (to[a] - from[a]);
      const Line line = part == 1 ? wanted : line_between(setting.mean.weights, ends);
      if (inside(line, setting) && rule_->gap(line.direction, line.share) <= setting.options.map_tolerance)
        return line;
    }
    return admissible;
  }

  static bool inside(const Line& line, const StepSetting& setting) {
    const FieldBox box = direction_box(setting.box, setting.mean.points, line.share);
    return box.empty() || ((line.direction - box.lower[0]).minCoeff() >= 0 &&
                           (box.upper[0] - line.direction).minCoeff() >= 0);
  }

  std::unique_ptr<EndsRule> rule_;
};

}  // namespace

std::unique_ptr<CurveStep> make_geodesic_step(const Measure& mean) {
  return std::make_unique<OneFieldStep>(std::make_unique<PairingRule>(mean));
}

std::unique_ptr<CurveStep> make_collinear_step(const Measure& mean, Maps maps) {
  if (maps == Maps::free) return std::make_unique<OneFieldStep>(std::make_unique<NoRule>());
  return std::make_unique<OneFieldStep>(std::make_unique<MapsRule>(mean));
}

std::array<double, 2> optimal_interval(const Measure& mean, const PointsRef& field, double limit,
                                       double gap_tolerance) {
  MapCoupling coupling(mean);
  const auto reach = [&](double sign) {
    if (coupling.gap(sign * limit * field) <= gap_tolerance) return limit;
    double low = 0, high = limit;
    for (int bisection = 0; bisection < 30; ++bisection) {
      const double middle = 0.5 * (low + high);
      (coupling.gap(sign * middle * field) <= gap_tolerance ? low : high) = middle;
    }
    return low;
  };
  return {-reach(-1), reach(1)};
}

}  // namespace wpga
