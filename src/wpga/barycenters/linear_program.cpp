#include "wpga/barycenters/linear_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "wpga/barycenters/variance_gap.hpp"
#include "wpga/base/error.hpp"
#include "wpga/measures/length_unit.hpp"
#include "wpga/numerics/linear_programming.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {

namespace {

// One arc of one plan: support atom k to atom j of measure i.
struct Arc {
  Index measure, source, target;
  auto operator<=>(const Arc&) const = default;
};

// Measures with λ_i > 0; those without take no part in the program.
std::vector<Index> weighted_measures(const MeasureFamily& family) {
  std::vector<Index> chosen;
  for (Index i = 0; i < family.count(); ++i)
    if (family.measure_weight(i) > 0) chosen.push_back(i);
  return chosen;
}

// Rows: for each measure first its atoms (but the last one of all measures after the first, which follows
// from the others), then the support.  Columns: the weights b, then arcs as they are found.
class Program {
 public:
  Program(const MeasureFamily& family, const PointsRef& support, const LinearProgramOptions& options)
      : family_(family), support_(support), chosen_(weighted_measures(family)) {
    int row = 0;
    for (std::size_t m = 0; m < chosen_.size(); ++m) {
      atom_row_.push_back(row);
      row += static_cast<int>(kept_atoms(m));
      support_row_.push_back(row);
      row += static_cast<int>(support_.cols());
    }
    require(row <= options.rows,
            fmt::format("the linear program of {} measures on {} atoms has {} constraints, more than the "
                        "limit of {}; take fewer measures, quantise them, or use another method",
                        chosen_.size(), support_.cols(), row, options.rows));
    Vector right = Vector::Zero(row);
    for (std::size_t m = 0; m < chosen_.size(); ++m)
      right.segment(atom_row_[m], kept_atoms(m)) = measure(m).weights.head(kept_atoms(m));
    program_.emplace(right);
    add_weights();
  }

  // The plans of uniform weights: a feasible beginning.
  void add_first_plans(const Execution& execution) {
    const Vector uniform = Vector::Constant(support_.cols(), 1.0 / static_cast<double>(support_.cols()));
    std::vector<std::vector<PlanEntry>> plans(chosen_.size());
    const auto engine = exact_transport();
    parallel_for_with(
        execution, static_cast<std::int64_t>(chosen_.size()), [&] { return engine->coupling(uniform); },
        [&](std::unique_ptr<Coupling>& coupling, std::int64_t m) {
          coupling->attach(measure(static_cast<std::size_t>(m)), {});
          coupling->solve(support_);
          plans[static_cast<std::size_t>(m)] = coupling->plan();
        });
    for (std::size_t m = 0; m < plans.size(); ++m)
      for (const PlanEntry& entry : plans[m]) add({static_cast<Index>(m), entry.source, entry.target});
  }

  LinearSolution solve() { return program_->solve(); }

  Vector weights(const LinearSolution& solution) const { return solution.primal.head(support_.cols()); }

  struct Pricing {
    double bound;  // value of a feasible dual
    std::vector<Arc> violated;
  };

  // With the support potentials β of the solution made feasible (Σ_i β_ik ≥ 0 for every k), the best atom
  // potentials are α_ij = min_k (λ_i c_ikj − β_ik): their sum is a lower bound, their minimisers enter.
  Pricing price(const LinearSolution& solution) const {
    const std::vector<Vector> beta = support_potentials(solution);
    Pricing pricing{0, {}};
    Vector reduced;
    for (std::size_t m = 0; m < chosen_.size(); ++m) {
      const MeasureView target = measure(m);
      for (Index j = 0; j < target.size(); ++j) {
        Index best = 0;
        reduced = costs(m, j) - beta[m];
        const double least = reduced.minCoeff(&best);
        pricing.bound += target.weights[j] * least;
        pricing.violated.push_back({static_cast<Index>(m), best, j});
      }
      add_best_of_support(m, beta[m], solution, pricing.violated);
    }
    return pricing;
  }

  // How many were new.
  Index add_all(const std::vector<Arc>& arcs) {
    Index added = 0;
    for (const Arc& arc : arcs) added += add(arc);
    return added;
  }

 private:
  MeasureView measure(std::size_t m) const { return family_[chosen_[m]]; }
  double lambda(std::size_t m) const { return family_.measure_weight(chosen_[m]); }
  Index kept_atoms(std::size_t m) const { return measure(m).size() - (m == 0 ? 0 : 1); }

  Vector costs(std::size_t m, Index j) const {
    return lambda(m) * (support_.colwise() - measure(m).points.col(j)).colwise().squaredNorm().transpose();
  }

  void add_weights() {
    std::vector<ColumnEntry> entries;
    for (Index k = 0; k < support_.cols(); ++k) {
      entries.clear();
      for (const int row : support_row_) entries.push_back({row + static_cast<int>(k), -1.0});
      program_->add_column(0, entries);
    }
  }

  bool add(const Arc& arc) {
    if (!known_.insert(arc).second) return false;
    const auto m = static_cast<std::size_t>(arc.measure);
    std::vector<ColumnEntry> entries;
    if (arc.target < kept_atoms(m)) entries.push_back({atom_row_[m] + static_cast<int>(arc.target), 1.0});
    entries.push_back({support_row_[m] + static_cast<int>(arc.source), 1.0});
    program_->add_column(
        lambda(m) * (support_.col(arc.source) - measure(m).points.col(arc.target)).squaredNorm(), entries);
    return true;
  }

  std::vector<Vector> support_potentials(const LinearSolution& solution) const {
    std::vector<Vector> beta;
    Vector sum = Vector::Zero(support_.cols());
    for (const int row : support_row_) sum += beta.emplace_back(solution.dual.segment(row, support_.cols()));
    beta[0] -= sum.cwiseMin(0);
    return beta;
  }

  // For every support atom the cheapest arc too, so that weights can move to atoms that no plan uses yet.
  void add_best_of_support(std::size_t m, const Vector& beta, const LinearSolution& solution,
                           std::vector<Arc>& arcs) const {
    const MeasureView target = measure(m);
    Vector alpha = Vector::Zero(target.size());
    alpha.head(kept_atoms(m)) = solution.dual.segment(atom_row_[m], kept_atoms(m));
    for (Index k = 0; k < support_.cols(); ++k) {
      const Vector distances =
          (target.points.colwise() - support_.col(k)).colwise().squaredNorm().transpose();
      Index best = 0;
      const double least = (lambda(m) * distances - alpha).minCoeff(&best);
      if (least < beta[k]) arcs.push_back({static_cast<Index>(m), k, best});
    }
  }

  const MeasureFamily& family_;
  Matrix support_;
  std::vector<Index> chosen_;
  std::vector<int> atom_row_, support_row_;
  std::optional<LinearProgram> program_;
  std::set<Arc> known_;
};

Measure with_weights(const PointsRef& support, const Vector& weights) {
  // What rounding leaves of a degenerate zero is no atom.
  return make_measure(support, (weights.array() > 1e-11).select(weights, 0));
}

}  // namespace

Mean linear_program_mean(const MeasureFamily& family, const PointsRef& support,
                         const LinearProgramOptions& options, const Execution& execution) {
  validate(options);
  require_measures(family);
  require(support.rows() == family.dimension() && support.cols() > 0,
          "the support of the mean must be points of the space of the measures");
  if (const double unit = length_unit(family, support); unit != 1)
    return in_data_unit(linear_program_mean(in_unit(family, unit), support / unit, options, execution), unit);
  Program program(family, support, options);
  program.add_first_plans(execution);
  Mean mean;
  double bound = -std::numeric_limits<double>::infinity();
  LinearSolution solution;
  mean.convergence.termination = Termination::iteration_limit;
  while (mean.convergence.iterations < options.rounds) {
    check_stop(execution);
    solution = program.solve();
    ++mean.convergence.iterations;
    mean.objective.push_back(solution.value);
    const Program::Pricing pricing = program.price(solution);
    bound = std::max(bound, pricing.bound);
    const double excess = std::max(0.0, solution.value - bound);
    mean.convergence.residual = solution.value > 0 ? excess / solution.value : 0;
    if (mean.convergence.residual <= options.tolerance) {
      mean.convergence.termination = Termination::converged;
      break;
    }
    if (program.add_all(pricing.violated) == 0 || solution.status != LinearStatus::optimal) {
      mean.convergence.termination = Termination::no_progress;
      break;
    }
  }
  mean.measure = with_weights(support, program.weights(solution));
  measure_distances(mean, family, execution);
  prove_variance(mean, bound, family);
  return mean;
}

Mean multimarginal_mean(const MeasureFamily& family, const MultimarginalOptions& options,
                        const Execution& execution) {
  if (const double unit = length_unit(family.points()); unit != 1)
    return in_data_unit(multimarginal_mean(in_unit(family, unit), options, execution), unit);
  MultimarginalCoupling coupling = multimarginal_coupling(family, options);
  Mean mean;
  mean.measure = std::move(coupling.barycenter);
  mean.convergence = coupling.value.convergence;
  mean.objective = {coupling.value.primal};
  measure_distances(mean, family, execution);
  prove_variance(mean, coupling.value.dual, family);
  return mean;
}

}  // namespace wpga
