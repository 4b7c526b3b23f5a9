#include "wpga/kernels/affine_minimum.hpp"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/affine_minimum.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

AffineMinimum affine_minimum_of(const PointRows& rows, const double* slope, const double* offsets) {
  const hn::CappedTag<double, 8> lanes;
  const auto width = static_cast<Index>(hn::Lanes(lanes));
  auto smallest = hn::Set(lanes, std::numeric_limits<double>::infinity());
  auto index = hn::Zero(lanes);
  for (Index t = 0; t < rows.stride; t += width) {
    auto value = hn::LoadU(lanes, offsets + t);
    for (Index i = 0; i < rows.dimension; ++i)
      value = hn::Add(value, hn::Mul(hn::LoadU(lanes, rows.row(i) + t), hn::Set(lanes, slope[i])));
    index = hn::IfThenElse(hn::Lt(value, smallest), hn::Set(lanes, static_cast<double>(t)), index);
    smallest = hn::Min(smallest, value);
  }
  HWY_ALIGN double smallest_of[8], index_of[8];
  hn::Store(smallest, lanes, smallest_of);
  hn::Store(index, lanes, index_of);
  AffineMinimum best{std::numeric_limits<double>::infinity(), 0};
  for (Index lane = 0; lane < width; ++lane) {
    const auto here = static_cast<std::int32_t>(index_of[lane]) + static_cast<std::int32_t>(lane);
    if (smallest_of[lane] < best.value || (smallest_of[lane] == best.value && here < best.index))
      best = {smallest_of[lane], here};
  }
  return best;
}

}  // namespace
}  // namespace wpga::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(affine_minimum_of);

AffineMinimum affine_minimum(const PointRows& rows, const double* slope,
                             std::span<const double> offsets) noexcept {
  return HWY_DYNAMIC_DISPATCH(affine_minimum_of)(rows, slope, offsets.data());
}

}  // namespace wpga::kernels
#endif
