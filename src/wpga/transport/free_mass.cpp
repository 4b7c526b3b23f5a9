#include "wpga/transport/free_mass.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {

namespace {

double largest_norm(const Matrix& points) { return std::sqrt(points.colwise().squaredNorm().maxCoeff()); }

// One more atom, as heavy as all others together: what is taken away goes to that of the target, what is
// added comes from that of the source.
Vector with_reserve(const WeightsRef& weights) {
  Vector all(weights.size() + 1);
  all << weights / weights.sum(), 1.0;
  return all;
}

class FreeMassCoupling final : public Coupling {
 public:
  FreeMassCoupling(const WeightsRef& weights, double penalty)
      : atoms_(weights.size()),
        penalty_(penalty),
        simplex_(exact_transport()->coupling(with_reserve(weights))) {}

  void attach(const MeasureView& target, const RestingCoupling& resting) override {
    origin_ = mean_of(target);
    target_ = target.points.colwise() - origin_;
    target_weights_ = with_reserve(target.weights);
    resting_ = resting;
    reach_ = 0;
  }

  TransportValue solve(const PointsRef& source, SolveEffort effort) override {
    source_ = source.colwise() - origin_;
    reach(largest_norm(source_) + largest_norm(target_));
    const Matrix lifted = lifted_source();
    lifted_squares_ = lifted.colwise().squaredNorm();
    TransportValue value = simplex_->solve(lifted, effort);
    const double gap = value.gap();
    keep_plan();
    value.unmatched = 0;
    value.primal = 0;
    for (const PlanEntry& entry : plan_)
      value.primal += entry.mass * (source_.col(entry.source) - target_.col(entry.target)).squaredNorm();
    for (Index k = 0; k < atoms_; ++k) value.unmatched += staying_[k];
    value.primal += reach_ * reach_ * value.unmatched;
    value.dual = std::max(0.0, value.primal - gap);
    return value;
  }

  void barycentric_map(Eigen::Ref<Matrix> map) const override {
    Vector mass = staying_;
    map = source_ * staying_.asDiagonal();
    for (const PlanEntry& entry : plan_) {
      map.col(entry.source) += entry.mass * target_.col(entry.target);
      mass[entry.source] += entry.mass;
    }
    for (Index k = 0; k < atoms_; ++k) map.col(k) = map.col(k) / mass[k] + origin_;
  }

  std::vector<PlanEntry> plan() const override { return plan_; }

  // The reserve of the target has potential 0.
  Vector source_potentials() const override {
    return lowered(simplex_->source_potentials(), lifted_squares_).head(atoms_).array() + level();
  }
  Vector target_potentials() const override {
    return lowered(simplex_->target_potentials(), target_squares_).head(target_.cols()).array() - level();
  }

  RestingCoupling rest() const override { return reach_ > 0 ? simplex_->rest() : resting_; }

 private:
  // No cost exceeds the square of `farthest`, so that a larger penalty says no more and would cost digits.
  void reach(double farthest) {
    if (reach_ > 0 && (farthest <= reach_ || reach_ == penalty_)) return;
    const RestingCoupling resting = rest();
    reach_ = farthest > 0 ? std::min(penalty_, 2 * farthest) : penalty_;
    scale_ = std::max(reach_, largest_norm(target_));
    const Matrix lifted = lifted_target();
    target_squares_ = lifted.colwise().squaredNorm();
    simplex_->attach({MatrixView(lifted.data(), lifted.rows(), lifted.cols()),
                      VectorView(target_weights_.data(), target_weights_.size())},
                     resting);
  }

  // With two coordinates more, −z'·x' is |z − x|² between atoms, reach²/2 between an atom and a reserve, and
  // 0 between the reserves.
  Matrix lifted_source() const {
    Matrix lifted = Matrix::Zero(source_.rows() + 2, atoms_ + 1);
    lifted.topLeftCorner(source_.rows(), atoms_) = std::sqrt(2.0) * source_;
    lifted.row(source_.rows()).head(atoms_) = -source_.colwise().squaredNorm() / scale_;
    lifted.row(source_.rows() + 1).head(atoms_).setConstant(-scale_);
    lifted(source_.rows(), atoms_) = -0.5 * reach_ * reach_ / scale_;
    return lifted;
  }
  Matrix lifted_target() const {
    const Index count = target_.cols();
    Matrix lifted = Matrix::Zero(target_.rows() + 2, count + 1);
    lifted.topLeftCorner(target_.rows(), count) = std::sqrt(2.0) * target_;
    lifted.row(target_.rows()).head(count).setConstant(scale_);
    lifted.row(target_.rows() + 1).head(count) = target_.colwise().squaredNorm() / scale_;
    lifted(target_.rows() + 1, count) = 0.5 * reach_ * reach_ / scale_;
    return lifted;
  }

  // |z' − x'|² = |z'|² + |x'|² − 2 z'·x': potentials of −z'·x' from those of the squares.
  static Vector lowered(const Vector& potentials, const Vector& squares) {
    return 0.5 * (potentials - squares);
  }
  double level() const { return lowered(simplex_->target_potentials(), target_squares_)[target_.cols()]; }

  // Half of the lifted mass is that of the reserves.
  void keep_plan() {
    plan_.clear();
    staying_ = Vector::Zero(atoms_);
    for (PlanEntry entry : simplex_->plan()) {
      entry.mass *= 2;
      if (entry.source == atoms_) continue;
      if (entry.target == target_.cols())
        staying_[entry.source] += entry.mass;
      else
        plan_.push_back(entry);
    }
  }

  Index atoms_;
  double penalty_;
  std::unique_ptr<Coupling> simplex_;
  RestingCoupling resting_;
  Vector origin_;
  Matrix source_, target_;  // about the mean of the target
  Vector target_weights_;   // with the reserve
  Vector lifted_squares_, target_squares_;
  double reach_ = 0;  // the penalty, or more than the farthest pair; 0: not attached yet
  double scale_ = 1;
  std::vector<PlanEntry> plan_;
  Vector staying_;  // mass of each source atom that does not move
};

class FreeMassTransport final : public TransportEngine {
 public:
  explicit FreeMassTransport(double penalty) : penalty_(penalty) {}
  std::unique_ptr<Coupling> coupling(const WeightsRef& source_weights) const override {
    return std::make_unique<FreeMassCoupling>(source_weights, penalty_);
  }

 private:
  double penalty_;
};

}  // namespace

std::unique_ptr<TransportEngine> free_mass_transport(double penalty) {
  assert(penalty > 0);
  return std::make_unique<FreeMassTransport>(penalty);
}

}  // namespace wpga
