// Least squares for a sequence whose steps lie between bounds: isotonic regression and its kin, exactly.
#pragma once

#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// low_k ≤ x_{k+1} − x_k ≤ high_k for k = 0 … n − 2; bounds may be infinite, low ≤ high.
struct IncrementBounds {
  Vector low, high;  // n − 1
};

struct BoundedSequence {
  Vector values;              // n
  std::vector<Index> blocks;  // n: which values move together, numbered from 0
};

// argmin Σ_k b_k (x_k − y_k)² under the bounds, b positive.  The derivative of the cost of a beginning, as a
// function of its last value, is rising and piecewise linear; it is carried from value to value, so the
// answer is exact.  O(n²) at worst, linear in practice.  With low 0 and high infinite: isotonic regression.
BoundedSequence bounded_regression(const WeightsRef& weights, const WeightsRef& wanted,
                                   const IncrementBounds& bounds);

// The same under Σ_k b_k x_k w_k = 0 for each given w, by Newton's method on the few multipliers, whose
// equations are piecewise linear.  0 must satisfy the bounds.
Vector bounded_regression(const WeightsRef& weights, const WeightsRef& wanted, const IncrementBounds& bounds,
                          std::span<const Vector> orthogonal_to);

}  // namespace wpga
