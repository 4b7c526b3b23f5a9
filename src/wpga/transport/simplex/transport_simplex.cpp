#include "wpga/transport/simplex/transport_simplex.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>
#include <type_traits>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/transport/simplex/centered_costs.hpp"
#include "wpga/transport/simplex/initial_tree.hpp"
#include "wpga/transport/simplex/integer_masses.hpp"
#include "wpga/transport/simplex/resting_tree.hpp"
#include "wpga/transport/simplex/row_pricing.hpp"
#include "wpga/transport/simplex/spanning_tree.hpp"

namespace wpga {

namespace {

// A pivot moves heights by one rounded addition; after so many of them heights are summed afresh before
// optimality is declared.
constexpr std::int64_t pivots_between_pricings = 50;

// A tree whose plan lies farther than this from the optimum, relative to the largest value a plan can have,
// is not worth keeping: a new start takes fewer pivots.
constexpr double most_excess_kept = 0.1;

// A round over all rows that takes fewer pivots is the last one in single precision.
constexpr std::int64_t few_pivots = 8;

using Excess = RowPricing::Excess;

std::span<const std::int32_t> block_of(std::span<const std::int32_t> rows, std::size_t first) {
  return rows.subspan(first, std::min(RowPricing::block_rows, rows.size() - first));
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
  bool has_target(const MeasureView& target) const;
  void set_target(const MeasureView& target);
  Excess optimise();
  bool improve();
  std::int64_t most_pivots() const {
    return options_.pivots > 0 ? options_.pivots : 1000 + 100 * std::int64_t{nodes_.count()};
  }
  void start();
  Excess look();
  void pivot_listed_rows(std::int64_t limit);
  void pivot_roughly(std::int64_t limit);
  Excess pivot_all_rows(std::int64_t limit);
  template <class Scalar>
  bool pivot_rows(std::span<const std::int32_t> rows, std::int64_t limit);
  double tolerance() const { return pricing_.tolerance<double>(costs_); }
  double primal_value() const;
  double share(std::int64_t mass) const { return static_cast<double>(mass) * unit_share_; }

  // visit(row k, column j, flow) for every arc of the tree.
  template <class Visit>
  void visit_arcs(Visit&& visit) const;

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
  RowPricing pricing_;
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
  Vector row_shares(nodes_.rows);
  for (std::int32_t k = 0; k < nodes_.rows; ++k)
    row_shares[k] = share(masses_[static_cast<std::size_t>(nodes_.row(k))]);
  pricing_.set_rows(nodes_, std::move(row_shares));
  costs_.set_target(target);
}

TransportValue TransportSimplex::solve(const PointsRef& source, SolveEffort effort) {
  require(source.rows() == target_.dimension() && source.cols() == nodes_.rows,
          "the source points do not fit the weights and the target of this coupling");
  require_squares(source);
  source_ = source;
  costs_.set_source(source, source_weights_);
  TransportValue value;
  pivots_ = 0;
  if (effort == SolveEffort::rough && has_tree_ && improve()) {
    value.primal = primal_value();
    value.convergence.termination = Termination::iteration_limit;
    return value;
  }
  const Excess left = optimise();
  value.primal = primal_value();
  value.dual = std::max(0.0, value.primal - left.total * costs_.unit());
  value.convergence.iterations = static_cast<int>(pivots_);
  value.convergence.termination =
      left.worst <= tolerance() ? Termination::converged : Termination::iteration_limit;
  value.convergence.residual = left.worst * costs_.unit();
  return value;
}

Excess TransportSimplex::optimise() {
  const std::int64_t limit = most_pivots();
  const double allowed = tolerance();
  std::int64_t pivots_when_priced = pivots_ = 0;
  if (!has_tree_ || !improve()) start();
  if (pivots_ == 0 && !costs_.has_single_precision()) return pricing_.excess_of_rows();  // looked in double
  pivot_roughly(limit);
  for (;;) {
    const Excess left = pivot_all_rows(limit);
    if (pivots_ - pivots_when_priced <= pivots_between_pricings) return left;
    pivots_when_priced = pivots_;
    if (!pricing_.had_drifted(tree_, costs_, 0.25 * allowed)) return left;
  }
}

// One round over the rows that violate; false for a tree that is not worth keeping.
bool TransportSimplex::improve() {
  if (look().total > most_excess_kept * costs_.magnitude()) return false;
  pivot_listed_rows(most_pivots());
  return true;
}

void TransportSimplex::start() {
  const std::vector<Node> parents = initial_tree(nodes_, costs_, masses_);
  [[maybe_unused]] const bool feasible = tree_.assemble(nodes_, parents, masses_);
  assert(feasible);
  has_tree_ = true;
  look();
  pivot_listed_rows(most_pivots());
}

Excess TransportSimplex::look() {
  pricing_.price(tree_, costs_);
  return costs_.has_single_precision() ? pricing_.sweep<float>(costs_) : pricing_.sweep<double>(costs_);
}

// The worst arc of each row of a block, priced once: they enter in the order of their excess, but for those
// that earlier ones have made right.  True if any entered; minima are then older than heights.
template <class Scalar>
bool TransportSimplex::pivot_rows(std::span<const std::int32_t> rows, std::int64_t limit) {
  const double allowed = tolerance();
  const std::int64_t before = pivots_;
  const auto candidates = pricing_.candidates<Scalar>(rows, costs_, pricing_.tolerance<Scalar>(costs_));
  for (const auto& [excess, row, column] : candidates) {
    if (pivots_ >= limit) break;
    // The first one enters as the kernel priced it, so that what it finds and what enters never disagree.
    const bool as_priced = std::is_same_v<Scalar, double> && pivots_ == before;
    const double reduced = as_priced ? -excess : pricing_.reduced_cost(costs_, row, column);
    if (reduced >= -allowed) continue;
    tree_.pivot(nodes_.row(row), nodes_.column(column), reduced, pricing_.moving_heights());
    ++pivots_;
  }
  return pivots_ > before;
}

// Those of the last look.
void TransportSimplex::pivot_listed_rows(std::int64_t limit) {
  const bool single = costs_.has_single_precision();
  const auto listed = pricing_.rows_above(single ? pricing_.tolerance<float>(costs_) : tolerance());
  for (std::size_t first = 0; first < listed.size(); first += RowPricing::block_rows) {
    const auto rows = block_of(listed, first);
    single ? pivot_rows<float>(rows, limit) : pivot_rows<double>(rows, limit);
  }
}

// Rounds over all rows in single precision, as long as they find much.
void TransportSimplex::pivot_roughly(std::int64_t limit) {
  if (!costs_.has_single_precision()) return;
  const auto all = pricing_.all_rows();
  std::int64_t before = 0;
  while (pivots_ - before >= few_pivots && pivots_ < limit) {
    before = pivots_;
    for (std::size_t first = 0; first < all.size(); first += RowPricing::block_rows)
      pivot_rows<float>(block_of(all, first), limit);
  }
}

// All rows round and round, until none of them has violated since it was looked at: a row made right makes
// others wrong, mostly soon after it.
Excess TransportSimplex::pivot_all_rows(std::int64_t limit) {
  const auto all = pricing_.all_rows();
  const std::size_t blocks = (all.size() + RowPricing::block_rows - 1) / RowPricing::block_rows;
  for (std::size_t block = 0, clean = 0; clean < blocks; block = (block + 1) % blocks) {
    const bool pivoted = pivot_rows<double>(block_of(all, block * RowPricing::block_rows), limit);
    clean = pivoted ? 0 : clean + 1;
    if (pivots_ >= limit) return pricing_.sweep<double>(costs_);
  }
  return pricing_.excess_of_rows();
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
    potentials[k] = costs_.source_part(k) + costs_.unit() * pricing_.minimum(k);
  return potentials;
}

Vector TransportSimplex::target_potentials() const {
  Vector potentials(nodes_.columns);
  for (std::int32_t j = 0; j < nodes_.columns; ++j)
    potentials[j] = costs_.target_part(j) - costs_.unit() * pricing_.height(nodes_.column(j));
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
