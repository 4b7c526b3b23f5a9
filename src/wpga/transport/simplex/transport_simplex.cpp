#include "wpga/transport/simplex/transport_simplex.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>

#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/transport/simplex/centered_costs.hpp"
#include "wpga/transport/simplex/initial_tree.hpp"
#include "wpga/transport/simplex/integer_masses.hpp"
#include "wpga/transport/simplex/resting_tree.hpp"
#include "wpga/transport/simplex/spanning_tree.hpp"

namespace wpga {

namespace {

// Larger blocks take fewer pivots, smaller ones have fresher prices.
constexpr std::size_t block_rows = 16;
constexpr std::size_t rows_between_stops = 256;  // a multiple of the kernel's block of rows

// A pivot moves heights by one rounded addition; after so many of them heights are summed afresh before
// optimality is declared.
constexpr std::int64_t pivots_between_pricings = 50;

// A tree whose plan lies farther than this from the optimum, relative to the largest value a plan can have,
// is not worth keeping: a new start takes fewer pivots.
constexpr double most_excess_kept = 0.1;

std::span<const std::int32_t> block_of(std::span<const std::int32_t> rows, std::size_t first) {
  return rows.subspan(first, std::min(block_rows, rows.size() - first));
}

// Beyond this, squares of distances come near the end of double precision's range.
void require_squares(const PointsRef& points) {
  const double sum = points.outerStride() == points.rows()
                         ? Eigen::Map<const Vector>(points.data(), points.size()).cwiseAbs().sum()
                         : points.cwiseAbs().sum();
  require(sum <= 1e150,  // false for NaN
          "a coordinate is not finite, or so large that squared distances overflow; rescale the points");
}

class TransportSimplex final : public Coupling {
 public:
  TransportSimplex(const WeightsRef& source_weights, const TransportSimplexOptions& options)
      : options_(options), source_weights_(source_weights) {}

  void attach(const MeasureView& target, const RestingCoupling& resting) override;
  TransportValue solve(const PointsRef& source, SolveEffort effort) override;
  void barycentric_map(Eigen::Ref<Matrix> map) const override;
  std::vector<PlanEntry> plan() const override;
  Vector source_potentials() const override;
  Vector target_potentials() const override;
  RestingCoupling rest() const override;

 private:
  struct Sweep {
    double worst = 0;   // most negative reduced cost, as a positive number
    double excess = 0;  // Σ mass · what the row potentials exceed feasible ones by
  };
  struct Candidate {
    double excess;  // what the height of the row exceeds that over this column by
    std::int32_t row;
    Index column;
  };

  bool has_target(const MeasureView& target) const;
  void set_target(const MeasureView& target);
  Sweep optimise();
  bool improve();
  std::int64_t most_pivots() const {
    return options_.pivots > 0 ? options_.pivots : 1000 + 100 * std::int64_t{nodes_.count()};
  }
  Sweep start();
  Sweep price_and_sweep();
  void price_tree();
  Sweep sweep_rows();
  Sweep excess_of_rows();
  void pivot_listed_rows(std::int64_t limit);
  Sweep pivot_violating_rows(std::int64_t limit);
  bool pivot_rows(std::span<const std::int32_t> rows, std::int64_t limit);
  double tolerance() const;
  double primal_value() const;
  double share(std::int64_t mass) const { return static_cast<double>(mass) * unit_share_; }

  // visit(row k, column j, flow) for every arc of the tree.
  template <class Visit>
  void visit_arcs(Visit&& visit) const;

  double row_height(std::int32_t k) const { return heights_[static_cast<std::size_t>(nodes_.row(k))]; }

  TransportSimplexOptions options_;
  Vector source_weights_;
  Measure target_;
  Matrix source_;
  BipartiteNodes nodes_;
  double unit_share_ = 1;             // one over the total mass
  std::vector<std::int64_t> masses_;  // by node
  CenteredCosts costs_;
  SpanningTree tree_;
  bool has_tree_ = false;
  std::int64_t pivots_ = 0;  // of the last solve
  // Reduced cost of (k, j) is m_kj + height(j) − height(k), 0 on the tree: rows carry u, columns −v.
  std::vector<double> heights_;
  std::vector<double> minima_;  // by row: least m_kj + height(j)
  Vector row_shares_;           // masses of the rows, of the total
  Eigen::ArrayXd row_excess_;   // by row: what its height exceeds its minimum by
  std::vector<std::int32_t> all_rows_, violating_;
};

void TransportSimplex::attach(const MeasureView& target, const RestingCoupling& resting) {
  if (!has_target(target)) set_target(target);
  has_tree_ = !resting.state.empty();
  if (has_tree_)
    require(tree_.assemble(nodes_, unpack_parents(nodes_, resting), masses_),
            "the resting coupling belongs to other weights or another target");
}

bool TransportSimplex::has_target(const MeasureView& target) const {
  return target.points.rows() == target_.points.rows() && target.points.cols() == target_.points.cols() &&
         target.points == target_.points && target.weights == target_.weights;
}

void TransportSimplex::set_target(const MeasureView& target) {
  require_squares(target.points);
  target_.points = target.points;
  target_.weights = target.weights;
  nodes_ = BipartiteNodes(source_weights_.size(), target.size());
  const std::int64_t total = common_total(nodes_.rows, nodes_.columns);
  unit_share_ = 1 / static_cast<double>(total);
  const auto size = static_cast<std::size_t>(nodes_.end());
  masses_.assign(size, 0);
  const std::span<std::int64_t> masses = masses_;
  to_integer_masses(target.weights, total, masses.first(static_cast<std::size_t>(nodes_.columns)));
  to_integer_masses(source_weights_, total, masses.last(static_cast<std::size_t>(nodes_.rows)));
  row_shares_.resize(nodes_.rows);
  for (std::int32_t k = 0; k < nodes_.rows; ++k)
    row_shares_[k] = share(masses_[static_cast<std::size_t>(nodes_.row(k))]);
  costs_.set_target(target);
  heights_.assign(size, std::numeric_limits<double>::infinity());
  minima_.resize(static_cast<std::size_t>(nodes_.rows));
  all_rows_.resize(static_cast<std::size_t>(nodes_.rows));
  std::iota(all_rows_.begin(), all_rows_.end(), 0);
}

TransportValue TransportSimplex::solve(const PointsRef& source, SolveEffort effort) {
  require(source.rows() == target_.dimension() && source.cols() == nodes_.rows,
          "the source points do not fit the weights and the target of this coupling");
  require_squares(source);
  source_ = source;
  costs_.set_source(source, source_weights_);
  TransportValue value;
  if (effort == SolveEffort::rough && has_tree_ && improve()) {
    value.primal = primal_value();
    value.convergence.termination = Termination::iteration_limit;
    return value;
  }
  const Sweep sweep = optimise();
  value.primal = primal_value();
  value.dual = std::max(0.0, value.primal - sweep.excess * costs_.unit());
  value.convergence.iterations = static_cast<int>(pivots_);
  value.convergence.termination =
      sweep.worst <= tolerance() ? Termination::converged : Termination::iteration_limit;
  value.convergence.residual = sweep.worst * costs_.unit();
  return value;
}

TransportSimplex::Sweep TransportSimplex::optimise() {
  const std::int64_t limit = most_pivots();
  const double allowed = tolerance();
  std::int64_t pivots_when_priced = pivots_ = 0;
  const bool warm = has_tree_;
  Sweep sweep = warm ? price_and_sweep() : start();
  if (warm && sweep.excess > most_excess_kept * costs_.magnitude()) sweep = start();
  for (;;) {
    if (sweep.worst > allowed && pivots_ < limit) {
      sweep = pivot_violating_rows(limit);
    } else if (pivots_ - pivots_when_priced > pivots_between_pricings) {
      sweep = price_and_sweep();
      pivots_when_priced = pivots_;
    } else {
      return sweep;
    }
  }
}

// One round over the rows that violate; false for a tree that is not worth keeping.
bool TransportSimplex::improve() {
  pivots_ = 0;
  if (price_and_sweep().excess > most_excess_kept * costs_.magnitude()) return false;
  pivot_listed_rows(most_pivots());
  return true;
}

TransportSimplex::Sweep TransportSimplex::start() {
  const std::vector<Node> parents = initial_tree(nodes_, costs_, masses_);
  [[maybe_unused]] const bool feasible = tree_.assemble(nodes_, parents, masses_);
  assert(feasible);
  has_tree_ = true;
  return price_and_sweep();
}

TransportSimplex::Sweep TransportSimplex::price_and_sweep() {
  price_tree();
  return sweep_rows();
}

// Heights are sums along the tree, so their error grows like a random walk.
double TransportSimplex::tolerance() const { return costs_.rounding() * (4 + std::sqrt(nodes_.count())); }

void TransportSimplex::price_tree() {
  heights_[static_cast<std::size_t>(tree_.root())] = 0;
  tree_.visit_from_root([&](Node node) {
    const Node parent = tree_.parent(node);
    const double above = heights_[static_cast<std::size_t>(parent)];
    heights_[static_cast<std::size_t>(node)] = nodes_.is_row(node)
                                                   ? above + costs_(node - nodes_.first_row, parent)
                                                   : above - costs_(parent - nodes_.first_row, node);
  });
}

TransportSimplex::Sweep TransportSimplex::sweep_rows() {
  for (std::size_t first = 0; first < all_rows_.size(); first += rows_between_stops) {
    check_stop();
    const std::size_t count = std::min(rows_between_stops, all_rows_.size() - first);
    costs_.column_minima(std::span(all_rows_).subspan(first, count), heights_.data(), minima_.data() + first);
  }
  return excess_of_rows();
}

TransportSimplex::Sweep TransportSimplex::excess_of_rows() {
  const Eigen::Map<const Eigen::ArrayXd> heights(&heights_[static_cast<std::size_t>(nodes_.first_row)],
                                                 nodes_.rows);
  const Eigen::Map<const Eigen::ArrayXd> minima(minima_.data(), nodes_.rows);
  row_excess_ = (heights - minima).cwiseMax(0.0);
  return {row_excess_.maxCoeff(), row_excess_.matrix().dot(row_shares_)};
}

// The worst arc of each row of a block, priced once: they enter in the order of their excess, but for those
// that earlier ones have made right.  True if any entered; minima are then older than heights.
bool TransportSimplex::pivot_rows(std::span<const std::int32_t> rows, std::int64_t limit) {
  const double allowed = tolerance();
  std::array<double, block_rows> least;
  std::array<Candidate, block_rows> candidates;
  std::size_t count = 0;
  check_stop();
  costs_.column_minima(rows, heights_.data(), least.data());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    minima_[static_cast<std::size_t>(rows[i])] = least[i];
    const double excess = row_height(rows[i]) - least[i];
    if (excess <= allowed) continue;
    const Index column = costs_.first_column_at(rows[i], heights_.data(), least[i]);
    std::size_t place = count++;
    for (; place > 0 && candidates[place - 1].excess < excess; --place)
      candidates[place] = candidates[place - 1];
    candidates[place] = {excess, rows[i], column};
  }
  const std::int64_t before = pivots_;
  for (std::size_t i = 0; i < count && pivots_ < limit; ++i) {
    const auto& [excess, k, j] = candidates[i];
    const Node row = nodes_.row(k), column = nodes_.column(j);
    // The first one enters as the kernel priced it, so that what it finds and what enters never disagree.
    const double reduced = i == 0 ? -excess
                                  : costs_(k, j) + heights_[static_cast<std::size_t>(column)] -
                                        heights_[static_cast<std::size_t>(row)];
    if (reduced >= -allowed) continue;
    tree_.pivot(row, column, reduced, heights_.data());
    ++pivots_;
  }
  return pivots_ > before;
}

void TransportSimplex::pivot_listed_rows(std::int64_t limit) {
  const double allowed = tolerance();
  violating_.clear();
  for (std::int32_t k = 0; k < nodes_.rows; ++k)
    if (row_excess_[k] > allowed) violating_.push_back(k);
  for (std::size_t first = 0; first < violating_.size(); first += block_rows)
    pivot_rows(block_of(violating_, first), limit);
}

// The rows that violate by the last sweep; then all rows round and round, until none of them has violated
// since it was looked at: a row made right makes others wrong, mostly soon after it.
TransportSimplex::Sweep TransportSimplex::pivot_violating_rows(std::int64_t limit) {
  pivot_listed_rows(limit);
  const std::size_t blocks = (all_rows_.size() + block_rows - 1) / block_rows;
  for (std::size_t block = 0, clean = 0; clean < blocks; block = (block + 1) % blocks) {
    const bool pivoted = pivot_rows(block_of(all_rows_, block * block_rows), limit);
    clean = pivoted ? 0 : clean + 1;
    if (pivots_ >= limit) return sweep_rows();
  }
  return excess_of_rows();
}

// In the order of the nodes, so that sums do not depend on how the tree was reached.
template <class Visit>
void TransportSimplex::visit_arcs(Visit&& visit) const {
  for (Node column = 0; column < nodes_.columns; ++column)
    if (column != tree_.root())
      visit(Index{tree_.parent(column) - nodes_.first_row}, Index{column}, tree_.flow(column));
  for (Node row = nodes_.first_row; row < nodes_.end(); ++row)
    if (row != tree_.root()) visit(Index{row - nodes_.first_row}, Index{tree_.parent(row)}, tree_.flow(row));
}

double TransportSimplex::primal_value() const {
  const Index d = source_.rows();
  double sum = 0;
  visit_arcs([&](Index k, Index j, std::int64_t flow) {
    const double* z = source_.data() + k * d;
    const double* x = target_.points.data() + j * d;
    double squared = 0;
    for (Index i = 0; i < d; ++i) squared += (z[i] - x[i]) * (z[i] - x[i]);
    sum += share(flow) * squared;
  });
  return sum;
}

void TransportSimplex::barycentric_map(Eigen::Ref<Matrix> map) const {
  const Index d = source_.rows();
  require(map.rows() == d && map.cols() == nodes_.rows,
          "the barycentric map has as many columns as the source");
  map.setZero();
  visit_arcs([&](Index k, Index j, std::int64_t flow) {
    const auto mass = static_cast<double>(masses_[static_cast<std::size_t>(nodes_.row(k))]);
    const double part = static_cast<double>(flow) / mass;
    for (Index i = 0; i < d; ++i) map(i, k) += part * target_.points(i, j);
  });
}

std::vector<PlanEntry> TransportSimplex::plan() const {
  std::vector<PlanEntry> entries;
  entries.reserve(static_cast<std::size_t>(nodes_.count()));
  visit_arcs([&](Index k, Index j, std::int64_t flow) {
    if (flow > 0)
      entries.push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(j), share(flow)});
  });
  std::ranges::sort(entries, {},
                    [](const PlanEntry& entry) { return std::pair(entry.source, entry.target); });
  return entries;
}

Vector TransportSimplex::source_potentials() const {
  Vector potentials(nodes_.rows);
  for (std::int32_t k = 0; k < nodes_.rows; ++k)
    potentials[k] = costs_.source_part(k) + costs_.unit() * minima_[static_cast<std::size_t>(k)];
  return potentials;
}

Vector TransportSimplex::target_potentials() const {
  Vector potentials(nodes_.columns);
  for (std::int32_t j = 0; j < nodes_.columns; ++j)
    potentials[j] = costs_.target_part(j) - costs_.unit() * heights_[static_cast<std::size_t>(j)];
  return potentials;
}

RestingCoupling TransportSimplex::rest() const {
  return has_tree_ ? pack_parents(nodes_, tree_) : RestingCoupling{};
}

class ExactTransport final : public TransportEngine {
 public:
  explicit ExactTransport(const TransportSimplexOptions& options) : options_(options) {}
  std::unique_ptr<Coupling> coupling(const WeightsRef& source_weights) const override {
    require(source_weights.size() > 0 && source_weights.minCoeff() > 0, "source weights must be positive");
    return std::make_unique<TransportSimplex>(source_weights, options_);
  }

 private:
  TransportSimplexOptions options_;
};

}  // namespace

std::unique_ptr<TransportEngine> exact_transport(const TransportSimplexOptions& options) {
  validate(options);
  return std::make_unique<ExactTransport>(options);
}

}  // namespace wpga
