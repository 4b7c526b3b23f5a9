#include "wpga/report/frames.hpp"

#include <span>

namespace wpga {

namespace {

Measure in_data_units(const MeasureView& measure, const Space& space) {
  Measure copy = copy_of(measure);
  const auto d = static_cast<std::size_t>(measure.dimension());
  if (space.scale.size() == d && space.center.size() == d) {
    const Eigen::Map<const Vector> scale(space.scale.data(), measure.dimension()),
        center(space.center.data(), measure.dimension());
    copy.points = (scale.asDiagonal() * copy.points).colwise() + center;
  }
  Index kept = 0;
  for (Index k = 0; k < copy.size(); ++k) {
    if (!copy.points.col(k).allFinite() || !(copy.weights[k] > 0)) continue;
    copy.points.col(kept) = copy.points.col(k);
    copy.weights[kept++] = copy.weights[k];
  }
  copy.points.conservativeResize(Eigen::NoChange, kept);
  copy.weights.conservativeResize(kept);
  return copy;
}

}  // namespace

std::vector<Measure> in_data_units(std::span<const MeasureView> measures, const Space& space) {
  std::vector<Measure> copies;
  copies.reserve(measures.size());
  for (const MeasureView& measure : measures) copies.push_back(in_data_units(measure, space));
  return copies;
}

std::unique_ptr<FramePainter> frame_painter(std::vector<Measure> measures, const Space& space,
                                            InkScale scale) {
  const Index dimension = measures.empty() ? 0 : measures.front().dimension();
  if (dimension == 1) return curve_painter(std::move(measures), space);
  if (space.kind == Kind::shape) return shape_painter(std::move(measures), space, scale);
  if (space.kind == Kind::palette && dimension == 3) return palette_painter(std::move(measures), space);
  return cloud_painter(std::move(measures), space, scale);
}

}  // namespace wpga
