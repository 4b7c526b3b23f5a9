#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>

#include "wpga/report/frames/frames.hpp"

namespace wpga {

namespace {

bool is_lab(const Space& space) {
  return !space.axes.empty() && !space.axes[0].empty() &&
         (space.axes[0][0] == 'L' || space.axes[0][0] == 'l');
}

Color color_at(const Measure& palette, Index k, bool lab) {
  const auto c = palette.points.col(k);
  if (lab) return color_of(Lab{c[0], c[1], c[2]});
  return {std::clamp(c[0], 0.0, 1.0), std::clamp(c[1], 0.0, 1.0), std::clamp(c[2], 0.0, 1.0)};
}

std::vector<Lab> labs_of(const Measure& palette, bool lab) {
  std::vector<Lab> result;
  for (Index k = 0; k < palette.size(); ++k) result.push_back(lab_of(color_at(palette, k, lab)));
  return result;
}

// One swatch: an atom and its place in the unit square.
struct Swatch {
  Index atom;
  Box place;
};

// Greys come first, then the circle of hues, which is cut between magenta and red.
double hue_key(const Lab& color) {
  const double chroma = std::hypot(color.a, color.b);
  if (chroma < 9) return -1;
  const double from_red = std::atan2(color.b, color.a) + 0.35;
  return from_red < 0 ? from_red + 2 * std::numbers::pi : from_red;
}

// Columns of about equal mass by hue; in a column light stands above dark.
std::vector<Swatch> arrange(const std::vector<Lab>& labs, const Vector& weights) {
  std::vector<Index> order(labs.size());
  std::iota(order.begin(), order.end(), Index{0});
  const auto lab = [&](Index k) { return labs[static_cast<std::size_t>(k)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return hue_key(lab(a)) < hue_key(lab(b)); });

  const double total = weights.sum();
  const double columns = std::clamp(std::round(std::sqrt(static_cast<double>(labs.size()) * 0.6)), 1.0, 24.0);
  std::vector<Swatch> swatches;
  double left = 0;
  for (std::size_t begin = 0; begin < order.size();) {
    double mass = 0;
    std::size_t end = begin;
    while (end < order.size() && (mass == 0 || mass < total / columns * (1 - 1e-9)))
      mass += weights[order[end++]];
    std::stable_sort(order.begin() + static_cast<std::ptrdiff_t>(begin),
                     order.begin() + static_cast<std::ptrdiff_t>(end),
                     [&](Index a, Index b) { return lab(a).lightness > lab(b).lightness; });
    double top = 0;
    for (; begin < end; ++begin) {
      const double height = weights[order[begin]] / mass;
      swatches.push_back({order[begin], {left, top, mass / total, height}});
      top += height;
    }
    left += mass / total;
  }
  return swatches;
}

constexpr double palette_aspect = 0.75;

void paint_swatches(Canvas& canvas, const Box& box, const std::vector<Swatch>& swatches,
                    const Measure& palette, bool lab) {
  for (const Swatch& swatch : swatches) {
    const Box& at = swatch.place;
    // Whole pixels, so that no seam shows the paper between two swatches.
    const double left = snapped(box.x + at.x * box.width),
                 right = snapped(box.x + (at.x + at.width) * box.width);
    const double top = snapped(box.y + at.y * box.height),
                 bottom = snapped(box.y + (at.y + at.height) * box.height);
    canvas.rectangle({left, top, right - left, bottom - top}, color_at(palette, swatch.atom, lab));
  }
}

class PalettePainter final : public FramePainter {
 public:
  PalettePainter(std::vector<Measure> measures, const Space& space)
      : palettes_(std::move(measures)), lab_(is_lab(space)) {
    for (std::size_t begin = 0; begin < palettes_.size();) {
      std::size_t end = begin + 1;
      while (end < palettes_.size() && palettes_[end].size() == palettes_[begin].size() &&
             palettes_[end].weights == palettes_[begin].weights)
        ++end;
      const std::span<const Measure> alike(&palettes_[begin], end - begin);
      arrangements_.resize(end, arrange(mean_colors(alike), palettes_[begin].weights));
      begin = end;
    }
  }

  double aspect() const override { return palette_aspect; }

  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    paint_swatches(canvas, box, arrangements_[frame], palettes_[frame], lab_);
    canvas.outline(box, colors::frame, 0.5);
  }

 private:
  // The mean colour of every atom over the frames: one arrangement for all of them.
  std::vector<Lab> mean_colors(std::span<const Measure> palettes) const {
    std::vector<Lab> mean(static_cast<std::size_t>(palettes.front().size()));
    const double share = 1 / static_cast<double>(palettes.size());
    for (const Measure& palette : palettes) {
      const std::vector<Lab> labs = labs_of(palette, lab_);
      for (std::size_t k = 0; k < mean.size(); ++k)
        mean[k] = {mean[k].lightness + share * labs[k].lightness, mean[k].a + share * labs[k].a,
                   mean[k].b + share * labs[k].b};
    }
    return mean;
  }

  std::vector<Measure> palettes_;
  bool lab_;
  std::vector<std::vector<Swatch>> arrangements_;
};

// Colours of positive weight above, of negative weight below a line, all with area in proportion to weight.
class PaletteWeightsPainter final : public FramePainter {
 public:
  PaletteWeightsPainter(const std::vector<SignedWeights>& frames, const Space& space) : lab_(is_lab(space)) {
    for (const SignedWeights& frame : frames) {
      above_.push_back(part_of(frame, 1));
      below_.push_back(part_of(frame, -1));
    }
  }

  double aspect() const override { return palette_aspect; }
  std::string legend() const override { return "below the blue line: colours with negative weights"; }

  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    const Part &above = above_[frame], &below = below_[frame];
    const double all = above.palette.weights.sum() + below.palette.weights.sum();
    const double height = all > 0 ? snapped(box.height * below.palette.weights.sum() / all) : 0;
    const Box upper{box.x, box.y, box.width, box.height - height};
    paint_swatches(canvas, upper, above.swatches, above.palette, lab_);
    if (height > 0) {
      const double line = box.y + box.height - height;
      paint_swatches(canvas, {box.x, line, box.width, height}, below.swatches, below.palette, lab_);
      canvas.line(std::array{Point{box.x, line}, Point{box.x + box.width, line}}, colors::paper, 3);
      canvas.line(std::array{Point{box.x, line}, Point{box.x + box.width, line}}, colors::blue, 1.5);
    }
    canvas.outline(box, colors::frame, 0.5);
  }

 private:
  struct Part {
    Measure palette;
    std::vector<Swatch> swatches;
  };

  // The colours whose weight has this sign, with its size.
  Part part_of(const SignedWeights& frame, double sign) const {
    const Index count = (sign * frame.weights.array() > 0).count();
    Part part{{Matrix(frame.points.rows(), count), Vector(count)}, {}};
    Index kept = 0;
    for (Index k = 0; k < frame.weights.size(); ++k) {
      if (!(sign * frame.weights[k] > 0)) continue;
      part.palette.points.col(kept) = frame.points.col(k);
      part.palette.weights[kept++] = sign * frame.weights[k];
    }
    part.swatches = arrange(labs_of(part.palette, lab_), part.palette.weights);
    return part;
  }

  bool lab_;
  std::vector<Part> above_, below_;
};

}  // namespace

std::unique_ptr<FramePainter> palette_weights_painter(std::vector<SignedWeights> weights,
                                                      const Space& space) {
  return std::make_unique<PaletteWeightsPainter>(weights, space);
}

std::unique_ptr<FramePainter> palette_painter(std::vector<Measure> measures, const Space& space) {
  return std::make_unique<PalettePainter>(std::move(measures), space);
}

}  // namespace wpga
