#include "wpga/barycenters/multimarginal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <string_view>

#include "wpga/barycenters/tuple_pricing.hpp"
#include "wpga/base/error.hpp"
#include "wpga/numerics/linear_programming.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

// "3 × 40 × 7"
std::string sizes_of(const Marginals& marginals, std::string_view sign) {
  std::string sizes;
  for (Index i = 0; i < std::min<Index>(marginals.count(), 8); ++i)
    sizes += fmt::format("{}{}", i == 0 ? "" : sign, marginals.size(i));
  return marginals.count() > 8 ? fmt::format("{}{}…", sizes, sign) : sizes;
}

void require_small(const Marginals& marginals, const MultimarginalOptions& options) {
  constexpr std::string_view advice =
      "quantise the measures to fewer atoms, take fewer of them, or use an iterative mean";
  require(
      marginals.tuples() <= options.tuples,
      fmt::format("the exact barycenter of {} measures has {} = {:.3g} tuples of atoms, more than the limit "
                  "of {:.3g}; {}",
                  marginals.count(), sizes_of(marginals, " × "), marginals.tuples(), options.tuples, advice));
  Index atoms = 0;
  for (Index i = 0; i < marginals.count(); ++i) atoms += marginals.size(i);
  require(atoms <= options.atoms,
          fmt::format("the exact barycenter of {} measures has {} = {} atoms, more than the limit of {}; {}",
                      marginals.count(), sizes_of(marginals, " + "), atoms, options.atoms, advice));
}

// Atoms of each measure along the coordinate that varies most.
std::vector<std::vector<std::int32_t>> orders_along_main_axis(const Marginals& marginals) {
  Vector variances = Vector::Zero(marginals.dimension());
  for (Index i = 0; i < marginals.count(); ++i)
    variances +=
        marginals.lambda[i] * marginals.cloud(i).cwiseAbs2() * marginals.weights[static_cast<std::size_t>(i)];
  Index axis = 0;
  variances.maxCoeff(&axis);
  std::vector<std::vector<std::int32_t>> orders;
  for (Index i = 0; i < marginals.count(); ++i) {
    std::vector<std::int32_t> order(static_cast<std::size_t>(marginals.size(i)));
    std::iota(order.begin(), order.end(), 0);
    const auto coordinate = marginals.cloud(i).row(axis);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::int32_t a, std::int32_t b) { return coordinate[a] < coordinate[b]; });
    orders.push_back(std::move(order));
  }
  return orders;
}

// Tuples that carry a coupling: all measures walked at once along one axis, always past the atom that is used
// up first.  Σ n_i − N + 1 tuples; optimal on the line.
std::vector<Tuple> staircase(const Marginals& marginals) {
  const auto orders = orders_along_main_axis(marginals);
  const std::size_t count = orders.size();
  std::vector<std::size_t> rank(count, 0);
  std::vector<double> left(count);
  const auto atom = [&](std::size_t i) { return orders[i][rank[i]]; };
  for (std::size_t i = 0; i < count; ++i) left[i] = marginals.weights[i][atom(i)];
  std::vector<Tuple> tuples;
  while (true) {
    Tuple tuple(count);
    std::size_t next = count;
    for (std::size_t i = 0; i < count; ++i) {
      tuple[i] = atom(i);
      if (rank[i] + 1 < orders[i].size() && (next == count || left[i] < left[next])) next = i;
    }
    tuples.push_back(std::move(tuple));
    if (next == count) return tuples;
    const double mass = left[next];
    for (double& rest : left) rest -= mass;
    ++rank[next];
    left[next] = marginals.weights[next][atom(next)];
  }
}

// The program on some of the tuples.  Each measure but the first leaves its last row out: it follows from the
// others, and rounding in the weights cannot make the rest contradict itself.
class Master {
 public:
  explicit Master(const Marginals& marginals) : marginals_(marginals), program_(right_side(marginals)) {
    int row = 0;
    for (Index i = 0; i < marginals.count(); ++i) {
      first_row_.push_back(row);
      row += static_cast<int>(rows_of(marginals, i));
    }
  }

  // False if it was there already.
  bool add(const Tuple& tuple) {
    if (!known_.insert(tuple).second) return false;
    std::vector<ColumnEntry> entries;
    for (std::size_t i = 0; i < tuple.size(); ++i)
      if (tuple[i] < rows_of(marginals_, static_cast<Index>(i)))
        entries.push_back({first_row_[i] + tuple[i], 1.0});
    program_.add_column(cost_of(tuple, marginals_), entries);
    tuples_.push_back(tuple);
    return true;
  }

  LinearSolution solve() { return program_.solve(); }

  std::vector<Vector> potentials(const LinearSolution& solution) const {
    std::vector<Vector> potentials;
    for (Index i = 0; i < marginals_.count(); ++i) {
      Vector own = Vector::Zero(marginals_.size(i));
      const Index rows = rows_of(marginals_, i);
      own.head(rows) = solution.dual.segment(first_row_[static_cast<std::size_t>(i)], rows);
      potentials.push_back(std::move(own));
    }
    return potentials;
  }

  const std::vector<Tuple>& tuples() const { return tuples_; }

 private:
  static Index rows_of(const Marginals& marginals, Index i) { return marginals.size(i) - (i == 0 ? 0 : 1); }

  static Vector right_side(const Marginals& marginals) {
    std::vector<double> all;
    for (Index i = 0; i < marginals.count(); ++i) {
      const Vector& weights = marginals.weights[static_cast<std::size_t>(i)];
      all.insert(all.end(), weights.begin(), weights.begin() + rows_of(marginals, i));
    }
    return VectorView(all.data(), static_cast<Index>(all.size()));
  }

  const Marginals& marginals_;
  LinearProgram program_;
  std::vector<int> first_row_;
  std::vector<Tuple> tuples_;
  std::set<Tuple> known_;
};

double dual_value(const Marginals& marginals, const std::vector<Vector>& potentials) {
  double sum = 0;
  for (std::size_t i = 0; i < potentials.size(); ++i) sum += marginals.weights[i].dot(potentials[i]);
  return sum;
}

struct Optimum {
  std::vector<Tuple> tuples;  // with mass
  std::vector<double> masses;
  std::vector<Vector> potentials;  // feasible, one for each marginal
  TransportValue value;
};

void keep_tuples_with_mass(const Master& master, const LinearSolution& solution, const Marginals& marginals,
                           Optimum& optimum) {
  optimum.tuples.clear();
  optimum.masses.clear();
  constexpr double negligible = 1e-12;  // what rounding leaves of a degenerate zero
  double total = 0;
  for (std::size_t c = 0; c < master.tuples().size(); ++c) {
    const double mass = solution.primal[static_cast<Index>(c)];
    if (mass <= negligible) continue;
    optimum.tuples.push_back(master.tuples()[c]);
    optimum.masses.push_back(mass);
    total += mass;
  }
  optimum.value.primal = 0;
  for (std::size_t c = 0; c < optimum.masses.size(); ++c) {
    optimum.masses[c] /= total;
    optimum.value.primal += optimum.masses[c] * cost_of(optimum.tuples[c], marginals);
  }
}

Optimum generate_columns(const Marginals& marginals, const MultimarginalOptions& options) {
  const TuplePricing pricing(marginals);
  Master master(marginals);
  for (const Tuple& tuple : staircase(marginals)) master.add(tuple);
  Optimum optimum;
  optimum.value.dual = -std::numeric_limits<double>::infinity();
  Convergence& convergence = optimum.value.convergence;
  convergence.termination = Termination::iteration_limit;
  while (convergence.iterations < options.rounds) {
    check_stop();
    const LinearSolution solution = master.solve();
    ++convergence.iterations;
    keep_tuples_with_mass(master, solution, marginals, optimum);
    std::vector<Vector> potentials = master.potentials(solution);
    const TuplePricing::Answer answer = pricing.price(potentials);
    // Lowering one measure's potentials by the worst violation makes all tuples obey.
    potentials[0].array() += std::min(answer.smallest, 0.0);
    if (const double dual = dual_value(marginals, potentials); dual > optimum.value.dual) {
      optimum.value.dual = dual;
      optimum.potentials = std::move(potentials);
    }
    convergence.residual =
        marginals.pooled_variance > 0 ? optimum.value.gap() / marginals.pooled_variance : 0;
    bool grew = false;
    for (const Tuple& tuple : answer.violated) grew |= master.add(tuple);
    if (convergence.residual <= options.tolerance)
      convergence.termination = Termination::converged;
    else if (!grew || solution.status != LinearStatus::optimal)
      convergence.termination = Termination::no_progress;
    if (convergence.termination != Termination::iteration_limit) break;
  }
  return optimum;
}

// Averages that differ by rounding only are one atom.
Measure barycenter_of(const Optimum& optimum, const Marginals& marginals) {
  const double nearby = 1e-24 * marginals.pooled_variance;
  std::vector<Vector> points;
  std::vector<double> weights;
  for (std::size_t c = 0; c < optimum.tuples.size(); ++c) {
    const Vector average = average_of(optimum.tuples[c], marginals);
    const auto same = std::find_if(points.begin(), points.end(), [&](const Vector& point) {
      return (point - average).squaredNorm() <= nearby;
    });
    if (same == points.end()) {
      points.push_back(average);
      weights.push_back(optimum.masses[c]);
    } else {
      weights[static_cast<std::size_t>(same - points.begin())] += optimum.masses[c];
    }
  }
  Matrix columns(marginals.dimension(), static_cast<Index>(points.size()));
  for (std::size_t c = 0; c < points.size(); ++c)
    columns.col(static_cast<Index>(c)) = points[c] + marginals.center;
  return {columns, VectorView(weights.data(), static_cast<Index>(weights.size()))};
}

}  // namespace

MultimarginalCoupling multimarginal_coupling(const MeasureFamily& family,
                                             const MultimarginalOptions& options) {
  validate(options);
  require(family.count() > 0, "a barycenter needs at least one measure");
  const Marginals marginals = marginals_of(family);
  require_small(marginals, options);
  Optimum optimum = generate_columns(marginals, options);

  MultimarginalCoupling coupling;
  coupling.barycenter = barycenter_of(optimum, marginals);
  coupling.value = optimum.value;
  coupling.masses = VectorView(optimum.masses.data(), static_cast<Index>(optimum.masses.size()));
  coupling.tuples.setConstant(family.count(), coupling.masses.size(), -1);
  for (Index i = 0; i < family.count(); ++i) coupling.potentials.push_back(Vector::Zero(family[i].size()));
  for (std::size_t i = 0; i < marginals.original.size(); ++i) {
    const Index place = marginals.original[i];
    coupling.potentials[static_cast<std::size_t>(place)] = std::move(optimum.potentials[i]);
    for (std::size_t c = 0; c < optimum.tuples.size(); ++c)
      coupling.tuples(place, static_cast<Index>(c)) = optimum.tuples[c][i];
  }
  return coupling;
}

}  // namespace wpga
