// The block of one atom in Newton's matrix, factored together with its coupling.
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Cholesky's factor of a positive definite block, of which the lower triangle is read and written, with the
// inverses of its diagonal in their places; and the coupling times the inverse of the factor's transpose.
// Throws Interrupted.
void factor_block(Eigen::Ref<Matrix> block, Eigen::Ref<Matrix> coupling);

// L^-1 and L'^-1 times a column, in place, of such a factor stored column by column.
void solve_lower(const double* factor, Index size, double* column);
void solve_upper(const double* factor, Index size, double* column);

}  // namespace wpga
