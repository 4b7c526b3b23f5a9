// Figure 1: one character moved, scaled and turned; principal geodesics, Euclidean components, a principal
// curve.
#include <fmt/format.h>

#include <algorithm>

#include "console/stopwatch.hpp"
#include "figures/figure.hpp"
#include "figures/layout.hpp"
#include "figures/schematic.hpp"
#include "font_character.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/io/results_json.hpp"
#include "wpga/neighbours/histograms/curve.hpp"
#include "wpga/neighbours/histograms/euclidean.hpp"
#include "wpga/report/comparison_pictures.hpp"
#include "wpga/report/component_strips.hpp"

namespace wpga {

namespace {

constexpr int most_images = 300, side = 60;
constexpr int sheet_side = 6, times = 7;
// W2² to curves of weights is proved to this share of the variance: the shares are shown in whole percents.
constexpr ProjectionOptions coarse_times{.time_tolerance = 0.01};

// ---- The curves

struct Fitted {
  MeasureFamily family;
  Mean mean;
  Analysis geodesics, lines, curve;
  double mean_seconds = 0, geodesic_seconds = 0, line_seconds = 0, curve_seconds = 0;
};

template <class Action>
auto timed(double& seconds, const Action& action) {
  Stopwatch watch;
  auto result = action();
  seconds = watch.lap();
  return result;
}

// The finest drawing of the character: the one with the most pixels.
Measure largest_image(const MeasureFamily& family) {
  Index largest = 0;
  for (Index i = 1; i < family.count(); ++i)
    if (family[i].size() > family[largest].size()) largest = i;
  return {Matrix(family[largest].points), Vector(family[largest].weights)};
}

Fitted fitted(const FigureOptions& options, const Execution& execution) {
  Fitted found;
  found.family =
      glyph_family({options.font, options.character},
                   {.count = std::min(options.images, most_images), .size = side, .seed = options.seed},
                   execution)
          .family;
  found.mean = timed(found.mean_seconds, [&] {
    return free_support_mean(found.family, largest_image(found.family), {}, {}, execution);
  });
  const Measure& mean = found.mean.measure;
  found.geodesics = timed(found.geodesic_seconds, [&] {
    return principal_geodesics(found.family, mean, {}, {.components = 3, .seed = options.seed}, execution);
  });
  found.lines = timed(found.line_seconds, [&] {
    return euclidean_analysis(found.family, mean, {}, {.components = 2, .times = coarse_times}, execution);
  });
  found.curve = timed(found.curve_seconds, [&] {
    return curve_analysis(found.family, mean, {}, {.components = 1, .times = coarse_times}, execution);
  });
  return found;
}

// ---- Their pictures

// One curve of the figure.
struct Row {
  std::string name, share, mass;
  Color color;
  const Analysis* analysis;
  std::size_t component;
  bool backwards = false;

  double time(int frame) const {
    return static_cast<double>(backwards ? times - 1 - frame : frame) / (times - 1);
  }
};

std::string share_words(const Component& component, std::size_t place) {
  const std::string alone = fmt::format("explains {:.0f} %", 100 * component.explained);
  return place == 0 ? alone : fmt::format("{}, so far {:.0f} %", alone, 100 * component.cumulative);
}

std::string mass_words(const Component& component) {
  const double negative = component.curve.changes_weights() ? component.curve.weights().negative_mass : 0;
  return negative > 0 ? fmt::format("negative mass {:.0f} %", 100 * negative) : "no negative mass";
}

std::vector<Row> rows_of(const Fitted& found) {
  std::vector<Row> rows;
  const auto add = [&](const Analysis& analysis, std::string_view name, const Color& color) {
    for (std::size_t k = 0; k < analysis.components.size(); ++k) {
      const Component& component = analysis.components[k];
      rows.push_back({analysis.components.size() > 1 ? fmt::format("{} {}", name, k + 1) : std::string(name),
                      share_words(component, k), mass_words(component), color, &analysis, k});
      if (k < found.geodesics.components.size())
        rows.back().backwards = runs_against(component, found.geodesics.components[k]);
    }
  };
  add(found.geodesics, "Principal geodesic", geodesic_color);
  add(found.lines, "Euclidean PCA", euclidean_color);
  add(found.curve, "Principal curve", curve_color);
  rows.front().share += " of the variance";
  return rows;
}

// The frames of all rows whose curves move atoms, or of all whose curves change weights, in their order.
std::unique_ptr<FramePainter> painter_of(const std::vector<Row>& rows, const Space& space, bool weights) {
  std::vector<Measure> measures;
  std::vector<SignedWeights> frames;
  for (const Row& row : rows) {
    if (row.analysis->components[row.component].curve.changes_weights() != weights) continue;
    for (int frame = 0; frame < times; ++frame) {
      const double time = row.time(frame);
      DrawnMeasure drawn = drawn_at(*row.analysis, std::span(&row.component, 1), std::span(&time, 1));
      if (weights)
        frames.push_back({std::move(drawn.measure.points), std::move(drawn.measure.weights), drawn.full});
      else
        measures.push_back(std::move(drawn.measure));
    }
  }
  return weights ? shape_weights_painter(std::move(frames), space)
                 : shape_painter(std::move(measures), space, InkScale::common);
}

// ---- The page

constexpr double sheet_frame = 30, sheet_gap = 1.5, column_gap = 13, strip_gap = 1.5;
constexpr double sheet_width = sheet_side * sheet_frame + (sheet_side - 1) * sheet_gap;
constexpr double strips_left = layout::margin + sheet_width + column_gap;
constexpr double strip_frame =
    (layout::page_width - layout::margin - strips_left - (times - 1) * strip_gap) / times;
constexpr double heading = 10, row_step = heading + strip_frame + 4.5, key_height = 23, title_height = 12;

std::size_t shown_images(const MeasureFamily& family) {
  return std::min<std::size_t>(std::size_t{sheet_side} * sheet_side,
                               static_cast<std::size_t>(family.count()));
}

void draw_sheet(Canvas& canvas, const Point& corner, const MeasureFamily& family) {
  const std::size_t count = shown_images(family);
  std::vector<Measure> shown;
  for (std::size_t i = 0; i < count; ++i) {
    const MeasureView image = family[static_cast<Index>(i)];
    shown.push_back({Matrix(image.points), Vector(image.weights)});
  }
  const std::unique_ptr<FramePainter> painter =
      shape_painter(std::move(shown), family.space(), InkScale::each);
  double y = corner.y;
  for (std::size_t first = 0; first < count; first += sheet_side, y += sheet_frame + sheet_gap)
    layout::draw_row(canvas, *painter, {corner.x, y}, sheet_frame, sheet_gap,
                     {first, std::min<std::size_t>(sheet_side, count - first), {}});
}

void draw_heading(Canvas& canvas, const Point& at, const Row& row) {
  canvas.rectangle({at.x, at.y - 5.5, 6, 6}, row.color);
  canvas.text({at.x + 9, at.y}, row.name, layout::panel_font, colors::ink);
  const double used = 9 + canvas.text_size(row.name, layout::panel_font).width + 6;
  canvas.text({at.x + used, at.y}, row.share, layout::caption_font, colors::caption);
  canvas.text({layout::page_width - layout::margin, at.y}, row.mass, layout::caption_font, colors::caption,
              Align::right);
}

// Under the last row.
void draw_times(Canvas& canvas, double y) {
  constexpr std::array<std::string_view, times> words = {"t = 0", "⅙", "⅓", "½", "⅔", "⅚", "t = 1"};
  for (std::size_t frame = 0; frame < times; ++frame)
    canvas.text({strips_left + strip_frame / 2 + static_cast<double>(frame) * (strip_frame + strip_gap), y},
                words[frame], layout::caption_font, colors::caption, Align::center);
}

void draw_key(Canvas& canvas, double y, const std::vector<Row>& rows) {
  const bool above = std::ranges::any_of(rows, [](const Row& row) {
    const Curve& curve = row.analysis->components[row.component].curve;
    return curve.changes_weights() && curve.weights().mass_above_one > 0;
  });
  const double next = layout::draw_key(canvas, {strips_left, y}, mixed(colors::paper, colors::blue, 0.5),
                                       "negative intensity");
  layout::draw_key(canvas, {next, y}, colors::green,
                   fmt::format("above the largest intensity of the data{}", above ? "" : " (nowhere)"));
}

void draw_strips(Canvas& canvas, double top, const std::vector<Row>& rows, const Space& space) {
  const std::unique_ptr<FramePainter> moving = painter_of(rows, space, false),
                                      weighted = painter_of(rows, space, true);
  std::size_t moved = 0, weighed = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const double y = top + static_cast<double>(r) * row_step;
    draw_heading(canvas, {strips_left, y + heading - 3}, rows[r]);
    const bool weights = rows[r].analysis->components[rows[r].component].curve.changes_weights();
    std::size_t& first = weights ? weighed : moved;
    layout::draw_row(canvas, weights ? *weighted : *moving, {strips_left, y + heading}, strip_frame,
                     strip_gap, {first, times, {}});
    first += times;
  }
}

Canvas page_of(const Fitted& found, const std::vector<Row>& rows) {
  const double strips_height = static_cast<double>(rows.size()) * row_step + key_height;
  Canvas canvas(layout::page_width, strips_height + 2 * layout::margin);
  double y = layout::margin;
  draw_strips(canvas, y, rows, found.family.space());
  const double bottom = y + static_cast<double>(rows.size()) * row_step;
  draw_times(canvas, bottom + 4);
  draw_key(canvas, bottom + key_height - 4, rows);
  canvas.text({layout::margin, y + heading - 3},
              fmt::format("{} of the {} images, {} × {} pixels", shown_images(found.family),
                          found.family.count(), side, side),
              layout::panel_font, colors::ink);
  y += heading;
  draw_sheet(canvas, {layout::margin, y}, found.family);
  y += sheet_width + 5;
  canvas.text({layout::margin, y + 9}, "Schematic: data and curves in P(X)", layout::panel_font, colors::ink);
  y += title_height;
  draw_schematic(canvas, {layout::margin, y, sheet_width, canvas.height() - layout::margin - y});
  return canvas;
}

Json numbers_of(const Fitted& found, const std::vector<Row>& rows) {
  Json all = {{"images", found.family.count()},          {"side", side},
              {"mean_atoms", found.mean.measure.size()}, {"variance", found.geodesics.variance},
              {"mean_seconds", found.mean_seconds},      {"geodesic_seconds", found.geodesic_seconds},
              {"euclidean_seconds", found.line_seconds}, {"curve_seconds", found.curve_seconds}};
  for (const Row& row : rows) {
    const Component& component = row.analysis->components[row.component];
    Json numbers = {{"name", row.name}};
    numbers.update(results_json(component));
    all["curves"].push_back(numbers);
  }
  return all;
}

}  // namespace

Figure glyph_figure(const FigureOptions& options, const Execution& execution) {
  const Fitted found = fitted(options, execution);
  const std::vector<Row> rows = rows_of(found);
  Figure figure;
  figure.numbers = numbers_of(found, rows);
  double negative = 0;
  for (const Component& line : found.lines.components)
    negative = std::max(negative, line.curve.weights().negative_mass);
  figure.words = fmt::format(
      "one geodesic {:.0f} %, three {:.0f} %; negative mass on Euclidean components up to {:.0f} %",
      100 * found.geodesics.components.front().explained, 100 * found.geodesics.components.back().cumulative,
      100 * negative);
  figure.pictures.push_back({"glyph", page_of(found, rows)});
  return figure;
}

}  // namespace wpga
