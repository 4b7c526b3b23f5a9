#include "wpga/neighbours/maps/gaussian_geodesic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/neighbours/maps/gaussian.hpp"
#include "wpga/neighbours/maps/measured_components.hpp"

namespace wpga {

namespace {

// A tangent vector of laws at root A: means move by `shift`, roots by S A.
struct LawDirection {
  Vector shift;
  Matrix stretch;
};

double inner(const LawDirection& one, const LawDirection& other, const Matrix& covariance) {
  return one.shift.dot(other.shift) + (one.stretch * covariance * other.stretch).trace();
}

// The orthogonal Q that brings A Q nearest to Z.
Matrix turned_towards(const Matrix& root, const Matrix& target) {
  const Matrix product = root.transpose() * target;
  return root * (product * inverse_square_root(product.transpose() * product));
}

// The symmetric solution of S C + C S = R.
Matrix lyapunov(const Matrix& covariance, const Matrix& right) {
  const SymmetricEigen eigen = symmetric_eigen(covariance);
  Matrix inside = eigen.vectors.transpose() * right * eigen.vectors;
  const double least = 1e-14 * std::max(eigen.values.maxCoeff(), std::numeric_limits<double>::min());
  for (Index a = 0; a < inside.rows(); ++a)
    for (Index b = 0; b < inside.cols(); ++b) {
      const double sum = eigen.values[a] + eigen.values[b];
      inside(a, b) = sum > least ? inside(a, b) / sum : 0;
    }
  return eigen.vectors * inside * eigen.vectors.transpose();
}

Matrix inverse_of_regular(const Matrix& positive) {
  const SymmetricEigen eigen = symmetric_eigen(positive);
  return eigen.vectors * eigen.values.cwiseMax(1e-300).cwiseInverse().asDiagonal() *
         eigen.vectors.transpose();
}

class LawDescent {
 public:
  LawDescent(std::span<const Gaussian> laws, const Vector& weights, const GaussianGeodesicOptions& options)
      : laws_(laws), weights_(weights), options_(options) {
    for (const Gaussian& law : laws) roots_.push_back(square_root(law.covariance));
  }

  // From a base point along a direction.  Unless the base is `fixed` it moves too.
  FittedLawGeodesic run(const Vector& mean, const Matrix& root, const LawDirection& direction, bool fixed,
                        const std::vector<LawDirection>& earlier) {
    FittedLawGeodesic fitted;
    curve_ = {mean, direction.shift, root, direction.stretch};
    times_ = Vector::Zero(std::ssize(laws_));
    find_times();
    double last = objective();
    fitted.objective.push_back(last);
    fitted.convergence.termination = Termination::iteration_limit;
    for (int k = 0; k < options_.law_iterations; ++k) {
      const LawGeodesic before = curve_;
      const Vector times_before = times_;
      improve(fixed, earlier);
      find_times();
      double now = objective();
      // Times that leave the interval of definition may cost more than the step won: go back half the way.
      for (int half = 0; half < 40 && now > last * (1 + 1e-15); ++half) {
        curve_.shift = (curve_.shift + before.shift) / 2;
        curve_.stretch = (curve_.stretch + before.stretch) / 2;
        curve_.mean = (curve_.mean + before.mean) / 2;
        curve_.root = (curve_.root + before.root) / 2;
        find_times();
        now = objective();
      }
      if (now > last) {
        curve_ = before;
        times_ = times_before;
        now = last;
      }
      fitted.objective.push_back(now);
      fitted.convergence.iterations = k + 1;
      fitted.convergence.residual = last > 0 ? (last - now) / last : 0;
      last = now;
      if (fitted.convergence.residual <= options_.law_tolerance) {
        fitted.convergence.termination = Termination::converged;
        break;
      }
    }
    curve_.low = times_.minCoeff();
    curve_.high = times_.maxCoeff();
    fitted.curve = curve_;
    fitted.times = times_;
    return fitted;
  }

 private:
  std::size_t at(Index i) const { return static_cast<std::size_t>(i); }

  Matrix root_at(double time) const { return curve_.root + time * curve_.stretch * curve_.root; }

  double objective() const {
    double sum = 0;
    for (Index i = 0; i < times_.size(); ++i)
      sum += weights_[i] * std::max(0.0, squared_distance(curve_.law_at(times_[i]), laws_[at(i)]));
    return sum;
  }

  // Plans and times in turns, from the last time.
  void find_times() {
    const Vector values = symmetric_eigenvalues(curve_.stretch);
    const double most =
        values.maxCoeff() > 0 ? -1 / values.maxCoeff() : -std::numeric_limits<double>::infinity();
    const double least =
        values.minCoeff() < 0 ? -1 / values.minCoeff() : std::numeric_limits<double>::infinity();
    const Matrix velocity = curve_.stretch * curve_.root;
    const double speed = curve_.shift.squaredNorm() + velocity.squaredNorm();
    if (!(speed > 0)) return;
    for (Index i = 0; i < times_.size(); ++i)
      for (int round = 0; round < 3; ++round) {
        const Matrix target = turned_towards(roots_[at(i)], root_at(times_[i]));
        const double along = curve_.shift.dot(laws_[at(i)].mean - curve_.mean) +
                             (velocity.transpose() * (target - curve_.root)).trace();
        times_[i] = std::clamp(along / speed, most, least);
      }
  }

  // Means: a regression on time.  Roots: S for A as it is, then A for S, each the least squares.
  void improve(bool fixed, const std::vector<LawDirection>& earlier) {
    const Index d = curve_.mean.size();
    std::vector<Matrix> targets;
    for (Index i = 0; i < times_.size(); ++i)
      targets.push_back(turned_towards(roots_[at(i)], root_at(times_[i])));
    const double first = weights_.dot(times_), second = weights_.dot(times_.cwiseAbs2());
    if (!(second > 0)) return;
    Vector means = Vector::Zero(d), moved = Vector::Zero(d);
    Matrix cross = Matrix::Zero(d, d);
    for (Index i = 0; i < times_.size(); ++i) {
      means += weights_[i] * laws_[at(i)].mean;
      moved += weights_[i] * times_[i] * laws_[at(i)].mean;
      cross += weights_[i] * times_[i] * (targets[at(i)] - curve_.root) * curve_.root.transpose();
    }
    const double spread = second - first * first;
    if (!fixed && spread > 0) {
      curve_.shift = (moved - first * means) / spread;
      curve_.mean = means - first * curve_.shift;
    } else {
      curve_.shift = (moved - first * curve_.mean) / second;
    }
    const Matrix covariance = curve_.root * curve_.root.transpose();
    curve_.stretch = lyapunov(covariance, (cross + cross.transpose()) / second);
    // The quadratic part is the metric itself, so that leaving out earlier directions is the constrained
    // minimum.
    for (const LawDirection& other : earlier) {
      const double share =
          inner({curve_.shift, curve_.stretch}, other, covariance) / inner(other, other, covariance);
      curve_.shift -= share * other.shift;
      curve_.stretch -= share * other.stretch;
    }
    if (fixed) return;
    Matrix normal = Matrix::Zero(d, d), right = Matrix::Zero(d, d);
    for (Index i = 0; i < times_.size(); ++i) {
      const Matrix stretched = Matrix::Identity(d, d) + times_[i] * curve_.stretch;
      normal += weights_[i] * stretched * stretched;
      right += weights_[i] * stretched * targets[at(i)];
    }
    curve_.root = inverse_of_regular(normal) * right;
  }

  std::span<const Gaussian> laws_;
  const Vector& weights_;
  const GaussianGeodesicOptions& options_;
  std::vector<Matrix> roots_;
  LawGeodesic curve_;
  Vector times_;
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
  const Matrix root = square_root(law.covariance), velocity = curve.stretch * curve.root;
  const double speed = curve.shift.squaredNorm() + velocity.squaredNorm();
  double time = std::clamp(0.0, curve.low, curve.high);
  for (int round = 0; round < 50 && speed > 0; ++round) {
    const Matrix target = turned_towards(root, curve.root + time * velocity);
    const double along =
        curve.shift.dot(law.mean - curve.mean) + (velocity.transpose() * (target - curve.root)).trace();
    time = std::clamp(along / speed, curve.low, curve.high);
  }
  return time;
}

}  // namespace

Gaussian LawGeodesic::law_at(double time) const {
  const Matrix here = root + time * stretch * root;
  return {mean + time * shift, here * here.transpose()};
}

std::vector<FittedLawGeodesic> law_geodesics(std::span<const Gaussian> laws, const Vector& measure_weights,
                                             const Gaussian& middle, Index components,
                                             const GaussianGeodesicOptions& options) {
  std::vector<FittedLawGeodesic> all;
  std::vector<LawDirection> earlier;
  Vector mean = middle.mean;
  Matrix root = square_root(middle.covariance);
  double total = 0;
  for (Index c = 0; c < components; ++c) {
    const Matrix covariance = root * root.transpose();
    const auto [start, variance] = leading_direction(laws, measure_weights, {mean, covariance}, earlier);
    if (c == 0) total = variance;
    if (!(inner(start, start, covariance) > no_variance * total)) break;
    LawDescent descent(laws, measure_weights, options);
    all.push_back(descent.run(mean, root, start, c > 0, earlier));
    if (c == 0) {
      const LawGeodesic& first = all.front().curve;
      const double time = time_nearest(first, middle);
      mean = first.mean + time * first.shift;
      root = first.root + time * first.stretch * first.root;
      // Seen from here the geodesic has the velocity S A = S (I + t S)^−1 times the root at t.
      const Matrix moved = Matrix::Identity(root.rows(), root.rows()) + time * first.stretch;
      const Matrix stretch = inverse_of_regular((moved + moved.transpose()) / 2) * first.stretch;
      earlier.push_back({first.shift, (stretch + stretch.transpose()) / 2});
    } else {
      earlier.push_back({all.back().curve.shift, all.back().curve.stretch});
    }
  }
  return all;
}

Analysis gaussian_geodesic_analysis(const MeasureFamily& family, const Measure& mean,
                                    const TransportOptions& transport, const GaussianGeodesicOptions& options,
                                    const Execution& execution) {
  validate(options);
  const FittedLaws fitted = fitted_laws(family, mean.size(), options.seed);
  const Gaussian& middle = fitted.middle.law;
  const Matrix spread = square_root(middle.covariance);
  const Measure center{(spread * fitted.standard.points).colwise() + middle.mean, fitted.standard.weights};
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
        turned_towards(Matrix::Identity(spread.rows(), spread.rows()), curve.root.transpose() * spread);
    const auto atoms_at = [&](double time) -> Matrix {
      const Matrix root = (curve.root + time * curve.stretch * curve.root) * turned;
      return (root * fitted.standard.points).colwise() + (curve.mean + time * curve.shift);
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
