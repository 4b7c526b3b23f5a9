#include "wpga/analysis/geodesic_step.hpp"

#include <algorithm>

#include "wpga/analysis/cycle_cuts.hpp"
#include "wpga/analysis/optimal_map.hpp"
#include "wpga/transport/transport_simplex.hpp"

namespace wpga {

namespace {

constexpr int most_rounds = 60;

// Looks at the pairing of the two ends of Y + (t − a) D.
class EndsCoupling {
 public:
  explicit EndsCoupling(const Measure& mean)
      : mean_(mean), engine_(exact_transport()), coupling_(engine_->coupling(mean.weights)) {
    mean_.points.colwise() -= mean_of(mean.view());
  }

  double gap(const Matrix& direction, double share) {
    end_ = {mean_.points + (1 - share) * direction, mean_.weights};
    coupling_->attach(end_.view(), resting_);
    const double distance = coupling_->solve(mean_.points - share * direction).primal;
    resting_ = coupling_->rest();
    const double squared = squared_norm(mean_.weights, direction);
    return squared > 0 ? std::clamp(1 - distance / squared, 0.0, 1.0) : 0;
  }

  std::vector<Cycle> cycles() const { return cycles_of(coupling_->plan()); }

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

  const RestingCoupling& resting() const { return resting_; }
  void resume(const RestingCoupling& resting) { resting_ = resting; }

 private:
  Measure mean_, end_;
  std::unique_ptr<TransportEngine> engine_;
  std::unique_ptr<Coupling> coupling_;
  RestingCoupling resting_;
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

class GeodesicStep : public CurveStep {
 public:
  explicit GeodesicStep(const Measure& mean) : coupling_(mean) {}

  Fields start(const Fields& wanted, const StepSetting& setting) override {
    const Matrix direction = wanted[1] - wanted[0];
    const double share = time_nearest_mean(setting.mean.weights, curve_between(wanted));
    const FieldBox box = direction_box(setting.box, setting.mean.points, share);
    return ends_along(drawn_in(Matrix::Zero(direction.rows(), direction.cols()), direction, share, box,
                               setting.options.map_tolerance),
                      share);
  }

  Fields step(const QuadraticModel& model, const Fields& ends, const StepSetting& setting) override {
    const Matrix last = ends[1] - ends[0];
    const double share = time_nearest_mean(setting.mean.weights, curve_between(ends));
    const double start = -share, end = 1 - share;
    const QuadraticModel along = held_near(
        {model.weights,
         Matrix::Constant(1, 1,
                          start * start * model.metric(0, 0) + 2 * start * end * model.metric(0, 1) +
                              end * end * model.metric(1, 1)),
         {start * model.linear[0] + end * model.linear[1]},
         model.constant},
        {last}, 1e-3);
    std::vector<FieldConstraint> constraints =
        orthogonality_constraints(setting.mean.weights, setting.earlier);
    const FieldBox box = direction_box(setting.box, setting.mean.points, share);
    const double tolerance = setting.options.map_tolerance;
    Matrix direction = last;
    for (int round = 0; round < most_rounds; ++round) {
      direction = minimise(along, constraints, box).fields[0];
      if (coupling_.gap(direction, share) <= tolerance) break;
      for (const Cycle& cycle : coupling_.cycles())
        constraints.push_back(coupling_.tangent(cycle, direction, share));
    }
    const Matrix feasible = drawn_in(last, direction, share, box, tolerance);
    return along.value({feasible}) < along.value({last}) ? ends_along(feasible, share) : ends;
  }

  void save(FitState& state) const override { state.maps[0] = coupling_.resting(); }
  void resume(const FitState& state) override { coupling_.resume(state.maps[0]); }

 private:
  static Fields ends_along(const Matrix& direction, double share) {
    return {-share * direction, (1 - share) * direction};
  }

  // For fixed a the directions of geodesics form a convex set, so the way back to a feasible one restores it.
  Matrix drawn_in(const Matrix& feasible, const Matrix& wanted, double share, const FieldBox& box,
                  double tolerance) {
    for (double part = 1; part > 1e-6; part *= 0.8) {
      Matrix direction = feasible + part * (wanted - feasible);
      const bool inside = box.empty() || ((direction - box.lower[0]).minCoeff() >= 0 &&
                                          (box.upper[0] - direction).minCoeff() >= 0);
      if (inside && coupling_.gap(direction, share) <= tolerance) return direction;
    }
    return feasible;
  }

  EndsCoupling coupling_;
};

}  // namespace

std::unique_ptr<CurveStep> make_geodesic_step(const Measure& mean) {
  return std::make_unique<GeodesicStep>(mean);
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
