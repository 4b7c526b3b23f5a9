#include <algorithm>
#include <array>
#include <cmath>

#include "wpga/report/frames/frames.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {

namespace {

constexpr Index largest_side = 512;  // pixels along a side

// The grid of the shapes or, where none is known, the coarsest one that has a pixel for each point.
PixelGrid pixels_for(const std::vector<SignedWeights>& frames, const Space& space) {
  if (space.grid.size() >= 2 && space.grid.back() > 0 && space.grid[space.grid.size() - 2] > 0)
    return {.rows = space.grid[space.grid.size() - 2], .columns = space.grid.back()};
  std::array<std::vector<double>, 2> values;
  for (const SignedWeights& frame : frames)
    for (Index k = 0; k < frame.points.cols(); ++k)
      for (Index i = 0; i < 2; ++i) values[static_cast<std::size_t>(i)].push_back(frame.points(i, k));
  const auto [left, right] = std::minmax_element(values[0].begin(), values[0].end());
  const auto [top, bottom] = std::minmax_element(values[1].begin(), values[1].end());
  const double extent = std::max(*right - *left, *bottom - *top);
  double pixel = std::max(extent / static_cast<double>(largest_side - 1),
                          std::min(spacing_of(values[0]), spacing_of(values[1])));
  if (!(pixel > 0)) pixel = extent > 0 ? extent : 1;
  const auto count = [&](double length) { return static_cast<Index>(std::floor(length / pixel + 0.5)) + 1; };
  return {count(*bottom - *top), count(*right - *left), *left - pixel / 2, *top - pixel / 2, pixel};
}

class WeightPixels final : public FramePainter {
 public:
  WeightPixels(const std::vector<SignedWeights>& frames, const Space& space)
      : grid_(pixels_for(frames, space)) {
    for (const SignedWeights& frame : frames) {
      rasters_.push_back(summed(frame));
      full_.push_back(frame.full);
    }
    if (!sums_) return;
    // Where depth is summed the largest_side weight of one point says nothing of a pixel.
    double most = 0;
    for (const Matrix& raster : rasters_) most = std::max(most, raster.maxCoeff());
    std::fill(full_.begin(), full_.end(), most);
  }

  double aspect() const override {
    return static_cast<double>(grid_.rows) / static_cast<double>(grid_.columns);
  }
  double fitting_width(double wished) const override {
    const double unit = static_cast<double>(grid_.columns) / Canvas::default_pixels_per_point;
    return unit > wished ? wished : std::round(wished / unit) * unit;
  }
  std::string legend() const override { return sums_ ? "blue: negative weights" : signed_legend; }

  // As large as the box allows: beside other frames it may have another shape.
  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    const double width = std::min(box.width, box.height / aspect()), height = width * aspect();
    const Box inner{box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height};
    canvas.image(inner, picture(rasters_[frame], full_[frame]));
    canvas.outline(box, colors::frame, 0.5);
  }

 private:
  Matrix summed(const SignedWeights& frame) {
    Matrix raster = Matrix::Zero(grid_.rows, grid_.columns);
    Eigen::MatrixXi count = Eigen::MatrixXi::Zero(grid_.rows, grid_.columns);
    for (Index k = 0; k < frame.points.cols(); ++k) {
      const auto column = static_cast<Index>(std::floor((frame.points(0, k) - grid_.left) / grid_.pixel)),
                 row = static_cast<Index>(std::floor((frame.points(1, k) - grid_.top) / grid_.pixel));
      if (row < 0 || row >= grid_.rows || column < 0 || column >= grid_.columns) continue;
      raster(row, column) += frame.weights[k];
      sums_ = sums_ || ++count(row, column) > 1;
    }
    return raster;
  }

  static Image picture(const Matrix& raster, double full) {
    Image image{.rows = raster.rows(), .columns = raster.cols(), .channels = 3, .samples = {}};
    image.samples.reserve(static_cast<std::size_t>(3 * raster.size()));
    for (Index r = 0; r < raster.rows(); ++r)
      for (Index c = 0; c < raster.cols(); ++c) {
        const Color color = color_of_weight(raster(r, c), full);
        image.samples.insert(image.samples.end(), {color.red, color.green, color.blue});
      }
    return image;
  }

  PixelGrid grid_;
  std::vector<Matrix> rasters_;
  std::vector<double> full_;
  bool sums_ = false;  // some pixel holds several points
};

}  // namespace

Color color_of_weight(double weight, double full) {
  if (weight > full * (1 + 1e-9)) return colors::green;
  const double share = full > 0 ? std::min(1.0, std::abs(weight) / full) : 0.0;
  return weight < 0 ? mixed(colors::paper, colors::blue, std::sqrt(share))
                    : mixed(colors::paper, colors::ink, share);
}

double spacing_of(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double range = values.back() - values.front();
  double spacing = range;
  for (std::size_t k = 1; k < values.size(); ++k)
    if (values[k] - values[k - 1] > 1e-9 * range) spacing = std::min(spacing, values[k] - values[k - 1]);
  return spacing;
}

std::unique_ptr<FramePainter> shape_weights_painter(std::vector<SignedWeights> weights, const Space& space) {
  return std::make_unique<WeightPixels>(weights, space);
}

}  // namespace wpga
