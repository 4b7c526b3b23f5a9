#include "wpga/analysis/cone/arc_pricing.hpp"

#include <algorithm>
#include <limits>

namespace wpga {

namespace {

constexpr double fresh_boundary = 0.95;  // share of the way to the nearest inequality
constexpr double near = 0.5;             // an arc that loses this share of its slack in a step joins
constexpr std::size_t most_fresh = 6;    // arcs of one atom and end that join at once

class Pricing {
 public:
  Pricing(const ConeProblem& problem, const ConePoint& point, const Matrix& field_moves,
          const Matrix& potential_moves, double step)
      : problem_(problem),
        point_(point),
        field_moves_(field_moves),
        potential_moves_(potential_moves),
        step_(step),
        slack_(problem.sites.count()),
        change_(problem.sites.count()) {}

  ArcPrices run() {
    const AtomSites& sites = problem_.sites;
    Matrix places(sites.count(), problem_.dimension());
    for (Index l = 0; l < sites.count(); ++l)
      places.row(l) = sites.points.col(sites.atom[static_cast<std::size_t>(l)]).transpose();
    Matrix steps(sites.count(), problem_.dimension());
    Vector half(sites.count());
    for (Index k = 0; k < problem_.atoms(); ++k) {
      steps = places.rowwise() - sites.points.col(k).transpose();
      half = 0.5 * steps.rowwise().squaredNorm();
      for (Index e = 0; e < problem_.ends.rows(); ++e) {
        find_slacks(k, e, steps, half);
        leave_out_known(k, e);
        gather(k, e);
      }
    }
    return std::move(prices_);
  }

 private:
  // Slacks of all arcs from atom k at end e, and how a whole step changes them.
  void find_slacks(Index k, Index e, const Matrix& steps, const Vector& half) {
    const Index own = problem_.sites.site[static_cast<std::size_t>(k)], d = problem_.dimension();
    slack_ = half + point_.potentials.col(e);
    change_ = potential_moves_.col(e);
    slack_.array() -= point_.potentials(own, e);
    change_.array() -= potential_moves_(own, e);
    for (Index j = 0; j < d; ++j) {
      double field = 0, field_change = 0;
      for (Index a = 0; a < problem_.ends.cols(); ++a) {
        field += problem_.ends(e, a) * point_.fields(a * d + j, k);
        field_change += problem_.ends(e, a) * field_moves_(a * d + j, k);
      }
      slack_ -= field * steps.col(j);
      change_ -= field_change * steps.col(j);
    }
  }

  // The atom's own site is no arc, and arcs already in the program limit the step themselves.
  void leave_out_known(Index k, Index e) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<ConeArc>& arcs = point_.arcs;
    slack_[problem_.sites.site[static_cast<std::size_t>(k)]] = infinity;
    for (; at_ < arcs.size() && arcs[at_].source == k && arcs[at_].end == e; ++at_)
      slack_[arcs[at_].target] = infinity;
  }

  void gather(Index k, Index e) {
    if (!((near * slack_ + step_ * change_).minCoeff() < 0)) return;
    found_.clear();
    for (Index l = 0; l < slack_.size(); ++l)
      if (near * slack_[l] + step_ * change_[l] < 0)
        found_.emplace_back(-slack_[l] / change_[l], static_cast<std::int32_t>(l));
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
  Vector slack_, change_;                               // of all arcs of one atom and end
  std::vector<std::pair<double, std::int32_t>> found_;  // of these: share of the way, target
  std::size_t at_ = 0;                                  // first arc of the program not passed yet
  ArcPrices prices_;
};

}  // namespace

ArcPrices price_arcs(const ConeProblem& problem, const ConePoint& point, const Matrix& field_moves,
                     const Matrix& potential_moves, double step) {
  return Pricing(problem, point, field_moves, potential_moves, step).run();
}

}  // namespace wpga
