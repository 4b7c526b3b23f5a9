#include "wpga/study/canonical_order.hpp"

#include <algorithm>
#include <compare>
#include <numeric>
#include <span>

namespace wpga {

namespace {

// By the last entry first: pixels of an image are in order as they are read.  Values are finite.
std::weak_ordering compare(std::span<const double> one, std::span<const double> other) {
  return std::lexicographical_compare_three_way(one.rbegin(), one.rend(), other.rbegin(), other.rend(),
                                                [](double a, double b) { return std::weak_order(a, b); });
}

std::span<const double> entries(const PointsRef& points, Index k) {
  return {points.col(k).data(), static_cast<std::size_t>(points.rows())};
}

std::vector<Index> numbers_to(Index count) {
  std::vector<Index> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

Measure sorted(const MeasureView& measure) {
  const std::vector<Index> order = canonical_order(measure);
  return {measure.points(Eigen::all, order), measure.weights(order)};
}

bool before(const Measure& one, double weight, const Measure& other, double other_weight) {
  if (one.size() != other.size()) return one.size() < other.size();
  const auto points = compare({one.points.data(), static_cast<std::size_t>(one.points.size())},
                              {other.points.data(), static_cast<std::size_t>(other.points.size())});
  if (points != 0) return points < 0;
  const auto weights = compare({one.weights.data(), static_cast<std::size_t>(one.size())},
                               {other.weights.data(), static_cast<std::size_t>(other.size())});
  return weights != 0 ? weights < 0 : weight < other_weight;
}

// Row i goes to row places[i].
template <class Rows>
void put_back(Rows& rows, const std::vector<Index>& places) {
  if (rows.rows() == 0) return;
  const Rows found = rows;
  rows(places, Eigen::all) = found;
}

void put_columns_back(Matrix& columns, const std::vector<Index>& places) {
  const Matrix found = columns;
  columns(Eigen::all, places) = found;
}

}  // namespace

std::vector<Index> canonical_order(const MeasureView& measure) {
  std::vector<Index> order = numbers_to(measure.size());
  std::ranges::sort(order, [&](Index k, Index l) {
    const auto points = compare(entries(measure.points, k), entries(measure.points, l));
    return points != 0 ? points < 0 : measure.weights[k] < measure.weights[l];
  });
  return order;
}

CanonicalFamily in_canonical_order(const MeasureFamily& family) {
  std::vector<Measure> measures;
  for (Index i = 0; i < family.count(); ++i) measures.push_back(sorted(family[i]));
  CanonicalFamily found{MeasureFamily(family.space()), numbers_to(family.count())};
  std::ranges::stable_sort(found.measures, [&](Index i, Index j) {
    return before(measures[static_cast<std::size_t>(i)], family.measure_weight(i),
                  measures[static_cast<std::size_t>(j)], family.measure_weight(j));
  });
  for (const Index i : found.measures)
    found.family.append(measures[static_cast<std::size_t>(i)].view(),
                        family.names()[static_cast<std::size_t>(i)]);
  if (family.measure_weights().size() > 0)
    found.family.set_measure_weights(family.measure_weights()(found.measures));
  return found;
}

Mean in_given_order(Mean mean, const std::vector<Index>& measures) {
  put_back(mean.squared_distances, measures);
  return mean;
}

Analysis in_given_order(Analysis analysis, const std::vector<Index>& measures,
                        const std::vector<Index>& atoms) {
  put_back(analysis.squared_distances, measures);
  put_back(analysis.joint_times, measures);
  put_back(analysis.joint_squared_distances, measures);
  put_columns_back(analysis.mean.points, atoms);
  put_back(analysis.mean.weights, atoms);
  for (Component& component : analysis.components) {
    Component::for_each_vector(component,
                               [&](std::string_view, Vector& values) { put_back(values, measures); });
    put_columns_back(component.curve.atoms().backward, atoms);
    put_columns_back(component.curve.atoms().forward, atoms);
  }
  return analysis;
}

}  // namespace wpga
