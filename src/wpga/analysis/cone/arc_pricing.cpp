#include "wpga/analysis/cone/arc_pricing.hpp"

#include <algorithm>
#include <limits>

#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

constexpr double fresh_boundary = 0.95;  // share of the way to the nearest inequality
constexpr double near = 0.5;             // an arc that loses this share of its slack in a step joins
constexpr std::size_t most_fresh = 6;    // arcs of one atom and end that join at once
constexpr Index atoms_priced_at_once = 32;

// Of some atoms, one after the other.
class Pricing {
 public:
  Pricing(const ConeProblem& problem, const ConePoint& point, const Matrix& field_moves,
          const Matrix& potential_moves, double step, const Matrix& places, const Matrix& combined)
      : problem_(problem),
        point_(point),
        field_moves_(field_moves),
        potential_moves_(potential_moves),
        step_(step),
        places_(places),
        combined_(combined),
        left_(problem.sites.count()) {}

  ArcPrices run(Index first, Index last) {
    const auto begin = std::ranges::lower_bound(point_.arcs, first, {}, &ConeArc::source);
    at_ = static_cast<std::size_t>(begin - point_.arcs.begin());
    for (Index k = first; k < last; ++k)
      for (Index e = 0; e < problem_.ends.rows(); ++e) {
        find_left(k, e);
        leave_out_known(k, e);
        if (left_.minCoeff() < 0) gather(k, e);
      }
    return std::move(prices_);
  }

 private:
  // near · slack + step · change of all arcs from atom k at end e, in one pass.
  void find_left(Index k, Index e) {
    const Index own = problem_.sites.site[static_cast<std::size_t>(k)];
    left_ = combined_.col(e).array() - combined_(own, e);
    for (Index j = 0; j < problem_.dimension(); ++j) {
      const double from = problem_.sites.points(j, k),
                   slope = near * at_end(point_.fields, e, j, k) + step_ * at_end(field_moves_, e, j, k);
      const auto steps = places_.col(j).array() - from;
      left_.array() += steps * (0.5 * near * steps - slope);
    }
  }

  double at_end(const Matrix& fields, Index e, Index j, Index k) const {
    double sum = 0;
    for (Index a = 0; a < problem_.ends.cols(); ++a)
      sum += problem_.ends(e, a) * fields(a * problem_.dimension() + j, k);
    return sum;
  }

  // The atom's own site is no arc, and arcs already in the program limit the step themselves.
  void leave_out_known(Index k, Index e) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<ConeArc>& arcs = point_.arcs;
    left_[problem_.sites.site[static_cast<std::size_t>(k)]] = infinity;
    for (; at_ < arcs.size() && arcs[at_].source == k && arcs[at_].end == e; ++at_)
      left_[arcs[at_].target] = infinity;
  }

  // The share of the way at which the slack of an arc ends.
  double share_allowed(Index k, Index e, Index l) const {
    const Index own = problem_.sites.site[static_cast<std::size_t>(k)];
    double slack = point_.potentials(l, e) - point_.potentials(own, e);
    double change = potential_moves_(l, e) - potential_moves_(own, e);
    for (Index j = 0; j < problem_.dimension(); ++j) {
      const double step = places_(l, j) - problem_.sites.points(j, k);
      slack += step * (0.5 * step - at_end(point_.fields, e, j, k));
      change -= step * at_end(field_moves_, e, j, k);
    }
    return change < 0 ? -slack / change : std::numeric_limits<double>::infinity();
  }

  void gather(Index k, Index e) {
    found_.clear();
    for (Index l = 0; l < left_.size(); ++l)
      if (left_[l] < 0) found_.emplace_back(share_allowed(k, e, l), static_cast<std::int32_t>(l));
    std::ranges::sort(found_);
    prices_.allowed = std::min(prices_.allowed, fresh_boundary * found_.front().first);
    for (std::size_t i = 0; i < std::min(found_.size(), most_fresh); ++i)
      prices_.fresh.push_back(
          {static_cast<std::int32_t>(e), static_cast<std::int32_t>(k), found_[i].second, 0, 0});
  }

  const ConeProblem& problem_;
  const ConePoint& point_;
  const Matrix &field_moves_, &potential_moves_;
  double step_;
  const Matrix& places_;    // sites × d
  const Matrix& combined_;  // sites × ends: near · potentials + step · moves
  Vector left_;             // of all arcs of one atom and end: below 0 where much of the slack goes
  std::vector<std::pair<double, std::int32_t>> found_;  // of these: share of the way, target
  std::size_t at_ = 0;                                  // first arc of the program not passed yet
  ArcPrices prices_;
};

}  // namespace

ArcPrices price_arcs(const ConeProblem& problem, const ConePoint& point, const Matrix& field_moves,
                     const Matrix& potential_moves, double step, const Execution& execution) {
  const AtomSites& sites = problem.sites;
  const Index p = problem.atoms();
  Matrix places(sites.count(), problem.dimension());
  for (Index l = 0; l < sites.count(); ++l)
    places.row(l) = sites.points.col(sites.atom[static_cast<std::size_t>(l)]).transpose();
  const Matrix combined = near * point.potentials + step * potential_moves;
  std::vector<ArcPrices> parts(
      static_cast<std::size_t>((p + atoms_priced_at_once - 1) / atoms_priced_at_once));
  parallel_for(execution, std::ssize(parts), [&](Index part) {
    parts[static_cast<std::size_t>(part)] =
        Pricing(problem, point, field_moves, potential_moves, step, places, combined)
            .run(part * atoms_priced_at_once, std::min(p, (part + 1) * atoms_priced_at_once));
  });
  ArcPrices prices;
  for (const ArcPrices& part : parts) {
    prices.allowed = std::min(prices.allowed, part.allowed);
    prices.fresh.insert(prices.fresh.end(), part.fresh.begin(), part.fresh.end());
  }
  return prices;
}

}  // namespace wpga
