#include "wpga/neighbours/maps/gaussian_geodesic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/base/products.hpp"
#include "wpga/neighbours/maps/family_span.hpp"
#include "wpga/neighbours/maps/gaussian.hpp"
#include "wpga/neighbours/maps/law_stretch.hpp"
#include "wpga/neighbours/maps/measured_components.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr double rounding_of_squares = 1e-14;  // of the squares whose differences are distances
constexpr double nearly_singular = 1e-6;       // least eigenvalue of I + t S, of which the inverse is taken

// A tangent vector of laws at root A: means move by `shift`, roots by S A.
struct LawDirection {
  Vector shift;
  Matrix stretch;
};

double inner(const LawDirection& one, const LawDirection& other, const Matrix& covariance) {
  return one.shift.dot(other.shift) + trace_of_product(product(one.stretch, covariance), other.stretch);
}

class LawDescent {
 public:
  LawDescent(std::span<const Gaussian> laws, const Vector& weights, const GaussianGeodesicOptions& options)
      : laws_(laws), weights_(weights), options_(options) {
    for (const Gaussian& law : laws) roots_.push_back(square_root(law.covariance));
    for (Index i = 0; i < weights.size(); ++i)
      squares_ += weights[i] * (laws[at(i)].mean.squaredNorm() + laws[at(i)].covariance.trace());
  }

  // From a base point along a direction.  Unless the base is `fixed` it moves too.
  FittedLawGeodesic run(const Vector& mean, const Matrix& root, const LawDirection& direction, bool fixed,
                        const std::vector<LawDirection>& earlier) {
    curve_ = {mean, direction.shift, root, direction.stretch};
    times_ = Vector::Zero(std::ssize(laws_));
    find_times(allowed_times());
    FittedLawGeodesic fitted;
    fitted.objective.push_back(objective());
    fitted.convergence.termination = Termination::iteration_limit;
    while (fitted.convergence.termination == Termination::iteration_limit &&
           fitted.convergence.iterations < options_.law_iterations)
      take_step(fitted, [&] { step_over_all_times(fixed, earlier, fitted.objective.back()); });
    if (a_time_is_at_an_end()) {
      // A step that had to be shortened there was blocked, and nothing has settled.
      if (blocked_ && fitted.convergence.converged())
        fitted.convergence.termination = Termination::no_progress;
      if (!fixed) go_on_from_the_middle(fitted);
    }
    curve_.low = times_.minCoeff();
    curve_.high = times_.maxCoeff();
    fitted.curve = curve_;
    fitted.times = times_;
    return fitted;
  }

 private:
  struct Interval {
    double low, high;
  };

  std::size_t at(Index i) const { return static_cast<std::size_t>(i); }

  Matrix root_at(double time) const { return curve_.root + time * product(curve_.stretch, curve_.root); }

  double objective() const {
    double sum = 0;
    for (Index i = 0; i < times_.size(); ++i)
      sum += weights_[i] * std::max(0.0, squared_distance(curve_.law_at(times_[i]), laws_[at(i)]));
    return sum;
  }

  // Records what a step leads to, or goes back where that is higher.
  template <class Step>
  void take_step(FittedLawGeodesic& fitted, Step step) {
    const LawGeodesic before = curve_;
    const Vector times_before = times_;
    const double last = fitted.objective.back();
    step();
    const double now = objective();
    Convergence& convergence = fitted.convergence;
    ++convergence.iterations;
    convergence.residual = last > 0 ? (last - now) / last : 0;
    if (now > last) {
      curve_ = before;
      times_ = times_before;
      fitted.objective.push_back(last);
      const bool settled = now - last <= options_.law_tolerance * last + rounding_of_squares * squares_;
      convergence.termination = settled ? Termination::converged : Termination::no_progress;
      return;
    }
    fitted.objective.push_back(now);
    if (convergence.residual <= options_.law_tolerance) convergence.termination = Termination::converged;
  }

  void step_over_all_times(bool fixed, const std::vector<LawDirection>& earlier, double last) {
    const LawGeodesic before = curve_;
    improve(fixed, earlier);
    find_times(allowed_times());
    blocked_ = false;
    // Times that leave the interval of definition may cost more than the step won: go back half the way.
    for (int half = 0; half < 40 && objective() > last + rounding_of_squares * squares_; ++half) {
      blocked_ = true;
      curve_.shift = (curve_.shift + before.shift) / 2;
      curve_.stretch = (curve_.stretch + before.stretch) / 2;
      curve_.mean = (curve_.mean + before.mean) / 2;
      curve_.root = (curve_.root + before.root) / 2;
      find_times(allowed_times());
    }
  }

  // Told from the middle of the times in use, these in [−½, ½] and I ± S/2 positive, no constraint has two
  // unknowns, and steps in turns are blocked no more.
  void go_on_from_the_middle(FittedLawGeodesic& fitted) {
    fitted.convergence.termination = Termination::iteration_limit;
    while (fitted.convergence.termination == Termination::iteration_limit &&
           fitted.convergence.iterations < options_.law_iterations) {
      if (!tell_from_the_middle()) {
        fitted.convergence.termination = Termination::no_progress;
        return;
      }
      take_step(fitted, [&] {
        improve_means_and_stretch(false, {}, Constraint::positive_at_ends);
        improve_root();
        find_times({-0.5, 0.5});
      });
    }
  }

  bool a_time_is_at_an_end() const {
    const Interval allowed = allowed_times();
    constexpr double near = 1e-6;
    return times_.minCoeff() <= (1 - near) * allowed.low || times_.maxCoeff() >= (1 - near) * allowed.high;
  }

  // The same curve, with times from −½ to ½.
  bool tell_from_the_middle() {
    const double low = times_.minCoeff(), high = times_.maxCoeff();
    const double middle = (low + high) / 2, span = high - low;
    if (!(span > 0)) return false;
    const Matrix there = moved_identity(curve_.stretch, middle);
    if (!(symmetric_eigenvalues(there).minCoeff() > nearly_singular)) return false;
    const Matrix stretch = product(inverse_of_regular(there), curve_.stretch);
    curve_.mean += middle * curve_.shift;
    curve_.root = root_at(middle);
    curve_.shift *= span;
    curve_.stretch = span * (stretch + stretch.transpose()) / 2;
    times_ = (times_.array() - middle) / span;
    return true;
  }

  // Where I + t S is positive.
  Interval allowed_times() const {
    const Vector values = symmetric_eigenvalues(curve_.stretch);
    const double infinity = std::numeric_limits<double>::infinity();
    return {values.maxCoeff() > 0 ? -1 / values.maxCoeff() : -infinity,
            values.minCoeff() < 0 ? -1 / values.minCoeff() : infinity};
  }

  // Plans and times in turns, from the last time.
  void find_times(const Interval& allowed) {
    check_stop();
    const Matrix velocity = product(curve_.stretch, curve_.root);
    const double speed = curve_.shift.squaredNorm() + velocity.squaredNorm();
    if (!(speed > 0)) return;
    for (Index i = 0; i < times_.size(); ++i)
      for (int round = 0; round < 3; ++round) {
        const Matrix target = turned_towards(roots_[at(i)], root_at(times_[i]));
        const double along = curve_.shift.dot(laws_[at(i)].mean - curve_.mean) +
                             trace_of_transposed_times(velocity, target - curve_.root);
        times_[i] = std::clamp(along / speed, allowed.low, allowed.high);
      }
  }

  void improve(bool fixed, const std::vector<LawDirection>& earlier) {
    improve_means_and_stretch(fixed, earlier, Constraint::none);
    if (!fixed) improve_root();
  }

  enum class Constraint { none, positive_at_ends };

  std::vector<Matrix> targets() const {
    std::vector<Matrix> all;
    for (Index i = 0; i < times_.size(); ++i)
      all.push_back(turned_towards(roots_[at(i)], root_at(times_[i])));
    return all;
  }

  // Means: a regression on time.  Roots: S for A as it is, the least squares.
  void improve_means_and_stretch(bool fixed, const std::vector<LawDirection>& earlier,
                                 Constraint constraint) {
    const Index d = curve_.mean.size();
    const std::vector<Matrix> wanted = targets();
    const double first = weights_.dot(times_), second = weights_.dot(times_.cwiseAbs2());
    if (!(second > 0)) return;
    Vector means = Vector::Zero(d), moved = Vector::Zero(d);
    Matrix cross = Matrix::Zero(d, d);
    for (Index i = 0; i < times_.size(); ++i) {
      means += weights_[i] * laws_[at(i)].mean;
      moved += weights_[i] * times_[i] * laws_[at(i)].mean;
      cross += weights_[i] * times_[i] * times_transposed(wanted[at(i)] - curve_.root, curve_.root);
    }
    const double spread = second - first * first;
    if (!fixed && spread > 0) {
      curve_.shift = (moved - first * means) / spread;
      curve_.mean = means - first * curve_.shift;
    } else {
      curve_.shift = (moved - first * curve_.mean) / second;
    }
    const Matrix covariance = times_transposed(curve_.root, curve_.root);
    const Matrix right = (cross + cross.transpose()) / second;
    const Matrix free = lyapunov(covariance, right);
    const bool feasible =
        constraint == Constraint::none || symmetric_eigenvalues(free).cwiseAbs().maxCoeff() <= most_stretch;
    curve_.stretch = feasible ? free : positive_at_ends(covariance, right, curve_.stretch);
    // The quadratic part is the metric itself, so that leaving out earlier directions is the constrained
    // minimum.
    for (const LawDirection& other : earlier) {
      const double share =
          inner({curve_.shift, curve_.stretch}, other, covariance) / inner(other, other, covariance);
      curve_.shift -= share * other.shift;
      curve_.stretch -= share * other.stretch;
    }
  }

  // A for S as it is.
  void improve_root() {
    const Index d = curve_.mean.size();
    const std::vector<Matrix> wanted = targets();
    Matrix normal = Matrix::Zero(d, d), right = Matrix::Zero(d, d);
    for (Index i = 0; i < times_.size(); ++i) {
      const Matrix stretched = moved_identity(curve_.stretch, times_[i]);
      normal += weights_[i] * product(stretched, stretched);
      right += weights_[i] * product(stretched, wanted[at(i)]);
    }
    curve_.root = product(inverse_of_regular(normal), right);
  }

  std::span<const Gaussian> laws_;
  const Vector& weights_;
  const GaussianGeodesicOptions& options_;
  std::vector<Matrix> roots_;
  double squares_ = 0;  // mean square of what the laws are made of
  LawGeodesic curve_;
  Vector times_;
  bool blocked_ = false;  // the last step over all times was shortened
};

struct LeadingDirection {
  LawDirection direction;  // its squared length is the variance along it
  double variance = 0;     // of all laws, without what is along earlier ones
};

// Leading directions of tangent PCA at a law, to begin with; those after `earlier`.
LeadingDirection leading_direction(std::span<const Gaussian> laws, const Vector& weights,
                                   const Gaussian& base, const std::vector<LawDirection>& earlier) {
  std::vector<LawDirection> maps;
  for (const Gaussian& law : laws) {
    LawDirection map{law.mean - base.mean, optimal_linear_map(base.covariance, law.covariance)};
    map.stretch -= Matrix::Identity(base.dimension(), base.dimension());
    for (const LawDirection& other : earlier) {
      const double share = inner(map, other, base.covariance) / inner(other, other, base.covariance);
      map.shift -= share * other.shift;
      map.stretch -= share * other.stretch;
    }
    maps.push_back(std::move(map));
  }
  const Index count = std::ssize(maps);
  Matrix gram(count, count);
  for (Index i = 0; i < count; ++i)
    for (Index j = 0; j < count; ++j)
      gram(i, j) =
          std::sqrt(weights[i] * weights[j]) *
          inner(maps[static_cast<std::size_t>(i)], maps[static_cast<std::size_t>(j)], base.covariance);
  const SymmetricEigen eigen = symmetric_eigen(gram);
  LawDirection leading{Vector::Zero(base.dimension()), Matrix::Zero(base.dimension(), base.dimension())};
  for (Index i = 0; i < count; ++i) {
    const double factor = std::sqrt(weights[i]) * eigen.vectors(i, count - 1);
    leading.shift += factor * maps[static_cast<std::size_t>(i)].shift;
    leading.stretch += factor * maps[static_cast<std::size_t>(i)].stretch;
  }
  return {std::move(leading), gram.trace()};
}

double time_nearest(const LawGeodesic& curve, const Gaussian& law) {
  const Matrix root = square_root(law.covariance), velocity = product(curve.stretch, curve.root);
  const double speed = curve.shift.squaredNorm() + velocity.squaredNorm();
  double time = std::clamp(0.0, curve.low, curve.high);
  for (int round = 0; round < 50 && speed > 0; ++round) {
    const Matrix target = turned_towards(root, curve.root + time * velocity);
    const double along =
        curve.shift.dot(law.mean - curve.mean) + trace_of_transposed_times(velocity, target - curve.root);
    time = std::clamp(along / speed, curve.low, curve.high);
  }
  return time;
}

// About the mean of the middle law, which is 0 then.
std::vector<FittedLawGeodesic> centered_law_geodesics(std::span<const Gaussian> laws,
                                                      const Vector& measure_weights, const Matrix& middle,
                                                      Index components,
                                                      const GaussianGeodesicOptions& options) {
  std::vector<FittedLawGeodesic> all;
  std::vector<LawDirection> earlier;
  Vector mean = Vector::Zero(middle.rows());
  Matrix root = square_root(middle);
  double total = 0;
  for (Index c = 0; c < components; ++c) {
    const Matrix covariance = times_transposed(root, root);
    const auto [start, variance] = leading_direction(laws, measure_weights, {mean, covariance}, earlier);
    if (c == 0) total = variance;
    if (!(inner(start, start, covariance) > no_variance * total)) break;
    LawDescent descent(laws, measure_weights, options);
    all.push_back(descent.run(mean, root, start, c > 0, earlier));
    if (c == 0) {
      const LawGeodesic& first = all.front().curve;
      const double time = time_nearest(first, {Vector::Zero(mean.size()), middle});
      mean = first.mean + time * first.shift;
      root = first.root + time * product(first.stretch, first.root);
      // Seen from here the geodesic has the velocity S A = S (I + t S)^−1 times the root at t.
      const Matrix moved = moved_identity(first.stretch, time);
      const Matrix stretch = product(inverse_of_regular((moved + moved.transpose()) / 2), first.stretch);
      earlier.push_back({first.shift, (stretch + stretch.transpose()) / 2});
    } else {
      earlier.push_back({all.back().curve.shift, all.back().curve.stretch});
    }
  }
  return all;
}

}  // namespace

Gaussian LawGeodesic::law_at(double time) const {
  const Matrix here = root + time * product(stretch, root);
  return {mean + time * shift, times_transposed(here, here)};
}

std::vector<FittedLawGeodesic> law_geodesics(std::span<const Gaussian> laws, const Vector& measure_weights,
                                             const Gaussian& middle, Index components,
                                             const GaussianGeodesicOptions& options) {
  // About the middle: what rounding may do is a share of squares, which a distant origin would make large.
  std::vector<Gaussian> centered(laws.begin(), laws.end());
  for (Gaussian& law : centered) law.mean -= middle.mean;
  auto all = centered_law_geodesics(centered, measure_weights, middle.covariance, components, options);
  for (FittedLawGeodesic& one : all) one.curve.mean += middle.mean;
  return all;
}

Analysis gaussian_geodesic_analysis(const MeasureFamily& family, const Measure& mean,
                                    const TransportOptions& transport, const GaussianGeodesicOptions& options,
                                    const Execution& execution) {
  validate(options);
  const StopScope heard(execution.stop);
  const FamilySpan span = family_span(family);
  const FittedLaws fitted = fitted_laws(span.family, mean.size(), options.seed);
  const Gaussian& middle = fitted.middle.law;
  const Matrix spread = square_root(middle.covariance);
  const Measure center{span.points(product(spread, fitted.standard.points).colwise() + middle.mean),
                       fitted.standard.weights};
  FamilyCouplings couplings(family, transport, center.weights);
  MeasuredComponents found(center, couplings, transport, options.of, execution);
  if (!more_than_rounding(found.variance(), center)) return found.finish(Termination::no_variance_left);
  const std::vector<FittedLawGeodesic> all =
      law_geodesics(fitted.laws, fitted.shares, middle, found.most(), options);
  std::optional<Termination> early;
  while (found.wants_more()) {
    const auto next = static_cast<std::size_t>(found.count());
    if (next >= all.size() || !(all[next].curve.high > all[next].curve.low)) {
      early = Termination::no_variance_left;
      break;
    }
    const LawGeodesic& curve = all[next].curve;
    // Atoms of the curve, paired with those of the mean as the two laws are.
    const Matrix turned =
        turned_towards(Matrix::Identity(spread.rows(), spread.rows()), transposed_times(curve.root, spread));
    const auto atoms_at = [&](double time) -> Matrix {
      const Matrix root = product(curve.root + time * product(curve.stretch, curve.root), turned);
      return span.points(product(root, fitted.standard.points).colwise() + (curve.mean + time * curve.shift));
    };
    Component component;
    component.curve = Curve(center.points - atoms_at(curve.low), atoms_at(curve.high) - center.points);
    component.times = (all[next].times.array() - curve.low) / (curve.high - curve.low);
    component.objective = all[next].objective;
    component.convergence = all[next].convergence;
    found.keep(std::move(component));
  }
  return found.finish(early);
}

}  // namespace wpga
