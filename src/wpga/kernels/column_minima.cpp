#include "wpga/kernels/column_minima.hpp"

#include <algorithm>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/column_minima.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A vector of sixteen floats, or two of anything else, never reach beyond the padding.
template <class Scalar>
using Lanes = hn::CappedTag<Scalar, sizeof(Scalar) == sizeof(double) ? padding / 2 : padding>;
template <class Scalar>
using VecOf = hn::Vec<Lanes<Scalar>>;

// One product of kDimension (0: as many as the matrix says) coordinates, subtracted from `sum`.
template <int kDimension, class Scalar>
HWY_INLINE VecOf<Scalar> minus_product(const InnerProducts<Scalar>& matrix, const Scalar* z, std::ptrdiff_t j,
                                       VecOf<Scalar> sum) {
  const Lanes<Scalar> d;
  const std::ptrdiff_t dimension = kDimension > 0 ? kDimension : matrix.dimension;
  for (std::ptrdiff_t i = 0; i < dimension; ++i)
    sum = hn::NegMulAdd(hn::Set(d, z[i]), hn::LoadU(d, matrix.columns + i * matrix.columns_padded + j), sum);
  return sum;
}

// Four rows by two vectors of columns, or one of sixteen: as many loads as multiply-adds can hide.
template <int kDimension, class Scalar>
HWY_INLINE void four_minima(const InnerProducts<Scalar>& matrix, const std::int32_t* rows,
                            const Scalar* heights, Scalar* out) {
  const Lanes<Scalar> d;
  using Vec = VecOf<Scalar>;
  constexpr bool in_pairs = hn::MaxLanes(Lanes<Scalar>()) < padding;
  const std::ptrdiff_t dimension = kDimension > 0 ? kDimension : matrix.dimension;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const Scalar* z0 = matrix.rows + rows[0] * dimension;
  const Scalar* z1 = matrix.rows + rows[1] * dimension;
  const Scalar* z2 = matrix.rows + rows[2] * dimension;
  const Scalar* z3 = matrix.rows + rows[3] * dimension;
  Vec least0 = hn::Set(d, std::numeric_limits<Scalar>::infinity());
  Vec least1 = least0, least2 = least0, least3 = least0;
  for (std::ptrdiff_t j = 0; j < matrix.columns_padded; j += in_pairs ? 2 * lanes : lanes) {
    const std::ptrdiff_t next = in_pairs ? lanes : 0;
    const Vec ha = hn::LoadU(d, heights + j), hb = hn::LoadU(d, heights + j + next);
    Vec a0 = ha, a1 = ha, a2 = ha, a3 = ha, b0 = hb, b1 = hb, b2 = hb, b3 = hb;
    for (std::ptrdiff_t i = 0; i < dimension; ++i) {
      const Scalar* x = matrix.columns + i * matrix.columns_padded + j;
      const Vec xa = hn::LoadU(d, x), xb = hn::LoadU(d, x + next);
      const Vec s0 = hn::Set(d, z0[i]), s1 = hn::Set(d, z1[i]), s2 = hn::Set(d, z2[i]),
                s3 = hn::Set(d, z3[i]);
      a0 = hn::NegMulAdd(s0, xa, a0), a1 = hn::NegMulAdd(s1, xa, a1);
      a2 = hn::NegMulAdd(s2, xa, a2), a3 = hn::NegMulAdd(s3, xa, a3);
      if (!in_pairs) continue;
      b0 = hn::NegMulAdd(s0, xb, b0), b1 = hn::NegMulAdd(s1, xb, b1);
      b2 = hn::NegMulAdd(s2, xb, b2), b3 = hn::NegMulAdd(s3, xb, b3);
    }
    least0 = hn::Min(least0, in_pairs ? hn::Min(a0, b0) : a0);
    least1 = hn::Min(least1, in_pairs ? hn::Min(a1, b1) : a1);
    least2 = hn::Min(least2, in_pairs ? hn::Min(a2, b2) : a2);
    least3 = hn::Min(least3, in_pairs ? hn::Min(a3, b3) : a3);
  }
  out[0] = hn::GetLane(hn::MinOfLanes(d, least0)), out[1] = hn::GetLane(hn::MinOfLanes(d, least1));
  out[2] = hn::GetLane(hn::MinOfLanes(d, least2)), out[3] = hn::GetLane(hn::MinOfLanes(d, least3));
}

HWY_INLINE void four_minima(const StoredMatrix& matrix, const std::int32_t* rows, const double* heights,
                            double* out) {
  const Lanes<double> d;
  using Vec = VecOf<double>;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const double* m0 = matrix.entries + rows[0] * matrix.columns_padded;
  const double* m1 = matrix.entries + rows[1] * matrix.columns_padded;
  const double* m2 = matrix.entries + rows[2] * matrix.columns_padded;
  const double* m3 = matrix.entries + rows[3] * matrix.columns_padded;
  Vec least0 = hn::Set(d, std::numeric_limits<double>::infinity());
  Vec least1 = least0, least2 = least0, least3 = least0;
  for (std::ptrdiff_t j = 0; j < matrix.columns_padded; j += lanes) {
    const Vec h = hn::LoadU(d, heights + j);
    least0 = hn::Min(least0, hn::Add(h, hn::LoadU(d, m0 + j)));
    least1 = hn::Min(least1, hn::Add(h, hn::LoadU(d, m1 + j)));
    least2 = hn::Min(least2, hn::Add(h, hn::LoadU(d, m2 + j)));
    least3 = hn::Min(least3, hn::Add(h, hn::LoadU(d, m3 + j)));
  }
  out[0] = hn::GetLane(hn::MinOfLanes(d, least0)), out[1] = hn::GetLane(hn::MinOfLanes(d, least1));
  out[2] = hn::GetLane(hn::MinOfLanes(d, least2)), out[3] = hn::GetLane(hn::MinOfLanes(d, least3));
}

// The last group of fewer than four rows repeats its last row.
template <class Scalar, class Four>
HWY_INLINE void in_fours(const std::int32_t* rows, std::ptrdiff_t count, Scalar* out, const Four& four) {
  std::ptrdiff_t i = 0;
  for (; i + 4 <= count; i += 4) four(rows + i, out + i);
  if (i == count) return;
  std::int32_t last_rows[4];
  Scalar last_out[4];
  for (std::ptrdiff_t r = 0; r < 4; ++r) last_rows[r] = rows[std::min(i + r, count - 1)];
  four(last_rows, last_out);
  std::copy(last_out, last_out + (count - i), out + i);
}

template <int kDimension, class Scalar>
HWY_INLINE void minima_in_fours(const InnerProducts<Scalar>& matrix, const std::int32_t* rows,
                                std::ptrdiff_t count, const Scalar* heights, Scalar* out) {
  in_fours(rows, count, out, [&](const std::int32_t* four_rows, Scalar* four_out) HWY_ATTR {
    four_minima<kDimension>(matrix, four_rows, heights, four_out);
  });
}

template <class Scalar>
HWY_INLINE void minima_of(const InnerProducts<Scalar>& matrix, const std::int32_t* rows, std::ptrdiff_t count,
                          const Scalar* heights, Scalar* out) {
  switch (matrix.dimension) {
    case 1:
      return minima_in_fours<1>(matrix, rows, count, heights, out);
    case 2:
      return minima_in_fours<2>(matrix, rows, count, heights, out);
    case 3:
      return minima_in_fours<3>(matrix, rows, count, heights, out);
    default:
      return minima_in_fours<0>(matrix, rows, count, heights, out);
  }
}

void inner_product_minima(const NegativeInnerProducts& matrix, const std::int32_t* rows, std::ptrdiff_t count,
                          const double* heights, double* out) {
  minima_of(matrix, rows, count, heights, out);
}

void single_product_minima(const SingleInnerProducts& matrix, const std::int32_t* rows, std::ptrdiff_t count,
                           const float* heights, float* out) {
  minima_of(matrix, rows, count, heights, out);
}

void stored_minima(const StoredMatrix& matrix, const std::int32_t* rows, std::ptrdiff_t count,
                   const double* heights, double* out) {
  in_fours(rows, count, out, [&](const std::int32_t* four_rows, double* four_out) HWY_ATTR {
    four_minima(matrix, four_rows, heights, four_out);
  });
}

// The first j in [0, columns) whose sum, given by sums(j) for a vector of columns, equals the minimum.
template <class Scalar, class Sums>
HWY_INLINE std::ptrdiff_t first_equal(std::ptrdiff_t columns, Scalar minimum, const Sums& sums) {
  const Lanes<Scalar> d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const auto wanted = hn::Set(d, minimum);
  for (std::ptrdiff_t j = 0; j < columns; j += lanes) {
    const std::ptrdiff_t lane = hn::FindFirstTrue(d, hn::Le(sums(j), wanted));
    if (lane >= 0) return j + lane;
  }
  return -1;
}

template <int kDimension, class Scalar>
HWY_INLINE std::ptrdiff_t first_product(const InnerProducts<Scalar>& matrix, std::int32_t row,
                                        const Scalar* heights, Scalar minimum) {
  const Lanes<Scalar> d;
  const Scalar* z = matrix.rows + row * matrix.dimension;
  return first_equal(matrix.columns_padded, minimum, [&](std::ptrdiff_t j) HWY_ATTR {
    return minus_product<kDimension>(matrix, z, j, hn::LoadU(d, heights + j));
  });
}

template <class Scalar>
HWY_INLINE std::ptrdiff_t first_of(const InnerProducts<Scalar>& matrix, std::int32_t row,
                                   const Scalar* heights, Scalar minimum) {
  switch (matrix.dimension) {
    case 2:
      return first_product<2>(matrix, row, heights, minimum);
    case 3:
      return first_product<3>(matrix, row, heights, minimum);
    default:
      return first_product<0>(matrix, row, heights, minimum);
  }
}

std::ptrdiff_t inner_product_first(const NegativeInnerProducts& matrix, std::int32_t row,
                                   const double* heights, double minimum) {
  return first_of(matrix, row, heights, minimum);
}

std::ptrdiff_t single_product_first(const SingleInnerProducts& matrix, std::int32_t row, const float* heights,
                                    float minimum) {
  return first_of(matrix, row, heights, minimum);
}

std::ptrdiff_t stored_first(const StoredMatrix& matrix, std::int32_t row, const double* heights,
                            double minimum) {
  const Lanes<double> d;
  const double* entries = matrix.entries + row * matrix.columns_padded;
  return first_equal(matrix.columns_padded, minimum, [&](std::ptrdiff_t j) HWY_ATTR {
    return hn::Add(hn::LoadU(d, heights + j), hn::LoadU(d, entries + j));
  });
}

// Columns in the outer loop: their coordinates stay in the first-level cache while all rows pass by.
void form_entries(const NegativeInnerProducts& matrix, std::ptrdiff_t row_count, double* entries) {
  const Lanes<double> d;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const std::ptrdiff_t dimension = matrix.dimension, columns = matrix.columns_padded;
  for (std::ptrdiff_t j = 0; j < columns; j += 2 * lanes)
    for (std::ptrdiff_t k = 0; k < row_count; k += 4) {
      // Beyond the last row the last one is written again.
      const std::ptrdiff_t last = row_count - 1;
      const std::ptrdiff_t k1 = std::min(k + 1, last), k2 = std::min(k + 2, last), k3 = std::min(k + 3, last);
      const double* z0 = matrix.rows + k * dimension;
      const double* z1 = matrix.rows + k1 * dimension;
      const double* z2 = matrix.rows + k2 * dimension;
      const double* z3 = matrix.rows + k3 * dimension;
      VecOf<double> a0 = hn::Zero(d), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
      for (std::ptrdiff_t i = 0; i < dimension; ++i) {
        const double* x = matrix.columns + i * columns + j;
        const VecOf<double> xa = hn::LoadU(d, x), xb = hn::LoadU(d, x + lanes);
        const VecOf<double> s0 = hn::Set(d, z0[i]), s1 = hn::Set(d, z1[i]), s2 = hn::Set(d, z2[i]),
                            s3 = hn::Set(d, z3[i]);
        a0 = hn::NegMulAdd(s0, xa, a0), b0 = hn::NegMulAdd(s0, xb, b0);
        a1 = hn::NegMulAdd(s1, xa, a1), b1 = hn::NegMulAdd(s1, xb, b1);
        a2 = hn::NegMulAdd(s2, xa, a2), b2 = hn::NegMulAdd(s2, xb, b2);
        a3 = hn::NegMulAdd(s3, xa, a3), b3 = hn::NegMulAdd(s3, xb, b3);
      }
      hn::StoreU(a0, d, entries + k * columns + j), hn::StoreU(b0, d, entries + k * columns + j + lanes);
      hn::StoreU(a1, d, entries + k1 * columns + j), hn::StoreU(b1, d, entries + k1 * columns + j + lanes);
      hn::StoreU(a2, d, entries + k2 * columns + j), hn::StoreU(b2, d, entries + k2 * columns + j + lanes);
      hn::StoreU(a3, d, entries + k3 * columns + j), hn::StoreU(b3, d, entries + k3 * columns + j + lanes);
    }
}

}  // namespace HWY_NAMESPACE
}  // namespace wpga::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(inner_product_minima);
HWY_EXPORT(single_product_minima);
HWY_EXPORT(stored_minima);
HWY_EXPORT(inner_product_first);
HWY_EXPORT(single_product_first);
HWY_EXPORT(stored_first);
HWY_EXPORT(form_entries);

void column_minima(const NegativeInnerProducts& matrix, std::span<const std::int32_t> rows,
                   const double* heights, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(inner_product_minima)(matrix, rows.data(), std::ssize(rows), heights, out);
}

void column_minima(const SingleInnerProducts& matrix, std::span<const std::int32_t> rows,
                   const float* heights, float* out) noexcept {
  HWY_DYNAMIC_DISPATCH(single_product_minima)(matrix, rows.data(), std::ssize(rows), heights, out);
}

void column_minima(const StoredMatrix& matrix, std::span<const std::int32_t> rows, const double* heights,
                   double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(stored_minima)(matrix, rows.data(), std::ssize(rows), heights, out);
}

std::ptrdiff_t first_column_at(const NegativeInnerProducts& matrix, std::int32_t row, const double* heights,
                               double minimum) noexcept {
  return HWY_DYNAMIC_DISPATCH(inner_product_first)(matrix, row, heights, minimum);
}

std::ptrdiff_t first_column_at(const SingleInnerProducts& matrix, std::int32_t row, const float* heights,
                               float minimum) noexcept {
  return HWY_DYNAMIC_DISPATCH(single_product_first)(matrix, row, heights, minimum);
}

std::ptrdiff_t first_column_at(const StoredMatrix& matrix, std::int32_t row, const double* heights,
                               double minimum) noexcept {
  return HWY_DYNAMIC_DISPATCH(stored_first)(matrix, row, heights, minimum);
}

void form(const NegativeInnerProducts& matrix, std::ptrdiff_t row_count, double* entries) noexcept {
  HWY_DYNAMIC_DISPATCH(form_entries)(matrix, row_count, entries);
}

}  // namespace wpga::kernels
#endif
