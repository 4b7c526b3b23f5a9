// Figure 7: the first three components of the palettes of photos.
#include <fmt/format.h>

#include "figures/figure.hpp"
#include "figures/fitted_family.hpp"
#include "figures/layout.hpp"
#include "figures/photo_palettes.hpp"
#include "wpga/report/frames/frames.hpp"

namespace wpga {

namespace {

constexpr std::size_t frames = 7;
constexpr double components = 3, frame_gap = 3, row_gap = 6, label_width = 40;
constexpr double paper_seconds = 15 * 60;

}  // namespace

Figure palettes_figure(const FigureOptions& options, const Execution& execution) {
  const std::vector<Photo> photos = read_photos(options, execution);
  const FittedFamily fitted =
      fitted_family(palette_family(photos, options, execution), components, options.seed, execution);
  const Analysis& analysis = fitted.analysis;
  std::vector<double> times;
  std::vector<std::string> captions;
  for (std::size_t i = 0; i < frames; ++i) {
    times.push_back(static_cast<double>(i) / (frames - 1));
    captions.push_back(layout::time_words(times.back()));
  }
  const double inner = layout::page_width - 2 * layout::margin - label_width;
  const double width = (inner + frame_gap) / frames - frame_gap;
  std::vector<std::unique_ptr<FramePainter>> rows;
  for (const Component& component : analysis.components)
    rows.push_back(palette_painter(layout::measures_along(analysis.mean, component.curve.atoms(), times),
                                   fitted.family.space()));
  const double height =
      static_cast<double>(rows.size()) * (rows[0]->aspect() * width + row_gap) - row_gap + 10;
  Canvas canvas(layout::page_width, height + 2 * layout::margin);
  double y = layout::margin;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const bool last = k + 1 == rows.size();
    layout::draw_row(canvas, *rows[k], {layout::margin + label_width, y}, width, frame_gap,
                     {0, frames, last ? captions : std::vector<std::string>()});
    const double middle = y + rows[k]->aspect() * width / 2;
    canvas.text({layout::margin, middle}, fmt::format("PC {}", k + 1), layout::label_font, colors::ink);
    canvas.text({layout::margin, middle + 9}, fmt::format("{:.0f} %", 100 * analysis.components[k].explained),
                layout::caption_font, colors::caption);
    y += rows[k]->aspect() * width + row_gap;
  }

  Figure figure;
  double slowest = 0;
  std::vector<double> seconds;
  for (const Component& component : analysis.components) {
    seconds.push_back(component.seconds);
    slowest = std::max(slowest, component.seconds);
  }
  figure.numbers = {{"photos", photos.size()},
                    {"palettes", fitted.family.count()},
                    {"variance", analysis.variance},
                    {"mean_seconds", fitted.mean_seconds},
                    {"component_seconds", seconds},
                    {"paper_component_seconds", paper_seconds},
                    {"components", component_numbers(analysis)}};
  figure.words =
      fmt::format("{} palettes of {} photos; a component takes up to {:.2g} s (the paper: 15 minutes)",
                  fitted.family.count(), photos.size(), slowest);
  figure.pictures.push_back({"palettes", std::move(canvas)});
  return figure;
}

}  // namespace wpga
