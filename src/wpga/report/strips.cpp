#include "wpga/report/strips.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace wpga {

namespace {

constexpr double margin = 14;
constexpr double gap = 9;
constexpr double narrowest_page = 216;
constexpr Font title_font{.size = 11, .bold = true};
constexpr Font heading_font{.size = 8.5, .bold = true};
constexpr Font caption_font{.size = 7};
constexpr Font legend_font{.size = 7, .italic = true};
constexpr double title_height = 22, heading_height = 14, caption_height = 12, legend_height = 11;

struct Cell {
  std::size_t frame;
  std::string caption;
};

struct Row {
  std::string heading;
  std::vector<Cell> cells;
  std::vector<TimeBand> bands = {};
  std::vector<double> times = {};
};

struct Lettering {
  std::string title;
  std::string note;  // below the frames, after the painter's legend
};

// One page of rows of equal frames.
class FramePage {
 public:
  FramePage(const FramePainter& painter, std::vector<Row> rows, Lettering lettering, double wished_width)
      : painter_(painter), rows_(std::move(rows)), lettering_(std::move(lettering)) {
    frame_width_ = painter_.fitting_width(wished_width);
    frame_height_ = painter_.aspect() * frame_width_;
    for (const std::string& text : {painter_.legend(), lettering_.note})
      if (!text.empty()) notes_.push_back(text);
  }

  Canvas draw() const {
    std::size_t columns = 1;
    for (const Row& row : rows_) columns = std::max(columns, row.cells.size());
    const double frames_width = static_cast<double>(columns) * (frame_width_ + gap) - gap;
    const double width = std::max(narrowest_page, frames_width + 2 * margin);
    Canvas canvas(width, height());
    double y = margin;
    if (!lettering_.title.empty()) {
      write(canvas, {margin, y + 9}, lettering_.title, title_font, colors::ink);
      y += title_height;
    }
    const double left = rows_.size() > 1 ? margin : (width - frames_width) / 2;
    for (const Row& row : rows_) y = draw_row(canvas, row, left, y);
    for (const std::string& note : notes_) {
      write(canvas, {margin, y + 6}, note, legend_font, colors::caption);
      y += legend_height;
    }
    return canvas;
  }

 private:
  static bool has_captions(const Row& row) {
    return std::any_of(row.cells.begin(), row.cells.end(), [](const Cell& c) { return !c.caption.empty(); });
  }

  double row_height(const Row& row) const {
    return (row.heading.empty() ? 0 : heading_height) + frame_height_ +
           (has_captions(row) ? caption_height : 0) + bands_height(row.bands.size()) + gap;
  }

  double height() const {
    double height = 2 * margin - gap;
    if (!lettering_.title.empty()) height += title_height;
    for (const Row& row : rows_) height += row_height(row);
    height += static_cast<double>(notes_.size()) * legend_height;
    return std::max(height, 2 * margin);
  }

  static void write(Canvas& canvas, const Point& at, const std::string& text, const Font& font,
                    const Color& color) {
    canvas.text(at, canvas.elided(text, font, canvas.width() - 2 * margin), font, color);
  }

  double draw_row(Canvas& canvas, const Row& row, double left, double y) const {
    double top = y;
    if (!row.heading.empty()) {
      write(canvas, {left, top + 8}, row.heading, heading_font, colors::ink);
      top += heading_height;
    }
    double x = left;
    for (const Cell& cell : row.cells) {
      painter_.paint(canvas, {x, top, frame_width_, frame_height_}, cell.frame);
      const std::string caption = canvas.elided(cell.caption, caption_font, frame_width_ + gap - 2);
      canvas.text({x + frame_width_ / 2, top + frame_height_ + 9}, caption, caption_font, colors::caption,
                  Align::center);
      x += frame_width_ + gap;
    }
    if (!row.bands.empty()) draw_bands_below(canvas, row, left, top + frame_height_);
    return y + row_height(row);
  }

  void draw_bands_below(Canvas& canvas, const Row& row, double left, double top) const {
    std::vector<double> centers;
    for (std::size_t i = 0; i < row.cells.size(); ++i)
      centers.push_back(left + static_cast<double>(i) * (frame_width_ + gap) + frame_width_ / 2);
    const double width = centers.back() - centers.front() + frame_width_;
    const double captions = has_captions(row) ? caption_height : 0;
    draw_bands(canvas, {left, top + captions, width, bands_height(row.bands.size())}, row.bands, row.times,
               centers);
  }

  const FramePainter& painter_;
  std::vector<Row> rows_;
  Lettering lettering_;
  std::vector<std::string> notes_;
  double frame_width_, frame_height_;
};

Canvas empty_page(const std::string& title) {
  Canvas canvas(narrowest_page, 2 * margin + title_height + caption_height);
  canvas.text({margin, margin + 9}, canvas.elided(title, title_font, narrowest_page - 2 * margin), title_font,
              colors::ink);
  canvas.text({margin, margin + title_height + 8}, "no measures", legend_font, colors::caption);
  return canvas;
}

// Indices of `shown` measures spread evenly over `count`.
std::vector<Index> spread(Index count, Index shown) {
  std::vector<Index> indices;
  for (Index i = 0; i < shown; ++i) indices.push_back(i * count / shown);
  return indices;
}

// About so many columns that the page is 4 : 3, preferring a last row that is full.
std::size_t balanced_columns(std::size_t frames, double aspect, bool captions, double frame_width) {
  const double cell = aspect + (gap + (captions ? caption_height : 0)) / frame_width;
  const double ideal = std::sqrt(static_cast<double>(frames) * cell * 4 / 3);
  const auto low = static_cast<std::size_t>(std::max(1.0, std::ceil(0.8 * ideal)));
  const auto high =
      std::clamp<std::size_t>(static_cast<std::size_t>(1.25 * ideal), low, std::max(low, frames));
  std::size_t best = low;
  const auto empty = [&](std::size_t columns) { return (columns - frames % columns) % columns; };
  for (std::size_t columns = low; columns <= high; ++columns)
    if (empty(columns) < empty(best)) best = columns;
  return std::min(best, frames);
}

}  // namespace

Canvas contact_sheet(const MeasureFamily& family, const SheetOptions& options) {
  validate(options);
  if (family.count() == 0) return empty_page(options.title);
  const Index shown = std::min<Index>(options.limit, family.count());
  const std::vector<Index> indices = spread(family.count(), shown);
  std::vector<MeasureView> views;
  for (const Index i : indices) views.push_back(family[i]);
  const auto painter =
      frame_painter(in_data_units(views, family.space()), {}, family.space(), options.ink_scale);

  const std::size_t columns = options.columns > 0 ? static_cast<std::size_t>(options.columns)
                                                  : balanced_columns(views.size(), painter->aspect(),
                                                                     options.captions, options.frame_width);
  std::vector<Row> rows;
  for (std::size_t frame = 0; frame < views.size(); ++frame) {
    if (frame % columns == 0) rows.emplace_back();
    const std::string& name = family.names()[static_cast<std::size_t>(indices[frame])];
    rows.back().cells.push_back({frame, options.captions ? name : std::string()});
  }
  Lettering lettering{options.title, {}};
  if (shown < family.count()) lettering.note = fmt::format("{} of {} measures", shown, family.count());
  return FramePage(*painter, std::move(rows), std::move(lettering), options.frame_width).draw();
}

Canvas strips(std::span<const StripRow> rows, const Space& space, const StripOptions& options) {
  validate(options);
  std::vector<MeasureView> measures;
  std::vector<SignedWeights> weights;
  std::optional<Index> dimension;
  std::vector<Row> drawn;
  for (const StripRow& row : rows) {
    drawn.push_back({row.heading, {}});
    if (row.measures.size() > 1 && row.times.size() == row.measures.size()) {
      drawn.back().bands = row.bands;
      drawn.back().times = row.times;
    }
    for (std::size_t i = 0; i < row.measures.size(); ++i) {
      const MeasureView& view = row.measures[i];
      require(view.dimension() == dimension.value_or(view.dimension()),
              "the measures of a strip must have one dimension");
      dimension = view.dimension();
      drawn.back().cells.push_back({row.full > 0 ? weights.size() : measures.size(),
                                    i < row.captions.size() ? row.captions[i] : std::string()});
      if (row.full > 0)
        weights.push_back({view.points, view.weights, row.full});
      else
        measures.push_back(view);
    }
  }
  if (!dimension) return empty_page(options.title);
  // A painter counts the frames of weights after those of measures.
  for (std::size_t r = 0; r < drawn.size(); ++r)
    if (rows[r].full > 0)
      for (Cell& cell : drawn[r].cells) cell.frame += measures.size();
  const auto painter =
      frame_painter(in_data_units(measures, space), std::move(weights), space, options.ink_scale);
  const bool bands = std::ranges::any_of(drawn, [](const Row& row) { return !row.bands.empty(); });
  Lettering lettering{options.title, {}};
  if (bands)
    lettering.note =
        "dots: the measures; lines: their place, " +
        std::ranges::find_if(rows, [](const StripRow& row) { return !row.bands.empty(); })->band_words;
  return FramePage(*painter, std::move(drawn), std::move(lettering), options.frame_width).draw();
}

Canvas strip(std::span<const MeasureView> measures, const Space& space, std::span<const std::string> captions,
             const StripOptions& options) {
  const StripRow row{{}, {measures.begin(), measures.end()}, {captions.begin(), captions.end()}, 0};
  return strips(std::span(&row, 1), space, options);
}

}  // namespace wpga
