#include "wpga/analysis/cone/cone_program.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <optional>

#include "wpga/analysis/cone/arc_newton.hpp"
#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr double enough_of_fall = 0.2;
constexpr double to_boundary = 0.99;     // share of the way to the nearest inequality
constexpr double fresh_boundary = 0.95;  // the same for arcs that are not in the program yet
constexpr double near = 0.5;             // an arc that loses this share of its slack in a step joins
constexpr std::size_t most_fresh = 6;    // arcs of one atom and end that join at once
constexpr double blind = 0.9;  // a step that unknown arcs shorten below this is found again with them
constexpr int most_retries = 3;
constexpr double rounding = 1e-13;    // of the square of the free minimiser
constexpr double kept_spacing = 0.1;  // between the gaps of kept iterates

struct Direction {
  Matrix fields, potentials;
  Vector slack, multiplier;  // of the arcs
  Vector equality_multipliers;
  BoxSide low, high;
};

void shorten(double& step, double value, double change) {
  if (change < 0) step = std::min(step, -value / change);
}

void shorten(double& step, const Matrix& values, const Matrix& changes) {
  for (Index i = 0; i < values.size(); ++i) shorten(step, values.data()[i], changes.data()[i]);
}

// The primal–dual method of Mehrotra (1992) for one program.
class InteriorSearch {
 public:
  InteriorSearch(const ConeProblem& problem, std::vector<ConePoint>& kept, const ConeEffort& effort,
                 double constant)
      : problem_(problem), kept_(kept), effort_(effort), constant_(constant), newton_(problem) {
    scale_ = -problem.value(problem.inverse_times(problem.linear));  // ½ ‖free minimiser‖²
  }

  ConeProgram::Result run() {
    if (!(scale_ > 0)) return still();
    if (!resumed()) begin();
    ConeProgram::Result result;
    double next_kept = kept_.empty() ? std::numeric_limits<double>::infinity() : kept_spacing * gap();
    while (true) {
      residuals_ = residuals_of(problem_, point_, gradients_);
      const double value = 2 * problem_.value(point_.fields) + constant_;
      result.gap = 2 * gap();
      const double enough =
          std::max({effort_.gap, enough_of_fall * (effort_.reference - value), rounding * scale_});
      if (result.iterations > 0 && inside_box() && on_equalities() && result.gap <= enough) break;
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

  Matrix into_box(const Matrix& fields) const {
    return fields.cwiseMax(problem_.lower).cwiseMin(problem_.upper);
  }

  bool fits(const ConePoint& point) const {
    return point.fields.rows() == problem_.rows() && point.potentials.cols() == problem_.ends.rows() &&
           point.equality_multipliers.size() == problem_.bounds.size() &&
           (point.low.slack.size() > 0) == problem_.boxed();
  }

  // An earlier iterate is strictly inside this program's cone too, and well centred: the last whose
  // complementarity is not small against what the change of the model leaves to the dual.
  bool resumed() {
    constexpr double most_left_over = 6;
    if (!std::ranges::all_of(kept_, [&](const ConePoint& point) { return fits(point); })) kept_.clear();
    for (; !kept_.empty(); kept_.pop_back()) {
      point_ = kept_.back();
      gradients_ = problem_.gradients(point_.arcs);
      residuals_ = residuals_of(problem_, point_, gradients_);
      if (residuals_.left_over < most_left_over * residuals_.complementarity) return true;
    }
    return false;
  }

  void begin() {
    const AtomSites& sites = problem_.sites;
    const auto ends = static_cast<std::int32_t>(problem_.ends.rows());
    point_ = {};
    point_.fields.setZero(problem_.rows(), problem_.atoms());
    point_.potentials.setZero(sites.count(), ends);
    point_.equality_multipliers.setZero(problem_.bounds.size());
    for (std::size_t from = 0; from < sites.neighbours.size();) {
      std::size_t to = from;
      while (to < sites.neighbours.size() && sites.neighbours[to].first == sites.neighbours[from].first) ++to;
      for (std::int32_t e = 0; e < ends; ++e)
        for (std::size_t i = from; i < to; ++i)
          point_.arcs.push_back({e, sites.neighbours[i].first, sites.neighbours[i].second, 0, 0});
      from = to;
    }
    double weight = 0;
    for (const ConeArc& arc : point_.arcs) weight += barrier_weight(problem_.sites, arc);
    const double barrier = 0.5 * scale_ / std::max(weight, sites.weights.sum());
    gradients_ = problem_.gradients(point_.arcs);
    find_slacks(point_.arcs, gradients_);
    for (ConeArc& arc : point_.arcs)
      arc.multiplier = barrier * barrier_weight(problem_.sites, arc) / arc.slack;
    if (!problem_.boxed()) return;
    const Matrix width = problem_.upper - problem_.lower;
    double span = 0;
    for (const double entry : width.reshaped())
      if (std::isfinite(entry)) span = std::max(span, entry);
    point_.low = side_at(-problem_.lower, span, barrier);
    point_.high = side_at(problem_.upper, span, barrier);
  }

  // Atoms on a wall begin a little off it; the first steps bring slack and distance together.
  BoxSide side_at(const Matrix& distance, double span, double barrier) const {
    BoxSide side{distance.cwiseMax(0.01 * span), Matrix::Zero(distance.rows(), distance.cols())};
    for (Index k = 0; k < distance.cols(); ++k)
      for (Index i = 0; i < distance.rows(); ++i) {
        if (std::isfinite(distance(i, k)))
          side.multiplier(i, k) = barrier * problem_.sites.weights[k] / side.slack(i, k);
        else
          side.slack(i, k) = 1;  // no bound: a multiplier of 0 keeps it out
      }
    return side;
  }

  // One predictor–corrector step.
  void improve() {
    double step = 0;
    Direction move;
    for (int retry = 0; retry <= most_retries; ++retry) {
      factor();
      const double barrier = residuals_.complementarity / residuals_.barrier_weight;
      move = towards_center();
      step = std::min(1.0, to_boundary * boundary(move));
      const double allowed = price(move, step, barrier);
      const bool seen = allowed >= blind * step || fresh_.empty() || retry == most_retries;
      if (seen) {
        step = std::min(step, allowed);
        break;
      }
      join_fresh();
      residuals_ = residuals_of(problem_, point_, gradients_);
    }
    stalled_ = !(step > 1e-10) || !move.fields.allFinite() || !move.potentials.allFinite();
    if (!stalled_) advance(move, step);
    join_fresh();
  }

  void factor() {
    Vector weights(static_cast<Index>(point_.arcs.size()));
    for (Index i = 0; i < weights.size(); ++i) {
      const ConeArc& arc = point_.arcs[static_cast<std::size_t>(i)];
      weights[i] = arc.multiplier / arc.slack;
    }
    Matrix box;
    if (problem_.boxed())
      box = point_.low.multiplier.cwiseQuotient(point_.low.slack) +
            point_.high.multiplier.cwiseQuotient(point_.high.slack);
    newton_.factor(point_.arcs, gradients_, weights, box);
    border();
  }

  // Equalities are few: their multipliers from the Schur complement E K⁻¹ E'.
  void border() {
    const Index count = problem_.bounds.size();
    if (count == 0) return;
    border_fields_.resize(problem_.equalities.rows(), count);
    border_potentials_.resize(point_.potentials.size(), count);
    for (Index r = 0; r < count; ++r) {
      Matrix fields =
          Eigen::Map<const Matrix>(problem_.equalities.col(r).data(), problem_.rows(), problem_.atoms());
      Matrix potentials = Matrix::Zero(point_.potentials.rows(), point_.potentials.cols());
      newton_.solve(fields, potentials);
      border_fields_.col(r) = fields.reshaped();
      border_potentials_.col(r) = potentials.reshaped();
    }
    Matrix inner = problem_.equalities.transpose() * border_fields_;
    inner = (0.5 * (inner + inner.transpose())).eval();
    inner.diagonal() *= 1 + 1e-14;  // equalities may repeat each other
    border_factor_.compute(inner);
  }

  // Towards complementarity `barrier` times the weight of each inequality; second order after `first`.
  Direction newton_direction(double barrier, const Direction* first) const {
    const Index count = std::ssize(point_.arcs);
    Vector excess(count);
    Direction move{
        -residuals_.fields, -residuals_.potentials, Vector::Zero(count), Vector(count), {}, {}, {}};
    for (Index i = 0; i < count; ++i) {
      const ConeArc& arc = point_.arcs[static_cast<std::size_t>(i)];
      double product = arc.slack * arc.multiplier - barrier * barrier_weight(problem_.sites, arc);
      if (first) product += first->slack[i] * first->multiplier[i];
      excess[i] = product / arc.slack;
    }
    add_pull(problem_, point_.arcs, gradients_, excess, move.fields, move.potentials);
    Matrix low, high;
    if (problem_.boxed()) {
      low = box_excess(point_.low, residuals_.low, barrier, first ? &first->low : nullptr);
      high = box_excess(point_.high, residuals_.high, barrier, first ? &first->high : nullptr);
      move.fields += high.cwiseQuotient(point_.high.slack) - low.cwiseQuotient(point_.low.slack);
    }
    newton_.solve(move.fields, move.potentials);
    if (problem_.bounds.size() > 0) {
      move.equality_multipliers = border_factor_.solve(
          Vector(problem_.equalities.transpose() * move.fields.reshaped() + residuals_.equalities));
      move.fields.reshaped() -= border_fields_ * move.equality_multipliers;
      move.potentials.reshaped() -= border_potentials_ * move.equality_multipliers;
    }
    add_slacks(problem_, point_.arcs, gradients_, move.fields, move.potentials, move.slack);
    for (Index i = 0; i < count; ++i) {
      const ConeArc& arc = point_.arcs[static_cast<std::size_t>(i)];
      move.multiplier[i] = -excess[i] - arc.multiplier * move.slack[i] / arc.slack;
    }
    if (problem_.boxed()) {
      move.low = box_move(point_.low, residuals_.low, low, move.fields);
      move.high = box_move(point_.high, residuals_.high, high, -move.fields);
    }
    return move;
  }

  // ½ |y_l − y_k|² + ψ_l − ψ_k − ⟨w_k, y_l − y_k⟩
  void find_slacks(std::vector<ConeArc>& arcs, const Matrix& gradients) const {
    const AtomSites& sites = problem_.sites;
    Vector slacks(std::ssize(arcs));
    for (Index i = 0; i < slacks.size(); ++i) {
      const ConeArc& arc = arcs[static_cast<std::size_t>(i)];
      const Index target = sites.atom[static_cast<std::size_t>(arc.target)];
      double square = 0;
      for (Index j = 0; j < problem_.dimension(); ++j) {
        const double step = sites.points(j, target) - sites.points(j, arc.source);
        square += step * step;
      }
      slacks[i] = 0.5 * square;
    }
    add_slacks(problem_, arcs, gradients, point_.fields, point_.potentials, slacks);
    for (Index i = 0; i < slacks.size(); ++i) arcs[static_cast<std::size_t>(i)].slack = slacks[i];
  }

  Matrix box_excess(const BoxSide& side, const Matrix& residual, double barrier, const BoxSide* first) const {
    Matrix product = side.slack.cwiseProduct(side.multiplier) + side.multiplier.cwiseProduct(residual);
    for (Index k = 0; k < product.cols(); ++k)
      for (Index i = 0; i < product.rows(); ++i)
        if (side.multiplier(i, k) > 0) product(i, k) -= barrier * problem_.sites.weights[k];
    if (first) product += first->slack.cwiseProduct(first->multiplier);
    return product;
  }

  static BoxSide box_move(const BoxSide& side, const Matrix& residual, const Matrix& excess,
                          const Matrix& away) {
    BoxSide move{away + residual, -(excess + side.multiplier.cwiseProduct(away)).cwiseQuotient(side.slack)};
    for (Index i = 0; i < move.slack.size(); ++i)
      if (side.multiplier.data()[i] == 0) move.slack.data()[i] = move.multiplier.data()[i] = 0;
    return move;
  }

  // First straight to complementarity 0, which tells how much of it the step can take away.
  Direction towards_center() {
    const double barrier = residuals_.complementarity / residuals_.barrier_weight;
    const Direction straight = newton_direction(0, nullptr);
    const double reach = std::min(1.0, boundary(straight));
    const double share =
        std::pow(std::max(0.0, complementarity_after(straight, reach)) / residuals_.complementarity, 3);
    // Complementarity does not run ahead of what fresh arcs leave to the dual.
    const double held = 0.1 * std::min(residuals_.left_over / residuals_.complementarity, 10.0);
    return newton_direction(std::max({share, 1e-4, held}) * barrier, &straight);
  }

  double boundary(const Direction& move) const {
    double step = std::numeric_limits<double>::max();
    for (Index i = 0; i < move.slack.size(); ++i) {
      const ConeArc& arc = point_.arcs[static_cast<std::size_t>(i)];
      shorten(step, arc.slack, move.slack[i]);
      shorten(step, arc.multiplier, move.multiplier[i]);
    }
    if (!problem_.boxed()) return step;
    shorten(step, point_.low.slack, move.low.slack);
    shorten(step, point_.low.multiplier, move.low.multiplier);
    shorten(step, point_.high.slack, move.high.slack);
    shorten(step, point_.high.multiplier, move.high.multiplier);
    return step;
  }

  double complementarity_after(const Direction& move, double step) const {
    double sum = 0;
    for (Index i = 0; i < move.slack.size(); ++i) {
      const ConeArc& arc = point_.arcs[static_cast<std::size_t>(i)];
      sum += (arc.slack + step * move.slack[i]) * (arc.multiplier + step * move.multiplier[i]);
    }
    if (!problem_.boxed()) return sum;
    const auto side = [&](const BoxSide& here, const BoxSide& change) {
      return (here.slack + step * change.slack)
          .cwiseProduct(here.multiplier + step * change.multiplier)
          .sum();
    };
    return sum + side(point_.low, move.low) + side(point_.high, move.high);
  }

  // How far all arcs let us go; those that lose much of their slack become fresh.
  double price(const Direction& move, double step, double barrier) {
    const AtomSites& sites = problem_.sites;
    const Index count = sites.count(), d = problem_.dimension();
    fresh_.clear();
    Matrix places(count, d);
    for (Index l = 0; l < count; ++l)
      places.row(l) = sites.points.col(sites.atom[static_cast<std::size_t>(l)]).transpose();
    Matrix steps(count, d);
    Vector half(count), slack(count), change(count);
    std::vector<std::pair<double, std::int32_t>> found;
    double allowed = 1;
    std::size_t at = 0;
    for (Index k = 0; k < problem_.atoms(); ++k) {
      steps = places.rowwise() - sites.points.col(k).transpose();
      half = 0.5 * steps.rowwise().squaredNorm();
      const Index own = sites.site[static_cast<std::size_t>(k)];
      for (Index e = 0; e < problem_.ends.rows(); ++e) {
        slack = half + point_.potentials.col(e);
        change = move.potentials.col(e);
        slack.array() -= point_.potentials(own, e);
        change.array() -= move.potentials(own, e);
        for (Index j = 0; j < d; ++j) {
          double field = 0, field_change = 0;
          for (Index a = 0; a < problem_.ends.cols(); ++a) {
            field += problem_.ends(e, a) * point_.fields(a * d + j, k);
            field_change += problem_.ends(e, a) * move.fields(a * d + j, k);
          }
          slack -= field * steps.col(j);
          change -= field_change * steps.col(j);
        }
        slack[own] = std::numeric_limits<double>::infinity();
        for (; at < point_.arcs.size() && point_.arcs[at].source == k && point_.arcs[at].end == e; ++at)
          slack[point_.arcs[at].target] = std::numeric_limits<double>::infinity();
        if (!((near * slack + step * change).minCoeff() < 0)) continue;
        found.clear();
        for (Index l = 0; l < count; ++l)
          if (near * slack[l] + step * change[l] < 0)
            found.emplace_back(-slack[l] / change[l], static_cast<std::int32_t>(l));
        std::ranges::sort(found);
        allowed = std::min(allowed, fresh_boundary * found.front().first);
        for (std::size_t i = 0; i < std::min(found.size(), most_fresh); ++i)
          fresh_.push_back(
              {static_cast<std::int32_t>(e), static_cast<std::int32_t>(k), found[i].second, 0, barrier});
      }
    }
    return allowed;
  }

  // Multipliers of fresh arcs are on the central path: until here they hold the barrier parameter.
  void join_fresh() {
    if (fresh_.empty()) return;
    std::ranges::sort(fresh_, in_order);
    find_slacks(fresh_, problem_.gradients(fresh_));
    for (ConeArc& arc : fresh_) arc.multiplier *= barrier_weight(problem_.sites, arc) / arc.slack;
    std::vector<ConeArc> joined;
    joined.reserve(point_.arcs.size() + fresh_.size());
    std::ranges::merge(point_.arcs, fresh_, std::back_inserter(joined), in_order);
    point_.arcs = std::move(joined);
    gradients_ = problem_.gradients(point_.arcs);
    fresh_.clear();
  }

  void advance(const Direction& move, double step) {
    point_.fields += step * move.fields;
    point_.potentials += step * move.potentials;
    if (move.equality_multipliers.size() > 0) point_.equality_multipliers += step * move.equality_multipliers;
    find_slacks(point_.arcs, gradients_);
    for (Index i = 0; i < move.slack.size(); ++i)
      point_.arcs[static_cast<std::size_t>(i)].multiplier += step * move.multiplier[i];
    if (!problem_.boxed()) return;
    for (const auto& [side, change] :
         {std::pair(&point_.low, &move.low), std::pair(&point_.high, &move.high)}) {
      side->slack += step * change->slack;
      side->multiplier += step * change->multiplier;
    }
  }

  const ConeProblem& problem_;
  std::vector<ConePoint>& kept_;
  const ConeEffort& effort_;
  double constant_, scale_;
  ArcNewton newton_;
  ConePoint point_;
  Matrix gradients_;  // of its arcs
  ConeResiduals residuals_;
  std::vector<ConeArc> fresh_;
  Matrix border_fields_, border_potentials_;
  Eigen::LDLT<Matrix> border_factor_;
  bool stalled_ = false;
};

}  // namespace

ConeProgram::ConeProgram(const Measure& mean) : sites_(mean) {}

void ConeProgram::resume(std::span<const std::byte> state) {
  kept_ = unpacked(state, sites_.points.cols());
  for (const ConePoint& point : kept_)
    require(point.potentials.rows() == sites_.count(),
            "the state of the optimal maps is that of another mean");
}

ConeProgram::Result ConeProgram::minimise(const QuadraticModel& model,
                                          const std::vector<FieldConstraint>& equalities, const FieldBox& box,
                                          const ConeEffort& effort, const Matrix& ends) {
  const auto fields = static_cast<Index>(model.linear.size());
  const ConeProblem problem(sites_, model, ends.size() > 0 ? ends : Matrix(Matrix::Identity(fields, fields)),
                            equalities, box);
  return InteriorSearch(problem, kept_, effort, model.constant).run();
}

}  // namespace wpga
