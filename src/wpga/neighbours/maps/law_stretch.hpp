// Matrix equations of geodesics of normal laws, which move a root A of a covariance C = A A' along (I + t S)
// A by a symmetric stretch S.  All are d × d, O(d³).
#pragma once

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// A Q for the orthogonal Q that brings it nearest to the target.
Matrix turned_towards(const Matrix& root, const Matrix& target);

// The symmetric solution of S C + C S = R.
Matrix lyapunov(const Matrix& covariance, const Matrix& right);

// The inverse of a positive definite matrix, by its eigenvalues.
Matrix inverse_of_regular(const Matrix& positive);

// I + t S.
Matrix moved_identity(const Matrix& stretch, double time);

constexpr double most_stretch = 2;  // of an eigenvalue of S, where I ± S/2 are positive

// The minimum of tr(S C S) − tr(S R) among symmetric S for which I ± S/2 are positive, sought from `start`.
Matrix positive_at_ends(const Matrix& covariance, const Matrix& right, const Matrix& start);

}  // namespace wpga
