#include "wpga/synthetic/outline.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <optional>

namespace wpga {

namespace {

// An edge of a contour, read downwards.
struct Edge {
  double top, bottom;      // y
  double top_x, bottom_x;  // x there
  int winding;             // +1 where the contour itself runs downwards
  double x_at(double y) const {
    const double share = (y - top) / (bottom - top);
    return top_x + share * (bottom_x - top_x);
  }
};

// Ink between two edges that do not cross within it.
struct Trapezoid {
  double top, bottom;
  double left_top, left_bottom, right_top, right_bottom;
};

std::vector<Edge> edges_of(const Outline& outline) {
  std::vector<Edge> edges;
  for (const Matrix& contour : outline.contours)
    for (Index k = 0; k < contour.cols(); ++k) {
      const Eigen::Vector2d from = contour.col(k), to = contour.col(k + 1 < contour.cols() ? k + 1 : 0);
      if (from.y() < to.y()) edges.push_back({from.y(), to.y(), from.x(), to.x(), +1});
      if (from.y() > to.y()) edges.push_back({to.y(), from.y(), to.x(), from.x(), -1});
    }
  std::ranges::sort(edges, {}, &Edge::top);
  return edges;
}

// Cuts the ink into trapezoids: a sweep over the slabs between the heights of neighbouring corners.
template <class Visit>
class Sweep {
 public:
  Sweep(const Outline& outline, const Visit& visit) : edges_(edges_of(outline)), visit_(visit) {
    for (const Edge& edge : edges_) heights_.insert(heights_.end(), {edge.top, edge.bottom});
    std::ranges::sort(heights_);
    heights_.erase(std::unique(heights_.begin(), heights_.end()), heights_.end());
    for (const Edge& edge : edges_)
      rounding_ = std::max({rounding_, 1e-12 * std::abs(edge.top_x), 1e-12 * std::abs(edge.bottom_x),
                            1e-12 * std::abs(edge.top)});
  }

  void run() {
    std::size_t next = 0;
    for (std::size_t h = 0; h + 1 < heights_.size(); ++h) {
      std::erase_if(active_, [&](const Edge* edge) { return edge->bottom <= heights_[h]; });
      while (next < edges_.size() && edges_[next].top <= heights_[h]) active_.push_back(&edges_[next++]);
      cut_slab(heights_[h], heights_[h + 1]);
    }
  }

 private:
  void cut_slab(double top, double bottom) {
    sort_at((top + bottom) / 2);
    if (const std::optional<double> crossing = crossing_between(top, bottom)) {
      cut_slab(top, *crossing);
      cut_slab(*crossing, bottom);
      return;
    }
    int winding = 0;
    const Edge* left = nullptr;
    for (const Edge* edge : active_) {
      if (winding == 0) left = edge;
      winding += edge->winding;
      if (winding == 0)
        visit_(
            Trapezoid{top, bottom, left->x_at(top), left->x_at(bottom), edge->x_at(top), edge->x_at(bottom)});
    }
  }

  void sort_at(double y) {
    std::ranges::sort(active_, {}, [y](const Edge* edge) { return edge->x_at(y); });
  }

  // The height where two edges that are neighbours in the middle cross.  Edges that merely touch do not,
  // whatever rounding says: halves of the slab never find the same crossing again.
  std::optional<double> crossing_between(double top, double bottom) const {
    for (std::size_t k = 0; k + 1 < active_.size(); ++k) {
      const double before = active_[k + 1]->x_at(top) - active_[k]->x_at(top),
                   after = active_[k + 1]->x_at(bottom) - active_[k]->x_at(bottom);
      if (std::min(before, after) >= -rounding_) continue;
      const double crossing = top + (bottom - top) * before / (before - after);
      if (crossing > top && crossing < bottom) return crossing;
    }
    return std::nullopt;
  }

  std::vector<Edge> edges_;
  const Visit& visit_;
  std::vector<double> heights_;
  double rounding_ = 0;  // differences of x below it mean nothing
  std::vector<const Edge*> active_;
};

template <class Visit>
void for_each_trapezoid(const Outline& outline, const Visit& visit) {
  Sweep<Visit>(outline, visit).run();
}

// Area and first moments of the ink between the y axis and an edge.
Eigen::Vector3d moments_left_of(double top, double bottom, double a, double b) {
  const double height = bottom - top;
  return {height * (a + b) / 2, height * (a * a + a * b + b * b) / 6,
          height * (top * (2 * a + b) + bottom * (a + 2 * b)) / 6};
}

// ---- Pixels

// For each pixel the change of coverage from its left neighbour: a row summed from the left is the picture.
class Changes {
 public:
  Changes(Index rows, Index columns)
      : rows_(rows), columns_(columns), changes_(static_cast<std::size_t>(rows * (columns + 1))) {}

  // What lies to the right of a straight edge is covered, by `sign` times the height it spans.
  void add_edge(double top, double bottom, double top_x, double bottom_x, double sign) {
    const double slope = (bottom_x - top_x) / (bottom - top);
    const double first = std::max(top, 0.0), last = std::min(bottom, static_cast<double>(rows_));
    for (double y = first; y < last;) {
      const double row = std::floor(y), below = std::min(row + 1, last);
      add_within_row(static_cast<Index>(row), top_x + slope * (y - top), top_x + slope * (below - top),
                     sign * (below - y));
      y = below;
    }
  }

  Image picture() const {
    Image image{.rows = rows_, .columns = columns_, .samples = {}};
    image.samples.reserve(static_cast<std::size_t>(rows_ * columns_));
    for (Index r = 0; r < rows_; ++r) {
      double sum = 0;
      for (Index c = 0; c < columns_; ++c) {
        sum += changes_[static_cast<std::size_t>(r * (columns_ + 1) + c)];
        image.samples.push_back(sum < rounding ? 0 : sum > 1 - rounding ? 1 : sum);
      }
    }
    return image;
  }

 private:
  static constexpr double rounding = 1e-9;

  void add_within_row(Index row, double from, double to, double height) {
    const double low = std::min(from, to), high = std::max(from, to), width = static_cast<double>(columns_);
    double* const changes = &changes_[static_cast<std::size_t>(row * (columns_ + 1))];
    // A piece outside the frame acts as one on its border.
    const auto share_of = [&](double a, double b) { return high > low ? (b - a) / (high - low) : 1.0; };
    if (high <= 0 || low < 0) changes[0] += height * (high <= 0 ? 1.0 : share_of(low, 0));
    if (high <= 0 || low >= width) return;
    for (double x = std::max(low, 0.0);;) {
      const double column = std::floor(x), right = std::min({column + 1, high, width});
      const double piece = height * share_of(x, right), inside = (x + right) / 2 - column;
      const auto c = static_cast<std::size_t>(column);
      changes[c] += piece * (1 - inside);
      changes[c + 1] += piece * inside;
      x = right;
      if (x >= high || x >= width) return;
    }
  }

  Index rows_, columns_;
  std::vector<double> changes_;
};

}  // namespace

OutlineInk ink_of(const Outline& outline) {
  OutlineInk ink;
  for (const Matrix& contour : outline.contours)
    for (Index k = 0; k < contour.cols(); ++k) ink.box.extend(Eigen::Vector2d(contour.col(k)));
  if (ink.box.isEmpty()) return ink;
  // Moments about a corner of the box, so that shapes far from the origin lose no digits.
  const Eigen::Vector2d corner = ink.box.min();
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for_each_trapezoid(outline, [&](const Trapezoid& t) {
    const double top = t.top - corner.y(), bottom = t.bottom - corner.y();
    sum += moments_left_of(top, bottom, t.right_top - corner.x(), t.right_bottom - corner.x()) -
           moments_left_of(top, bottom, t.left_top - corner.x(), t.left_bottom - corner.x());
  });
  ink.area = sum[0];
  if (ink.area > 0) ink.center = corner + sum.tail<2>() / ink.area;
  return ink;
}

Image coverage(const Outline& outline, Index rows, Index columns) {
  assert(rows > 0 && columns > 0);
  Changes changes(rows, columns);
  for_each_trapezoid(outline, [&](const Trapezoid& t) {
    changes.add_edge(t.top, t.bottom, t.left_top, t.left_bottom, +1);
    changes.add_edge(t.top, t.bottom, t.right_top, t.right_bottom, -1);
  });
  return changes.picture();
}

Outline transformed(const Outline& outline, const Eigen::Affine2d& map) {
  Outline result;
  for (const Matrix& contour : outline.contours)
    result.contours.emplace_back((map.linear() * contour).colwise() + map.translation());
  return result;
}

}  // namespace wpga
