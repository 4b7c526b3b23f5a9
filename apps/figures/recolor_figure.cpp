// Figure 8: photos carried to the nearest palette of the second component.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "figures/figure.hpp"
#include "figures/fitted_family.hpp"
#include "figures/layout.hpp"
#include "figures/photo_palettes.hpp"
#include "wpga/base/error.hpp"
#include "wpga/recolor/recolored.hpp"
#include "wpga/report/frames/frames.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

namespace {

constexpr std::size_t component = 1;  // the second
constexpr Index drawn_pixels = 640;   // along a side of a photo on the page: 300 dots to the inch
constexpr double components = 2, gap = 6, label_width = 46, caption_height = 12;

struct Carried {
  const Photo* photo;
  double time;
  double squared_distance;  // W2² from its palette to the component
  Image image;
};

// Three photos from the beginning, the middle and the end of the component.
std::vector<std::size_t> spread_photos(const Vector& times) {
  std::vector<std::size_t> order(static_cast<std::size_t>(times.size()));
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return times[static_cast<Index>(i)]; });
  return {order.front(), order[order.size() / 2], order.back()};
}

std::vector<Carried> carried_photos(const std::vector<Photo>& photos, const Analysis& analysis,
                                    const FigureOptions& options, const Execution& execution) {
  const MeasureFamily palettes = whole_palettes(photos, options, execution);
  const Projections found = project_on(analysis, palettes, {}, {}, execution).single[component];
  std::vector<Carried> all;
  for (const std::size_t i : spread_photos(found.times)) {
    const auto place = static_cast<Index>(i);
    const Measure target{
        points_at(analysis.mean.points, analysis.components[component].curve.atoms(), found.times[place]),
        analysis.mean.weights};
    all.push_back({&photos[i], found.times[place], found.squared_distances[place],
                   recolored(photos[i].image, {copy_of(palettes[place]), target}, {}, execution)});
  }
  return all;
}

void draw_palettes(Canvas& canvas, const Point& corner, double width, const FittedFamily& fitted) {
  const std::vector<double> times = {0, 1.0 / 3, 2.0 / 3, 1};
  const auto painter =
      palette_painter(layout::measures_along(fitted.analysis.mean,
                                             fitted.analysis.components[component].curve.atoms(), times),
                      fitted.family.space());
  layout::FrameRow row{0, times.size(), {}};
  for (const double time : times) row.captions.push_back(layout::time_words(time));
  layout::draw_row(canvas, *painter, corner, width, gap, row);
}

void draw_photos(Canvas& canvas, const Point& corner, double width, const std::vector<Carried>& all,
                 double height) {
  double x = corner.x;
  for (const Carried& carried : all) {
    const double own =
        width * static_cast<double>(carried.image.rows) / static_cast<double>(carried.image.columns);
    for (const bool after : {false, true}) {
      const double top = corner.y + (after ? height + gap : 0);
      canvas.image({x, top + (height - own) / 2, width, own},
                   reduced(after ? carried.image : carried.photo->image, drawn_pixels));
    }
    canvas.text({x + width / 2, corner.y + 2 * height + gap + caption_height - 2},
                fmt::format("t = {:.2f}", carried.time), layout::caption_font, colors::caption,
                Align::center);
    x += width + gap;
  }
}

double tallest(const std::vector<Carried>& all, double width) {
  double height = 0;
  for (const Carried& carried : all)
    height = std::max(
        height, width * static_cast<double>(carried.image.rows) / static_cast<double>(carried.image.columns));
  return height;
}

}  // namespace

Figure recolor_figure(const FigureOptions& options, const Execution& execution) {
  const std::vector<Photo> photos = read_photos(options, execution);
  const FittedFamily fitted =
      fitted_family(palette_family(photos, options, execution), components, options.seed, execution);
  require(fitted.analysis.components.size() > component,
          "the palettes of these photos have no second component; give photos of more kinds by --photos");
  const std::vector<Carried> all = carried_photos(photos, fitted.analysis, options, execution);

  const double inner = layout::page_width - 2 * layout::margin - label_width;
  const double swatch = (inner - 3 * gap) / 4, width = (inner - 2 * gap) / 3;
  const double palettes_height = 0.75 * swatch + caption_height, height = tallest(all, width);
  Canvas canvas(layout::page_width,
                2 * layout::margin + palettes_height + gap + 2 * height + gap + caption_height);
  const double left = layout::margin + label_width;
  double y = layout::margin;
  const auto label = [&](double at, const char* words) {
    canvas.text({layout::margin, at}, words, layout::label_font, colors::ink);
  };
  draw_palettes(canvas, {left, y}, swatch, fitted);
  label(y + 0.75 * swatch / 2, "PC 2");
  y += palettes_height + gap;
  draw_photos(canvas, {left, y}, width, all, height);
  label(y + height / 2, "photo");
  label(y + height + gap + height / 2, "carried");

  Figure figure;
  figure.numbers["explained"] = fitted.analysis.components[component].explained;
  for (const Carried& carried : all)
    figure.numbers["photos"].push_back({{"name", carried.photo->name},
                                        {"time", carried.time},
                                        {"squared_distance", carried.squared_distance}});
  figure.words = fmt::format("{} at t = {:.2f}, {} at t = {:.2f}, {} at t = {:.2f}", all[0].photo->name,
                             all[0].time, all[1].photo->name, all[1].time, all[2].photo->name, all[2].time);
  figure.pictures.push_back({"recolor", std::move(canvas)});
  return figure;
}

}  // namespace wpga
