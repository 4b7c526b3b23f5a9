// Pricing for the transport simplex.  Every node of the tree has a height, so that the reduced cost of the
// arc (row k, column j) is m_kj + height(j) − height(k), 0 on the tree; a row violates by its excess, what
// its height exceeds its minimum min_j (m_kj + height(j)) by.  Rows are priced in double or, in half the
// time, in single precision, which may overlook what is small; arcs to enter are always checked in double.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/transport/simplex/centered_costs.hpp"
#include "wpga/transport/simplex/spanning_tree.hpp"

namespace wpga {

class RowPricing {
 public:
  struct Excess {
    double worst = 0;  // the largest excess of a row
    double total = 0;  // Σ share of the row · its excess
  };
  struct Candidate {
    double excess;
    std::int32_t row;
    Index column;
  };

  // Larger blocks take fewer pivots, smaller ones have fresher prices.
  static constexpr std::size_t block_rows = 16;

  void set_rows(const BipartiteNodes& nodes, Vector row_shares);

  // Sums heights along the tree.
  void price(const SpanningTree& tree, const CenteredCosts& costs);
  // Sums them afresh; true if they had drifted by more than `allowed`, and are taken then.
  bool had_drifted(const SpanningTree& tree, const CenteredCosts& costs, double allowed);

  // The minima of all rows.
  template <class Scalar>
  Excess sweep(const CenteredCosts& costs);
  // Of the minima as they are.
  Excess excess_of_rows();
  // Rows that exceeded this at the last sweep.
  std::span<const std::int32_t> rows_above(double allowed);
  std::span<const std::int32_t> all_rows() const { return all_rows_; }

  // The worst arc of each of at most `block_rows` rows, where it exceeds what is allowed, largest excess
  // first.  Writes the minima of these rows.
  template <class Scalar>
  std::span<const Candidate> candidates(std::span<const std::int32_t> rows, const CenteredCosts& costs,
                                        double allowed);
  double reduced_cost(const CenteredCosts& costs, std::int32_t row, Index column) const;

  // What rounding may make of an excess of 0.
  template <class Scalar>
  double tolerance(const CenteredCosts& costs) const;

  // To move along the tree; prices in single precision are then old.
  double* moving_heights() {
    single_heights_are_old_ = true;
    return heights_.data();
  }
  double height(Node node) const { return heights_[static_cast<std::size_t>(node)]; }
  double minimum(std::int32_t row) const { return minima_[static_cast<std::size_t>(row)]; }

 private:
  void sum_heights(const SpanningTree& tree, const CenteredCosts& costs, double root, double* heights) const;
  template <class Scalar>
  const Scalar* column_heights();

  BipartiteNodes nodes_;
  Vector row_shares_;            // masses of the rows, of the total
  std::vector<double> heights_;  // by node: rows carry u, columns −v; infinite beyond the last column
  std::vector<double> fresh_heights_;
  std::vector<float> single_heights_;  // of the columns
  bool single_heights_are_old_ = true;
  double largest_height_ = 0;   // when they were last summed
  std::vector<double> minima_;  // by row
  std::vector<float> single_minima_;
  Eigen::ArrayXd row_excess_;
  std::vector<std::int32_t> all_rows_, listed_;
  std::vector<Candidate> candidates_;
};

}  // namespace wpga
