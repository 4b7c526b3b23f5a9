#include "wpga/report/frames/frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace wpga {

namespace {

void put_in_data_units(Matrix& points, const Space& space) {
  const auto d = static_cast<std::size_t>(points.rows());
  if (space.scale.size() != d || space.center.size() != d) return;
  const VectorView scale(space.scale.data(), points.rows()), center(space.center.data(), points.rows());
  points = ((scale.asDiagonal() * points).colwise() + center).eval();
}

Measure in_data_units(const MeasureView& measure, const Space& space) {
  Measure copy = copy_of(measure);
  put_in_data_units(copy.points, space);
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

// A painter of measures and one of weights that share only the shape of the frame.
class Both final : public FramePainter {
 public:
  Both(std::unique_ptr<FramePainter> measures, std::unique_ptr<FramePainter> weights, std::size_t count)
      : measures_(std::move(measures)), weights_(std::move(weights)), count_(count) {}

  double aspect() const override { return measures_->aspect(); }
  double fitting_width(double wished) const override { return measures_->fitting_width(wished); }
  std::string legend() const override {
    const std::string first = measures_->legend(), second = weights_->legend();
    return first.empty() || second.empty() ? first + second : first + "; " + second;
  }
  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    frame < count_ ? measures_->paint(canvas, box, frame) : weights_->paint(canvas, box, frame - count_);
  }

 private:
  std::unique_ptr<FramePainter> measures_, weights_;
  std::size_t count_;
};

std::unique_ptr<FramePainter> both(std::unique_ptr<FramePainter> measures,
                                   std::unique_ptr<FramePainter> weights, std::size_t count) {
  if (!weights) return measures;
  if (!measures) return weights;
  return std::make_unique<Both>(std::move(measures), std::move(weights), count);
}

}  // namespace

std::vector<Measure> in_data_units(std::span<const MeasureView> measures, const Space& space) {
  std::vector<Measure> copies;
  copies.reserve(measures.size());
  for (const MeasureView& measure : measures) copies.push_back(in_data_units(measure, space));
  return copies;
}

std::string axis_number(double value, double length) {
  const double largest = std::max(std::abs(value), length);
  if (!(length > 0) || !std::isfinite(largest) || largest >= 1e7 || largest < 1e-4)
    return fmt::format("{:.4g}", value == 0 ? 0.0 : value);
  const int digits = std::clamp(2 - static_cast<int>(std::floor(std::log10(length))), 0, 8);
  std::string text = fmt::format("{:.{}f}", value, digits);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

double snapped(double length) {
  return std::round(length * Canvas::default_pixels_per_point) / Canvas::default_pixels_per_point;
}

std::unique_ptr<FramePainter> frame_painter(std::vector<Measure> measures, std::vector<SignedWeights> weights,
                                            const Space& space, InkScale scale) {
  for (SignedWeights& frame : weights) put_in_data_units(frame.points, space);
  const Index dimension = !measures.empty()  ? measures.front().dimension()
                          : !weights.empty() ? weights.front().points.rows()
                                             : 0;
  if (dimension == 1) return curve_painter(std::move(measures), std::move(weights), space);
  if (space.kind == Kind::shape) {
    const std::size_t count = measures.size();
    auto weighed = weights.empty() ? nullptr : shape_weights_painter(std::move(weights), space);
    auto moving = measures.empty() ? nullptr : shape_painter(std::move(measures), space, scale);
    return both(std::move(moving), std::move(weighed), count);
  }
  if (space.kind == Kind::palette && dimension == 3) {
    const std::size_t count = measures.size();
    auto weighed = weights.empty() ? nullptr : palette_weights_painter(std::move(weights), space);
    auto moving = measures.empty() ? nullptr : palette_painter(std::move(measures), space);
    return both(std::move(moving), std::move(weighed), count);
  }
  return cloud_painter(std::move(measures), std::move(weights), space, scale);
}

}  // namespace wpga
