// Normal laws under W2: everything in closed form (Bures 1969, Takatsu 2011).
#pragma once

#include <span>

#include "wpga/base/convergence.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

struct Gaussian {
  Vector mean;        // d
  Matrix covariance;  // d × d, positive semidefinite

  Index dimension() const { return mean.size(); }
};

// The normal law with the moments of a measure.
Gaussian fitted_gaussian(const MeasureView& measure);

// Symmetric square root of a positive semidefinite matrix, and the pseudo-inverse of it.
Matrix square_root(const Matrix& covariance);
Matrix inverse_square_root(const Matrix& covariance);

// |m − n|² + tr(S + R − 2 (S^½ R S^½)^½).
double squared_distance(const Gaussian& first, const Gaussian& second);

// The symmetric positive semidefinite A with A S A = R: x ↦ n + A (x − m) is the optimal map.  Where S is
// singular A acts as zero.
Matrix optimal_linear_map(const Matrix& from, const Matrix& to);

// Which law minimises Σ_i λ_i W2²(·, law_i), by the fixed point of Álvarez-Esteban, del Barrio,
// Cuesta-Albertos & Matrán (2016).  O(d³ + d² r) an iteration and a law of rank r.
struct GaussianMean {
  Gaussian law;
  Convergence convergence;  // residual: ‖Σ λ_i (S^½ S_i S^½)^½ − S‖ / ‖S‖, zero at the mean
};
GaussianMean gaussian_mean(std::span<const Gaussian> laws, const Vector& measure_weights);

}  // namespace wpga
