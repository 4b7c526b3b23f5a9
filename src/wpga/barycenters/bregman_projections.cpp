#include "wpga/barycenters/bregman_projections.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/kernels/gibbs.hpp"
#include "wpga/kernels/log_domain.hpp"
#include "wpga/numerics/mixing.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

// Measures whose kernels are applied together, as one matrix product: faster than one by one.
constexpr Index batch = 32;

// The projections as a map of x = (log u_1, …, log u_N, and log d when debiasing) to itself.
class Projections {
 public:
  Projections(const GibbsKernel& kernel, const GibbsKernel* own, const Matrix& weights, const Vector& lambda,
              const Execution& execution)
      : kernel_(kernel),
        own_(own),
        lambda_(lambda),
        execution_(execution),
        log_targets_((weights.array() > 0).select(weights.array().log(), kernels::nothing)),
        log_sums_(Matrix::Zero(kernel.size(Side::source), weights.cols())) {}

  Index support() const { return log_sums_.rows(); }
  Index measures() const { return log_sums_.cols(); }
  Index size() const { return log_sums_.size() + (own_ ? support() : 0); }

  // x after both projections; returns how far the marginals at x are from agreeing.
  double apply(const Vector& x, Vector& next) {
    const Eigen::Map<const Matrix> log_u(x.data(), support(), measures());
    for_each_batch([&](Index first, Index count) { fit_measures(log_u, first, count); });
    log_mean_ = log_sums_ * lambda_;
    if (own_) log_mean_ += x.tail(support());
    const Vector mean = exponentials_of(log_mean_);
    Vector disagreement(measures());
    next.resize(size());
    Eigen::Map<Matrix> log_next(next.data(), support(), measures());
    for_each_batch([&](Index first, Index count) {
      for (Index i = first; i < first + count; ++i) {
        disagreement[i] = (exponentials_of(log_u.col(i) + log_sums_.col(i)) - mean).cwiseAbs().sum();
        log_next.col(i) = log_mean_ - log_sums_.col(i);
      }
    });
    return disagreement.dot(lambda_) + (own_ ? debias(x.tail(support()), mean, next) : 0);
  }

  Vector weights() const {
    const Vector mean = (log_mean_.array() - log_mean_.maxCoeff()).exp();
    return mean / mean.sum();
  }

  // What each entry of x weighs in mass; nothing where products of it would be subnormal, and slow.
  Vector masses() const {
    const Vector mean = weights(), kept = (mean.array() > 1e-60).select(mean, 0);
    Vector masses(size());
    Eigen::Map<Matrix>(masses.data(), support(), measures()) = kept * lambda_.transpose();
    if (own_) masses.tail(support()) = kept;
    return masses;
  }

 private:
  template <class Body>
  void for_each_batch(const Body& body) const {
    parallel_for(execution_, (measures() + batch - 1) / batch, [&](std::int64_t block) {
      body(block * batch, std::min(batch, measures() - block * batch));
    });
  }

  void fit_measures(const Eigen::Map<const Matrix>& log_u, Index first, Index count) {
    Matrix seen, sums;
    kernel_.log_apply(log_u.middleCols(first, count), Side::target, seen);
    const auto targets = log_targets_.middleCols(first, count);
    const Matrix log_v =
        (targets.array() > kernels::nothing).select(targets.array() - seen.array(), kernels::nothing);
    kernel_.log_apply(log_v, Side::source, sums);
    log_sums_.middleCols(first, count) = sums;
  }

  // At the fixed point D(d) own D(d) couples b with itself.
  double debias(const Vector& log_debias, const Vector& mean, Vector& next) const {
    Matrix blurred;
    own_->log_apply(log_debias, Side::source, blurred);
    next.tail(support()) = 0.5 * (log_debias + log_mean_ - blurred.col(0));
    return (exponentials_of(log_debias + blurred.col(0)) - mean).cwiseAbs().sum();
  }

  const GibbsKernel& kernel_;
  const GibbsKernel* own_;
  const Vector& lambda_;
  const Execution& execution_;
  const Matrix log_targets_;  // n × N
  Matrix log_sums_;           // p × N: log K v_i
  Vector log_mean_;           // p: log b
};

// Anderson's extrapolation, undone where it leaves the marginals farther apart.
class Acceleration {
 public:
  // The iterate after x, from its image under the projections and its residual.
  void advance(const Projections& projections, const Vector& image, double residual, Vector& x) {
    const bool failed = residual > most_growth * accepted_ && mixing_.has_history();
    if (failed || steps_ % steps_between_restarts == 0) mixing_.restart(projections.masses());
    steps_ = failed ? 1 : steps_ + 1;
    accepted_ = failed ? std::numeric_limits<double>::infinity() : residual;
    if (failed) {
      x = plain_;
      return;
    }
    plain_ = image;
    mixing_.advance(x, image - x, next_);
    x.swap(next_);
  }

 private:
  // Longer histories measure residuals in weights that are no longer those of the mean.
  static constexpr int steps_between_restarts = 40;
  static constexpr double most_growth = 2;  // of the residual in one step

  Mixing mixing_{8};
  Vector plain_, next_;
  double accepted_ = std::numeric_limits<double>::infinity();
  int steps_ = 0;
};

}  // namespace

BregmanMean bregman_projections(const GibbsKernel& kernel, const GibbsKernel* own, const Matrix& weights,
                                const Vector& lambda, const BregmanOptions& options,
                                const Execution& execution) {
  Projections projections(kernel, own, weights, lambda, execution);
  Acceleration acceleration;
  Vector x = Vector::Zero(projections.size()), image;
  BregmanMean result;
  result.convergence.termination = Termination::iteration_limit;
  Task task(execution, "mean", options.iterations);
  while (true) {
    check_stop(execution);
    result.convergence.residual = projections.apply(x, image);
    result.residuals.push_back(result.convergence.residual);
    ++result.convergence.iterations;
    task.advance();
    if (result.convergence.residual <= options.tolerance) {
      result.convergence.termination = Termination::converged;
      break;
    }
    if (result.convergence.iterations >= options.iterations) break;
    acceleration.advance(projections, image, result.convergence.residual, x);
  }
  result.weights = projections.weights();
  return result;
}

}  // namespace wpga
