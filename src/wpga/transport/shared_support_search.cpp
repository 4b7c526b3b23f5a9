#include "wpga/transport/shared_support_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/kernels/log_domain.hpp"
#include "wpga/kernels/matrix_product.hpp"
#include "wpga/measures/distinct_atoms.hpp"
#include "wpga/numerics/mixing.hpp"
#include "wpga/parallel/parallel_for.hpp"
#include "wpga/transport/entropic/scaling_stages.hpp"
#include "wpga/transport/entropic/shared_kernel.hpp"

namespace wpga {

namespace {

using scaling_stages::columns_together;
using scaling_stages::first_regularization;
using scaling_stages::mixing_depth;
using scaling_stages::regularization_factor;
using scaling_stages::stage_iterations;
using scaling_stages::stage_tolerance;

using Flags = std::vector<char>;

constexpr Index largest_support = 4096;
constexpr double largest_surplus = 4;  // atoms of the support for one atom of a measure, on average
constexpr double least_tolerance = 1e-5;
constexpr double widest = 70;        // range of logarithms whose exponentials single precision keeps
constexpr float least_sum = 1e-30F;  // sums below have lost terms
constexpr double single_value_rounding = 1e-6;

using Single = Eigen::MatrixXf;

// What is kept while one block of measures is at work.
struct Workspace {
  kernels::ProductWorkspace<float> product;
  Single powers, sums, scalings, masses;
  Vector column_sums, rows, next;

  void multiply(const kernels::PackedMatrix& left, const Single& right, Single& out) {
    out.resize(left.rows, right.cols());
    kernels::matrix_product(left, right.data(), right.rows(), out.data(), out.rows(), right.cols(), product);
  }
};

// One measure on its way: logarithms h = (g − ḡ)/ε at its atoms.
struct SharedColumn {
  Index measure;
  Vector h;
  double shift = 0;
  Mixing mixing{mixing_depth};
  Vector plain;
  double accepted = -std::numeric_limits<double>::infinity();
};

// What became of a measure at one position.
struct Outcome {
  double cost = 0;
  bool converged = false;
  int sweeps = 0;
};

class SharedSupportSearch final : public PositionSearch {
 public:
  SharedSupportSearch(const EntropicSearch& search, Matrix support, std::vector<Histogram> histograms)
      : search_(search),
        float_weights_(search.source_weights.cast<float>()),
        support_(std::move(support)),
        histograms_(std::move(histograms)) {}

  CheapestPositions find(std::span<const Matrix> sources, const Execution& execution) override {
    const std::size_t count = histograms_.size();
    CheapestPositions found = none_yet(static_cast<Index>(count));
    Task task(execution, "plans", static_cast<std::int64_t>(sources.size()));
    for (std::size_t k = 0; k < sources.size(); ++k) {
      if (potentials_.size() == k) begin_position(sources[k], execution);
      const std::vector<Outcome> outcomes = solve(sources[k], k, execution);
      for (std::size_t m = 0; m < count; ++m) {
        found.not_converged += !outcomes[m].converged;
        found.sweeps += outcomes[m].sweeps;
        if (outcomes[m].cost >= found.costs[static_cast<Index>(m)]) continue;
        found.costs[static_cast<Index>(m)] = outcomes[m].cost;
        found.positions[m] = static_cast<Index>(k);
      }
      task.advance();
    }
    for (std::size_t k = 0; k < sources.size(); ++k) find_maps(sources[k], k, found, execution);
    return found;
  }

 private:
  // The first position approaches ε from above; another begins where its neighbour ended.
  void begin_position(const Matrix& source, const Execution& execution) {
    if (!potentials_.empty()) {
      potentials_.push_back(potentials_.back());
      alone_.push_back(alone_.back());
      return;
    }
    potentials_.emplace_back();
    for (const Histogram& histogram : histograms_)
      potentials_[0].push_back(Vector::Zero(histogram.weights.size()));
    alone_.emplace_back(histograms_.size(), 0);
    const double cost = search_.epsilon / search_.options.regularization;
    for (double epsilon = first_regularization * cost; epsilon > search_.epsilon;
         epsilon *= regularization_factor) {
      const SharedKernel kernel = shared_kernel(source, support_, reference(0, epsilon), epsilon);
      for_each_block(execution, [&](Index first, Index last) {
        Workspace workspace;
        std::vector<Outcome> outcomes(histograms_.size());
        Flags alone(histograms_.size(), 0);
        Single scalings;
        iterate(kernel, stage_tolerance, stage_iterations, first, last, potentials_[0], alone, outcomes,
                workspace, scalings);
      });
    }
  }

  template <class Body>
  void for_each_block(const Execution& execution, const Body& body) const {
    const auto count = static_cast<Index>(histograms_.size());
    parallel_for(execution, (count + columns_together - 1) / columns_together, [&](std::int64_t block) {
      body(block * columns_together, std::min(count, (block + 1) * columns_together));
    });
  }

  // ḡ/ε: the mean of the potentials, each measured from its own mean; the kernel of the next sweeps is made
  // around it.
  Vector reference(std::size_t k, double epsilon) const {
    Vector sums = Vector::Zero(support_.cols()), masses = sums;
    for (std::size_t m = 0; m < histograms_.size(); ++m) {
      const auto& [places, weights] = histograms_[m];
      const Vector& potentials = potentials_[k][m];
      const double level = weights.dot(potentials);
      for (std::size_t j = 0; j < places.size(); ++j) {
        const auto at = static_cast<Index>(j);
        sums[places[j]] += weights[at] * (potentials[at] - level);
        masses[places[j]] += weights[at];
      }
    }
    return sums.cwiseQuotient(masses) / epsilon;
  }

  // W = a exp(h), every column relative to its largest exponential; zero off the atoms.
  void place(const std::vector<SharedColumn*>& columns, Single& powers) const {
    powers.setZero(support_.cols(), static_cast<Index>(columns.size()));
    Eigen::VectorXf exponentials;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const auto& [places, weights] = histograms_[static_cast<std::size_t>(columns[c]->measure)];
      columns[c]->shift = columns[c]->h.maxCoeff();
      exponentials.resize(weights.size());
      kernels::shifted_exponentials(columns[c]->h.data(), weights.size(), columns[c]->shift,
                                    exponentials.data());
      for (std::size_t j = 0; j < places.size(); ++j)
        powers(places[j], static_cast<Index>(c)) =
            static_cast<float>(weights[static_cast<Index>(j)]) * exponentials[static_cast<Index>(j)];
    }
  }

  SharedColumn column_of(Index m, const SharedKernel& kernel, const Vector& potentials) const {
    const Histogram& histogram = histograms_[static_cast<std::size_t>(m)];
    SharedColumn column{.measure = m, .h = potentials / kernel.epsilon - kernel.reference(histogram.places)};
    return column;
  }

  // Sinkhorn on the measures first … last − 1, all with one kernel; those that single precision cannot hold
  // are marked `alone` and left as they were.
  void iterate(const SharedKernel& kernel, double tolerance, int limit, Index first, Index last,
               std::vector<Vector>& potentials, Flags& alone, std::vector<Outcome>& outcomes,
               Workspace& workspace, Single& scalings) const {
    std::vector<SharedColumn> columns;
    columns.reserve(static_cast<std::size_t>(last - first));
    std::vector<SharedColumn*> active;
    for (Index m = first; m < last; ++m) {
      if (alone[static_cast<std::size_t>(m)]) continue;
      columns.push_back(column_of(m, kernel, potentials[static_cast<std::size_t>(m)]));
      columns.back().mixing.restart(histograms_[static_cast<std::size_t>(m)].weights);
      active.push_back(&columns.back());
    }
    scalings.resize(float_weights_.size(), last - first);
    while (!active.empty()) {
      place(active, workspace.powers);
      workspace.multiply(kernel.to_source, workspace.powers, workspace.sums);
      workspace.scalings = (workspace.sums.array().inverse().colwise() * float_weights_.array()).matrix();
      workspace.multiply(kernel.to_target, workspace.scalings, workspace.masses);
      std::vector<SharedColumn*> still;
      for (std::size_t c = 0; c < active.size(); ++c) {
        const auto m = static_cast<std::size_t>(active[c]->measure);
        Outcome& outcome = outcomes[m];
        ++outcome.sweeps;
        const Step step =
            take_step(*active[c], static_cast<Index>(c), tolerance, outcome.sweeps >= limit, workspace);
        if (step == Step::go_on) {
          still.push_back(active[c]);
          continue;
        }
        outcome.converged = step == Step::converged;
        if (step == Step::lost) {
          alone[m] = 1;
          continue;
        }
        scalings.col(active[c]->measure - first) = workspace.scalings.col(static_cast<Index>(c));
        potentials[m] = kernel.epsilon * (active[c]->h + kernel.reference(histograms_[m].places));
      }
      active.swap(still);
    }
  }

  enum class Step { go_on, converged, stopped, lost };

  // An accelerated step of one measure after a sweep, or back to the plain one if the dual value has fallen.
  Step take_step(SharedColumn& column, Index c, double tolerance, bool last, Workspace& workspace) const {
    const auto& [places, weights] = histograms_[static_cast<std::size_t>(column.measure)];
    const bool sound =
        column.shift - column.h.minCoeff() <= widest && workspace.sums.col(c).minCoeff() >= least_sum;
    if (!sound) {
      if (!column.mixing.has_history() || last) return Step::lost;
      column.mixing.restart(weights);
      column.h = column.plain;
      return Step::go_on;
    }
    Vector& sums = workspace.column_sums;
    sums.resize(weights.size());
    double error = 0;
    for (std::size_t j = 0; j < places.size(); ++j) {
      const auto at = static_cast<Index>(j);
      sums[at] = static_cast<double>(workspace.masses(places[j], c));
      error += std::abs(static_cast<double>(workspace.powers(places[j], c)) * sums[at] - weights[at]);
    }
    if (error <= tolerance) return Step::converged;
    if (last) return Step::stopped;
    Vector& rows = workspace.rows;
    rows.resize(workspace.sums.rows());
    kernels::shifted_logarithms(workspace.sums.col(c).data(), rows.size(), column.shift, rows.data());
    const double value = weights.dot(column.h) - search_.source_weights.dot(rows);
    if (value < column.accepted - single_value_rounding && column.mixing.has_history()) {
      column.mixing.restart(weights);
      column.h = column.plain;
      return Step::go_on;
    }
    kernels::shifted_logarithms(sums.data(), sums.size(), 0, sums.data());
    column.accepted = value;
    column.plain = column.shift - sums.array();
    sums = column.plain - column.h;
    column.mixing.advance(column.h, sums, workspace.next);
    column.h.swap(workspace.next);
    return Step::go_on;
  }

  std::vector<Outcome> solve(const Matrix& source, std::size_t k, const Execution& execution) {
    references_.resize(potentials_.size());
    references_[k] = reference(k, search_.epsilon);
    const SharedKernel kernel = shared_kernel(source, support_, references_[k], search_.epsilon);
    std::vector<Outcome> outcomes(histograms_.size());
    for_each_block(execution, [&](Index first, Index last) {
      Workspace workspace;
      Single scalings;
      iterate(kernel, search_.options.marginal_tolerance, search_.options.iterations, first, last,
              potentials_[k], alone_[k], outcomes, workspace, scalings);
      measure_costs(kernel, first, last, potentials_[k], alone_[k], scalings, outcomes, workspace);
      for (Index m = first; m < last; ++m)
        if (alone_[k][static_cast<std::size_t>(m)])
          outcomes[static_cast<std::size_t>(m)] = solve_alone(source, k, m, nullptr);
    });
    return outcomes;
  }

  std::vector<SharedColumn> columns_of(const SharedKernel& kernel, const std::vector<Index>& measures,
                                       const std::vector<Vector>& potentials) const {
    std::vector<SharedColumn> columns;
    for (const Index m : measures)
      columns.push_back(column_of(m, kernel, potentials[static_cast<std::size_t>(m)]));
    return columns;
  }

  // ⟨P, C⟩ = ε Σ_i u_i Σ_j (K c/ε)_ij w_j.
  void measure_costs(const SharedKernel& kernel, Index first, Index last,
                     const std::vector<Vector>& potentials, const Flags& alone, const Single& scalings,
                     std::vector<Outcome>& outcomes, Workspace& workspace) const {
    std::vector<Index> measures;
    for (Index m = first; m < last; ++m)
      if (!alone[static_cast<std::size_t>(m)]) measures.push_back(m);
    std::vector<SharedColumn> columns = columns_of(kernel, measures, potentials);
    place(pointers_to(columns), workspace.powers);
    workspace.multiply(kernel.costs, workspace.powers, workspace.sums);
    for (std::size_t c = 0; c < measures.size(); ++c)
      outcomes[static_cast<std::size_t>(measures[c])].cost =
          kernel.epsilon * workspace.sums.col(static_cast<Index>(c))
                               .cast<double>()
                               .dot(scalings.col(measures[c] - first).cast<double>());
  }

  static std::vector<SharedColumn*> pointers_to(std::vector<SharedColumn>& columns) {
    std::vector<SharedColumn*> pointers;
    for (SharedColumn& column : columns) pointers.push_back(&column);
    return pointers;
  }

  // T_i = Σ_j K_ij w_j x_j / Σ_j K_ij w_j for the measures that are nearest to position k.
  void find_maps(const Matrix& source, std::size_t k, CheapestPositions& found, const Execution& execution) {
    std::vector<Index> nearest;
    for (std::size_t m = 0; m < histograms_.size(); ++m)
      if (found.positions[m] == static_cast<Index>(k)) nearest.push_back(static_cast<Index>(m));
    if (nearest.empty()) return;
    const SharedKernel kernel = shared_kernel(source, support_, references_[k], search_.epsilon);
    const auto count = static_cast<Index>(nearest.size());
    parallel_for(execution, (count + columns_together - 1) / columns_together, [&](std::int64_t block) {
      std::vector<Index> measures;
      for (Index n = block * columns_together; n < std::min(count, (block + 1) * columns_together); ++n) {
        const Index m = nearest[static_cast<std::size_t>(n)];
        if (alone_[k][static_cast<std::size_t>(m)])
          solve_alone(source, k, m, &found.maps[static_cast<std::size_t>(m)]);
        else
          measures.push_back(m);
      }
      maps_of(kernel, measures, potentials_[k], found);
    });
  }

  void maps_of(const SharedKernel& kernel, const std::vector<Index>& measures,
               const std::vector<Vector>& potentials, CheapestPositions& found) const {
    Workspace workspace;
    std::vector<SharedColumn> columns = columns_of(kernel, measures, potentials);
    place(pointers_to(columns), workspace.powers);
    workspace.multiply(kernel.to_source, workspace.powers, workspace.sums);
    for (const Index m : measures)
      found.maps[static_cast<std::size_t>(m)].resize(support_.rows(), workspace.sums.rows());
    const double unit = std::max(support_.cwiseAbs().maxCoeff(), std::numeric_limits<double>::min());
    for (Index d = 0; d < support_.rows(); ++d) {
      const Eigen::VectorXf coordinate = (support_.row(d).transpose() / unit).cast<float>();
      const Single moments = (workspace.powers.array().colwise() * coordinate.array()).matrix();
      workspace.multiply(kernel.to_source, moments, workspace.masses);
      for (std::size_t c = 0; c < measures.size(); ++c)
        found.maps[static_cast<std::size_t>(measures[c])].row(d) =
            unit * workspace.masses.col(static_cast<Index>(c))
                       .cast<double>()
                       .cwiseQuotient(workspace.sums.col(static_cast<Index>(c)).cast<double>())
                       .transpose();
    }
  }

  Outcome solve_alone(const Matrix& source, std::size_t k, Index m, Matrix* map) {
    const auto& [places, weights] = histograms_[static_cast<std::size_t>(m)];
    const Matrix points = support_(Eigen::all, places);
    EntropicSolver<float> solver(search_.source_weights);
    solver.set_target(points, weights);
    solver.set_source(source);
    const Convergence convergence =
        solver.solve(search_.epsilon, search_.limits(false), potentials_[k][static_cast<std::size_t>(m)]);
    Matrix means(source.rows(), source.cols());
    solver.conditional_means(means);
    if (map) *map = means;
    return {cost_of_map(source, search_.source_weights, means, points, weights), convergence.converged(),
            convergence.iterations};
  }

  const EntropicSearch search_;
  Eigen::VectorXf float_weights_;
  Matrix support_;  // d × n, centred
  std::vector<Histogram> histograms_;
  std::vector<std::vector<Vector>> potentials_;  // of each position, of each measure at its atoms
  std::vector<Vector> references_;               // of each position, on the support, for the last kernel
  std::vector<Flags> alone_;                     // the same: too wide for the shared kernel
};

}  // namespace

std::unique_ptr<PositionSearch> shared_support_search(const EntropicSearch& search) {
  const MeasureFamily& family = search.family;
  if (search.options.marginal_tolerance < least_tolerance) return nullptr;
  const DistinctAtoms distinct = merge_duplicates({family.points(), family.weights()});
  const double mean_size = static_cast<double>(family.atoms()) / static_cast<double>(family.count());
  const Index size = distinct.measure.size();
  if (size > largest_support || static_cast<double>(size) > largest_surplus * mean_size) return nullptr;
  std::vector<Histogram> histograms;
  for (Index i = 0; i < family.count(); ++i)
    histograms.push_back(
        histogram_of(family[i], distinct.place_of.data() + family.offsets()[static_cast<std::size_t>(i)]));
  return std::make_unique<SharedSupportSearch>(search, distinct.measure.points.colwise() - search.center,
                                               std::move(histograms));
}

}  // namespace wpga
