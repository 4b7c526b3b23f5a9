#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "wpga/report/frames.hpp"
#include "wpga/report/raster.hpp"

namespace wpga {

namespace {

constexpr Index samples = 400;     // of a smooth curve
constexpr Index most_bins = 4096;  // of a histogram drawn in steps

struct Interval {
  double low = 0, high = 1;

  double length() const { return high - low; }
};

// Equal bins that have every atom at a centre.
struct Bins {
  double first_center, width;
  Index count;
};

std::vector<double> places_of(const std::vector<Measure>& measures) {
  std::vector<double> places;
  for (const Measure& m : measures)
    places.insert(places.end(), m.points.data(), m.points.data() + m.points.size());
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

std::optional<Bins> common_bins(const std::vector<double>& places) {
  if (places.size() < 2) return std::nullopt;
  double width = places[1] - places[0];
  for (std::size_t i = 1; i < places.size(); ++i) width = std::min(width, places[i] - places[i - 1]);
  const double count = (places.back() - places.front()) / width + 1;
  if (!(count <= static_cast<double>(most_bins))) return std::nullopt;
  for (const double place : places) {
    const double at = (place - places.front()) / width;
    if (std::abs(at - std::round(at)) > 1e-6 * count) return std::nullopt;
  }
  return Bins{places.front(), width, static_cast<Index>(std::round(count))};
}

// Six tenths of Silverman's rule, so that two peaks stay two.
double smoothing_width(const Measure& measure) {
  const double effective = 1 / measure.weights.squaredNorm();
  return 0.55 * std::sqrt(variance_of(measure.view())) * std::pow(effective, -0.2);
}

struct Curve {
  Interval domain;
  Vector heights;  // density in equal cells of the domain
  bool steps = false;
};

Curve step_curve(const Measure& measure, const Bins& bins) {
  Curve curve{{bins.first_center - bins.width / 2,
               bins.first_center + (static_cast<double>(bins.count) - 0.5) * bins.width},
              Vector::Zero(bins.count),
              true};
  for (Index k = 0; k < measure.size(); ++k) {
    const double at = std::round((measure.points(0, k) - bins.first_center) / bins.width);
    curve.heights[std::clamp<Index>(static_cast<Index>(at), 0, bins.count - 1)] +=
        measure.weights[k] / bins.width;
  }
  return curve;
}

Curve smooth_curve(const Measure& measure, const Interval& domain) {
  Curve curve{domain, Vector::Zero(samples)};
  if (measure.size() == 0) return curve;
  const double cell = domain.length() / static_cast<double>(samples);
  const double least = std::max(2 * cell, smoothing_width(measure));
  const std::vector<double> spacing = local_spacing(measure.view(), least);
  for (Index k = 0; k < measure.size(); ++k) {
    const double deviation = std::max(least, spacing[static_cast<std::size_t>(k)] / 2);
    const double x = measure.points(0, k);
    const double peak = measure.weights[k] / (deviation * std::sqrt(2 * std::numbers::pi));
    for (Index i = 0; i < samples; ++i) {
      const double z = (domain.low + (static_cast<double>(i) + 0.5) * cell - x) / deviation;
      if (std::abs(z) < 6) curve.heights[i] += peak * std::exp(-z * z / 2);
    }
  }
  return curve;
}

// Round numbers 1, 2 or 5 · 10^k apart, about three in the interval.
std::vector<double> round_ticks(const Interval& interval) {
  const double rough = interval.length() / 2.5;
  if (!(rough > 0) || !std::isfinite(rough)) return {};
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double step = power * (rough / power >= 5 ? 5 : rough / power >= 2 ? 2 : 1);
  std::vector<double> ticks;
  for (double i = std::ceil(interval.low / step - 1e-9);
       i * step <= interval.high + 1e-9 * step && ticks.size() < 12; ++i)
    ticks.push_back(i * step);
  return ticks;
}

class CurvePainter final : public FramePainter {
 public:
  CurvePainter(const std::vector<Measure>& measures, const Space& space) {
    if (!space.axes.empty() && !space.axes[0].empty()) name_ = space.axes[0];
    const std::vector<double> places = places_of(measures);
    const auto bins = space.kind == Kind::histogram ? common_bins(places) : std::nullopt;
    if (!places.empty()) {
      const double extent = places.back() - places.front();
      const double margin = extent > 0 ? 0.06 * extent : std::max(0.5, 1e-9 * std::abs(places.front()));
      domain_ = {places.front() - margin, places.back() + margin};
    }
    for (const Measure& measure : measures)
      curves_.push_back(bins ? step_curve(measure, *bins) : smooth_curve(measure, domain_));
    if (bins && !curves_.empty()) domain_ = curves_.front().domain;
    for (const Curve& curve : curves_) tallest_ = std::max(tallest_, curve.heights.maxCoeff());
  }

  double aspect() const override { return 0.66; }

  std::string legend() const override { return fmt::format("density over {}, 0 to {:.3g}", name_, tallest_); }

  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    const Font font{5.5};
    const Box plot{box.x, box.y, box.width, box.height - 9};
    const std::vector<Point> path = outline_of(curves_[frame], plot);
    std::vector<Point> area = path;
    const double floor = plot.y + plot.height;
    if (!area.empty()) {
      area.insert(area.begin(), {area.front().x, floor});
      area.push_back({area.back().x, floor});
      canvas.polygon(area, with_alpha(colors::blue, 0.22));
      canvas.line(path, colors::blue, 1);
    }
    canvas.line(std::array{Point{plot.x, floor}, Point{plot.x + plot.width, floor}}, colors::caption, 0.5);
    for (const double tick : round_ticks(domain_)) {
      const double x = plot.x + (tick - domain_.low) / domain_.length() * plot.width;
      canvas.line(std::array{Point{x, floor}, Point{x, floor + 2}}, colors::caption, 0.5);
      const std::string label = fmt::format("{:.6g}", tick == 0 ? 0.0 : tick);
      const double half = canvas.text_size(label, font).width / 2;
      canvas.text({std::clamp(x, plot.x + half, plot.x + plot.width - half), floor + 8}, label, font,
                  colors::caption, Align::center);
    }
  }

 private:
  std::vector<Point> outline_of(const Curve& curve, const Box& plot) const {
    std::vector<Point> path;
    const Index cells = curve.heights.size();
    const auto x = [&](double cell) { return plot.x + cell / static_cast<double>(cells) * plot.width; };
    for (Index i = 0; i < cells; ++i) {
      // A little air above the tallest curve.
      const double share = tallest_ > 0 ? curve.heights[i] / tallest_ : 0;
      const double y = plot.y + plot.height - 0.96 * share * plot.height;
      const auto cell = static_cast<double>(i);
      if (curve.steps)
        path.insert(path.end(), {Point{x(cell), y}, Point{x(cell + 1), y}});
      else
        path.push_back({x(cell + 0.5), y});
    }
    return path;
  }

  std::string name_ = "x";
  Interval domain_;
  std::vector<Curve> curves_;
  double tallest_ = 0;
};

}  // namespace

std::unique_ptr<FramePainter> curve_painter(std::vector<Measure> measures, const Space& space) {
  return std::make_unique<CurvePainter>(measures, space);
}

}  // namespace wpga
