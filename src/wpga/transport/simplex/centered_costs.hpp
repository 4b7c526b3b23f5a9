// Squared Euclidean costs with everything separable taken out.  With both clouds centred on their own means
// and scaled by powers of two,
//   |z_k − x_j|² = source_part(k) + target_part(j) + unit() · m_kj,   m_kj = −z̄_k·x̄_j,
// so that neither a common offset of 1e9 nor coordinates of 1e-9 cost a digit of m.
#pragma once

#include <span>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/kernels/column_minima.hpp"
#include "wpga/kernels/proportional_fit.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

class CenteredCosts {
 public:
  void set_target(const MeasureView& target);
  void set_source(const PointsRef& points, const WeightsRef& weights);

  double unit() const { return unit_; }
  double source_part(Index k) const;
  double target_part(Index j) const;

  // Bounds the rounding error of m_kj: a few units in the last place of max |z̄| · max |x̄|.
  template <class Scalar = double>
  double rounding() const;

  // √(Σ b|z̄|² Σ a|x̄|²): no plan has |⟨P, m⟩| above it.
  double magnitude() const { return source_.deviation * target_.deviation; }

  // The largest −m_kj, at least 0.
  double largest() const;

  // entries_kj ≈ exp(−m_kj / temperature), for a temperature of at least largest() / 2.
  void form_gibbs(double temperature, const kernels::FloatMatrix& entries) const;

  double operator()(Index k, Index j) const {
    if (is_stored_) return entries_[static_cast<std::size_t>(k * columns_padded_ + j)];
    const Index d = source_.centered.rows();
    const double* z = source_.centered.data() + k * d;
    const double* x = target_.centered.data() + j * d;
    double product = 0;
    for (Index i = 0; i < d; ++i) product += z[i] * x[i];
    return -product;
  }
  void column_minima(std::span<const std::int32_t> rows, const double* heights, double* out) const;
  Index first_column_at(std::int32_t row, const double* heights, double minimum) const;

  // The same in single precision, where entries are not stored.
  bool has_single_precision() const { return !is_stored_; }
  void column_minima(std::span<const std::int32_t> rows, const float* heights, float* out) const;
  Index first_column_at(std::int32_t row, const float* heights, float minimum) const;

 private:
  struct Cloud {
    Vector mean;
    double scale = 1;             // a power of two
    double radius = 0;            // of the centred and scaled points
    double deviation = 0;         // root of their mean square
    Matrix centered;              // d × count, scaled
    std::vector<double> lengths;  // of its columns, squared
    void assign(const PointsRef& points, const WeightsRef& weights);
  };

  kernels::NegativeInnerProducts products() const;
  kernels::SingleInnerProducts single_products() const;
  kernels::StoredMatrix stored() const { return {entries_.data(), columns_padded_}; }

  Cloud source_, target_;
  std::vector<double> planar_;  // target coordinates, one padded row for each
  std::vector<float> single_rows_, single_planar_;
  std::vector<double> entries_;  // m, when it is worth storing
  std::ptrdiff_t columns_padded_ = 0;
  Vector shift_;  // source mean − target mean
  double unit_ = 2;
  bool is_stored_ = false;
};

}  // namespace wpga
