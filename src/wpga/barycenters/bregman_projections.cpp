#include "wpga/barycenters/bregman_projections.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/kernels/log_domain.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

// Measures whose kernels are applied together: matrix products like company.
constexpr Index batch = 32;

class Projections {
 public:
  Projections(const GibbsKernel& kernel, const GibbsKernel* own, const Matrix& weights, const Vector& lambda,
              const Execution& execution)
      : kernel_(kernel),
        own_(own),
        lambda_(lambda),
        execution_(execution),
        log_targets_((weights.array() > 0).select(weights.array().log(), kernels::nothing)),
        log_sums_(Matrix::Zero(kernel.size(Side::source), weights.cols())),
        log_mean_(Vector::Zero(kernel.size(Side::source))),
        log_debias_(Vector::Zero(kernel.size(Side::source))),
        disagreement_(Vector::Zero(weights.cols())) {}

  // One round; Σ_i λ_i |u_i K v_i − b|₁ for the b before it, and when debiasing how far b moved.
  double iterate() {
    const Index blocks = (log_sums_.cols() + batch - 1) / batch;
    parallel_for(execution_, blocks, [&](std::int64_t block) {
      const Index first = block * batch;
      fit_measures(first, std::min(batch, log_sums_.cols() - first));
    });
    const Vector before = weights();
    log_mean_ = log_sums_ * lambda_;
    if (!own_) return disagreement_.dot(lambda_);
    debias();
    return disagreement_.dot(lambda_) + (weights() - before).cwiseAbs().sum();
  }

  Vector weights() const {
    const Vector mean = (log_mean_.array() - log_mean_.maxCoeff()).exp();
    return mean / mean.sum();
  }

 private:
  void fit_measures(Index first, Index count) {
    const Matrix log_u = (-log_sums_.middleCols(first, count)).colwise() + log_mean_;
    Matrix seen, sums;
    kernel_.log_apply(log_u, Side::target, seen);
    const auto targets = log_targets_.middleCols(first, count);
    const Matrix log_v =
        (targets.array() > kernels::nothing).select(targets.array() - seen.array(), kernels::nothing);
    kernel_.log_apply(log_v, Side::source, sums);
    const Vector mean = log_mean_.array().exp();
    for (Index m = 0; m < count; ++m)
      disagreement_[first + m] = ((log_u.col(m) + sums.col(m)).array().exp() - mean.array()).abs().sum();
    log_sums_.middleCols(first, count) = sums;
  }

  void debias() {
    log_mean_ += log_debias_;
    Matrix blurred;
    own_->log_apply(log_debias_, Side::source, blurred);
    log_debias_ = 0.5 * (log_debias_ + log_mean_ - blurred.col(0));
  }

  const GibbsKernel& kernel_;
  const GibbsKernel* own_;
  const Vector& lambda_;
  const Execution& execution_;
  const Matrix log_targets_;  // n × N
  Matrix log_sums_;           // p × N: log K v_i
  Vector log_mean_;           // p: log b
  Vector log_debias_;         // p: log d
  Vector disagreement_;       // N
};

}  // namespace

BregmanMean bregman_projections(const GibbsKernel& kernel, const GibbsKernel* own, const Matrix& weights,
                                const Vector& lambda, const BregmanOptions& options,
                                const Execution& execution) {
  Projections projections(kernel, own, weights, lambda, execution);
  BregmanMean result;
  result.convergence.termination = Termination::iteration_limit;
  Task task(execution, "mean", options.iterations);
  while (result.convergence.iterations < options.iterations) {
    check_stop(execution);
    result.convergence.residual = projections.iterate();
    result.residuals.push_back(result.convergence.residual);
    ++result.convergence.iterations;
    task.advance();
    // The first round compares with no mean at all.
    if (result.convergence.iterations > 1 && result.convergence.residual <= options.tolerance) {
      result.convergence.termination = Termination::converged;
      break;
    }
  }
  result.weights = projections.weights();
  return result;
}

}  // namespace wpga
