#include "wpga/kernels/nearest_center.hpp"

#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "wpga/kernels/nearest_center.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace wpga::kernels::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Lanes = hn::CappedTag<double, 8>;
using Lane = hn::Vec<Lanes>;

// |x_j − center|² for the points j … j + lanes − 1, coordinate by coordinate in order.
HWY_INLINE Lane squared_distances(const double* rows, Index dimension, Index stride, Index j,
                                  const double* center) {
  const Lanes lanes;
  Lane sum = hn::Zero(lanes);
  for (Index i = 0; i < dimension; ++i) {
    const Lane difference = hn::Sub(hn::LoadU(lanes, rows + i * stride + j), hn::Set(lanes, center[i]));
    sum = hn::Add(sum, hn::Mul(difference, difference));
  }
  return sum;
}

TwoNearest two_nearest_of(const double* point, const PointRows& centers) {
  const Lanes lanes;
  const double infinity = std::numeric_limits<double>::infinity();
  Lane nearest = hn::Set(lanes, infinity), second = nearest, index = hn::Zero(lanes);
  const auto width = static_cast<Index>(hn::Lanes(lanes));
  for (Index c = 0; c < centers.stride; c += width) {
    const Lane distance =
        squared_distances(centers.coordinates.data(), centers.dimension, centers.stride, c, point);
    second = hn::Min(second, hn::Max(nearest, distance));
    index = hn::IfThenElse(hn::Lt(distance, nearest), hn::Set(lanes, static_cast<double>(c)), index);
    nearest = hn::Min(nearest, distance);
  }
  HWY_ALIGN double nearest_of[8], second_of[8], index_of[8];
  hn::Store(nearest, lanes, nearest_of);
  hn::Store(second, lanes, second_of);
  hn::Store(index, lanes, index_of);
  TwoNearest best{infinity, infinity, 0};
  for (Index lane = 0; lane < width; ++lane) {
    const auto here = static_cast<std::int32_t>(index_of[lane]) + static_cast<std::int32_t>(lane);
    const bool better =
        nearest_of[lane] < best.nearest || (nearest_of[lane] == best.nearest && here < best.index);
    const double loser = better ? best.nearest : nearest_of[lane];
    if (better) best.nearest = nearest_of[lane], best.index = here;
    best.second = std::min({best.second, second_of[lane], loser});
  }
  return best;
}

void two_nearest_all(const double* points, Index dimension, const std::int32_t* which, Index count,
                     const PointRows& centers, TwoNearest* out) {
  for (Index s = 0; s < count; ++s) out[s] = two_nearest_of(points + which[s] * dimension, centers);
}

void lower_all(const PointRows& points, const double* center, double* nearest) {
  const Lanes lanes;
  for (Index j = 0; j < points.stride; j += static_cast<Index>(hn::Lanes(lanes))) {
    const Lane distance =
        squared_distances(points.coordinates.data(), points.dimension, points.stride, j, center);
    hn::StoreU(hn::Min(hn::LoadU(lanes, nearest + j), distance), lanes, nearest + j);
  }
}

double potential_all(const PointRows& points, const double* center, const double* weights,
                     const double* nearest) {
  const Lanes lanes;
  const auto width = static_cast<Index>(hn::Lanes(lanes));
  HWY_ALIGN double sums[8] = {};
  for (Index first = 0; first < points.stride; first += 8)
    for (Index lane = 0; lane < 8; lane += width) {
      const Index j = first + lane;
      const Lane distance =
          squared_distances(points.coordinates.data(), points.dimension, points.stride, j, center);
      const Lane lowered = hn::Min(hn::LoadU(lanes, nearest + j), distance);
      const Lane term = hn::Mul(hn::LoadU(lanes, weights + j), lowered);
      hn::Store(hn::Add(hn::Load(lanes, sums + lane), term), lanes, sums + lane);
    }
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

}  // namespace
}  // namespace wpga::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace wpga::kernels {

HWY_EXPORT(two_nearest_all);
HWY_EXPORT(lower_all);
HWY_EXPORT(potential_all);

PointRows rows_of(const PointsRef& points, double filling) {
  PointRows rows{points.rows(), points.cols(), (points.cols() + 7) / 8 * 8, {}};
  rows.coordinates.assign(static_cast<std::size_t>(rows.dimension * rows.stride), filling);
  for (Index j = 0; j < points.cols(); ++j)
    for (Index i = 0; i < points.rows(); ++i)
      rows.coordinates[static_cast<std::size_t>(i * rows.stride + j)] = points(i, j);
  return rows;
}

void two_nearest(const PointsRef& points, std::span<const std::int32_t> which, const PointRows& centers,
                 std::span<TwoNearest> out) noexcept {
  HWY_DYNAMIC_DISPATCH(two_nearest_all)
  (points.data(), points.outerStride(), which.data(), static_cast<Index>(which.size()), centers, out.data());
}

void lower_to_center(const PointRows& points, const double* center, std::span<double> nearest) noexcept {
  HWY_DYNAMIC_DISPATCH(lower_all)(points, center, nearest.data());
}

double potential_with_center(const PointRows& points, const double* center, std::span<const double> weights,
                             std::span<const double> nearest) noexcept {
  return HWY_DYNAMIC_DISPATCH(potential_all)(points, center, weights.data(), nearest.data());
}

}  // namespace wpga::kernels
#endif
