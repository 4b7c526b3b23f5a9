#include "wpga/kernels/log_domain.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/log_domain.cpp"
#include <hwy/foreach_target.h>
// foreach_target comes first.
#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// body(d, i) for whole vectors of doubles, then one by one.
template <class Body>
HWY_INLINE void for_each_vector(std::ptrdiff_t count, const Body& body) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> one;
  std::ptrdiff_t i = 0;
  for (; i + static_cast<std::ptrdiff_t>(hn::Lanes(d)) <= count; i += hn::Lanes(d)) body(d, i);
  for (; i < count; ++i) body(one, i);
}

// Exponentials of floats have half the terms, and a product in single precision sees no more digits.
void exponentials_float(const double* in, std::ptrdiff_t count, double shift, float* out) {
  for_each_vector(count, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(d)> f;
    const auto least = hn::Set(d, -87.0);
    const auto argument = hn::Max(hn::Sub(hn::LoadU(d, in + i), hn::Set(d, shift)), least);
    const auto power = hn::Exp(f, hn::DemoteTo(f, argument));
    const auto visible = hn::Gt(hn::DemoteTo(f, argument), hn::Set(f, -87.0f));
    hn::StoreU(hn::IfThenElseZero(visible, power), f, out + i);
  });
}

void exponentials_double(const double* in, std::ptrdiff_t count, double shift, double* out) {
  for_each_vector(count, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const auto least = hn::Set(d, -708.0);
    const auto argument = hn::Sub(hn::LoadU(d, in + i), hn::Set(d, shift));
    hn::StoreU(hn::IfThenElseZero(hn::Gt(argument, least), hn::Exp(d, hn::Max(argument, least))), d, out + i);
  });
}

template <class D, class V>
HWY_INLINE V logarithm(D d, V value, double shift) {
  const auto tiny = hn::Set(d, 1e-307);
  const auto result = hn::Add(hn::Log(d, hn::Max(value, tiny)), hn::Set(d, shift));
  return hn::IfThenElse(hn::Gt(value, tiny), result, hn::Set(d, nothing));
}

void logarithms_float(const float* in, std::ptrdiff_t count, double shift, double* out) {
  for_each_vector(count, [&](auto d, std::ptrdiff_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(d)> f;
    hn::StoreU(logarithm(d, hn::PromoteTo(d, hn::LoadU(f, in + i)), shift), d, out + i);
  });
}

void logarithms_double(const double* in, std::ptrdiff_t count, double shift, double* out) {
  for_each_vector(count, [&](auto d, std::ptrdiff_t i)
                             HWY_ATTR { hn::StoreU(logarithm(d, hn::LoadU(d, in + i), shift), d, out + i); });
}

}  // namespace wpga::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(exponentials_float);
HWY_EXPORT(exponentials_double);
HWY_EXPORT(logarithms_float);
HWY_EXPORT(logarithms_double);

void shifted_exponentials(const double* in, std::ptrdiff_t count, double shift, float* out) noexcept {
  HWY_DYNAMIC_DISPATCH(exponentials_float)(in, count, shift, out);
}
void shifted_exponentials(const double* in, std::ptrdiff_t count, double shift, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(exponentials_double)(in, count, shift, out);
}
void shifted_logarithms(const float* in, std::ptrdiff_t count, double shift, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(logarithms_float)(in, count, shift, out);
}
void shifted_logarithms(const double* in, std::ptrdiff_t count, double shift, double* out) noexcept {
  HWY_DYNAMIC_DISPATCH(logarithms_double)(in, count, shift, out);
}

}  // namespace wpga::kernels
#endif
