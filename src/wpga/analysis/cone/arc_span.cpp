#include "wpga/analysis/cone/arc_span.hpp"

#include <utility>

namespace wpga {

namespace {

constexpr Index always_whole = 16;   // dimensions, in which nothing is won
constexpr double dependent = 1e-12;  // of the length of a step, which tells it from those before it

}  // namespace

// Gram and Schmidt, each step twice, which leaves the basis orthonormal to the last digits.
ArcSpan arc_span(const AtomSites& sites, Index atom, std::vector<std::int32_t> targets) {
  const Index d = sites.points.rows(), count = std::ssize(targets);
  ArcSpan span{.targets = std::move(targets), .is_all = d <= always_whole || 2 * count > d};
  if (span.whole()) return span;
  Matrix basis(d, count);
  span.steps.setZero(count, count);
  Index found = 0;
  for (Index i = 0; i < count; ++i) {
    const Index target = sites.atom[static_cast<std::size_t>(span.targets[static_cast<std::size_t>(i)])];
    Vector step = sites.points.col(target) - sites.points.col(atom);
    const double length = step.norm();
    for (int pass = 0; pass < 2; ++pass) {
      const Vector along = basis.leftCols(found).transpose() * step;
      step -= basis.leftCols(found) * along;
      span.steps.col(i).head(found) += along;
    }
    const double left = step.norm();
    if (!(left > dependent * length)) continue;
    basis.col(found) = step / left;
    span.steps(found++, i) = left;
  }
  span.steps.conservativeResize(found, count);
  span.basis = basis.leftCols(found);
  return span;
}

}  // namespace wpga
