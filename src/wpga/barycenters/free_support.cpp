#include "wpga/barycenters/free_support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/barycenters/coupled_family.hpp"
#include "wpga/base/error.hpp"
#include "wpga/measures/evenly_chosen.hpp"
#include "wpga/measures/length_unit.hpp"
#include "wpga/parallel/progress.hpp"

namespace wpga {

namespace {

// Atoms of the mean on their way down, in centred coordinates.
class Descent {
 public:
  Descent(const MeasureFamily& family, const Measure& start, const TransportOptions& transport,
          const FreeSupportOptions& options, const Execution& execution)
      : family_(family),
        options_(options),
        execution_(execution),
        couplings_(family, transport, start.weights),
        points_(start.points.colwise() - couplings_.center()),
        weights_(start.weights) {}

  Mean run() {
    pass_ = solve(points_, weights_);
    objective_.push_back(pass_.objective);
    move_atoms();
    if (options_.weights == MeanWeights::optimize)
      while (has_iterations_left() && improve_weights()) {
      }
    return result();
  }

 private:
  using Pass = CoupledFamily::Pass;

  Pass solve(const Matrix& points, const Vector& weights, SolveEffort effort = SolveEffort::full) {
    Pass pass =
        couplings_.solve(points, weights, options_.weights == MeanWeights::optimize, execution_, effort);
    unconverged_ += pass.not_converged;
    return pass;
  }

  bool has_iterations_left() const { return convergence_.iterations < options_.iterations; }

  // Plans need not be the cheapest on the way: the next pass goes on from them.  Of few measures such plans
  // lead to higher minima (by up to 1 % on random clouds), of a thousand to the same within 0.05 %.
  Pass solve_roughly(const Matrix& points) {
    constexpr Index few = 500;
    if (options_.weights == MeanWeights::optimize || family_.count() < few) return solve(points, weights_);
    return solve(points, weights_, SolveEffort::rough);
  }

  // Takes the new state if it is no worse; the fall it brought, relative, is the residual.
  bool accept(const Matrix& points, const Vector& weights, Pass&& pass) {
    convergence_.residual = relative_fall(objective_.back(), pass.objective);
    if (pass.objective > objective_.back()) return false;
    points_ = points;
    weights_ = weights;
    pass_ = std::move(pass);
    objective_.push_back(pass_.objective);
    return true;
  }

  static double relative_fall(double from, double to) { return from > 0 ? (from - to) / from : 0; }

  // With the plans fixed the objective is |z − map|² + constant in L²(mean), so any step below twice the way
  // to the map lowers it, and new plans lower it further.  Over-relaxed steps find lower minima; once
  // they bring little, unit steps, to the map itself, end the descent.
  void move_atoms() {
    convergence_.termination = Termination::iteration_limit;
    double step = options_.relaxation;
    while (has_iterations_left()) {
      const Matrix moved = points_ + std::min(step, longest_step()) * (pass_.map - points_);
      ++convergence_.iterations;
      const bool accepted = accept(moved, weights_, step > 1 ? solve_roughly(moved) : solve(moved, weights_));
      tell_iteration(execution_, {convergence_.iterations, objective_.back(), convergence_.residual,
                                  options_.tolerance, options_.iterations});
      if (!accepted && -convergence_.residual > std::max(options_.tolerance, rounding)) {
        convergence_.termination = Termination::no_progress;
        return;
      }
      const bool settling = step <= 1;
      if (settling && (!accepted || convergence_.residual <= options_.tolerance)) {
        convergence_.termination = Termination::converged;
        return;
      }
      if (!accepted || convergence_.residual <= brings_little * options_.tolerance)
        step = std::min(step, 1.0);
    }
  }

  // Of the way w to the map, a step θ leaves (θ−1)² |w|², which oscillates from then on.  Around a good
  // start such oscillations find lower minima; from a bad one they would only take long to die out.
  double longest_step() const {
    const double way = (pass_.map - points_).colwise().squaredNorm().dot(weights_);
    const double beyond = most_swing * (objective_.back() - way);
    return beyond < way ? 1 + std::sqrt(std::max(0.0, beyond) / way) : 2;
  }

  // A mirror step along the mean potentials (a subgradient in the weights), shortened until it descends; then
  // the atoms again.  False once a whole round brings less than the tolerance.
  bool improve_weights() {
    const double before = objective_.back();
    const Vector slope = pass_.potentials.array() - weights_.dot(pass_.potentials);
    const double steepest = slope.cwiseAbs().maxCoeff();
    if (steepest <= 0) return false;
    bool accepted = false;
    for (int attempt = 0; attempt < 8 && has_iterations_left() && !accepted; ++attempt) {
      const Vector weights = mirror_step(slope / steepest);
      ++convergence_.iterations;
      accepted = accept(points_, weights, solve(points_, weights));
      weight_step_ *= accepted ? 1.5 : 0.25;
    }
    if (!accepted) return false;
    move_atoms();
    return relative_fall(before, objective_.back()) > options_.tolerance;
  }

  Vector mirror_step(const Vector& direction) const {
    const double least = 1e-6 / static_cast<double>(weights_.size());
    const Vector moved = weights_.array() * (-weight_step_ * direction.array()).exp();
    const Vector floored = (moved / moved.sum()).cwiseMax(least);
    return floored / floored.sum();
  }

  Mean result() {
    if (pass_.is_rough) {
      pass_ = solve(points_, weights_);
      objective_.back() = pass_.objective;
    }
    Mean mean;
    mean.measure = {points_.colwise() + couplings_.center(), weights_};
    mean.convergence = convergence_;
    mean.objective = std::move(objective_);
    mean.unconverged_transports = unconverged_;
    if (couplings_.method() != TransportMethod::exact) {
      measure_distances(mean, family_, execution_);
      return mean;
    }
    mean.squared_distances = std::move(pass_.squared_distances);
    mean.variance = pass_.objective;
    return mean;
  }

  static constexpr double rounding = 1e-12;
  static constexpr double brings_little = 100;  // tolerances: below this fall steps have length one
  static constexpr double most_swing = 0.3;     // of the objective without it

  const MeasureFamily& family_;
  const FreeSupportOptions& options_;
  const Execution& execution_;
  CoupledFamily couplings_;
  Matrix points_;
  Vector weights_;
  Pass pass_;
  double weight_step_ = 0.5;  // largest change of the logarithm of a weight
  std::vector<double> objective_;
  Convergence convergence_;
  Index unconverged_ = 0;  // transport problems that stopped early
};

// Of many measures some lead most of the way; the rest is a few steps with all of them.
constexpr Index many = 4000, leading = 1000;

Measure led_by_some(const MeasureFamily& family, const Measure& start, const TransportOptions& transport,
                    const FreeSupportOptions& options, const Execution& execution) {
  const Vector weights =
      Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i); });
  const MeasureFamily some = subset(family, evenly_chosen(weights, leading));
  return free_support_mean(some, start, transport, options, execution).measure;
}

}  // namespace

Mean free_support_mean(const MeasureFamily& family, const Measure& start, const TransportOptions& transport,
                       const FreeSupportOptions& options, const Execution& execution) {
  validate(options);
  require_measures(family);
  require(start.dimension() == family.dimension(),
          "the first atoms of the mean must live in the space of the measures");
  if (const double unit = length_unit(family, start.points); unit != 1)
    return in_data_unit(free_support_mean(in_unit(family, unit), in_unit(start.view(), unit),
                                          in_unit(transport, unit), options, execution),
                        unit);
  return Descent(family, start, transport, options, execution).run();
}

Mean free_support_mean(const MeasureFamily& family, const TransportOptions& transport,
                       const FreeSupportOptions& options, const Execution& execution) {
  validate(options);
  require_measures(family);
  const Measure pool = atoms_to_begin_with(family);
  const Index support = options.weights == MeanWeights::uniform ? support_size(family, pool, options.support)
                                                                : support_size(pool, options.support);
  Mean best;
  std::vector<double> reached;
  for (int restart = 0; restart < options.restarts; ++restart) {
    const Random random(options.seed, static_cast<std::uint64_t>(restart));
    Measure start = starting_support(pool, options.start, support, random);
    // Weights of clusters are worth keeping only where every atom is a cluster: elsewhere equal ones lead
    // lower.
    // Free mass is not moved far, so that the start must have the right mass everywhere: keep its weights.
    const bool stays = transport.mass == MassRule::free;
    if (!stays && (options.weights == MeanWeights::uniform || start.size() < pool.size()))
      start.weights.setConstant(1.0 / static_cast<double>(start.size()));
    FreeSupportOptions steps = options;
    if (family.count() > many) {
      start = led_by_some(family, start, transport, options, execution);
      steps.relaxation = std::min(1.0, options.relaxation);
    }
    Mean mean = free_support_mean(family, start, transport, steps, execution);
    reached.push_back(mean.variance);
    if (restart == 0 || mean.variance < best.variance) best = std::move(mean);
  }
  if (options.restarts > 1) best.restarts = std::move(reached);
  return best;
}

}  // namespace wpga
