#include "wpga/kernels/gibbs.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/gibbs.cpp"
#include <hwy/foreach_target.h>
// foreach_target comes first.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
template <class T>
using Tag = hn::CappedTag<T, padding * sizeof(float) / sizeof(T)>;
using Doubles = Tag<double>;
using HalfFloats = hn::Rebind<float, Doubles>;
using DoubleVec = hn::Vec<Doubles>;

// Kernel entries as doubles.
HWY_INLINE DoubleVec load_wide(const float* from) {
  return hn::PromoteTo(Doubles(), hn::LoadU(HalfFloats(), from));
}
HWY_INLINE DoubleVec load_wide(const double* from) { return hn::LoadU(Doubles(), from); }

// Below these arguments an entry is zero for every purpose of a plan; subnormal entries would only be slow.
template <class T>
constexpr T smallest_argument = sizeof(T) == sizeof(float) ? T(-80) : T(-700);

template <class D, class V>
HWY_INLINE V exponential(D d, V argument) {
  const auto least = hn::Set(d, smallest_argument<hn::TFromD<D>>);
  return hn::IfThenElseZero(hn::Ge(argument, least), hn::Exp(d, hn::Max(argument, least)));
}

HWY_INLINE void store_exponentials(const double* in, DoubleVec shift, std::ptrdiff_t count, float* out) {
  const Doubles d;
  const Tag<float> f;
  for (std::ptrdiff_t j = 0; j < count; j += hn::Lanes(d))
    hn::StoreU(hn::DemoteTo(HalfFloats(), hn::Sub(hn::LoadU(d, in + j), shift)), HalfFloats(), out + j);
  for (std::ptrdiff_t j = 0; j < count; j += hn::Lanes(f))
    hn::StoreU(exponential(f, hn::LoadU(f, out + j)), f, out + j);
}
HWY_INLINE void store_exponentials(const double* in, DoubleVec shift, std::ptrdiff_t count, double* out) {
  const Doubles d;
  for (std::ptrdiff_t j = 0; j < count; j += hn::Lanes(d))
    hn::StoreU(exponential(d, hn::Sub(hn::LoadU(d, in + j), shift)), d, out + j);
}

// R rows together, so that the points x are loaded once for all of them.
template <int R, class T>
HWY_INLINE void gibbs_block(const double* z, PointColumns x, const double* offsets, double slope,
                            double* scratch, T* kernel, double* maxima) {
  const Doubles d;
  DoubleVec best[R];
  for (int r = 0; r < R; ++r) best[r] = hn::Set(d, -1e300);
  for (std::ptrdiff_t j = 0; j < x.stride; j += hn::Lanes(d)) {
    DoubleVec t[R];
    for (int r = 0; r < R; ++r) t[r] = hn::LoadU(d, offsets + j);
    for (std::ptrdiff_t k = 0; k < x.dimension; ++k) {
      const auto coordinate = hn::LoadU(d, x.coordinates + k * x.stride + j);
      for (int r = 0; r < R; ++r)
        t[r] = hn::MulAdd(hn::Set(d, slope * z[r * x.dimension + k]), coordinate, t[r]);
    }
    for (int r = 0; r < R; ++r) {
      best[r] = hn::Max(best[r], t[r]);
      hn::StoreU(t[r], d, scratch + r * x.stride + j);
    }
  }
  for (int r = 0; r < R; ++r) {
    const auto shift = hn::MaxOfLanes(d, best[r]);
    maxima[r] = hn::GetLane(shift);
    store_exponentials(scratch + r * x.stride, shift, x.stride, kernel + r * x.stride);
  }
}

template <class T>
void gibbs(const double* z, std::ptrdiff_t rows, PointColumns x, const double* offsets, double slope,
           double* scratch, T* kernel, double* maxima) {
  std::ptrdiff_t i = 0;
  for (; i + 4 <= rows; i += 4)
    gibbs_block<4>(z + i * x.dimension, x, offsets, slope, scratch, kernel + i * x.stride, maxima + i);
  for (; i < rows; ++i)
    gibbs_block<1>(z + i * x.dimension, x, offsets, slope, scratch, kernel + i * x.stride, maxima + i);
}

#if HWY_TARGET != HWY_SCALAR
// The sums of four vectors, written to sums[0…3]: transposing inside blocks of 128 bits takes fewer steps
// than four sums across lanes.
HWY_INLINE void store_sums(const hn::Vec<Tag<float>>* vectors, double* sums) {
  const Tag<float> t;
  const hn::Repartition<double, Tag<float>> pairs;
  const hn::FixedTag<float, 4> four;
  const auto half = [&](auto one, auto other) HWY_ATTR {
    return hn::Add(hn::InterleaveLower(t, one, other), hn::InterleaveUpper(t, one, other));
  };
  const auto first = hn::BitCast(pairs, half(vectors[0], vectors[1]));
  const auto second = hn::BitCast(pairs, half(vectors[2], vectors[3]));
  const auto lower = hn::BitCast(t, hn::InterleaveLower(pairs, first, second));
  const auto upper = hn::BitCast(t, hn::InterleaveUpper(pairs, first, second));
  HWY_ALIGN float blocks[padding];
  hn::Store(hn::Add(lower, upper), t, blocks);
  auto total = hn::Load(four, blocks);
  for (std::size_t block = 4; block < hn::Lanes(t); block += 4)
    total = hn::Add(total, hn::Load(four, blocks + block));
  HWY_ALIGN float lanes[4];
  hn::Store(total, four, lanes);
  for (int r = 0; r < 4; ++r) sums[r] = static_cast<double>(lanes[r]);
}
#else
HWY_INLINE void store_sums(const hn::Vec<Tag<float>>* vectors, double* sums) {
  for (int r = 0; r < 4; ++r) sums[r] = static_cast<double>(hn::GetLane(vectors[r]));
}
#endif
HWY_INLINE void store_sums(const hn::Vec<Tag<double>>* vectors, double* sums) {
  for (int r = 0; r < 4; ++r) sums[r] = hn::GetLane(hn::SumOfLanes(Tag<double>(), vectors[r]));
}

constexpr int sweep_rows = 8;

template <class T>
HWY_INLINE void sum_rows(const T* kernel, std::ptrdiff_t stride, const T* v, double* sums) {
  const Tag<T> t;
  hn::Vec<Tag<T>> sum[sweep_rows];
  for (auto& each : sum) each = hn::Zero(t);
  for (std::ptrdiff_t j = 0; j < stride; j += hn::Lanes(t)) {
    const auto scale = hn::LoadU(t, v + j);
    for (int r = 0; r < sweep_rows; ++r)
      sum[r] = hn::MulAdd(hn::LoadU(t, kernel + r * stride + j), scale, sum[r]);
  }
  for (int r = 0; r < sweep_rows; r += 4) store_sums(sum + r, sums + r);
}

template <int R, class T>
HWY_INLINE void add_rows(const T* kernel, std::ptrdiff_t stride, const double* weights, const double* sums,
                         T* columns) {
  const Tag<T> t;
  hn::Vec<Tag<T>> u[R];
  for (int r = 0; r < R; ++r) u[r] = hn::Set(t, static_cast<T>(weights[r] / sums[r]));
  for (std::ptrdiff_t j = 0; j < stride; j += hn::Lanes(t)) {
    auto even = hn::LoadU(t, columns + j);
    auto odd = hn::Zero(t);
    for (int r = 0; r < R; r += 2) {
      even = hn::MulAdd(hn::LoadU(t, kernel + r * stride + j), u[r], even);
      if (r + 1 < R) odd = hn::MulAdd(hn::LoadU(t, kernel + (r + 1) * stride + j), u[r + 1], odd);
    }
    hn::StoreU(hn::Add(even, odd), t, columns + j);
  }
}

template <class T>
HWY_INLINE void sweep_row(const T* row, std::ptrdiff_t stride, const double* weight, const T* v, double* sum,
                          T* columns) {
  const Tag<T> t;
  auto total = hn::Zero(t);
  for (std::ptrdiff_t j = 0; j < stride; j += hn::Lanes(t))
    total = hn::MulAdd(hn::LoadU(t, row + j), hn::LoadU(t, v + j), total);
  *sum = static_cast<double>(hn::GetLane(hn::SumOfLanes(t, total)));
  add_rows<1>(row, stride, weight, sum, columns);
}

// A block of rows is used twice while it is in the first-level cache, so the kernel is streamed once.  The
// sums of the next block are taken before this one is added: nothing waits for a division.
template <class T>
void sweep(const T* kernel, std::ptrdiff_t rows, std::ptrdiff_t stride, const double* weights, const T* v,
           double* sums, T* columns) {
  const std::ptrdiff_t whole = rows / sweep_rows * sweep_rows;
  if (whole > 0) sum_rows(kernel, stride, v, sums);
  for (std::ptrdiff_t i = 0; i < whole; i += sweep_rows) {
    const std::ptrdiff_t next = i + sweep_rows;
    if (next < whole) sum_rows(kernel + next * stride, stride, v, sums + next);
    add_rows<sweep_rows>(kernel + i * stride, stride, weights + i, sums + i, columns);
  }
  for (std::ptrdiff_t i = whole; i < rows; ++i)
    sweep_row(kernel + i * stride, stride, weights + i, v, sums + i, columns);
}

// Σ_k (z_k − x_jk)² for the lanes from j on: differences first, so that near points keep their digits.
HWY_INLINE DoubleVec squared_distances(const double* z, PointColumns x, std::ptrdiff_t j) {
  const Doubles d;
  auto cost = hn::Zero(d);
  for (std::ptrdiff_t k = 0; k < x.dimension; ++k) {
    const auto difference = hn::Sub(hn::Set(d, z[k]), hn::LoadU(d, x.coordinates + k * x.stride + j));
    cost = hn::MulAdd(difference, difference, cost);
  }
  return cost;
}

template <class T>
void evaluate(const double* z, std::ptrdiff_t rows, PointColumns x, const T* kernel, const double* weights,
              const double* v, const double* kept, const double* potentials, PlanEvaluation out) {
  const Doubles d;
  const std::ptrdiff_t lanes = hn::Lanes(d);
  for (std::ptrdiff_t i = 0; i < rows; ++i, kernel += x.stride, z += x.dimension) {
    auto sum = hn::Zero(d), mass = hn::Zero(d), cost = hn::Zero(d), least = hn::Set(d, 1e300);
    for (std::ptrdiff_t j = 0; j < x.stride; j += lanes) {
      const auto entry = load_wide(kernel + j);
      const auto c = squared_distances(z, x, j);
      const auto part = hn::Mul(entry, hn::LoadU(d, kept + j));
      sum = hn::MulAdd(entry, hn::LoadU(d, v + j), sum);
      mass = hn::Add(mass, part);
      cost = hn::MulAdd(part, c, cost);
      least = hn::Min(least, hn::Sub(c, hn::LoadU(d, potentials + j)));
    }
    const double u = weights[i] / hn::GetLane(hn::SumOfLanes(d, sum));
    out.scalings[i] = u;
    out.kept_mass[i] = u * hn::GetLane(hn::SumOfLanes(d, mass));
    out.kept_cost[i] = u * hn::GetLane(hn::SumOfLanes(d, cost));
    out.minima[i] = hn::GetLane(hn::MinOfLanes(d, least));
    const auto scale = hn::Set(d, u);
    for (std::ptrdiff_t j = 0; j < x.stride; j += lanes) {
      const auto column = hn::LoadU(d, out.column_sums + j);
      hn::StoreU(hn::MulAdd(load_wide(kernel + j), scale, column), d, out.column_sums + j);
    }
  }
}

template <class T>
void means_of_rows(std::ptrdiff_t rows, PointColumns x, const T* kernel, const double* v, double* means) {
  const Doubles d;
  const std::ptrdiff_t lanes = hn::Lanes(d);
  for (std::ptrdiff_t i = 0; i < rows; ++i, kernel += x.stride, means += x.dimension) {
    auto sum = hn::Zero(d);
    for (std::ptrdiff_t j = 0; j < x.stride; j += lanes)
      sum = hn::MulAdd(load_wide(kernel + j), hn::LoadU(d, v + j), sum);
    const double total = hn::GetLane(hn::SumOfLanes(d, sum));
    for (std::ptrdiff_t k = 0; k < x.dimension; ++k) {
      auto moment = hn::Zero(d);
      for (std::ptrdiff_t j = 0; j < x.stride; j += lanes) {
        const auto mass = hn::Mul(load_wide(kernel + j), hn::LoadU(d, v + j));
        moment = hn::MulAdd(mass, hn::LoadU(d, x.coordinates + k * x.stride + j), moment);
      }
      means[k] = hn::GetLane(hn::SumOfLanes(d, moment)) / total;
    }
  }
}

void lower_minima(const double* z, std::ptrdiff_t rows, PointColumns x, const double* potentials,
                  double* minima) {
  const Doubles d;
  for (std::ptrdiff_t j = 0; j < x.stride; j += hn::Lanes(d)) {
    auto least = hn::LoadU(d, minima + j);
    for (std::ptrdiff_t i = 0; i < rows; ++i) {
      const auto c = squared_distances(z + i * x.dimension, x, j);
      least = hn::Min(least, hn::Sub(c, hn::Set(d, potentials[i])));
    }
    hn::StoreU(least, d, minima + j);
  }
}

void log_of_ratios(const double* numerators, const double* denominators, std::ptrdiff_t count, double* out) {
  const Doubles d;
  const std::ptrdiff_t lanes = hn::Lanes(d);
  std::ptrdiff_t j = 0;
  for (; j + lanes <= count; j += lanes)
    hn::StoreU(hn::Log(d, hn::Div(hn::LoadU(d, numerators + j), hn::LoadU(d, denominators + j))), d, out + j);
  const hn::CappedTag<double, 1> one;
  for (; j < count; ++j) out[j] = hn::GetLane(hn::Log(one, hn::Set(one, numerators[j] / denominators[j])));
}

void exp_of_all(const double* in, std::ptrdiff_t count, double* out) {
  const Doubles d;
  const std::ptrdiff_t lanes = hn::Lanes(d);
  std::ptrdiff_t j = 0;
  for (; j + lanes <= count; j += lanes) hn::StoreU(hn::Exp(d, hn::LoadU(d, in + j)), d, out + j);
  const hn::CappedTag<double, 1> one;
  for (; j < count; ++j) out[j] = hn::GetLane(hn::Exp(one, hn::Set(one, in[j])));
}

void gibbs_float(const double* z, std::ptrdiff_t rows, PointColumns x, const double* offsets, double slope,
                 double* scratch, float* kernel, double* maxima) {
  gibbs(z, rows, x, offsets, slope, scratch, kernel, maxima);
}
void gibbs_double(const double* z, std::ptrdiff_t rows, PointColumns x, const double* offsets, double slope,
                  double* scratch, double* kernel, double* maxima) {
  gibbs(z, rows, x, offsets, slope, scratch, kernel, maxima);
}
void sweep_float(const float* kernel, std::ptrdiff_t rows, std::ptrdiff_t stride, const double* weights,
                 const float* v, double* sums, float* columns) {
  sweep(kernel, rows, stride, weights, v, sums, columns);
}
void sweep_double(const double* kernel, std::ptrdiff_t rows, std::ptrdiff_t stride, const double* weights,
                  const double* v, double* sums, double* columns) {
  sweep(kernel, rows, stride, weights, v, sums, columns);
}
void evaluate_float(const double* z, std::ptrdiff_t rows, PointColumns x, const float* kernel,
                    const double* weights, const double* v, const double* kept, const double* potentials,
                    PlanEvaluation out) {
  evaluate(z, rows, x, kernel, weights, v, kept, potentials, out);
}
void evaluate_double(const double* z, std::ptrdiff_t rows, PointColumns x, const double* kernel,
                     const double* weights, const double* v, const double* kept, const double* potentials,
                     PlanEvaluation out) {
  evaluate(z, rows, x, kernel, weights, v, kept, potentials, out);
}
void means_float(std::ptrdiff_t rows, PointColumns x, const float* kernel, const double* v, double* means) {
  means_of_rows(rows, x, kernel, v, means);
}
void means_double(std::ptrdiff_t rows, PointColumns x, const double* kernel, const double* v, double* means) {
  means_of_rows(rows, x, kernel, v, means);
}

}  // namespace wpga::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(gibbs_float);
HWY_EXPORT(gibbs_double);
HWY_EXPORT(sweep_float);
HWY_EXPORT(sweep_double);
HWY_EXPORT(evaluate_float);
HWY_EXPORT(evaluate_double);
HWY_EXPORT(means_float);
HWY_EXPORT(means_double);
HWY_EXPORT(lower_minima);
HWY_EXPORT(log_of_ratios);
HWY_EXPORT(exp_of_all);

void gibbs_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const double* offsets, double slope,
                double* scratch, float* kernel, double* maxima) noexcept {
  HWY_DYNAMIC_DISPATCH(gibbs_float)(z, rows, x, offsets, slope, scratch, kernel, maxima);
}
void gibbs_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const double* offsets, double slope,
                double* scratch, double* kernel, double* maxima) noexcept {
  HWY_DYNAMIC_DISPATCH(gibbs_double)(z, rows, x, offsets, slope, scratch, kernel, maxima);
}
void scaling_sweep(const float* kernel, std::ptrdiff_t rows, std::ptrdiff_t stride, const double* weights,
                   const float* v, double* sums, float* columns) noexcept {
  HWY_DYNAMIC_DISPATCH(sweep_float)(kernel, rows, stride, weights, v, sums, columns);
}
void scaling_sweep(const double* kernel, std::ptrdiff_t rows, std::ptrdiff_t stride, const double* weights,
                   const double* v, double* sums, double* columns) noexcept {
  HWY_DYNAMIC_DISPATCH(sweep_double)(kernel, rows, stride, weights, v, sums, columns);
}
void evaluate_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const float* kernel,
                   const double* weights, const double* v, const double* kept, const double* potentials,
                   PlanEvaluation out) noexcept {
  HWY_DYNAMIC_DISPATCH(evaluate_float)(z, rows, x, kernel, weights, v, kept, potentials, out);
}
void evaluate_rows(const double* z, std::ptrdiff_t rows, PointColumns x, const double* kernel,
                   const double* weights, const double* v, const double* kept, const double* potentials,
                   PlanEvaluation out) noexcept {
  HWY_DYNAMIC_DISPATCH(evaluate_double)(z, rows, x, kernel, weights, v, kept, potentials, out);
}
void conditional_means(std::ptrdiff_t rows, PointColumns x, const float* kernel, const double* v,
                       double* means) noexcept {
  HWY_DYNAMIC_DISPATCH(means_float)(rows, x, kernel, v, means);
}
void conditional_means(std::ptrdiff_t rows, PointColumns x, const double* kernel, const double* v,
                       double* means) noexcept {
  HWY_DYNAMIC_DISPATCH(means_double)(rows, x, kernel, v, means);
}
void column_minima(const double* z, std::ptrdiff_t rows, PointColumns x, const double* potentials,
                   double* minima) noexcept {
  HWY_DYNAMIC_DISPATCH(lower_minima)(z, rows, x, potentials, minima);
}
void log_ratios(const double* numerators, const double* denominators, std::ptrdiff_t count,
                double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(log_of_ratios)(numerators, denominators, count, out);
}
void exponentials(const double* in, std::ptrdiff_t count, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(exp_of_all)(in, count, out);
}

}  // namespace wpga::kernels
#endif
