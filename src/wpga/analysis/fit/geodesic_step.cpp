#include "wpga/analysis/fit/geodesic_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "wpga/analysis/cone/cone_program.hpp"
#include "wpga/analysis/cone/cycle_cuts.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {

namespace {

// What makes the ends −a D and (1 − a) D of a curve Y + (t − a) D admissible.
class EndsRule {
 public:
  virtual ~EndsRule() = default;

  // Is every gap that the rule promises to be 0 at most `tolerance`?
  virtual bool admits(const Matrix& direction, double share, double tolerance) = 0;
  virtual double tolerance(const GeodesicOptions&) const { return 1e-12; }

  // The minimum of a model of D over admissible ends −a D, (1 − a) D, or D that are not and `solved` false.
  struct Minimum {
    Matrix direction;
    bool solved = true;
  };
  virtual Minimum minimise(const QuadraticModel& model, std::vector<FieldConstraint> equalities,
                           const FieldBox& box, double share, const ConeEffort& effort,
                           double gap_tolerance) = 0;

  // A search begins: what was solved before must not change its outcome unless it is saved with the fit.
  virtual void begin() {}
  virtual RestingCoupling resting() const { return {}; }
  virtual void resume(const RestingCoupling&) {}
};

// Constraints that hold with room to spare leave the minimum where it is.
void drop_idle(std::vector<FieldConstraint>& constraints, const Fields& fields) {
  std::erase_if(constraints, [&](const FieldConstraint& one) {
    return !one.equality && one.multiplier == 0 && one.excess(fields) < 0;
  });
}

// The pairing of the two ends is optimal: a true geodesic.
class PairingRule : public EndsRule {
 public:
  explicit PairingRule(const Measure& mean)
      : mean_(mean),
        engine_(exact_transport()),
        coupling_(engine_->coupling(mean.weights)),
        maps_{MapCoupling(mean), MapCoupling(mean)} {
    mean_.points.colwise() -= mean_of(mean.view());
  }

  // By the triangle inequality a gap g of the pairing leaves the map to the end at distance a‖D‖ from the
  // mean a gap of at most 1 − (1 − (1 − √(1 − g)) / a)²: only where that is too much are maps looked at.
  bool admits(const Matrix& direction, double share, double tolerance) override {
    const double gap = pairing_gap(direction, share);
    if (gap > tolerance) return false;
    const double missing = 1 - std::sqrt(1 - std::max(0.0, gap));
    for (std::size_t a = 0; a < 2; ++a) {
      const double part = a == 0 ? share : 1 - share;
      const bool sure = missing < part && 1 - std::pow(1 - missing / part, 2) <= tolerance;
      if (part > 0 && !sure && maps_[a].gap((a == 0 ? -share : 1 - share) * direction) > tolerance)
        return false;
    }
    return true;
  }

  double tolerance(const GeodesicOptions& options) const override { return options.map_tolerance; }

  // By cutting planes: tangents of the cycles that the last minimum violates.  The minimum rises with every
  // round, so that constraints which no longer hold it need not be kept.
  Minimum minimise(const QuadraticModel& model, std::vector<FieldConstraint> constraints, const FieldBox& box,
                   double share, const ConeEffort& effort, double gap_tolerance) override {
    if (mean_.dimension() == 1) return minimise_in_order(model, std::move(constraints), box, share);
    Minimum found{.solved = false};
    for (int round = 0; !found.solved && round < effort.iterations; ++round) {
      found.direction = wpga::minimise(model, constraints, box).fields[0];
      found.solved = admits(found.direction, share, gap_tolerance);
      if (found.solved) break;
      drop_idle(constraints, {found.direction});
      for (const Cycle& cycle : cycles_of(coupling_->plan()))
        constraints.push_back(tangent(cycle, found.direction, share));
    }
    return found;
  }

  void begin() override {
    for (MapCoupling& map : maps_) map.resume({});
  }
  RestingCoupling resting() const override { return resting_; }
  void resume(const RestingCoupling& resting) override { resting_ = resting; }

 private:
  double pairing_gap(const Matrix& direction, double share) {
    end_ = {mean_.points + (1 - share) * direction, mean_.weights};
    coupling_->attach(end_.view(), resting_);
    const TransportValue value = coupling_->solve(mean_.points - share * direction);
    resting_ = coupling_->rest();
    return gap_of(value.convergence.converged() ? value.primal : value.dual,
                  squared_norm(mean_.weights, direction), squared_norm(mean_.weights, mean_.points));
  }

  // On the line a pairing is optimal iff both ends have the atoms in one order: between neighbours
  // −Δy ≤ (1 − a) ΔD and a ΔD ≤ Δy, linear in D.  Those that are violated are added until none is.
  Minimum minimise_in_order(const QuadraticModel& model, std::vector<FieldConstraint> constraints,
                            const FieldBox& box, double share) const {
    Minimum found{std::move(wpga::minimise(model, constraints, box).fields[0])};
    const std::vector<Index> order = atoms_in_order(share == 1 ? Matrix(-found.direction) : found.direction);
    std::vector<std::array<bool, 2>> held(order.size(), {false, false});
    for (bool added = true; added;) {
      added = false;
      const double rounding =
          1e-14 * (mean_.points.cwiseAbs().maxCoeff() + found.direction.cwiseAbs().maxCoeff());
      for (std::size_t k = 0; k + 1 < order.size(); ++k)
        for (std::size_t a = 0; a < 2; ++a) {
          FieldConstraint kept = in_order(order[k], order[k + 1], a == 0 ? -share : 1 - share);
          if (held[k][a] || kept.excess({found.direction}) <= rounding) continue;
          held[k][a] = added = true;
          constraints.push_back(std::move(kept));
        }
      if (added) found.direction = std::move(wpga::minimise(model, constraints, box).fields[0]);
    }
    return found;
  }

  // Atoms in one place may be told apart by where they want to go, which is −D where the curve ends at the
  // mean.
  std::vector<Index> atoms_in_order(const Matrix& direction) const {
    std::vector<Index> order(static_cast<std::size_t>(mean_.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::sort(order, {}, [&](Index k) { return std::pair(mean_.points(0, k), direction(0, k)); });
    return order;
  }

  // y_low + factor D_low ≤ y_high + factor D_high
  FieldConstraint in_order(Index low, Index high, double factor) const {
    return {.places = {{0, static_cast<int>(low)}, {0, static_cast<int>(high)}},
            .coefficients = Matrix{{factor, -factor}},
            .bound = mean_.points(0, high) - mean_.points(0, low)};
  }

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
  std::array<MapCoupling, 2> maps_;
};

// Both ends are reached from the mean by optimal maps: a generalized geodesic with Ω = 0.
class MapsRule : public EndsRule {
 public:
  explicit MapsRule(const Measure& mean) : program_(mean), couplings_{MapCoupling(mean), MapCoupling(mean)} {}

  bool admits(const Matrix& direction, double share, double tolerance) override {
    for (std::size_t a = 0; a < 2; ++a)
      if (couplings_[a].gap(factor(a, share) * direction) > tolerance) return false;
    return true;
  }

  Minimum minimise(const QuadraticModel& model, std::vector<FieldConstraint> equalities, const FieldBox& box,
                   double share, const ConeEffort& effort, double) override {
    ConeProgram::Result found =
        program_.minimise(model, equalities, box, effort, Matrix{{factor(0, share)}, {factor(1, share)}});
    return {std::move(found.fields[0]), found.solved};
  }

  void begin() override {
    program_.resume({});
    for (MapCoupling& coupling : couplings_) coupling.resume({});
  }

 private:
  static double factor(std::size_t end, double share) { return end == 0 ? -share : 1 - share; }

  ConeProgram program_;
  std::array<MapCoupling, 2> couplings_;
};

// No constraint on the maps.
class NoRule : public EndsRule {
 public:
  bool admits(const Matrix&, double, double) override { return true; }
  Minimum minimise(const QuadraticModel& model, std::vector<FieldConstraint> equalities, const FieldBox& box,
                   double, const ConeEffort&, double) override {
    return {std::move(wpga::minimise(model, equalities, box).fields[0])};
  }
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

  void save(StepState& state) const override { state.maps[0] = rule_->resting(); }
  void resume(const StepState& state) override { rule_->resume(state.maps[0]); }

 private:
  // The lowest D for the centre of an admissible line.
  Line lowered(const QuadraticModel& model, const Line& line, const StepSetting& setting) {
    const double start = -line.share, end = 1 - line.share;
    // Held as two fields: where all times are 0 the data say nothing about a D that starts at the mean.
    const QuadraticModel held = held_near(model, line.ends(), step_ridge);
    const QuadraticModel along{
        model.weights,
        Matrix::Constant(1, 1,
                         start * start * held.metric(0, 0) + 2 * start * end * held.metric(0, 1) +
                             end * end * held.metric(1, 1)),
        {start * held.linear[0] + end * held.linear[1]},
        held.constant};
    std::vector<FieldConstraint> orthogonal =
        orthogonality_constraints(setting.mean.weights, setting.earlier);
    for (FieldConstraint& other : orthogonality_constraints(setting.mean.weights, setting.later))
      orthogonal.push_back(std::move(other));
    const double here = along.value({line.direction});
    const EndsRule::Minimum found = rule_->minimise(
        along, std::move(orthogonal), direction_box(setting.box, setting.mean.points, line.share), line.share,
        {.gap = 0.1 * setting.options.tolerance * std::abs(here),
         .reference = here,
         .iterations = setting.options.cone_iterations},
        setting.options.map_tolerance);
    unfinished += found.solved ? 0 : 1;
    const Line wanted{found.direction, line.share};
    return drawn_in(line, wanted, setting);
  }

  Line lengthened(const QuadraticModel& model, const Line& line, const StepSetting& setting) {
    const auto [back, ahead] = best_lengths(held_near(model, line.ends(), step_ridge), line.direction);
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
      if (inside(line, setting) &&
          rule_->admits(line.direction, line.share, rule_->tolerance(setting.options)))
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

std::unique_ptr<CurveStep> make_collinear_step(const Measure& mean, MapRule maps) {
  if (maps == MapRule::free) return std::make_unique<OneFieldStep>(std::make_unique<NoRule>());
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
