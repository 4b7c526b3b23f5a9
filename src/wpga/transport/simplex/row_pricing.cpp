#include "wpga/transport/simplex/row_pricing.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>

#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr std::size_t rows_between_stops = 256;  // a multiple of the kernel's block of rows

}  // namespace

void RowPricing::set_rows(const BipartiteNodes& nodes, Vector row_shares) {
  nodes_ = nodes;
  row_shares_ = std::move(row_shares);
  heights_.assign(static_cast<std::size_t>(nodes.end()), std::numeric_limits<double>::infinity());
  fresh_heights_ = heights_;
  single_heights_.resize(static_cast<std::size_t>(nodes.first_row));
  minima_.resize(static_cast<std::size_t>(nodes.rows));
  single_minima_.resize(minima_.size());
  all_rows_.resize(minima_.size());
  std::iota(all_rows_.begin(), all_rows_.end(), 0);
  candidates_.resize(block_rows);
}

void RowPricing::sum_heights(const SpanningTree& tree, const CenteredCosts& costs, double root,
                             double* heights) const {
  heights[tree.root()] = root;
  tree.visit_from_root([&](Node node) {
    const Node parent = tree.parent(node);
    heights[node] = nodes_.is_row(node) ? heights[parent] + costs(node - nodes_.first_row, parent)
                                        : heights[parent] - costs(parent - nodes_.first_row, node);
  });
}

void RowPricing::price(const SpanningTree& tree, const CenteredCosts& costs) {
  sum_heights(tree, costs, 0, moving_heights());
  largest_height_ = Eigen::Map<const Eigen::ArrayXd>(heights_.data(), nodes_.columns).abs().maxCoeff();
}

bool RowPricing::had_drifted(const SpanningTree& tree, const CenteredCosts& costs, double allowed) {
  sum_heights(tree, costs, height(tree.root()), fresh_heights_.data());
  const auto drift = [&](Node first, Index count) {
    const Eigen::Map<const Eigen::ArrayXd> old(&heights_[static_cast<std::size_t>(first)], count);
    const Eigen::Map<const Eigen::ArrayXd> fresh(&fresh_heights_[static_cast<std::size_t>(first)], count);
    return (old - fresh).abs().maxCoeff();
  };
  if (drift(0, nodes_.columns) <= allowed && drift(nodes_.first_row, nodes_.rows) <= allowed) return false;
  heights_.swap(fresh_heights_);
  single_heights_are_old_ = true;
  return true;
}

// Heights are sums along the tree, so their error grows like a random walk.
template <>
double RowPricing::tolerance<double>(const CenteredCosts& costs) const {
  return costs.rounding() * (4 + std::sqrt(nodes_.count()));
}

// About what rounding makes of heights and sums; arcs are checked in double before they enter.
template <>
double RowPricing::tolerance<float>(const CenteredCosts& costs) const {
  return costs.rounding<float>() + std::numeric_limits<float>::epsilon() * largest_height_;
}

template <class Scalar>
const Scalar* RowPricing::column_heights() {
  if constexpr (std::is_same_v<Scalar, double>) {
    return heights_.data();
  } else {
    if (std::exchange(single_heights_are_old_, false))
      Eigen::Map<Eigen::ArrayXf>(single_heights_.data(), nodes_.first_row) =
          Eigen::Map<const Eigen::ArrayXd>(heights_.data(), nodes_.first_row).cast<float>();
    return single_heights_.data();
  }
}

template <class Scalar>
RowPricing::Excess RowPricing::sweep(const CenteredCosts& costs) {
  const Scalar* const heights = column_heights<Scalar>();
  for (std::size_t first = 0; first < all_rows_.size(); first += rows_between_stops) {
    check_stop();
    const auto rows =
        std::span(all_rows_).subspan(first, std::min(rows_between_stops, all_rows_.size() - first));
    if constexpr (std::is_same_v<Scalar, double>)
      costs.column_minima(rows, heights, minima_.data() + first);
    else
      costs.column_minima(rows, heights, single_minima_.data() + first);
  }
  if constexpr (!std::is_same_v<Scalar, double>) std::ranges::copy(single_minima_, minima_.begin());
  return excess_of_rows();
}
template RowPricing::Excess RowPricing::sweep<float>(const CenteredCosts&);
template RowPricing::Excess RowPricing::sweep<double>(const CenteredCosts&);

RowPricing::Excess RowPricing::excess_of_rows() {
  const Eigen::Map<const Eigen::ArrayXd> heights(&heights_[static_cast<std::size_t>(nodes_.first_row)],
                                                 nodes_.rows);
  const Eigen::Map<const Eigen::ArrayXd> minima(minima_.data(), nodes_.rows);
  row_excess_ = (heights - minima).cwiseMax(0.0);
  return {row_excess_.maxCoeff(), row_excess_.matrix().dot(row_shares_)};
}

std::span<const std::int32_t> RowPricing::rows_above(double allowed) {
  listed_.clear();
  for (std::int32_t k = 0; k < nodes_.rows; ++k)
    if (row_excess_[k] > allowed) listed_.push_back(k);
  return listed_;
}

template <class Scalar>
std::span<const RowPricing::Candidate> RowPricing::candidates(std::span<const std::int32_t> rows,
                                                              const CenteredCosts& costs, double allowed) {
  assert(rows.size() <= block_rows);
  std::array<Scalar, block_rows> least;
  std::size_t count = 0;
  check_stop();
  const Scalar* const heights = column_heights<Scalar>();
  costs.column_minima(rows, heights, least.data());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    minima_[static_cast<std::size_t>(rows[i])] = least[i];
    const double excess = height(nodes_.row(rows[i])) - least[i];
    if (excess <= allowed) continue;
    const Index column = costs.first_column_at(rows[i], heights, least[i]);
    std::size_t place = count++;
    for (; place > 0 && candidates_[place - 1].excess < excess; --place)
      candidates_[place] = candidates_[place - 1];
    candidates_[place] = {excess, rows[i], column};
  }
  return std::span(candidates_).first(count);
}
template std::span<const RowPricing::Candidate> RowPricing::candidates<float>(std::span<const std::int32_t>,
                                                                              const CenteredCosts&, double);
template std::span<const RowPricing::Candidate> RowPricing::candidates<double>(std::span<const std::int32_t>,
                                                                               const CenteredCosts&, double);

double RowPricing::reduced_cost(const CenteredCosts& costs, std::int32_t row, Index column) const {
  return costs(row, column) + height(nodes_.column(column)) - height(nodes_.row(row));
}

}  // namespace wpga
