// Figure 6: one component through a thousand twos and a thousand fours.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures/figure.hpp"
#include "figures/fitted_family.hpp"
#include "figures/layout.hpp"
#include "figures/mnist_digits.hpp"
#include "wpga/report/frames/frames.hpp"

namespace wpga {

namespace {

constexpr std::size_t frames = 9;
constexpr double frame_gap = 3, plot_height = 62, axis_height = 14, key_height = 16;
constexpr std::size_t bins = 50;

MeasureFamily twos_and_fours(const FigureOptions& options, const Execution& execution) {
  const MeasureFamily twos = mnist_digits(2, options.images, options, execution),
                      fours = mnist_digits(4, options.images, options, execution);
  MeasureFamily both(twos.space());
  for (const MeasureFamily* digits : {&twos, &fours})
    for (Index i = 0; i < digits->count(); ++i) {
      const auto place = static_cast<std::size_t>(i);
      both.append((*digits)[i], digits->names()[place], digits->labels()[place]);
    }
  return both;
}

// How many of the measures with this label have their time in each of the bins.
std::vector<double> histogram_of(const FittedFamily& fitted, const std::string& label) {
  std::vector<double> counts(bins);
  const Vector& all = fitted.analysis.components[0].times;
  for (Index i = 0; i < all.size(); ++i)
    if (fitted.family.labels()[static_cast<std::size_t>(i)] == label)
      counts[std::min(bins - 1, static_cast<std::size_t>(all[i] * bins))] += 1;
  return counts;
}

void draw_times(Canvas& canvas, const Box& box, const FittedFamily& fitted) {
  const std::vector<double> twos = histogram_of(fitted, "2"), fours = histogram_of(fitted, "4");
  const double most = std::max(*std::ranges::max_element(twos), *std::ranges::max_element(fours));
  const double width = box.width / static_cast<double>(bins), bottom = box.y + box.height;
  for (std::size_t b = 0; b < bins; ++b) {
    const double x = box.x + static_cast<double>(b) * width;
    for (const auto& [counts, color] :
         {std::pair{&twos, colors::blue}, std::pair{&fours, colors::vermilion}}) {
      const double height = (*counts)[b] / most * box.height;
      canvas.rectangle({x, bottom - height, width - 0.4, height}, with_alpha(color, 0.6));
    }
  }
  const std::array<Point, 2> axis = {Point{box.x, bottom}, Point{box.x + box.width, bottom}};
  canvas.line(axis, colors::ink, 0.6);
}

// The share of pairs (a two, a four) that the times put in the commoner order; ½ for pure chance.
double separation(const FittedFamily& fitted) {
  std::vector<double> twos, fours;
  const Vector& all = fitted.analysis.components[0].times;
  for (Index i = 0; i < all.size(); ++i)
    (fitted.family.labels()[static_cast<std::size_t>(i)] == "2" ? twos : fours).push_back(all[i]);
  double ordered = 0;
  for (const double two : twos)
    for (const double four : fours) ordered += two < four ? 1 : two == four ? 0.5 : 0;
  ordered /= static_cast<double>(twos.size() * fours.size());
  return std::max(ordered, 1 - ordered);
}

}  // namespace

Figure two_four_figure(const FigureOptions& options, const Execution& execution) {
  const FittedFamily fitted = fitted_family(twos_and_fours(options, execution), 1, options.seed, execution);
  const Component& component = fitted.analysis.components[0];
  std::vector<double> times;
  layout::FrameRow row{0, frames, {}};
  for (std::size_t i = 0; i < frames; ++i) {
    times.push_back(static_cast<double>(i) / (frames - 1));
    row.captions.push_back(layout::time_words(times.back()));
  }
  std::vector<Measure> measures =
      layout::measures_along(fitted.analysis.mean, component.curve.atoms(), times);
  const auto painter = shape_painter(std::move(measures), fitted.family.space(), InkScale::common);
  const double inner = layout::page_width - 2 * layout::margin;
  const double width = (inner + frame_gap) / frames - frame_gap;
  const double strip = layout::row_height(*painter, width, true);
  Canvas canvas(layout::page_width, 2 * layout::margin + strip + 8 + plot_height + axis_height + key_height);
  layout::draw_row(canvas, *painter, {layout::margin, layout::margin}, width, frame_gap, row);
  // Times 0 and 1 stand under the middles of the first and the last frame.
  const double top = layout::margin + strip + 8;
  draw_times(canvas, {layout::margin + width / 2, top, inner - width, plot_height}, fitted);
  canvas.text({layout::page_width / 2, top + plot_height + 11}, "nearest time of each image",
              layout::label_font, colors::ink, Align::center);
  const double base = top + plot_height + axis_height + key_height - 4;
  const double next =
      layout::draw_key(canvas, {layout::margin + width / 2, base}, with_alpha(colors::blue, 0.6), "twos");
  layout::draw_key(canvas, {next, base}, with_alpha(colors::vermilion, 0.6), "fours");

  Figure figure;
  figure.numbers = {{"images", fitted.family.count()},
                    {"variance", fitted.analysis.variance},
                    {"separation", separation(fitted)},
                    {"mean_seconds", fitted.mean_seconds},
                    {"component_seconds", fitted.component_seconds},
                    {"components", component_numbers(fitted.analysis)}};
  figure.words = fmt::format("{:.1f} % of the variance; {:.1f} % of the pairs (two, four) in one order",
                             100 * component.explained, 100 * separation(fitted));
  figure.pictures.push_back({"two_four", std::move(canvas)});
  return figure;
}

}  // namespace wpga
