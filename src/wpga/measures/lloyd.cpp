#include "wpga/measures/lloyd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "wpga/kernels/nearest_center.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Points, centres and what is known of the distances between them.
class Iteration {
 public:
  Iteration(const MeasureView& measure, const Matrix& start);

  double inertia() const;  // to the present centres, summed anew

  // Each returns by how much the inertia fell.
  double move_centers(double step);
  double reassign();

  bool changed() const { return changed_; }  // did the last reassign() move any point?
  Clusters clusters() &&;

 private:
  Index size() const { return measure_.size(); }
  double squared_distance(Index j) const;  // to its own centre
  void sum_clusters();
  double fill_empty_clusters();
  void loosen_bounds(const Vector& drift);
  void collect_suspects(const Vector& half_gaps);
  Vector half_gaps(const kernels::PointRows& rows) const;
  void compare_suspects(const kernels::PointRows& rows, const Vector& half_gaps);
  void sort_suspects();
  void find_near(const kernels::PointRows& rows, Index center, double radius);

  const MeasureView& measure_;
  Matrix centers_;  // d × k
  Eigen::VectorX<std::int32_t> assignment_;
  Vector upper_;                        // n: at least the distance to the own centre
  Vector lower_;                        // n: at most the distance to any other centre
  Matrix sums_;                         // d × k: Σ w x over each cluster
  Vector masses_;                       // k
  std::vector<std::int32_t> suspects_;  // points whose nearest centre may have changed
  std::vector<kernels::TwoNearest> answers_;
  std::vector<std::size_t> first_of_;  // k + 1: where the suspects of each cluster begin
  std::vector<std::int32_t> sorted_, near_;
  std::vector<double> squared_;
  double margin_ = 0;  // more than rounding can add to the bounds
  bool changed_ = true;
};

Iteration::Iteration(const MeasureView& measure, const Matrix& start)
    : measure_(measure),
      centers_(start),
      assignment_(measure.size()),
      upper_(measure.size()),
      lower_(measure.size()),
      first_of_(static_cast<std::size_t>(start.cols()) + 1) {
  suspects_.resize(static_cast<std::size_t>(size()));
  answers_.resize(static_cast<std::size_t>(size()));
  std::iota(suspects_.begin(), suspects_.end(), 0);
  kernels::two_nearest(measure_.points, suspects_, kernels::rows_of(centers_, infinity), answers_);
  for (Index j = 0; j < size(); ++j) {
    const kernels::TwoNearest& answer = answers_[static_cast<std::size_t>(j)];
    assignment_[j] = answer.index;
    upper_[j] = std::sqrt(answer.nearest);
    lower_[j] = std::sqrt(answer.second);
  }
  const double diameter =
      (measure_.points.rowwise().maxCoeff() - measure_.points.rowwise().minCoeff()).norm();
  margin_ = 1e-12 * diameter;
}

// Summed in the order of the kernel, so that equal distances have equal bits.
double Iteration::squared_distance(Index j) const {
  const double* point = measure_.points.col(j).data();
  const double* center = centers_.col(assignment_[j]).data();
  double sum = 0;
  for (Index i = 0; i < centers_.rows(); ++i) sum += (point[i] - center[i]) * (point[i] - center[i]);
  return sum;
}

double Iteration::inertia() const {
  double sum = 0;
  for (Index j = 0; j < size(); ++j) sum += measure_.weights[j] * squared_distance(j);
  return sum;
}

void Iteration::sum_clusters() {
  sums_ = Matrix::Zero(centers_.rows(), centers_.cols());
  masses_ = Vector::Zero(centers_.cols());
  for (Index j = 0; j < size(); ++j) {
    const double weight = measure_.weights[j];
    masses_[assignment_[j]] += weight;
    for (Index i = 0; i < centers_.rows(); ++i) sums_(i, assignment_[j]) += weight * measure_.points(i, j);
  }
}

// Gives each empty cluster the point that costs most where it is.
double Iteration::fill_empty_clusters() {
  double fall = 0;
  while (true) {
    Index empty = 0;
    if (masses_.minCoeff(&empty) > 0) return fall;
    Index costliest = 0;
    double cost = 0;
    for (Index j = 0; j < size(); ++j) {
      // A cluster of one point would only hand its emptiness on.
      if (masses_[assignment_[j]] <= measure_.weights[j]) continue;
      const double here = measure_.weights[j] * squared_distance(j);
      if (here > cost) cost = here, costliest = j;
    }
    if (cost == 0) return fall;
    assignment_[costliest] = static_cast<std::int32_t>(empty);
    centers_.col(empty) = measure_.points.col(costliest);
    upper_[costliest] = lower_[costliest] = 0;
    fall += cost;
    sum_clusters();
  }
}

double Iteration::move_centers(double step) {
  const Matrix before = centers_;
  sum_clusters();
  double fall = fill_empty_clusters();
  Vector drift = Vector::Zero(centers_.cols());
  for (Index c = 0; c < centers_.cols(); ++c) {
    if (masses_[c] == 0) continue;
    const Vector mean = sums_.col(c) / masses_[c];
    const Vector way = mean - centers_.col(c);
    fall += masses_[c] * step * (2 - step) * way.squaredNorm();  // Huygens
    centers_.col(c) = step == 1 ? mean : Vector(centers_.col(c) + step * way);
    drift[c] = (centers_.col(c) - before.col(c)).norm();
  }
  loosen_bounds(drift);
  return fall;
}

void Iteration::loosen_bounds(const Vector& drift) {
  Index farthest = 0;
  const double largest = drift.maxCoeff(&farthest);
  double second = 0;
  for (Index c = 0; c < drift.size(); ++c)
    if (c != farthest) second = std::max(second, drift[c]);
  for (Index j = 0; j < size(); ++j) {
    upper_[j] += drift[assignment_[j]];
    lower_[j] -= assignment_[j] == farthest ? second : largest;
  }
}

void Iteration::collect_suspects(const Vector& half_gaps) {
  suspects_.clear();
  for (Index j = 0; j < size(); ++j) {
    const double safe = std::max(lower_[j], half_gaps[assignment_[j]]) - margin_;
    if (upper_[j] <= safe) continue;
    upper_[j] = std::sqrt(squared_distance(j));
    if (upper_[j] > safe) suspects_.push_back(static_cast<std::int32_t>(j));
  }
}

// Half the distance from each centre to the next one: a point nearer than that has no nearer centre.
Vector Iteration::half_gaps(const kernels::PointRows& rows) const {
  std::vector<std::int32_t> all(static_cast<std::size_t>(centers_.cols()));
  std::iota(all.begin(), all.end(), 0);
  std::vector<kernels::TwoNearest> gaps(all.size());
  kernels::two_nearest(centers_, all, rows, gaps);
  Vector half(centers_.cols());
  std::transform(gaps.begin(), gaps.end(), half.begin(),
                 [](const auto& gap) { return std::sqrt(gap.second) / 2; });
  return half;
}

// Suspects of one cluster after those of another, in order: by counting.
void Iteration::sort_suspects() {
  std::ranges::fill(first_of_, 0);
  for (const std::int32_t j : suspects_) ++first_of_[static_cast<std::size_t>(assignment_[j]) + 1];
  std::partial_sum(first_of_.begin(), first_of_.end(), first_of_.begin());
  sorted_.resize(suspects_.size());
  std::vector<std::size_t> next = first_of_;
  for (const std::int32_t j : suspects_) sorted_[next[static_cast<std::size_t>(assignment_[j])]++] = j;
  suspects_.swap(sorted_);
}

// The centres within a radius of one of them, in order.
void Iteration::find_near(const kernels::PointRows& rows, Index center, double radius) {
  squared_.assign(static_cast<std::size_t>(rows.count), 0);
  for (Index i = 0; i < rows.dimension; ++i) {
    const double* row = rows.row(i);
    for (std::size_t c = 0; c < squared_.size(); ++c)
      squared_[c] += (row[c] - row[center]) * (row[c] - row[center]);
  }
  near_.clear();
  for (std::size_t c = 0; c < squared_.size(); ++c)
    if (squared_[c] <= radius * radius) near_.push_back(static_cast<std::int32_t>(c));
}

// A point at distance u from its centre, whose next centre is g away, has both its nearest centres within
// 2u + g of its own (Newling & Fleuret 2016).
void Iteration::compare_suspects(const kernels::PointRows& rows, const Vector& half_gaps) {
  sort_suspects();
  for (Index own = 0; own < centers_.cols(); ++own) {
    const std::size_t begin = first_of_[static_cast<std::size_t>(own)],
                      count = first_of_[static_cast<std::size_t>(own) + 1] - begin;
    if (count == 0) continue;
    const std::span which = std::span(suspects_).subspan(begin, count);
    const std::span answers = std::span(answers_).subspan(begin, count);
    double farthest = 0;
    for (const std::int32_t j : which) farthest = std::max(farthest, upper_[j]);
    find_near(rows, own, 2 * (farthest + half_gaps[own]) + margin_);
    if (4 * std::ssize(near_) > 3 * centers_.cols()) {
      kernels::two_nearest(measure_.points, which, rows, answers);
      continue;
    }
    kernels::two_nearest(measure_.points, which,
                         kernels::rows_of(Matrix(centers_(Eigen::all, near_)), infinity), answers);
    for (kernels::TwoNearest& answer : answers) answer.index = near_[static_cast<std::size_t>(answer.index)];
  }
}

double Iteration::reassign() {
  const kernels::PointRows rows = kernels::rows_of(centers_, infinity);
  const Vector gaps = half_gaps(rows);
  collect_suspects(gaps);
  compare_suspects(rows, gaps);
  double fall = 0;
  changed_ = false;
  for (std::size_t s = 0; s < suspects_.size(); ++s) {
    const Index j = suspects_[s];
    const kernels::TwoNearest& answer = answers_[s];
    const double before = squared_distance(j);
    if (answer.nearest < before) {
      assignment_[j] = answer.index;
      fall += measure_.weights[j] * (before - answer.nearest);
      changed_ = true;
    }
    upper_[j] = std::sqrt(answer.nearest);
    // Among equals the point stays where it is, and another centre is as near.
    lower_[j] = std::sqrt(assignment_[j] == answer.index ? answer.second : answer.nearest);
  }
  return fall;
}

Clusters Iteration::clusters() && {
  move_centers(1);
  Clusters result;
  result.inertia = inertia();
  std::vector<Index> kept;
  std::vector<std::int32_t> number_of(static_cast<std::size_t>(centers_.cols()), -1);
  for (Index c = 0; c < centers_.cols(); ++c) {
    if (masses_[c] == 0) continue;
    number_of[static_cast<std::size_t>(c)] = static_cast<std::int32_t>(kept.size());
    kept.push_back(c);
  }
  result.means = centers_(Eigen::all, kept);
  result.masses = masses_(kept);
  for (const std::int32_t cluster : assignment_)
    result.assignment.push_back(number_of[static_cast<std::size_t>(cluster)]);
  return result;
}

}  // namespace

Clusters lloyd(const MeasureView& measure, const Matrix& start, int iterations, double tolerance,
               double step) {
  Iteration iteration(measure, start);
  Convergence convergence{0, Termination::iteration_limit, infinity};
  double inertia = iteration.inertia();
  while (convergence.iterations < iterations && convergence.termination != Termination::converged) {
    check_stop();
    const double fall = iteration.move_centers(step) + iteration.reassign();
    convergence.residual = inertia > 0 ? fall / inertia : 0;
    ++convergence.iterations;
    inertia = std::max(inertia - fall, 0.0);
    if (!iteration.changed() || convergence.residual <= tolerance)
      convergence.termination = Termination::converged;
  }
  Clusters clusters = std::move(iteration).clusters();
  clusters.convergence = convergence;
  return clusters;
}

}  // namespace wpga
