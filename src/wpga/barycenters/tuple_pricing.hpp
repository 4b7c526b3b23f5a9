// Tuples of atoms, one atom of each of N measures: their costs, and the search for those that violate a dual.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "wpga/kernels/nearest_center.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

using Tuple = std::vector<std::int32_t>;  // one atom of each measure

// The measures of a family with positive weight, their points centred on the pooled mean.
struct Marginals {
  std::vector<Index> original;  // position in the family
  std::vector<Matrix> points;   // d × n_i
  std::vector<Vector> weights;  // n_i
  Vector lambda;                // sum 1
  Vector center;                // d
  double pooled_variance = 0;

  Index count() const { return lambda.size(); }
  Index dimension() const { return center.size(); }
  Index size(Index i) const { return weights[static_cast<std::size_t>(i)].size(); }
  const Matrix& cloud(Index i) const { return points[static_cast<std::size_t>(i)]; }
  double tuples() const;  // ∏ n_i
};

Marginals marginals_of(const MeasureFamily& family);

// Σ λ_i x_i of a tuple, centred.
Vector average_of(const Tuple& tuple, const Marginals& marginals);

// Σ λ_i |x_i − average|².
double cost_of(const Tuple& tuple, const Marginals& marginals);

// All tuples of atoms of some of the measures, the last measure's atoms running fastest.
class TupleProduct {
 public:
  TupleProduct(const Marginals& marginals, std::vector<Index> members);

  Index count() const { return moments_.size(); }
  const Matrix& averages() const { return averages_; }  // d × count: Σ λ_i x_i over the members

  // Σ_i (λ_i |x_i|² − u_i) − |Σ_i λ_i x_i|² of each tuple.
  Vector reduced_costs(const std::vector<Vector>& potentials) const;

  // The members' entries of `tuple` for the tuple of that number.
  void write_atoms(Index number, Tuple& tuple) const;

 private:
  std::vector<Index> members_;
  std::vector<Index> sizes_;
  Matrix averages_;
  Vector moments_;  // count: Σ λ_i |x_i|²
};

// Tries potentials u_i on every tuple: is Σ_i u_i(j_i) ≤ cost(j)?
class TuplePricing {
 public:
  explicit TuplePricing(const Marginals& marginals);

  struct Answer {
    double smallest;           // least cost − Σ u over all tuples
    std::set<Tuple> violated;  // for each atom the most violated of the tuples seen through it
  };

  // O(d ∏ n_i).  Of all inner tuples (see the source) only the worst for each outer tuple is seen.
  Answer price(const std::vector<Vector>& potentials) const;

 private:
  const Marginals& marginals_;
  TupleProduct inner_, outer_;
  kernels::PointRows rows_;  // averages of the inner tuples
};

}  // namespace wpga
