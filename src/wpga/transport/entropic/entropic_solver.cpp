#include "wpga/transport/entropic/entropic_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "wpga/parallel/stop.hpp"
#include "wpga/transport/entropic/scaling_stages.hpp"

namespace wpga {

namespace {

using scaling_stages::first_regularization;
using scaling_stages::mixing_depth;
using scaling_stages::regularization_factor;
using scaling_stages::stage_iterations;
using scaling_stages::stage_tolerance;

// Scalings beyond exp(±absorption_limit) are absorbed into the kernel, far from where single precision ends.
constexpr double absorption_limit = 25;
constexpr std::size_t tile_bytes = std::size_t{256} * 1024;

// What sweeps may be wrong in a column's mass, relatively, and in the dual value, in units of ε.
template <class T>
constexpr double mass_rounding = sizeof(T) == sizeof(float) ? 1e-6 : 1e-13;
template <class T>
constexpr double value_rounding = sizeof(T) == sizeof(float) ? 3e-7 : 1e-11;

Vector padded_copy(const Vector& values, Index stride, double padding) {
  Vector out = Vector::Constant(stride, padding);
  out.head(values.size()) = values;
  return out;
}

}  // namespace

template <class T>
EntropicSolver<T>::EntropicSolver(const Vector& source_weights)
    : sources_(source_weights.size()), source_weights_(source_weights), mixing_(mixing_depth) {
  maxima_.resize(sources_);
  sums_.resize(sources_);
  ones_.setOnes(sources_);
}

template <class T>
void EntropicSolver<T>::set_target(const PointsRef& points, const WeightsRef& weights) {
  targets_ = points.cols();
  dimension_ = points.rows();
  stride_ = kernels::padded(targets_);
  target_.assign(static_cast<std::size_t>(dimension_ * stride_), 0.0);
  for (Index k = 0; k < dimension_; ++k)
    for (Index j = 0; j < targets_; ++j) target_[static_cast<std::size_t>(k * stride_ + j)] = points(k, j);
  target_weights_ = weights;
  log_target_weights_ = weights.array().log();
  squared_targets_ = points.colwise().squaredNorm();
  offsets_.assign(static_cast<std::size_t>(stride_), -1e30);
  scalings_.assign(static_cast<std::size_t>(stride_), T(0));
  partial_.assign(static_cast<std::size_t>(stride_), T(0));
  scratch_.assign(static_cast<std::size_t>(4 * stride_), 0.0);
}

template <class T>
void EntropicSolver<T>::set_source(const PointsRef& points) {
  assert(points.cols() == sources_);
  source_ = points;
  source_variance_ = points.colwise().squaredNorm().dot(source_weights_);
}

template <class T>
void EntropicSolver<T>::build_rows(Index first, Index count, T* out) {
  kernels::gibbs_rows(source_.col(first).data(), count, columns(), offsets_.data(), 2 / epsilon_,
                      scratch_.data(), out, maxima_.data() + first);
}

// visit(first, count, rows): all rows of the kernel, some at a time.
template <class T>
template <class Visit>
void EntropicSolver<T>::for_each_tile(const Visit& visit) {
  for (Index first = 0; first < sources_; first += tile_) {
    check_stop();
    const Index count = std::min(tile_, sources_ - first);
    T* rows = rows_.data() + (stored_ ? first * stride_ : 0);
    if (!stored_) build_rows(first, count, rows);
    visit(first, count, static_cast<const T*>(rows));
  }
}

template <class T>
void EntropicSolver<T>::absorb(const Vector& potentials) {
  reference_ = potentials;
  Eigen::Map<Vector>(offsets_.data(), targets_) =
      (potentials - squared_targets_) / epsilon_ + log_target_weights_;
  std::fill_n(scalings_.begin(), targets_, T(1));
  if (stored_) build_rows(0, sources_, rows_.data());
}

// Moves the scalings to `potentials`, and the kernel with them when they have gone far.
template <class T>
void EntropicSolver<T>::place(const Vector& potentials) {
  potentials_ = potentials;
  exponents_ = (potentials - reference_) / epsilon_;
  if (!stored_ || !(exponents_.cwiseAbs().maxCoeff() < absorption_limit)) return absorb(potentials);
  kernels::exponentials(exponents_.data(), targets_, exponents_.data());
  std::transform(exponents_.begin(), exponents_.end(), scalings_.begin(),
                 [](double v) { return static_cast<T>(v); });
}

// One pass over the kernel; returns the L1 error of the column marginal.
template <class T>
double EntropicSolver<T>::sweep() {
  column_sums_.setZero(stride_);
  for_each_tile([&](Index first, Index count, const T* rows) {
    std::fill(partial_.begin(), partial_.end(), T(0));
    kernels::scaling_sweep(rows, count, stride_, source_weights_.data() + first, scalings_.data(),
                           sums_.data() + first, partial_.data());
    column_sums_ += Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(partial_.data(), stride_)
                        .template cast<double>();
  });
  masses_.resize(targets_);
  for (Index j = 0; j < targets_; ++j)
    masses_[j] = static_cast<double>(scalings_[static_cast<std::size_t>(j)]) * column_sums_[j];
  return (masses_ - target_weights_).template lpNorm<1>();
}

// The logarithm of a column's mass when its entries have all vanished in the kernel's precision.
template <class T>
double EntropicSolver<T>::log_column_mass(Index j) const {
  Vector x(dimension_);
  for (Index k = 0; k < dimension_; ++k) x[k] = target_[static_cast<std::size_t>(k * stride_ + j)];
  const double moved = (potentials_[j] - reference_[j]) / epsilon_ + offsets_[static_cast<std::size_t>(j)];
  const Vector terms = (source_.transpose() * x * (2 / epsilon_) - maxima_).array() +
                       source_weights_.array().log() - sums_.array().log() + moved;
  const double greatest = terms.maxCoeff();
  return greatest + std::log((terms.array() - greatest).exp().sum());
}

// ε log(a / column masses): Sinkhorn's step for the target potentials.
template <class T>
void EntropicSolver<T>::residual(Vector& out) const {
  out.resize(targets_);
  kernels::log_ratios(target_weights_.data(), masses_.data(), targets_, out.data());
  constexpr double vanished = 1e-30;
  for (Index j = 0; j < targets_; ++j)
    if (!(masses_[j] > vanished)) out[j] = log_target_weights_[j] - log_column_mass(j);
  out *= epsilon_;
}

template <class T>
Termination EntropicSolver<T>::iterate(double tolerance, int limit, Vector& potentials, int& iterations,
                                       double& error) {
  mixing_.restart(target_weights_);
  absorb(potentials);
  potentials_ = potentials;
  Vector step, plain, next;
  // Sinkhorn's own step never lowers the concave dual value; an extrapolated one that does is taken back.
  double accepted = -std::numeric_limits<double>::infinity();
  while (true) {
    error = sweep();
    ++iterations;
    if (error <= tolerance) return Termination::converged;
    const double value = regularized_value();
    const bool overshot = value < accepted - value_rounding<T> * epsilon_ && mixing_.has_history();
    if (iterations >= limit) {
      if (overshot) {  // what is left behind is not a step that would be taken back
        place(potentials = plain);
        error = sweep();
      }
      return Termination::iteration_limit;
    }
    if (overshot) {
      mixing_.restart(target_weights_);
      potentials = plain;
    } else {
      residual(step);
      plain = potentials + step;
      mixing_.advance(potentials, step, next);
      potentials.swap(next);
      accepted = value;
    }
    place(potentials);
  }
}

template <class T>
Convergence EntropicSolver<T>::solve(double regularization, const EntropicLimits& limits,
                                     Vector& potentials) {
  assert(regularization > 0 && potentials.size() == targets_);
  const std::size_t row_bytes = static_cast<std::size_t>(stride_) * sizeof(T);
  stored_ = static_cast<std::size_t>(sources_) * row_bytes <= limits.memory;
  tile_ = std::min<Index>(
      sources_, stored_ ? 128 : 8 * std::max<Index>(1, static_cast<Index>(tile_bytes / row_bytes / 8)));
  rows_.resize(static_cast<std::size_t>((stored_ ? sources_ : tile_) * stride_));

  Convergence convergence;
  const double mean_cost = source_variance_ + squared_targets_.dot(target_weights_);
  if (limits.cold) {
    for (epsilon_ = first_regularization * mean_cost; epsilon_ > regularization;
         epsilon_ *= regularization_factor) {
      if (convergence.iterations + 1 >= limits.iterations) break;
      const int limit = std::min(limits.iterations - 1, convergence.iterations + stage_iterations);
      iterate(stage_tolerance, limit, potentials, convergence.iterations, convergence.residual);
    }
  }
  epsilon_ = regularization;
  convergence.termination =
      iterate(limits.tolerance, limits.iterations, potentials, convergence.iterations, convergence.residual);
  return convergence;
}

template <class T>
double EntropicSolver<T>::regularized_value() const {
  // f_i = |z_i|² − ε (maximum + log sum) of row i.
  row_logarithms_.resize(sources_);
  kernels::log_ratios(sums_.data(), ones_.data(), sources_, row_logarithms_.data());
  return source_variance_ - epsilon_ * (source_weights_.dot(maxima_) + source_weights_.dot(row_logarithms_)) +
         target_weights_.dot(potentials_);
}

template <class T>
void EntropicSolver<T>::evaluate(const Vector& kept, RoundedPlan& plan, Vector& column_sums) {
  const Vector padded_potentials = padded_copy(potentials_, stride_, -1e300);
  const Vector padded_kept = padded_copy(kept, stride_, 0);
  const Vector v = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(scalings_.data(), stride_)
                       .template cast<double>();
  Vector kept_mass(sources_), kept_cost(sources_);
  plan.scalings.resize(sources_);
  plan.source_potentials.resize(sources_);
  column_sums.setZero(stride_);
  for_each_tile([&](Index first, Index count, const T* rows) {
    kernels::evaluate_rows(source_.col(first).data(), count, columns(), rows, source_weights_.data() + first,
                           v.data(), padded_kept.data(), padded_potentials.data(),
                           {plan.scalings.data() + first, kept_mass.data() + first, kept_cost.data() + first,
                            plan.source_potentials.data() + first, column_sums.data()});
  });
  plan.kept = kept;
  plan.primal = kept_cost.sum();
  match_remainders(source_weights_ - kept_mass,
                   target_weights_ - kept.cwiseProduct(column_sums.head(targets_)), plan);
}

// Mass that rounding took away is put back by the north-west corner rule: exact marginals, few entries.
template <class T>
void EntropicSolver<T>::match_remainders(const Vector& rows, Vector missing, RoundedPlan& plan) const {
  plan.remainder.clear();
  for (Index i = 0, j = 0; i < sources_; ++i) {
    for (double left = std::max(rows[i], 0.0); left > 0 && j < targets_;) {
      const double mass = std::min(left, missing[j]);
      if (mass > 0) {
        double cost = 0;
        for (Index k = 0; k < dimension_; ++k) {
          const double difference = source_(k, i) - target_[static_cast<std::size_t>(k * stride_ + j)];
          cost += difference * difference;
        }
        plan.primal += mass * cost;
        plan.remainder.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), mass});
        left -= mass;
        missing[j] -= mass;
      }
      if (missing[j] <= 0) ++j;
    }
  }
}

template <class T>
RoundedPlan EntropicSolver<T>::round() {
  const auto kept_of = [&](const Vector& masses, double safety) -> Vector {
    Vector kept(targets_);
    for (Index j = 0; j < targets_; ++j) {
      const double share = masses[j] > target_weights_[j] ? target_weights_[j] / masses[j] : 1;
      kept[j] = static_cast<double>(scalings_[static_cast<std::size_t>(j)]) * share * (1 - safety);
    }
    return kept;
  };
  RoundedPlan plan;
  Vector column_sums;
  evaluate(kept_of(masses_, mass_rounding<T>), plan, column_sums);
  if ((plan.kept.cwiseProduct(column_sums.head(targets_)) - target_weights_).maxCoeff() > 0) {
    const Vector v = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(scalings_.data(), targets_)
                         .template cast<double>();
    evaluate(kept_of(v.cwiseProduct(column_sums.head(targets_)), 1e-13), plan, column_sums);
  }
  // The c-transform of the source potentials can only raise the dual value.
  Vector minima = Vector::Constant(stride_, 1e300);
  kernels::column_minima(source_.data(), sources_, columns(), plan.source_potentials.data(), minima.data());
  plan.target_potentials = minima.head(targets_);
  plan.dual = source_weights_.dot(plan.source_potentials) + target_weights_.dot(plan.target_potentials);
  return plan;
}

template <class T>
void EntropicSolver<T>::conditional_means(Eigen::Ref<Matrix> means) {
  const Vector v = Eigen::Map<const Eigen::Matrix<T, Eigen::Dynamic, 1>>(scalings_.data(), stride_)
                       .template cast<double>();
  for_each_tile([&](Index first, Index count, const T* rows) {
    Matrix some(dimension_, count);
    kernels::conditional_means(count, columns(), rows, v.data(), some.data());
    means.middleCols(first, count) = some;
  });
}

template <class T>
std::vector<PlanEntry> EntropicSolver<T>::entries(const RoundedPlan& plan) {
  std::vector<PlanEntry> entries;
  Vector row(targets_);
  auto extra = plan.remainder.begin();
  for_each_tile([&](Index first, Index count, const T* rows) {
    for (Index i = first; i < first + count; ++i, rows += stride_) {
      for (Index j = 0; j < targets_; ++j)
        row[j] = plan.scalings[i] * static_cast<double>(rows[j]) * plan.kept[j];
      for (; extra != plan.remainder.end() && extra->source == i; ++extra) row[extra->target] += extra->mass;
      for (Index j = 0; j < targets_; ++j)
        if (row[j] > 0)
          entries.push_back({static_cast<std::int32_t>(i), static_cast<std::int32_t>(j), row[j]});
    }
  });
  return entries;
}

template class EntropicSolver<float>;
template class EntropicSolver<double>;

}  // namespace wpga
