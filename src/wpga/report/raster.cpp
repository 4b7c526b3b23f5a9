#include "wpga/report/raster.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>

namespace wpga {

namespace {

constexpr std::size_t neighbours = 4;
constexpr double deviations = 3;         // where a bell is cut
constexpr double deviation_share = 0.5;  // deviation over spacing
constexpr double narrowest = 0.9;        // smallest spacing over the lower quartile
constexpr double widest = 4;             // largest spacing over the median

struct Neighbour {
  double squared_distance;
  Index atom;
};

// The nearest atoms at other places than atom k, nearest first.  `order` sorts the atoms by x: the search
// walks away from k on both sides until x alone is farther than what was found.
class NeighbourSearch {
 public:
  explicit NeighbourSearch(const MeasureView& measure)
      : points_(measure.points), order_(measure.points.cols()) {
    std::iota(order_.begin(), order_.end(), Index{0});
    std::sort(order_.begin(), order_.end(), [&](Index a, Index b) {
      return points_(0, a) != points_(0, b) ? points_(0, a) < points_(0, b) : a < b;
    });
    const double extent = (points_.rowwise().maxCoeff() - points_.rowwise().minCoeff()).norm();
    same_place_ = 1e-18 * extent * extent;
  }

  Index atom(std::size_t position) const { return order_[position]; }

  void nearest(std::size_t position, std::vector<Neighbour>& found) const {
    found.clear();
    std::size_t below = position, above = position + 1;
    const auto gap = [&](std::size_t other) {
      const double dx = points_(0, order_[other]) - points_(0, order_[position]);
      return dx * dx;
    };
    while (true) {
      const double left = below > 0 ? gap(below - 1) : infinity,
                   right = above < order_.size() ? gap(above) : infinity;
      const double reach = found.size() < neighbours ? infinity : found.back().squared_distance;
      if (std::min(left, right) >= reach) return;
      consider(order_[position], order_[left <= right ? --below : above++], found);
    }
  }

 private:
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  void consider(Index atom, Index other, std::vector<Neighbour>& found) const {
    const double squared =
        (points_.col(atom) - points_.col(other)).head(std::min<Index>(2, points_.rows())).squaredNorm();
    if (squared <= same_place_) return;
    const auto place =
        std::upper_bound(found.begin(), found.end(), squared,
                         [](double value, const Neighbour& n) { return value < n.squared_distance; });
    found.insert(place, {squared, other});
    if (found.size() > neighbours) found.pop_back();
  }

  MatrixView points_;
  std::vector<Index> order_;
  double same_place_ = 0;
};

// The value below which a share of them lies.
double quantile_of(std::vector<double> values, double share) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

double mean_distance(const std::vector<Neighbour>& found) {
  double sum = 0;
  for (const Neighbour& n : found) sum += std::sqrt(n.squared_distance);
  return sum / static_cast<double>(found.size());
}

// Three rounds of means by weight over each atom and its neighbours: a field without the noise of single
// atoms.
std::vector<double> averaged(std::vector<double> values, const std::vector<std::vector<Neighbour>>& around,
                             const MeasureView& measure) {
  std::vector<double> next(values.size());
  for (int round = 0; round < 3; ++round) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      double mass = measure.weights[static_cast<Index>(k)], sum = mass * values[k];
      for (const Neighbour& n : around[k]) {
        mass += measure.weights[n.atom];
        sum += measure.weights[n.atom] * values[static_cast<std::size_t>(n.atom)];
      }
      next[k] = mass > 0 ? sum / mass : values[k];
    }
    values.swap(next);
  }
  return values;
}

// The nearest distance over the mean one is 1 on a square lattice and 0.61 on average for atoms thrown at
// random, whose clumps need bells twice as wide.
double stretch(double evenness) { return 1 + std::clamp((0.9 - evenness) / (0.9 - 0.55), 0.0, 1.0); }

// Mass of the cut normal law below x (in deviations).
double cut_normal(double x) {
  static const double tail = 0.5 * std::erfc(deviations / std::numbers::sqrt2);
  if (x <= -deviations) return 0;
  if (x >= deviations) return 1;
  return (0.5 * std::erfc(-x / std::numbers::sqrt2) - tail) / (1 - 2 * tail);
}

// The share of a bell in each pixel along one axis, for the pixels of the window that it touches.
struct Profile {
  Index first = 0;
  std::vector<double> shares;
};

// `center` and `deviation` in pixels from the edge of the window.
void fill_profile(double center, double deviation, Index pixels, Profile& profile) {
  const auto clip = [&](double x) {
    return static_cast<Index>(std::clamp(x, 0.0, static_cast<double>(pixels)));
  };
  profile.first = clip(std::floor(center - deviations * deviation));
  const Index last = clip(std::ceil(center + deviations * deviation));
  profile.shares.clear();
  const auto below = [&](Index edge) { return cut_normal((static_cast<double>(edge) - center) / deviation); };
  double before = below(profile.first);
  for (Index edge = profile.first + 1; edge <= last; ++edge) {
    const double here = below(edge);
    profile.shares.push_back(here - before);
    before = here;
  }
}

}  // namespace

Matrix histogram(const MeasureView& measure, const PixelGrid& grid) {
  Matrix masses = Matrix::Zero(grid.rows, grid.columns);
  for (Index k = 0; k < measure.size(); ++k) {
    const double c = std::floor((measure.points(0, k) - grid.left) / grid.pixel),
                 r = std::floor((measure.points(1, k) - grid.top) / grid.pixel);
    const bool inside =
        c >= 0 && r >= 0 && c < static_cast<double>(grid.columns) && r < static_cast<double>(grid.rows);
    if (inside) masses(static_cast<Index>(r), static_cast<Index>(c)) += measure.weights[k];
  }
  return masses;
}

bool lies_on(const MeasureView& measure, const PixelGrid& grid) {
  const auto centered = [&](double x, double edge, Index pixels) {
    const double at = (x - edge) / grid.pixel - 0.5;
    return std::abs(at - std::round(at)) <= 1e-9 && at > -0.5 && at < static_cast<double>(pixels) - 0.5;
  };
  for (Index k = 0; k < measure.size(); ++k)
    if (!centered(measure.points(0, k), grid.left, grid.columns) ||
        !centered(measure.points(1, k), grid.top, grid.rows))
      return false;
  return true;
}

std::vector<double> local_spacing(const MeasureView& measure, double least) {
  const auto atoms = static_cast<std::size_t>(measure.size());
  if (atoms == 0) return {};
  const NeighbourSearch search(measure);
  std::vector<double> distance(atoms, least), evenness(atoms, 1);
  std::vector<std::vector<Neighbour>> around(atoms);
  for (std::size_t position = 0; position < atoms; ++position) {
    const auto k = static_cast<std::size_t>(search.atom(position));
    search.nearest(position, around[k]);
    if (around[k].empty()) continue;
    distance[k] = mean_distance(around[k]);
    evenness[k] = std::sqrt(around[k].front().squared_distance) / distance[k];
  }

  std::vector<double> spacing(atoms);
  const std::vector<double> length = averaged(distance, around, measure),
                            even = averaged(evenness, around, measure);
  for (std::size_t k = 0; k < atoms; ++k) spacing[k] = length[k] * stretch(even[k]);
  const double low = std::max(least, narrowest * quantile_of(spacing, 0.25));
  const double high = std::max(low, widest * quantile_of(spacing, 0.5));
  for (double& value : spacing) value = std::clamp(value, low, high);
  return spacing;
}

Matrix splat(const MeasureView& measure, const PixelGrid& grid, double least_spacing) {
  Matrix masses = Matrix::Zero(grid.rows, grid.columns);
  const std::vector<double> spacing = local_spacing(measure, least_spacing);
  Profile across, down;
  for (Index k = 0; k < measure.size(); ++k) {
    const double deviation =
        std::max(1e-9, deviation_share * spacing[static_cast<std::size_t>(k)] / grid.pixel);
    fill_profile((measure.points(0, k) - grid.left) / grid.pixel, deviation, grid.columns, across);
    fill_profile((measure.points(1, k) - grid.top) / grid.pixel, deviation, grid.rows, down);
    for (std::size_t c = 0; c < across.shares.size(); ++c)
      for (std::size_t r = 0; r < down.shares.size(); ++r)
        masses(down.first + static_cast<Index>(r), across.first + static_cast<Index>(c)) +=
            measure.weights[k] * across.shares[c] * down.shares[r];
  }
  return masses;
}

double full_ink(std::span<const Matrix> rasters, double saturated) {
  std::vector<double> masses;
  for (const Matrix& raster : rasters)
    for (const double mass : raster.reshaped())
      if (mass > 0) masses.push_back(mass);
  if (masses.empty()) return 1;
  std::sort(masses.begin(), masses.end(), std::greater<>());
  const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
  double above = 0;
  for (const double mass : masses) {
    above += mass;
    if (above >= saturated * total) return mass;
  }
  return masses.back();
}

}  // namespace wpga
