#include "wpga/report/score_bands.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace wpga {

namespace {

constexpr double smallest_panel = 24, largest_panel = 90, line_height = 4;

// Time is linear in the score along a curve: time = start + score · rate.
struct ScoreLine {
  double start = 0, rate = 0;
};

ScoreLine line_of(const Component& component) {
  Index low = 0, high = 0;
  component.scores.minCoeff(&low);
  component.scores.maxCoeff(&high);
  const double width = component.scores[high] - component.scores[low];
  if (!(width > 0)) return {};
  const double rate = (component.times[high] - component.times[low]) / width;
  return {component.times[low] - rate * component.scores[low], rate};
}

double x_at(double time, std::span<const double> times, std::span<const double> centers) {
  const auto next = static_cast<std::size_t>(std::ranges::upper_bound(times, time) - times.begin());
  const std::size_t right = std::clamp<std::size_t>(next, 1, times.size() - 1);
  const double share = (time - times[right - 1]) / (times[right] - times[right - 1]);
  return centers[right - 1] + share * (centers[right] - centers[right - 1]);
}

}  // namespace

std::vector<TimeBand> time_bands(const Model& model, std::size_t component) {
  const auto& stability = model.statistics.stability;
  const auto column = static_cast<Index>(component);
  if (!stability || stability->score_low.cols() <= column) return {};
  const ScoreLine line = line_of(model.analysis.components[component]);
  if (!(line.rate > 0)) return {};
  const Vector joint = model.analysis.joint_times.col(column);
  std::vector<TimeBand> bands;
  for (Index i = 0; i < joint.size(); ++i)
    bands.push_back({line.start + line.rate * stability->score_low(i, column),
                     joint[i] == joint[i] ? joint[i] : line.start,  // left out: the score of the mean, 0
                     line.start + line.rate * stability->score_high(i, column)});
  std::ranges::stable_sort(bands, {}, &TimeBand::time);
  return bands;
}

double bands_height(std::size_t count) {
  if (count == 0) return 0;
  return std::clamp(line_height * static_cast<double>(count), smallest_panel, largest_panel);
}

void draw_bands(Canvas& canvas, const Box& box, std::span<const TimeBand> bands,
                std::span<const double> times, std::span<const double> centers) {
  assert(times.size() == centers.size() && times.size() > 1);
  const double step = box.height / static_cast<double>(bands.size());
  const double thickness = std::clamp(0.45 * step, 0.3, 1.6);
  const auto x_of = [&](double time) {
    return std::clamp(x_at(time, times, centers), box.x, box.x + box.width);
  };
  for (const double center : centers)
    canvas.line(std::array<Point, 2>{{{center, box.y}, {center, box.y + box.height}}}, colors::frame, 0.4);
  double y = box.y + step / 2;
  for (const TimeBand& band : bands) {
    canvas.line(std::array<Point, 2>{{{x_of(band.low), y}, {x_of(band.high), y}}}, colors::sky, thickness);
    canvas.disc({x_of(band.time), y}, std::clamp(0.4 * step, 0.5, 1.5), colors::ink);
    y += step;
  }
}

}  // namespace wpga
