#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "wpga/report/frames.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {

namespace {

constexpr Index largest = 512;  // pixels along a side

// Paper to ink up to full weight, green above it, paper to blue below zero; blue by its root, since a little
// of it is already too much.
Color color_for(double weight, double full) {
  if (weight > full * (1 + 1e-9)) return colors::green;
  const double share = full > 0 ? std::min(1.0, std::abs(weight) / full) : 0.0;
  return weight < 0 ? mixed(colors::paper, colors::blue, std::sqrt(share))
                    : mixed(colors::paper, colors::ink, share);
}

// The least distance between different values, so that a value each has a pixel of its own.
double spacing_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const double range = values.back() - values.front();
  double spacing = range;
  for (std::size_t k = 1; k < values.size(); ++k)
    if (values[k] - values[k - 1] > 1e-9 * range) spacing = std::min(spacing, values[k] - values[k - 1]);
  return spacing;
}

class Pixels {
 public:
  Pixels(const std::vector<SignedWeights>& frames, const Space& space) : down_(space.kind == Kind::shape) {
    if (down_ && space.grid.size() >= 2 &&
        std::max(space.grid[space.grid.size() - 2], space.grid.back()) > 0) {
      grid_ = {.rows = space.grid[space.grid.size() - 2], .columns = space.grid.back()};
      return;
    }
    std::array<std::vector<double>, 2> values;
    for (const SignedWeights& frame : frames)
      for (Index k = 0; k < frame.points.cols(); ++k)
        for (Index i = 0; i < 2; ++i) values[static_cast<std::size_t>(i)].push_back(frame.points(i, k));
    const auto [left, right] = std::minmax_element(values[0].begin(), values[0].end());
    const auto [top, bottom] = std::minmax_element(values[1].begin(), values[1].end());
    const double extent = std::max(*right - *left, *bottom - *top);
    const double least = std::max(extent / static_cast<double>(largest - 1), 0.0);
    double pixel = std::max(least, std::min(spacing_of(values[0]), spacing_of(values[1])));
    if (!(pixel > 0)) pixel = extent > 0 ? extent : 1;
    const auto count = [&](double length) {
      return static_cast<Index>(std::floor(length / pixel + 0.5)) + 1;
    };
    grid_ = {count(*bottom - *top), count(*right - *left), *left - pixel / 2, *top - pixel / 2, pixel};
  }

  double aspect() const { return static_cast<double>(grid_.rows) / static_cast<double>(grid_.columns); }
  Index columns() const { return grid_.columns; }

  Image picture(const SignedWeights& frame) const {
    Matrix raster = Matrix::Zero(grid_.rows, grid_.columns);
    for (Index k = 0; k < frame.points.cols(); ++k) {
      const auto column = static_cast<Index>(std::floor((frame.points(0, k) - grid_.left) / grid_.pixel)),
                 row = static_cast<Index>(std::floor((frame.points(1, k) - grid_.top) / grid_.pixel));
      if (row >= 0 && row < grid_.rows && column >= 0 && column < grid_.columns)
        raster(down_ ? row : grid_.rows - 1 - row, column) += frame.weights[k];
    }
    Image image{.rows = grid_.rows, .columns = grid_.columns, .channels = 3, .samples = {}};
    image.samples.reserve(static_cast<std::size_t>(3 * raster.size()));
    for (Index r = 0; r < raster.rows(); ++r)
      for (Index c = 0; c < raster.cols(); ++c) {
        const Color color = color_for(raster(r, c), frame.full);
        image.samples.insert(image.samples.end(), {color.red, color.green, color.blue});
      }
    return image;
  }

 private:
  bool down_;
  PixelGrid grid_;
};

class WeightPixels final : public FramePainter {
 public:
  WeightPixels(std::vector<SignedWeights> frames, const Space& space)
      : frames_(std::move(frames)), pixels_(frames_, space) {}

  double aspect() const override { return pixels_.aspect(); }
  double fitting_width(double wished) const override {
    const double unit = static_cast<double>(pixels_.columns()) / Canvas::default_pixels_per_point;
    return unit > wished ? wished : std::round(wished / unit) * unit;
  }
  std::string legend() const override { return signed_legend; }

  // As large as the box allows: beside other frames it may have another shape.
  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    const double width = std::min(box.width, box.height / aspect()), height = width * aspect();
    const Box inner{box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height};
    canvas.image(inner, pixels_.picture(frames_[frame]));
    canvas.outline(box, colors::frame, 0.5);
  }

 private:
  std::vector<SignedWeights> frames_;
  Pixels pixels_;
};

// One bar for each point of the line, downwards where the weight is negative.
class WeightBars final : public FramePainter {
 public:
  explicit WeightBars(std::vector<SignedWeights> frames) : frames_(std::move(frames)) {
    std::vector<double> values;
    for (const SignedWeights& frame : frames_) {
      values.insert(values.end(), frame.points.data(), frame.points.data() + frame.points.size());
      low_ = std::min(low_, frame.weights.minCoeff());
      high_ = std::max({high_, frame.weights.maxCoeff(), frame.full});
    }
    const auto [left, right] = std::minmax_element(values.begin(), values.end());
    bar_ = spacing_of(values);
    if (!(bar_ > 0)) bar_ = 1;
    left_ = *left - bar_ / 2;
    range_ = *right - *left + bar_;
  }

  double aspect() const override { return 0.62; }
  std::string legend() const override { return signed_legend; }

  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    const SignedWeights& here = frames_[frame];
    const double scale = high_ > low_ ? box.height / (high_ - low_) : 0,
                 zero = box.y + box.height + low_ * scale;
    const auto bar = [&](Index k, double from, double to, const Color& color) {
      const double x = box.x + (here.points(0, k) - bar_ / 2 - left_) / range_ * box.width;
      canvas.rectangle({x, zero - to * scale, bar_ / range_ * box.width, (to - from) * scale}, color);
    };
    for (Index k = 0; k < here.weights.size(); ++k) {
      const double weight = here.weights[k];
      if (weight < 0) bar(k, weight, 0, colors::blue);
      if (weight > 0) bar(k, 0, std::min(weight, here.full), colors::ink);
      if (weight > here.full) bar(k, here.full, weight, colors::green);
    }
    canvas.line(std::array{Point{box.x, zero}, Point{box.x + box.width, zero}}, colors::frame, 0.5);
    canvas.outline(box, colors::frame, 0.5);
  }

 private:
  std::vector<SignedWeights> frames_;
  double low_ = 0, high_ = 0, left_ = 0, range_ = 1, bar_ = 1;
};

}  // namespace

std::unique_ptr<FramePainter> weight_painter(std::vector<SignedWeights> frames, const Space& space) {
  const auto d = static_cast<std::size_t>(frames.front().points.rows());
  if (space.scale.size() == d && space.center.size() == d) {
    const VectorView scale(space.scale.data(), static_cast<Index>(d)),
        center(space.center.data(), static_cast<Index>(d));
    for (SignedWeights& frame : frames)
      frame.points = ((scale.asDiagonal() * frame.points).colwise() + center).eval();
  }
  if (d == 1) return std::make_unique<WeightBars>(std::move(frames));
  return std::make_unique<WeightPixels>(std::move(frames), space);
}

}  // namespace wpga
