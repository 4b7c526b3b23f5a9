#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "wpga/report/frames/frames.hpp"
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

struct HeightCurve {
  Interval domain;
  Vector heights;  // density in equal cells of the domain
  bool steps = false;
};

HeightCurve step_curve(const Measure& measure, const Bins& bins) {
  HeightCurve curve{{bins.first_center - bins.width / 2,
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

HeightCurve smooth_curve(const Measure& measure, const Interval& domain) {
  HeightCurve curve{domain, Vector::Zero(samples)};
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
  CurvePainter(const std::vector<Measure>& measures, std::vector<SignedWeights> weights, const Space& space)
      : weights_(std::move(weights)) {
    if (!space.axes.empty() && !space.axes[0].empty()) name_ = space.axes[0];
    const std::vector<double> places = places_of(measures);
    const auto bins = space.kind == Kind::histogram ? common_bins(places) : std::nullopt;
    if (!places.empty()) {
      const double extent = places.back() - places.front();
      const double margin = extent > 0 ? 0.06 * extent : std::max(0.5, 1e-9 * std::abs(places.front()));
      domain_ = {places.front() - margin, places.back() + margin};
    }
    if (bins) domain_ = step_curve({}, *bins).domain;
    make_room_for_bars(places.empty());
    for (const Measure& measure : measures)
      curves_.push_back(bins ? step_curve(measure, *bins) : smooth_curve(measure, domain_));
    for (const HeightCurve& curve : curves_) tallest_ = std::max(tallest_, curve.heights.maxCoeff());
  }

  double aspect() const override { return 0.66; }

  std::string legend() const override {
    const std::string words = fmt::format("density over {}, 0 to {:.3g}", name_, tallest_);
    return weights_.empty() ? words : words + "; " + signed_legend;
  }

  void paint(Canvas& canvas, const Box& box, std::size_t frame) const override {
    const Box plot{box.x, box.y, box.width, box.height - 9};
    if (frame < curves_.size())
      draw_curve(canvas, curves_[frame], plot);
    else
      draw_bars(canvas, weights_[frame - curves_.size()], plot);
    draw_axis(canvas, plot);
  }

 private:
  // Bars are as wide as their points are apart, and as high as the densities of the curves.
  void make_room_for_bars(bool alone) {
    if (weights_.empty()) return;
    std::vector<double> values;
    for (const SignedWeights& frame : weights_)
      values.insert(values.end(), frame.points.data(), frame.points.data() + frame.points.size());
    bar_ = spacing_of(values);
    if (!(bar_ > 0)) bar_ = std::max(1.0, 1e-9 * std::abs(values.front()));
    const auto [left, right] = std::minmax_element(values.begin(), values.end());
    const Interval bars{*left - bar_ / 2, *right + bar_ / 2};
    domain_ = alone ? bars : Interval{std::min(domain_.low, bars.low), std::max(domain_.high, bars.high)};
    for (const SignedWeights& frame : weights_) {
      tallest_ = std::max(tallest_, frame.weights.maxCoeff() / bar_);
      deepest_ = std::max(deepest_, -frame.weights.minCoeff() / bar_);
    }
  }

  double x_of(double place, const Box& plot) const {
    return plot.x + (place - domain_.low) / domain_.length() * plot.width;
  }
  // A little air above the tallest curve.
  double y_of(double density, const Box& plot) const {
    const double range = tallest_ + deepest_;
    return plot.y + plot.height - 0.96 * plot.height * (range > 0 ? (density + deepest_) / range : 0);
  }

  void draw_curve(Canvas& canvas, const HeightCurve& curve, const Box& plot) const {
    const std::vector<Point> path = outline_of(curve, plot);
    if (path.empty()) return;
    std::vector<Point> area = path;
    area.insert(area.begin(), {path.front().x, y_of(0, plot)});
    area.push_back({path.back().x, y_of(0, plot)});
    canvas.polygon(area, with_alpha(colors::blue, 0.22));
    canvas.line(path, colors::blue, 1);
  }

  void draw_bars(Canvas& canvas, const SignedWeights& frame, const Box& plot) const {
    const auto bar = [&](Index k, double from, double to, const Color& color) {
      const double left = x_of(frame.points(0, k) - bar_ / 2, plot),
                   right = x_of(frame.points(0, k) + bar_ / 2, plot);
      const double top = y_of(to / bar_, plot), bottom = y_of(from / bar_, plot);
      canvas.rectangle({left, top, right - left, bottom - top}, color);
    };
    for (Index k = 0; k < frame.weights.size(); ++k) {
      const double weight = frame.weights[k];
      if (weight < 0) bar(k, weight, 0, colors::blue);
      if (weight > 0) bar(k, 0, std::min(weight, frame.full), colors::ink);
      if (weight > frame.full * (1 + 1e-9)) bar(k, frame.full, weight, colors::green);
    }
  }

  // The line at density zero; the numbers below everything.
  void draw_axis(Canvas& canvas, const Box& plot) const {
    const Font font{5.5};
    const double zero = y_of(0, plot), bottom = plot.y + plot.height;
    canvas.line(std::array{Point{plot.x, zero}, Point{plot.x + plot.width, zero}}, colors::caption, 0.5);
    double free_from = -std::numeric_limits<double>::infinity();  // where the next number may begin
    for (const double tick : round_ticks(domain_)) {
      const double x = x_of(tick, plot);
      canvas.line(std::array{Point{x, zero}, Point{x, zero + 2}}, colors::caption, 0.5);
      const std::string label = axis_number(tick, domain_.length());
      const double half = canvas.text_size(label, font).width / 2;
      const double middle = std::clamp(x, plot.x + half, std::max(plot.x + half, plot.x + plot.width - half));
      if (middle - half < free_from) continue;
      free_from = middle + half + 2;
      canvas.text({middle, bottom + 8}, label, font, colors::caption, Align::center);
    }
  }

  std::vector<Point> outline_of(const HeightCurve& curve, const Box& plot) const {
    std::vector<Point> path;
    const Index cells = curve.heights.size();
    const auto x = [&](double cell) {
      return x_of(curve.domain.low + cell / static_cast<double>(cells) * curve.domain.length(), plot);
    };
    for (Index i = 0; i < cells; ++i) {
      const double y = y_of(curve.heights[i], plot);
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
  std::vector<HeightCurve> curves_;
  std::vector<SignedWeights> weights_;
  double bar_ = 1;
  double tallest_ = 0, deepest_ = 0;  // densities
};

}  // namespace

std::unique_ptr<FramePainter> curve_painter(std::vector<Measure> measures, std::vector<SignedWeights> weights,
                                            const Space& space) {
  return std::make_unique<CurvePainter>(measures, std::move(weights), space);
}

}  // namespace wpga
