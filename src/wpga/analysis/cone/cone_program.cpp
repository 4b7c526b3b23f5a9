#include "wpga/analysis/cone/cone_program.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/cone/arc_pricing.hpp"
#include "wpga/analysis/cone/cone_direction.hpp"
#include "wpga/analysis/cone/cone_room.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr double enough_of_fall = 0.2;
constexpr double to_boundary = 0.99;  // share of the way to the nearest inequality
constexpr double blind = 0.9;         // a step that unknown arcs shorten below this is found again with them
constexpr int most_retries = 3;
constexpr double rounding = 1e-13;    // of the square of the free minimiser
constexpr double kept_spacing = 0.3;  // between the gaps of kept iterates

// Neighbours, by source, end and target.
std::vector<ConeArc> first_arcs(const AtomSites& sites, std::int32_t ends) {
  std::vector<ConeArc> arcs;
  for (std::size_t from = 0; from < sites.neighbours.size();) {
    std::size_t to = from;
    while (to < sites.neighbours.size() && sites.neighbours[to].first == sites.neighbours[from].first) ++to;
    for (std::int32_t e = 0; e < ends; ++e)
      for (std::size_t i = from; i < to; ++i)
        arcs.push_back({e, sites.neighbours[i].first, sites.neighbours[i].second, 0, 0});
    from = to;
  }
  return arcs;
}

double widest(const Matrix& widths) {
  double span = 0;
  for (const double entry : widths.reshaped())
    if (std::isfinite(entry)) span = std::max(span, entry);
  return span;
}

// The primal–dual method of Mehrotra (1992) for one program.
class InteriorSearch {
 public:
  InteriorSearch(const ConeProblem& problem, std::vector<ConePoint>& kept, const ConeEffort& effort,
                 double constant, const Execution& execution)
      : problem_(problem),
        kept_(kept),
        effort_(effort),
        constant_(constant),
        execution_(execution),
        newton_(problem, execution) {
    scale_ = -problem.value(problem.inverse_times(problem.linear));  // ½ ‖free minimiser‖²
  }

  ConeProgram::Result run() {
    if (!(scale_ > 0)) return still();
    if (!resumed()) begin();
    ConeProgram::Result result;
    double next_kept = kept_.empty() ? std::numeric_limits<double>::infinity() : kept_spacing * gap();
    while (true) {
      check_stop();
      residuals_ = residuals_of(problem_, point_, gradients_);
      const double value = 2 * problem_.value(point_.fields) + constant_;
      result.gap = 2 * gap();
      const double enough =
          std::max({effort_.gap, enough_of_fall * (effort_.reference - value), rounding * scale_});
      if (result.iterations > 0 && inside_box() && result.gap <= enough &&
          (on_equalities() || settles_on_equalities(enough, result)))
        break;
      if (result.iterations >= effort_.iterations || stalled_) {
        result.solved = false;
        break;
      }
      if (0.5 * result.gap < next_kept) {
        kept_.push_back(point_);
        next_kept = kept_spacing * 0.5 * result.gap;
      }
      improve();
      ++result.iterations;
    }
    const Index d = problem_.dimension();
    const Matrix& found = problem_.boxed() ? into_box(point_.fields) : point_.fields;
    for (Index a = 0; a < problem_.ends.cols(); ++a) result.fields.push_back(found.middleRows(a * d, d));
    return result;
  }

 private:
  ConeProgram::Result still() const {
    return {Fields(static_cast<std::size_t>(problem_.ends.cols()),
                   Matrix::Zero(problem_.dimension(), problem_.atoms()))};
  }

  double gap() const { return problem_.value(point_.fields) - proved_minimum(problem_, point_, gradients_); }

  bool inside_box() const {
    constexpr double most_outside = 1e-9;
    if (!problem_.boxed()) return true;
    const double size = point_.fields.cwiseAbs().maxCoeff();
    return std::max(residuals_.low.cwiseAbs().maxCoeff(), residuals_.high.cwiseAbs().maxCoeff()) <=
           most_outside * size;
  }

  bool on_equalities() const {
    constexpr double most_off = 1e-11;
    const double size = point_.fields.norm();
    for (Index r = 0; r < problem_.bounds.size(); ++r)
      if (!(std::abs(residuals_.equalities[r]) <= most_off * size * problem_.equalities.col(r).norm()))
        return false;
    return true;
  }

  // A kept iterate met the equalities of another program.  Once near the minimum, the last factors lead onto
  // those of this one along what the cone leaves free: no iterations for them alone.
  bool settles_on_equalities(double enough, ConeProgram::Result& result) {
    constexpr double slack_kept = 0.05;
    if (problem_.boxed()) return false;
    const ConeDirection move = newton_.onto_equalities(point_, gradients_, residuals_);
    if (price_arcs(problem_, point_, move.fields, move.potentials, 1, execution_).allowed < 1) return false;
    for (Index i = 0; i < move.slack.size(); ++i)
      if (!(move.slack[i] > (slack_kept - 1) * point_.arcs[static_cast<std::size_t>(i)].slack)) return false;
    point_.fields += move.fields;
    point_.potentials += move.potentials;
    find_slacks(problem_, gradients_, point_.fields, point_.potentials, point_.arcs);
    residuals_ = residuals_of(problem_, point_, gradients_);
    result.gap = 2 * gap();
    return on_equalities() && result.gap <= enough;
  }

  Matrix into_box(const Matrix& fields) const {
    return fields.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
  }

  bool fits(const ConePoint& point) const {
    return point.fields.rows() == problem_.rows() && point.ends.rows() == problem_.ends.rows() &&
           point.ends.cols() == problem_.ends.cols() && point.ends == problem_.ends &&
           point.equality_multipliers.size() == problem_.bounds.size() &&
           (point.low.slack.size() > 0) == problem_.boxed();
  }

  // An earlier iterate with the same ends is strictly inside this program's cone too, and well centred: the
  // last whose complementarity is not small against what the change of the model leaves to the dual.
  bool resumed() {
    constexpr double most_left_over = 2;
    if (!std::ranges::all_of(kept_, [&](const ConePoint& point) { return fits(point); })) kept_.clear();
    for (; !kept_.empty(); kept_.pop_back()) {
      point_ = kept_.back();
      gradients_ = problem_.gradients(point_.arcs);
      residuals_ = residuals_of(problem_, point_, gradients_);
      if (residuals_.left_over < most_left_over * residuals_.complementarity) return true;
    }
    return false;
  }

  // The middle of the cone, strictly inside, with every inequality on the central path.
  void begin() {
    const AtomSites& sites = problem_.sites;
    const auto ends = static_cast<std::int32_t>(problem_.ends.rows());
    point_ = {};
    point_.ends = problem_.ends;
    point_.fields.setZero(problem_.rows(), problem_.atoms());
    point_.potentials.setZero(sites.count(), ends);
    point_.equality_multipliers.setZero(problem_.bounds.size());
    point_.arcs = first_arcs(sites, ends);
    double weight = 0;
    for (const ConeArc& arc : point_.arcs) weight += barrier_weight(sites, arc);
    const double barrier = 0.5 * scale_ / std::max(weight, sites.weights.sum());
    gradients_ = problem_.gradients(point_.arcs);
    find_slacks(problem_, gradients_, point_.fields, point_.potentials, point_.arcs);
    for (ConeArc& arc : point_.arcs) arc.multiplier = barrier * barrier_weight(sites, arc) / arc.slack;
    if (!problem_.boxed()) return;
    const double span = widest(problem_.upper - problem_.lower);
    point_.low = box_side(-problem_.lower, sites.weights, span, barrier);
    point_.high = box_side(problem_.upper, sites.weights, span, barrier);
  }

  // One predictor–corrector step.
  void improve() {
    double step = 0, barrier = 0;
    ConeDirection move;
    ArcPrices prices;
    for (int retry = 0; retry <= most_retries; ++retry) {
      newton_.factor(point_, gradients_);
      barrier = residuals_.complementarity / residuals_.barrier_weight;
      move = newton_.towards_center(point_, gradients_, residuals_);
      step = std::min(1.0, to_boundary * reach(point_, move));
      prices = price_arcs(problem_, point_, move.fields, move.potentials, step, execution_);
      if (prices.allowed >= blind * step || prices.fresh.empty() || retry == most_retries) break;
      join(std::move(prices.fresh), barrier);
      residuals_ = residuals_of(problem_, point_, gradients_);
    }
    step = std::min(step, prices.allowed);
    stalled_ = !(step > 1e-10) || !move.fields.allFinite() || !move.potentials.allFinite();
    if (!stalled_) advance_by(move, step);
    join(std::move(prices.fresh), barrier);
  }

  // Multipliers of fresh arcs are on the central path.
  void join(std::vector<ConeArc> fresh, double barrier) {
    if (fresh.empty()) return;
    std::ranges::sort(fresh, in_order);
    find_slacks(problem_, problem_.gradients(fresh), point_.fields, point_.potentials, fresh);
    for (ConeArc& arc : fresh) arc.multiplier = barrier * (barrier_weight(problem_.sites, arc) / arc.slack);
    std::vector<ConeArc> joined;
    joined.reserve(point_.arcs.size() + fresh.size());
    std::ranges::merge(point_.arcs, fresh, std::back_inserter(joined), in_order);
    point_.arcs = std::move(joined);
    gradients_ = problem_.gradients(point_.arcs);
  }

  void advance_by(const ConeDirection& move, double step) {
    point_.fields += step * move.fields;
    point_.potentials += step * move.potentials;
    if (move.equality_multipliers.size() > 0) point_.equality_multipliers += step * move.equality_multipliers;
    find_slacks(problem_, gradients_, point_.fields, point_.potentials, point_.arcs);
    for (Index i = 0; i < move.slack.size(); ++i)
      point_.arcs[static_cast<std::size_t>(i)].multiplier += step * move.multiplier[i];
    if (!problem_.boxed()) return;
    advance(point_.low, move.low, step);
    advance(point_.high, move.high, step);
  }

  const ConeProblem& problem_;
  std::vector<ConePoint>& kept_;
  const ConeEffort& effort_;
  double constant_, scale_;
  const Execution& execution_;
  ConeNewton newton_;
  ConePoint point_;
  Matrix gradients_;  // of its arcs
  ConeResiduals residuals_;
  bool stalled_ = false;
};

}  // namespace

ConeProgram::ConeProgram(const Measure& mean) : sites_(mean) {}

void ConeProgram::resume(std::span<const std::byte> state) {
  kept_ = unpacked(state, sites_.points.cols());
  for (const ConePoint& point : kept_)
    require(point.potentials.rows() == sites_.count(),
            "the state of the optimal maps in the checkpoint is that of another mean; leave out `resume` to "
            "begin again");
}

ConeProgram::Result ConeProgram::minimise(const QuadraticModel& model,
                                          const std::vector<FieldConstraint>& equalities, const FieldBox& box,
                                          const ConeEffort& effort, const Matrix& ends,
                                          const Execution& execution) {
  const auto fields = static_cast<Index>(model.linear.size());
  require_room({.dimension = sites_.points.rows(),
                .atoms = sites_.points.cols(),
                .fields = fields,
                .ends = ends.size() > 0 ? ends.rows() : fields,
                .boxed = !box.empty()});
  const ConeProblem problem(sites_, model, ends.size() > 0 ? ends : Matrix(Matrix::Identity(fields, fields)),
                            equalities, box);
  return InteriorSearch(problem, kept_, effort, model.constant, execution).run();
}

}  // namespace wpga
