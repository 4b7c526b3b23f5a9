#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/products.hpp"
#include "wpga/report/frames/frames.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {

namespace {

constexpr Index crowded = 5000;         // atoms from which a cloud is drawn as a density
constexpr double saturated = 0.05;      // share of the mass in full ink
constexpr double covered = 0.10;        // share of a frame that the discs of a cloud would cover side by side
constexpr double density_pixels = 180;  // along the width of a density

// The plane the clouds are seen in: coordinates axes' · (x − center).
struct AxisPair {
  Vector center;
  Matrix axes;  // d × 2
  double share = 1;
};

// The positive part of signed weights as a cloud.
Measure seen_mass(const SignedWeights& frame) { return {frame.points, frame.weights.cwiseMax(0.0)}; }

AxisPair principal_plane(const std::vector<Measure>& measures) {
  const Index d = measures.front().dimension();
  double mass = 0;
  Vector mean = Vector::Zero(d);
  for (const Measure& m : measures) mean += m.points * m.weights, mass += m.weights.sum();
  if (mass > 0) mean /= mass;
  Matrix covariance = Matrix::Zero(d, d);
  for (const Measure& m : measures) {
    const Matrix centered = m.points.colwise() - mean;
    covariance += times_transposed(centered, m.weights, centered);
  }
  const SymmetricEigen eigen = symmetric_eigen(covariance);
  AxisPair plane{mean, Matrix(d, 2), 1};
  for (Index k = 0; k < 2; ++k) {
    plane.axes.col(k) = eigen.vectors.col(d - 1 - k);
    Index largest = 0;
    plane.axes.col(k).cwiseAbs().maxCoeff(&largest);
    if (plane.axes(largest, k) < 0) plane.axes.col(k) *= -1;
  }
  const double total = eigen.values.sum();
  if (total > 0) plane.share = eigen.values.tail(2).sum() / total;
  return plane;
}

struct Window {
  Eigen::Array2d low, high;
};

// Points whose weight can be seen, as a cloud.
Measure visible_part(const SignedWeights& frame) {
  constexpr double least = 0.002;  // of full ink
  std::vector<Index> kept;
  for (Index k = 0; k < frame.weights.size(); ++k)
    if (std::abs(frame.weights[k]) > least * frame.full) kept.push_back(k);
  return {frame.points(Eigen::all, kept), frame.weights(kept)};
}

// The sides of the cells if all points are centres of cells of one grid.
std::optional<Eigen::Array2d> cells_of(const std::vector<SignedWeights>& frames) {
  constexpr double most_cells = 512;
  Eigen::Array2d cell;
  for (Index i = 0; i < 2; ++i) {
    std::vector<double> values;
    for (const SignedWeights& frame : frames)
      for (Index k = 0; k < frame.points.cols(); ++k) values.push_back(frame.points(i, k));
    const double first = *std::min_element(values.begin(), values.end());
    cell[i] = spacing_of(values);
    if (!(cell[i] > 0)) return std::nullopt;
    for (const double value : values) {
      const double at = (value - first) / cell[i];
      if (at > most_cells || std::abs(at - std::round(at)) > 1e-6 * most_cells) return std::nullopt;
    }
  }
  return cell;
}

// All atoms with a margin; square, or as wide as high, where the axes differ less than five-fold.
Window window_of(const std::vector<Measure>& clouds) {
  Window window{Eigen::Array2d::Constant(std::numeric_limits<double>::infinity()),
                Eigen::Array2d::Constant(-std::numeric_limits<double>::infinity())};
  for (const Measure& cloud : clouds) {
    if (cloud.size() == 0) continue;
    window.low = window.low.min(cloud.points.rowwise().minCoeff().array());
    window.high = window.high.max(cloud.points.rowwise().maxCoeff().array());
  }
  if (!(window.low <= window.high).all()) return {{0, 0}, {1, 1}};
  const Eigen::Array2d middle = window.low / 2 + window.high / 2;
  Eigen::Array2d half = (window.high - window.low) / 2 * 1.08;
  const double most = half.maxCoeff();
  // One place only: a window around it that doubles can resolve.
  if (!(most > 0)) half = Eigen::Array2d::Constant(std::max(0.5, 1e-9 * middle.abs().maxCoeff()));
  // Flat or not comparable: each axis has a scale of its own; otherwise one scale, in a frame no flatter than
  // 2 : 1.
  else if (half.minCoeff() == 0 || half.minCoeff() * 5 >= most)
    half = half.max(most / 2);
  return {middle - half, middle + half};
}

// The pixels with mass as atoms at their centres.
Measure pixels_of(const Matrix& raster) {
  const Index atoms = (raster.array() > 0).count();
  Measure measure{Matrix(2, atoms), Vector(atoms)};
  Index k = 0;
  for (Index c = 0; c < raster.cols(); ++c)
    for (Index r = 0; r < raster.rows(); ++r) {
      if (!(raster(r, c) > 0)) continue;
      measure.points.col(k) << static_cast<double>(c) + 0.5, static_cast<double>(r) + 0.5;
      measure.weights[k++] = raster(r, c);
    }
  return measure;
}

class CloudPainter final : public FramePainter {
 public:
  CloudPainter(std::vector<Measure> measures, std::vector<SignedWeights> weights, const Space& space,
               InkScale scale)
      : clouds_(std::move(measures)), weights_(std::move(weights)) {
    names_ = {"x", "y"};
    for (std::size_t i = 0; i < std::min<std::size_t>(2, space.axes.size()); ++i)
      if (!space.axes[i].empty()) names_[i] = space.axes[i];
    const Index dimension = clouds_.empty() ? weights_.front().points.rows() : clouds_.front().points.rows();
    if (dimension > 2)
      project();
    else if (!weights_.empty())
      cell_ = cells_of(weights_);
    std::vector<Measure> shown = clouds_;
    for (const SignedWeights& frame : weights_) shown.push_back(visible_part(frame));
    window_ = window_of(shown);
    const double ratio = (window_.high - window_.low)[1] / (window_.high - window_.low)[0];
    aspect_ = ratio >= 0.49 && ratio <= 2.04 ? ratio : 1;
    dense_ =
        std::any_of(clouds_.begin(), clouds_.end(), [](const Measure& m) { return m.size() >= crowded; });
    if (dense_) rasterise(scale);
  }

  double aspect() const override { return aspect_; }

  std::string legend() const override {
    const std::string words = fmt::format("{}{} {} to {}, {} {} to {}", note_, names_[0],
                                          end_words(0, window_.low), end_words(0, window_.high), names_[1],
                                          end_words(1, window_.low), end_words(1, window_.high));
    return weights_.empty() ? words : words + "; " + signed_legend;
  }

  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    const Canvas::Saved state = canvas.saved();
    canvas.clip(box);
    if (frame >= clouds_.size())
      paint_weights(canvas, box, weights_[frame - clouds_.size()]);
    else if (dense_)
      canvas.image(box, densities_[frame]);
    else
      paint_discs(canvas, box, clouds_[frame]);
    canvas.outline(box, colors::frame, 1);
  }

 private:
  std::string end_words(Index axis, const Eigen::Array2d& end) const {
    return axis_number(end[axis], window_.high[axis] - window_.low[axis]);
  }

  void project() {
    std::vector<Measure> masses;
    if (clouds_.empty())
      for (const SignedWeights& frame : weights_) masses.push_back(seen_mass(frame));
    const AxisPair plane = principal_plane(clouds_.empty() ? masses : clouds_);
    const auto flatten = [&](Matrix& points) {
      points = transposed_times(plane.axes, points.colwise() - plane.center);
    };
    for (Measure& cloud : clouds_) flatten(cloud.points);
    for (SignedWeights& frame : weights_) flatten(frame.points);
    names_ = {"first", "second"};
    note_ = fmt::format("principal axes, {:.0f} % of the variance: ", 100 * plane.share);
  }

  // In shares of the frame, y down.
  Point placed(const Measure& cloud, Index k) const {
    const Eigen::Array2d at = (cloud.points.col(k).array() - window_.low) / (window_.high - window_.low);
    return {at[0], 1 - at[1]};
  }

  Point placed(const Eigen::Array2d& point, const Box& box) const {
    const Eigen::Array2d at = (point - window_.low) / (window_.high - window_.low);
    return {box.x + at[0] * box.width, box.y + (1 - at[1]) * box.height};
  }

  static double radius_of(double weight, const Box& box) {
    return std::min(std::sqrt(covered * box.width * box.height / std::numbers::pi * weight),
                    0.06 * box.width);
  }

  void paint_discs(Canvas& canvas, const Box& box, const Measure& cloud) const {
    const Color fill = with_alpha(colors::blue, 0.6);
    for (Index k = 0; k < cloud.size(); ++k)
      canvas.disc(placed(cloud.points.col(k).array(), box),
                  std::max(radius_of(cloud.weights[k], box), 0.004 * box.width), fill);
  }

  // The square root keeps thin tails visible.
  static Color shade(double weight, double full) {
    return weight < 0 || weight > full ? color_of_weight(weight, full)
                                       : color_of_weight(std::sqrt(weight * full), full);
  }

  // Cells of a grid where there is one, discs otherwise, those of negative weight on top.
  void paint_weights(Canvas& canvas, const Box& box, const SignedWeights& frame) const {
    for (const double sign : {1.0, -1.0})
      for (Index k = 0; k < frame.weights.size(); ++k) {
        const double weight = frame.weights[k];
        if (!(sign * weight > 0)) continue;
        const Eigen::Array2d point = frame.points.col(k).array();
        if (cell_) {
          const Point low = placed(point - *cell_ / 2, box), high = placed(point + *cell_ / 2, box);
          const double left = snapped(low.x), top = snapped(high.y);
          canvas.rectangle({left, top, snapped(high.x) - left, snapped(low.y) - top},
                           shade(weight, frame.full));
        } else {
          const Color color = weight < 0 ? colors::blue : weight > frame.full ? colors::green : colors::ink;
          canvas.disc(placed(point, box), radius_of(std::abs(weight), box), with_alpha(color, 0.6));
        }
      }
  }

  void rasterise(InkScale scale) {
    const PixelGrid grid{.rows = static_cast<Index>(std::round(density_pixels * aspect_)),
                         .columns = static_cast<Index>(density_pixels)};
    std::vector<Matrix> rasters;
    for (const Measure& cloud : clouds_) {
      Measure seen{Matrix(2, cloud.size()), cloud.weights};
      for (Index k = 0; k < cloud.size(); ++k) {
        const Point at = placed(cloud, k);
        seen.points.col(k) << at.x * static_cast<double>(grid.columns), at.y * static_cast<double>(grid.rows);
      }
      // Atoms of one pixel are joined first: the spacing that counts is the picture's.
      rasters.push_back(splat(pixels_of(histogram(seen.view(), grid)).view(), grid, 4));
    }
    const double common = full_ink(rasters, saturated);
    for (const Matrix& raster : rasters)
      densities_.push_back(
          shaded(raster, scale == InkScale::common ? common : full_ink(std::span(&raster, 1), saturated)));
  }

  static Image shaded(const Matrix& raster, double full) {
    Image image{.rows = raster.rows(), .columns = raster.cols(), .channels = 3, .samples = {}};
    for (Index r = 0; r < raster.rows(); ++r)
      for (Index c = 0; c < raster.cols(); ++c) {
        // The square root keeps thin tails visible.
        const double level = std::sqrt(std::min(1.0, raster(r, c) / full));
        const Color color = mixed(colors::paper, mixed(colors::blue, colors::black, 0.3 * level), level);
        image.samples.insert(image.samples.end(), {color.red, color.green, color.blue});
      }
    return image;
  }

  std::vector<Measure> clouds_;
  std::vector<SignedWeights> weights_;
  std::optional<Eigen::Array2d> cell_;  // of the grid that the weights stand on
  std::array<std::string, 2> names_;
  std::string note_;
  Window window_;
  double aspect_ = 1;
  bool dense_ = false;
  std::vector<Image> densities_;
};

}  // namespace

std::unique_ptr<FramePainter> cloud_painter(std::vector<Measure> measures, std::vector<SignedWeights> weights,
                                            const Space& space, InkScale scale) {
  return std::make_unique<CloudPainter>(std::move(measures), std::move(weights), space, scale);
}

}  // namespace wpga
