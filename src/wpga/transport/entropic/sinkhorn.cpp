#include "wpga/transport/entropic/sinkhorn.hpp"

#include <fmt/format.h>

#include <cstring>

#include "wpga/base/error.hpp"
#include "wpga/transport/entropic/entropic_solver.hpp"

namespace wpga {

namespace {

Vector potentials_at_rest(const RestingCoupling& resting, Index count) {
  Eigen::VectorXf potentials(count);
  std::memcpy(potentials.data(), resting.state.data(), resting.state.size());
  return potentials.cast<double>();
}

// The potential of the linear map between Gaussians of the same variances, coordinate by coordinate: a cold
// start.
Vector gaussian_potentials(const Matrix& source, const Vector& source_weights, const Matrix& target,
                           const Vector& target_weights) {
  const Vector source_variance = source.cwiseAbs2() * source_weights;
  const Vector target_variance = target.cwiseAbs2() * target_weights;
  Vector slopes(source.rows());
  for (Index k = 0; k < slopes.size(); ++k)
    slopes[k] = target_variance[k] > 0 ? 1 - std::sqrt(source_variance[k] / target_variance[k]) : 0;
  return target.cwiseAbs2().transpose() * slopes;
}

template <class T>
class SinkhornCoupling final : public Coupling {
 public:
  SinkhornCoupling(const WeightsRef& source_weights, const SinkhornOptions& options)
      : options_(options),
        source_weights_(source_weights),
        solver_(std::make_unique<EntropicSolver<T>>(source_weights_)) {}

  void attach(const MeasureView& target, const RestingCoupling& resting) override {
    require(target.size() > 0, "the target measure has no atoms");
    target_ = centered_cloud(target.points, target.weights);
    target_weights_ = target.weights;
    solver_->set_target(target_.points, target_weights_);
    warm_ = resting.state.size() == static_cast<std::size_t>(target.size()) * sizeof(float);
    if (warm_) relative_potentials_ = potentials_at_rest(resting, target.size());
  }

  TransportValue solve(const PointsRef& source, SolveEffort) override {
    require(
        source.rows() == target_.points.rows() && source.cols() == source_weights_.size(),
        fmt::format("the source is {} × {}, but the target has dimension {} and there are {} source weights",
                    source.rows(), source.cols(), target_.points.rows(), source_weights_.size()));
    place_source(source);
    const bool cold = !warm_;
    Vector potentials =
        cold ? gaussian_potentials(source_.points, source_weights_, target_.points, target_weights_)
             : Vector(relative_potentials_ * spread_);
    const EntropicLimits limits{.tolerance = options_.marginal_tolerance,
                                .iterations = options_.iterations,
                                .memory = static_cast<std::size_t>(options_.kernel_memory * 1024 * 1024),
                                .cold = cold};
    TransportValue value;
    value.convergence = solver_->solve(options_.regularization * scale_, limits, potentials);
    relative_potentials_ = potentials / spread_;
    warm_ = true;
    plan_ = solver_->round();
    // Centring both clouds takes the squared distance of their means out of every cost.
    const double between_means = shift_.squaredNorm();
    value.primal = plan_.primal + between_means;
    value.dual = plan_.dual + between_means;
    value.bias = solver_->regularized_value() - plan_.primal;
    return value;
  }

  void barycentric_map(Eigen::Ref<Matrix> map) const override {
    solver_->conditional_means(map);
    map.colwise() += target_.remainder;
    map.colwise() += target_.place;
  }

  std::vector<PlanEntry> plan() const override { return solver_->entries(plan_); }

  // |z − x|² = |z̃ − x̃|² + 2 (z̃ − x̃)·δ + |δ|² with δ the difference of the means.
  Vector source_potentials() const override {
    return (plan_.source_potentials + 2 * source_.points.transpose() * shift_).array() + shift_.squaredNorm();
  }
  Vector target_potentials() const override {
    return plan_.target_potentials - 2 * target_.points.transpose() * shift_;
  }

  RestingCoupling rest() const override {
    RestingCoupling resting;
    if (!warm_) return resting;
    const Eigen::VectorXf potentials = relative_potentials_.cast<float>();
    resting.state.resize(static_cast<std::size_t>(potentials.size()) * sizeof(float));
    std::memcpy(resting.state.data(), potentials.data(), resting.state.size());
    return resting;
  }

 private:
  void place_source(const PointsRef& source) {
    source_ = centered_cloud(source, source_weights_);
    shift_ = shift_between(target_, source_);
    solver_->set_source(source_.points);
    const double spread = source_.points.colwise().squaredNorm().dot(source_weights_) +
                          target_.points.colwise().squaredNorm().dot(target_weights_);
    // All atoms in one place: any unit of cost serves.
    spread_ = spread > 0 ? spread : 1;
    scale_ = spread + shift_.squaredNorm() > 0 ? spread + shift_.squaredNorm() : 1;
  }

  SinkhornOptions options_;
  Vector source_weights_, target_weights_;
  CenteredCloud source_, target_;
  Vector shift_;       // of the means
  double scale_ = 1;   // mean cost of the product coupling
  double spread_ = 1;  // the same without the distance of the means
  bool warm_ = false;
  Vector relative_potentials_;  // in units of the spread, so that a translation leaves them alone
  RoundedPlan plan_;
  std::unique_ptr<EntropicSolver<T>> solver_;
};

class SinkhornEngine final : public TransportEngine {
 public:
  explicit SinkhornEngine(const SinkhornOptions& options) : options_(options) { validate(options_); }

  std::unique_ptr<Coupling> coupling(const WeightsRef& source_weights) const override {
    if (options_.marginal_tolerance >= single_precision_tolerance)
      return std::make_unique<SinkhornCoupling<float>>(source_weights, options_);
    return std::make_unique<SinkhornCoupling<double>>(source_weights, options_);
  }

 private:
  SinkhornOptions options_;
};

}  // namespace

std::unique_ptr<TransportEngine> sinkhorn_transport(const SinkhornOptions& options) {
  return std::make_unique<SinkhornEngine>(options);
}

}  // namespace wpga
