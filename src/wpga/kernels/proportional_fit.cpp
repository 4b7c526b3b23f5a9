#include "wpga/kernels/proportional_fit.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/proportional_fit.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using FloatVec = hn::Vec<Floats>;

HWY_INLINE FloatVec square(FloatVec value) { return hn::Mul(value, value); }

void form_gibbs_entries(const FloatMatrix& matrix, const float* z, const float* x, std::ptrdiff_t dimension) {
  const Floats f;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(f)), columns = matrix.columns_padded;
  const FloatVec eighth = hn::Set(f, 0.125F), one = hn::Set(f, 1.0F), least = hn::Set(f, 0x1p-6F);
  for (std::ptrdiff_t k = 0; k < matrix.rows; ++k)
    for (std::ptrdiff_t j = 0; j < columns; j += lanes) {
      FloatVec product = hn::Zero(f);
      for (std::ptrdiff_t i = 0; i < dimension; ++i)
        product = hn::MulAdd(hn::Set(f, z[k * dimension + i]), hn::LoadU(f, x + i * columns + j), product);
      const FloatVec root = hn::Max(hn::MulAdd(product, eighth, one), least);
      hn::StoreU(square(square(square(root))), f, matrix.entries + k * columns + j);
    }
}

// Four rows share the loads of column values; beyond the last row the last one is used with share 0.
void fit_rows_once(const FloatMatrix& matrix, const float* column_shares, const float* row_shares,
                   float* row_factors, float* column_sums) {
  const Floats f;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(f)), columns = matrix.columns_padded;
  std::fill(column_sums, column_sums + columns, 0.0F);
  for (std::ptrdiff_t k = 0; k < matrix.rows; k += 4) {
    const std::ptrdiff_t here = std::min<std::ptrdiff_t>(4, matrix.rows - k);
    const float* m0 = matrix.entries + k * columns;
    const float* m1 = here > 1 ? m0 + columns : m0;
    const float* m2 = here > 2 ? m1 + columns : m0;
    const float* m3 = here > 3 ? m2 + columns : m0;
    FloatVec s0 = hn::Zero(f), s1 = s0, s2 = s0, s3 = s0;
    for (std::ptrdiff_t j = 0; j < columns; j += lanes) {
      const FloatVec share = hn::LoadU(f, column_shares + j);
      s0 = hn::MulAdd(hn::LoadU(f, m0 + j), share, s0), s1 = hn::MulAdd(hn::LoadU(f, m1 + j), share, s1);
      s2 = hn::MulAdd(hn::LoadU(f, m2 + j), share, s2), s3 = hn::MulAdd(hn::LoadU(f, m3 + j), share, s3);
    }
    const float sums[4] = {hn::GetLane(hn::SumOfLanes(f, s0)), hn::GetLane(hn::SumOfLanes(f, s1)),
                           hn::GetLane(hn::SumOfLanes(f, s2)), hn::GetLane(hn::SumOfLanes(f, s3))};
    float carried[4] = {0, 0, 0, 0};
    for (std::ptrdiff_t r = 0; r < here; ++r) {
      row_factors[k + r] = 1 / sums[r];
      carried[r] = row_shares[k + r] / sums[r];
    }
    const FloatVec w0 = hn::Set(f, carried[0]), w1 = hn::Set(f, carried[1]), w2 = hn::Set(f, carried[2]),
                   w3 = hn::Set(f, carried[3]);
    for (std::ptrdiff_t j = 0; j < columns; j += lanes) {
      FloatVec left = hn::MulAdd(w0, hn::LoadU(f, m0 + j), hn::LoadU(f, column_sums + j));
      FloatVec right = hn::Mul(w1, hn::LoadU(f, m1 + j));
      left = hn::MulAdd(w2, hn::LoadU(f, m2 + j), left);
      right = hn::MulAdd(w3, hn::LoadU(f, m3 + j), right);
      hn::StoreU(hn::Add(left, right), f, column_sums + j);
    }
  }
}

void sharpen_entries(const FloatMatrix& matrix, const float* row_factors, const float* column_factors) {
  const Floats f;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(f)), columns = matrix.columns_padded;
  // Squares stay normal numbers: denormal ones would be a hundred times slower.
  const FloatVec floor = hn::Set(f, 1e-15F);
  for (std::ptrdiff_t k = 0; k < matrix.rows; ++k) {
    const FloatVec row_factor = hn::Set(f, row_factors[k]);
    float* entries = matrix.entries + k * columns;
    for (std::ptrdiff_t j = 0; j < columns; j += lanes) {
      const FloatVec scaled =
          hn::Mul(hn::Mul(row_factor, hn::LoadU(f, entries + j)), hn::LoadU(f, column_factors + j));
      hn::StoreU(square(hn::Max(scaled, floor)), f, entries + j);
    }
  }
}

std::ptrdiff_t select_row(const FloatMatrix& matrix, std::ptrdiff_t row, float row_factor,
                          const float* column_factors, float threshold, std::int32_t* columns,
                          float* values) {
  const Floats f;
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(f));
  const float* entries = matrix.entries + row * matrix.columns_padded;
  const FloatVec factor = hn::Set(f, row_factor), least = hn::Set(f, threshold);
  HWY_ALIGN float scaled[16];
  std::ptrdiff_t count = 0;
  for (std::ptrdiff_t j = 0; j < matrix.columns_padded; j += lanes) {
    const FloatVec value =
        hn::Mul(factor, hn::Mul(hn::LoadU(f, entries + j), hn::LoadU(f, column_factors + j)));
    if (hn::AllFalse(f, hn::Ge(value, least))) continue;
    hn::Store(value, f, scaled);
    for (std::ptrdiff_t lane = 0; lane < lanes; ++lane) {
      columns[count] = static_cast<std::int32_t>(j + lane);
      values[count] = scaled[lane];
      count += scaled[lane] >= threshold ? 1 : 0;
    }
  }
  return count;
}

}  // namespace HWY_NAMESPACE
}  // namespace wpga::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(form_gibbs_entries);
HWY_EXPORT(fit_rows_once);
HWY_EXPORT(sharpen_entries);
HWY_EXPORT(select_row);

void form_gibbs(const FloatMatrix& matrix, const float* z, const float* x,
                std::ptrdiff_t dimension) noexcept {
  HWY_DYNAMIC_DISPATCH(form_gibbs_entries)(matrix, z, x, dimension);
}

void fit_rows(const FloatMatrix& matrix, const float* column_shares, const float* row_shares,
              float* row_factors, float* column_sums) noexcept {
  HWY_DYNAMIC_DISPATCH(fit_rows_once)(matrix, column_shares, row_shares, row_factors, column_sums);
}

void sharpen(const FloatMatrix& matrix, const float* row_factors, const float* column_factors) noexcept {
  HWY_DYNAMIC_DISPATCH(sharpen_entries)(matrix, row_factors, column_factors);
}

std::ptrdiff_t select_above(const FloatMatrix& matrix, std::ptrdiff_t row, float row_factor,
                            const float* column_factors, float threshold, std::int32_t* columns,
                            float* values) noexcept {
  return HWY_DYNAMIC_DISPATCH(select_row)(matrix, row, row_factor, column_factors, threshold, columns,
                                          values);
}

}  // namespace wpga::kernels
#endif
