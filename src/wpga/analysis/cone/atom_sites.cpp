#include "wpga/analysis/cone/atom_sites.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace wpga {

namespace {

constexpr Index nearest = 8;

// Below this share of the usual distance a slack ½ |y_l − y_k|² drowns in the rounding of potentials.
constexpr double coincident = 1e-8;

double median(Vector values) {
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// A distance that single outliers do not change.
double usual_distance(const Matrix& points) {
  Vector center(points.rows());
  for (Index j = 0; j < points.rows(); ++j) center[j] = median(points.row(j));
  return median((points.colwise() - center).colwise().norm());
}

// Prim's algorithm: a pair for each site but the first.
std::vector<std::pair<std::int32_t, std::int32_t>> spanning_tree(const Matrix& places) {
  const Index count = places.cols();
  std::vector<std::pair<std::int32_t, std::int32_t>> tree;
  Vector distance = Vector::Constant(count, std::numeric_limits<double>::infinity());
  std::vector<std::int32_t> parent(static_cast<std::size_t>(count), 0);
  std::int32_t at = 0;
  for (Index step = 1; step < count; ++step) {
    distance[at] = -1;  // in the tree
    std::int32_t next = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::int32_t l = 0; l < count; ++l) {
      if (distance[l] < 0) continue;
      const double here = (places.col(l) - places.col(at)).squaredNorm();
      if (here < distance[l]) {
        distance[l] = here;
        parent[static_cast<std::size_t>(l)] = at;
      }
      if (distance[l] < least) {
        least = distance[l];
        next = l;
      }
    }
    tree.emplace_back(next, parent[static_cast<std::size_t>(next)]);
    at = next;
  }
  return tree;
}

}  // namespace

AtomSites::AtomSites(const Measure& mean)
    : points(mean.points.colwise() - mean_of(mean.view())), weights(mean.weights) {
  const Index p = points.cols();
  const double near = coincident * usual_distance(points);
  site.assign(static_cast<std::size_t>(p), -1);
  for (Index k = 0; k < p; ++k) {
    if (site[static_cast<std::size_t>(k)] >= 0) continue;
    for (Index l = k; l < p; ++l)
      if (site[static_cast<std::size_t>(l)] < 0 && (points.col(l) - points.col(k)).norm() <= near) {
        site[static_cast<std::size_t>(l)] = static_cast<std::int32_t>(atom.size());
        points.col(l) = points.col(k);
      }
    atom.push_back(static_cast<std::int32_t>(k));
  }
  const Index sites = count();
  mass.setZero(sites);
  for (Index k = 0; k < p; ++k) mass[site[static_cast<std::size_t>(k)]] += weights[k];
  mean_mass = mass.mean();
  Matrix places(points.rows(), sites);
  for (Index l = 0; l < sites; ++l) places.col(l) = points.col(atom[static_cast<std::size_t>(l)]);
  std::vector<std::vector<std::int32_t>> of_site(static_cast<std::size_t>(sites));
  std::vector<std::int32_t> order(static_cast<std::size_t>(sites));
  const Index wanted = std::min(nearest, sites - 1);
  for (Index s = 0; s < sites; ++s) {
    const Vector distance = (places.colwise() - places.col(s)).colwise().squaredNorm();
    std::iota(order.begin(), order.end(), 0);
    std::partial_sort(
        order.begin(), order.begin() + wanted + 1, order.end(), [&](std::int32_t i, std::int32_t j) {
          return i == s || (j != s && (distance[i] < distance[j] || (distance[i] == distance[j] && i < j)));
        });
    of_site[static_cast<std::size_t>(s)].assign(order.begin() + 1, order.begin() + 1 + wanted);
  }
  tree = spanning_tree(places);
  for (const auto& [one, other] : tree) {
    of_site[static_cast<std::size_t>(one)].push_back(other);
    of_site[static_cast<std::size_t>(other)].push_back(one);
  }
  for (auto& list : of_site) {
    std::ranges::sort(list);
    list.erase(std::ranges::unique(list).begin(), list.end());
  }
  for (Index k = 0; k < p; ++k)
    for (const std::int32_t l : of_site[static_cast<std::size_t>(site[static_cast<std::size_t>(k)])])
      neighbours.emplace_back(static_cast<std::int32_t>(k), l);
}

}  // namespace wpga
