#include "wpga/transport/position_search.hpp"

#include <limits>

#include "wpga/parallel/ordered_sum.hpp"
#include "wpga/transport/entropic/entropic_solver.hpp"
#include "wpga/transport/shared_support_search.hpp"

namespace wpga {

namespace {

struct Counts {
  Index not_converged = 0, sweeps = 0;
  Counts& operator+=(const Counts& other) {
    not_converged += other.not_converged;
    sweeps += other.sweeps;
    return *this;
  }
  void travel(Parcel& parcel) { parcel(not_converged, sweeps); }
};

auto results_in(CheapestPositions& found) {
  return [&found](Parcel& parcel, Index i) {
    parcel(found.positions[static_cast<std::size_t>(i)], found.costs[i]);
  };
}

class CoupledSearch final : public PositionSearch {
 public:
  explicit CoupledSearch(FamilyCouplings& couplings) : couplings_(couplings) {}

  CheapestPositions find(std::span<const Matrix> sources, const Execution& execution) override {
    const Index count = couplings_.family().count();
    CheapestPositions found = none_yet(count);
    Task task(execution, "plans", own_share(execution, count).size());
    const auto make = [&] { return couplings_.worker(); };
    const Counts counts = shared_sum(
        execution, count, Counts{}, make,
        [&](FamilyCouplings::Worker& worker, Counts& total, Index i) {
          Coupling& coupling = couplings_.attach(worker, i);
          Matrix& map = found.maps[static_cast<std::size_t>(i)];
          map.resize(sources[0].rows(), sources[0].cols());
          for (std::size_t k = 0; k < sources.size(); ++k) {
            const TransportValue value = coupling.solve(sources[k]);
            total.not_converged += !value.convergence.converged();
            if (k > 0 && value.primal >= found.costs[i]) continue;
            found.costs[i] = value.primal;
            found.positions[static_cast<std::size_t>(i)] = static_cast<Index>(k);
            coupling.barycentric_map(map);
            couplings_.rest(worker, i);
          }
          task.advance();
        },
        results_in(found));
    found.not_converged = counts.not_converged;
    return found;
  }

 private:
  FamilyCouplings& couplings_;
};

template <class T>
class SeparateSearch final : public PositionSearch {
 public:
  explicit SeparateSearch(EntropicSearch search)
      : search_(std::move(search)), potentials_(static_cast<std::size_t>(search_.family.count())) {}

  CheapestPositions find(std::span<const Matrix> sources, const Execution& execution) override {
    const Index count = search_.family.count();
    CheapestPositions found = none_yet(count);
    Task task(execution, "plans", own_share(execution, count).size());
    const auto make = [&] { return EntropicSolver<T>(search_.source_weights); };
    const Counts counts = shared_sum(
        execution, count, Counts{}, make,
        [&](EntropicSolver<T>& solver, Counts& total, Index i) {
          visit(solver, sources, i, found, total);
          task.advance();
        },
        results_in(found));
    found.not_converged = counts.not_converged;
    found.sweeps = counts.sweeps;
    return found;
  }

 private:
  void visit(EntropicSolver<T>& solver, std::span<const Matrix> sources, Index i, CheapestPositions& found,
             Counts& total) {
    const MeasureView measure = search_.family[i];
    const Matrix points = measure.points.colwise() - search_.center;
    std::vector<Vector>& warm = potentials_[static_cast<std::size_t>(i)];
    const bool first = warm.empty();
    if (first) warm.assign(sources.size(), Vector::Zero(measure.size()));
    solver.set_target(points, measure.weights);
    Matrix map(points.rows(), sources[0].cols());
    for (std::size_t k = 0; k < sources.size(); ++k) {
      if (first && k > 0) warm[k] = warm[k - 1];
      solver.set_source(sources[k]);
      const Convergence convergence = solver.solve(search_.epsilon, search_.limits(first && k == 0), warm[k]);
      total.not_converged += !convergence.converged();
      total.sweeps += convergence.iterations;
      solver.conditional_means(map);
      const double cost = cost_of_map(sources[k], search_.source_weights, map, points, measure.weights);
      if (k > 0 && cost >= found.costs[i]) continue;
      found.costs[i] = cost;
      found.positions[static_cast<std::size_t>(i)] = static_cast<Index>(k);
      found.maps[static_cast<std::size_t>(i)] = map;
    }
  }

  EntropicSearch search_;
  std::vector<std::vector<Vector>> potentials_;  // of each measure, of each position
};

}  // namespace

CheapestPositions none_yet(Index measures) {
  CheapestPositions found;
  found.positions.assign(static_cast<std::size_t>(measures), 0);
  found.costs = Vector::Constant(measures, std::numeric_limits<double>::infinity());
  found.maps.resize(static_cast<std::size_t>(measures));
  return found;
}

EntropicLimits EntropicSearch::limits(bool cold) const {
  return {.tolerance = options.marginal_tolerance,
          .iterations = options.iterations,
          .memory = static_cast<std::size_t>(options.kernel_memory * 1024 * 1024),
          .cold = cold};
}

double cost_of_map(const Matrix& source, const Vector& source_weights, const Matrix& map,
                   const Matrix& target, const WeightsRef& target_weights) {
  const auto moments = (source.cwiseAbs2() - 2 * source.cwiseProduct(map)).colwise().sum();
  return target.colwise().squaredNorm().dot(target_weights) + moments.dot(source_weights);
}

std::unique_ptr<PositionSearch> coupled_search(FamilyCouplings& couplings) {
  return std::make_unique<CoupledSearch>(couplings);
}

std::unique_ptr<PositionSearch> separate_search(EntropicSearch search) {
  if (search.options.marginal_tolerance >= single_precision_tolerance)
    return std::make_unique<SeparateSearch<float>>(std::move(search));
  return std::make_unique<SeparateSearch<double>>(std::move(search));
}

std::unique_ptr<PositionSearch> entropic_search(const FamilyCouplings& couplings, const CenteredPoints& mean,
                                                const SinkhornOptions& options) {
  validate(options);
  // Coordinates are centred on the pooled mean, so the mixed term of the mean cost vanishes.
  const double cost = mean.points.colwise().squaredNorm().dot(couplings.weights()) +
                      pooled_moments(couplings.family()).variance.sum();
  EntropicSearch search{couplings.family(), couplings.center(), couplings.weights(),
                        options.regularization * (cost > 0 ? cost : 1), options};
  if (auto shared = shared_support_search(search)) return shared;
  return separate_search(std::move(search));
}

}  // namespace wpga
