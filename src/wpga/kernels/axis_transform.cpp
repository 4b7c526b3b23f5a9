#include "wpga/kernels/axis_transform.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/axis_transform.cpp"
#include <hwy/foreach_target.h>
// foreach_target comes first.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Terms this far below the largest add nothing to a sum in double precision.
constexpr double negligible = -45;

// log Σ_j exp(term(j)) for the lanes of d.
template <class D, class Term>
HWY_INLINE hn::Vec<D> log_sum(D d, std::ptrdiff_t count, const Term& term) {
  auto greatest = hn::Set(d, 10 * nothing);
  for (std::ptrdiff_t j = 0; j < count; ++j) greatest = hn::Max(greatest, term(j));
  const auto least = hn::Set(d, negligible);
  auto sum = hn::Zero(d);
  for (std::ptrdiff_t j = 0; j < count; ++j) {
    const auto argument = hn::Sub(term(j), greatest);
    if (hn::AllFalse(d, hn::Gt(argument, least))) continue;
    sum = hn::Add(sum, hn::Exp(d, hn::Max(argument, hn::Set(d, -700.0))));
  }
  return hn::Add(greatest, hn::Log(d, sum));
}

template <class D, class Term>
HWY_INLINE hn::Vec<D> minimum(D d, std::ptrdiff_t count, const Term& term) {
  auto least = hn::Set(d, -10 * nothing);
  for (std::ptrdiff_t j = 0; j < count; ++j) least = hn::Min(least, term(j));
  return least;
}

// body(d, t) for whole vectors of t in [0, count), then lane by lane.
template <class Body>
HWY_INLINE void for_lanes(std::ptrdiff_t count, const Body& body) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> one;
  std::ptrdiff_t t = 0;
  for (; t + static_cast<std::ptrdiff_t>(hn::Lanes(d)) <= count; t += hn::Lanes(d)) body(d, t);
  for (; t < count; ++t) body(one, t);
}

template <bool Logarithmic>
HWY_INLINE void transform_axis(const double* in, AxisShape shape, const double* table, double* out) {
  const auto [outer, length, inner] = shape;
  for (std::ptrdiff_t o = 0; o < outer; ++o, in += length * inner, out += length * inner)
    for (std::ptrdiff_t i = 0; i < length; ++i)
      for_lanes(inner, [&](auto d, std::ptrdiff_t t) HWY_ATTR {
        const double* row = table + i * length;
        if constexpr (Logarithmic)
          hn::StoreU(log_sum(d, length,
                             [&](std::ptrdiff_t j) HWY_ATTR {
                               return hn::Sub(hn::LoadU(d, in + j * inner + t), hn::Set(d, row[j]));
                             }),
                     d, out + i * inner + t);
        else
          hn::StoreU(minimum(d, length,
                             [&](std::ptrdiff_t j) HWY_ATTR {
                               return hn::Add(hn::LoadU(d, in + j * inner + t), hn::Set(d, row[j]));
                             }),
                     d, out + i * inner + t);
      });
}

void log_sum_dense_lanes(const double* in, std::ptrdiff_t columns, const double* table, std::ptrdiff_t stride,
                         std::ptrdiff_t rows, double* out) {
  for_lanes(rows, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    hn::StoreU(log_sum(d, columns,
                       [&](std::ptrdiff_t j) HWY_ATTR {
                         return hn::Sub(hn::Set(d, in[j]), hn::LoadU(d, table + j * stride + i));
                       }),
               d, out + i);
  });
}

// M functions and V vectors of outputs together, so that neither the table nor the functions are read too
// often.
template <int M, int V, class D>
HWY_INLINE void minimum_tile(D d, const double* in, std::ptrdiff_t columns, const double* table,
                             std::ptrdiff_t stride, std::ptrdiff_t rows, double* out) {
  const std::ptrdiff_t lanes = hn::Lanes(d);
  hn::Vec<D> least[M][V];
  for (auto& function : least)
    for (auto& each : function) each = hn::Set(d, -10 * nothing);
  for (std::ptrdiff_t j = 0; j < columns; ++j) {
    hn::Vec<D> entry[V];
    for (int v = 0; v < V; ++v) entry[v] = hn::LoadU(d, table + j * stride + v * lanes);
    for (int m = 0; m < M; ++m) {
      const auto value = hn::Set(d, in[m * columns + j]);
      for (int v = 0; v < V; ++v) least[m][v] = hn::Min(least[m][v], hn::Add(value, entry[v]));
    }
  }
  for (int m = 0; m < M; ++m)
    for (int v = 0; v < V; ++v) hn::StoreU(least[m][v], d, out + m * rows + v * lanes);
}

template <int M>
HWY_INLINE void minimum_functions(const double* in, std::ptrdiff_t columns, const double* table,
                                  std::ptrdiff_t stride, std::ptrdiff_t rows, double* out) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> one;
  const std::ptrdiff_t lanes = hn::Lanes(d);
  std::ptrdiff_t i = 0;
  for (; i + 4 * lanes <= rows; i += 4 * lanes)
    minimum_tile<M, 4>(d, in, columns, table + i, stride, rows, out + i);
  for (; i + lanes <= rows; i += lanes) minimum_tile<M, 1>(d, in, columns, table + i, stride, rows, out + i);
  for (; i < rows; ++i) minimum_tile<M, 1>(one, in, columns, table + i, stride, rows, out + i);
}

void minimum_dense_lanes(const double* in, std::ptrdiff_t functions, std::ptrdiff_t columns,
                         const double* table, std::ptrdiff_t stride, std::ptrdiff_t rows, double* out) {
  std::ptrdiff_t m = 0;
  for (; m + 4 <= functions; m += 4)
    minimum_functions<4>(in + m * columns, columns, table, stride, rows, out + m * rows);
  for (; m < functions; ++m)
    minimum_functions<1>(in + m * columns, columns, table, stride, rows, out + m * rows);
}

// The last axis has no neighbours to put into one register: its lanes are outputs, and the symmetric table is
// read.
void log_sum_lines(const double* in, AxisShape shape, const double* table, double* out) {
  if (shape.inner > 1) return transform_axis<true>(in, shape, table, out);
  for (std::ptrdiff_t o = 0; o < shape.outer; ++o)
    log_sum_dense_lanes(in + o * shape.length, shape.length, table, shape.length, shape.length,
                        out + o * shape.length);
}

void minimum_lines(const double* in, AxisShape shape, const double* table, double* out) {
  if (shape.inner > 1) return transform_axis<false>(in, shape, table, out);
  minimum_dense_lanes(in, shape.outer, shape.length, table, shape.length, shape.length, out);
}

}  // namespace wpga::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(log_sum_lines);
HWY_EXPORT(minimum_lines);
HWY_EXPORT(log_sum_dense_lanes);
HWY_EXPORT(minimum_dense_lanes);

void log_sum_axis(const double* in, AxisShape shape, const double* table, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(log_sum_lines)(in, shape, table, out);
}
void minimum_axis(const double* in, AxisShape shape, const double* table, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(minimum_lines)(in, shape, table, out);
}
void log_sum_dense(const double* in, std::ptrdiff_t columns, const double* table, std::ptrdiff_t stride,
                   std::ptrdiff_t rows, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(log_sum_dense_lanes)(in, columns, table, stride, rows, out);
}
void minimum_dense(const double* in, std::ptrdiff_t functions, std::ptrdiff_t columns, const double* table,
                   std::ptrdiff_t stride, std::ptrdiff_t rows, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(minimum_dense_lanes)(in, functions, columns, table, stride, rows, out);
}

}  // namespace wpga::kernels
#endif
