#include <algorithm>
#include <cmath>

#include "wpga/report/frames/frames.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {

namespace {

constexpr double finest = 200;  // pixels along the longer side of a raster of bells
constexpr double saturated_share =
    0.4;  // share of the mass in full ink: a stroke is to look like ink, not like gas
constexpr double largest_raster = 512;  // and of any raster

// The grid the shapes came from or, where none is known, a square grid over their atoms.
PixelGrid window_of(const std::vector<Measure>& measures, const Space& space) {
  if (space.grid.size() >= 2 && space.grid.back() > 0 && space.grid[space.grid.size() - 2] > 0)
    return {.rows = space.grid[space.grid.size() - 2], .columns = space.grid.back()};
  Eigen::Array2d low = Eigen::Array2d::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const Measure& measure : measures)
    for (Index k = 0; k < measure.size(); ++k) {
      low = low.min(measure.points.col(k).head<2>().array());
      high = high.max(measure.points.col(k).head<2>().array());
    }
  if (!(low <= high).all()) return {.rows = 1, .columns = 1};
  const double extent = (high - low).maxCoeff();
  const double pixel = extent >= 8 && extent <= largest_raster ? 1 : extent > 0 ? extent / 60 : 1;
  const auto pixels = [&](double length) { return static_cast<Index>(std::ceil(length / pixel)) + 2; };
  return {pixels(high[1] - low[1]), pixels(high[0] - low[0]), std::floor(low[0] / pixel - 0.5) * pixel,
          std::floor(low[1] / pixel - 0.5) * pixel, pixel};
}

// Every pixel split into factor × factor, or factor × factor pixels joined into one when `factor` is below
// one.
PixelGrid resampled(const PixelGrid& grid, double factor) {
  const auto count = [&](Index pixels) {
    return std::max<Index>(1, static_cast<Index>(std::ceil(static_cast<double>(pixels) * factor - 1e-9)));
  };
  return {count(grid.rows), count(grid.columns), grid.left, grid.top, grid.pixel / factor};
}

class ShapePainter final : public FramePainter {
 public:
  ShapePainter(const std::vector<Measure>& measures, const Space& space, InkScale scale) {
    grid_ = window_of(measures, space);
    const double longer = static_cast<double>(std::max(grid_.rows, grid_.columns));
    const bool pixels = std::all_of(measures.begin(), measures.end(),
                                    [&](const Measure& m) { return lies_on(m.view(), grid_); });
    // Split masses may stand closer than the pixels they came from, and would speckle.
    const double data_pixel = grid_.pixel;
    if (longer > largest_raster)
      grid_ = resampled(grid_, 1 / std::ceil(longer / largest_raster));
    else if (!pixels)
      grid_ = resampled(grid_, std::max(1.0, std::floor(finest / longer)));
    for (const Measure& measure : measures)
      rasters_.push_back(pixels ? histogram(measure.view(), grid_)
                                : splat(measure.view(), grid_, data_pixel));
    for (const Matrix& raster : rasters_)
      full_.push_back(scale == InkScale::common ? 0
                      : pixels                  ? raster.maxCoeff()
                                                : full_ink(std::span(&raster, 1), saturated_share));
    if (scale == InkScale::common) std::fill(full_.begin(), full_.end(), full_ink(rasters_, saturated_share));
  }

  double aspect() const override {
    return static_cast<double>(grid_.rows) / static_cast<double>(grid_.columns);
  }

  double fitting_width(double wished) const override {
    const double unit = static_cast<double>(grid_.columns) / Canvas::default_pixels_per_point;
    return unit > wished ? wished : std::round(wished / unit) * unit;
  }

  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    canvas.image(box, inked(rasters_[frame], full_[frame]));
    canvas.outline(box, colors::frame, 0.5);
  }

 private:
  static Image inked(const Matrix& raster, double full) {
    Image image{.rows = raster.rows(), .columns = raster.cols(), .channels = 3, .samples = {}};
    image.samples.reserve(static_cast<std::size_t>(3 * raster.size()));
    for (Index r = 0; r < raster.rows(); ++r)
      for (Index c = 0; c < raster.cols(); ++c) {
        const Color color =
            mixed(colors::paper, colors::ink, full > 0 ? std::min(1.0, raster(r, c) / full) : 0.0);
        image.samples.insert(image.samples.end(), {color.red, color.green, color.blue});
      }
    return image;
  }

  PixelGrid grid_;
  std::vector<Matrix> rasters_;
  std::vector<double> full_;  // mass shown as full ink, one for each frame
};

}  // namespace

std::unique_ptr<FramePainter> shape_painter(std::vector<Measure> measures, const Space& space,
                                            InkScale scale) {
  return std::make_unique<ShapePainter>(measures, space, scale);
}

}  // namespace wpga
