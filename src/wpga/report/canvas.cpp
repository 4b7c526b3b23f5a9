#include "wpga/report/canvas.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <new>
#include <numbers>
#include <stdexcept>

#include "wpga/base/error.hpp"
#include "wpga/report/printable.hpp"

namespace wpga {

namespace {

struct Release {
  void operator()(cairo_t* context) const { cairo_destroy(context); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_pattern_t* pattern) const { cairo_pattern_destroy(pattern); }
  void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <class T>
using Owned = std::unique_ptr<T, Release>;

void check(cairo_status_t status) {
  if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(fmt::format("drawing failed: {}", cairo_status_to_string(status)));
}

void set_color(cairo_t* context, const Color& color) {
  cairo_set_source_rgba(context, color.red, color.green, color.blue, color.alpha);
}

void set_path(cairo_t* context, std::span<const Point> path) {
  cairo_new_path(context);
  for (const Point& point : path) cairo_line_to(context, point.x, point.y);
}

// Unhinted, so that a text has the same width on every device.
void set_font(cairo_t* context, const Font& font) {
  cairo_select_font_face(context, "DejaVu Sans",
                         font.italic ? CAIRO_FONT_SLANT_ITALIC : CAIRO_FONT_SLANT_NORMAL,
                         font.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(context, font.size);
  const Owned<cairo_font_options_t> options(cairo_font_options_create());
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context, options.get());
}

// No exception may pass through cairo.
cairo_status_t append_bytes(void* closure, const unsigned char* data, unsigned length) try {
  auto& bytes = *static_cast<std::vector<std::byte>*>(closure);
  const auto* first = reinterpret_cast<const std::byte*>(data);
  bytes.insert(bytes.end(), first, first + length);
  return CAIRO_STATUS_SUCCESS;
} catch (const std::bad_alloc&) {
  return CAIRO_STATUS_NO_MEMORY;
}

std::uint32_t byte_of(double sample) {
  // The comparison also sends NaN to 0.
  return sample > 0 ? static_cast<std::uint32_t>(std::lround(255 * std::min(sample, 1.0))) : 0;
}

// Cairo's 32-bit pixels: alpha, red, green, blue, the colours multiplied by alpha.
std::uint32_t packed_pixel(const Image& picture, Index row, Index column) {
  const int color = picture.has_color() ? 1 : 0;
  const double alpha =
      picture.has_alpha() ? std::clamp(picture.at(row, column, picture.channels - 1), 0.0, 1.0) : 1.0;
  const auto channel = [&](int c) {
    return byte_of(alpha * std::clamp(picture.at(row, column, c * color), 0.0, 1.0));
  };
  return byte_of(alpha) << 24 | channel(0) << 16 | channel(1) << 8 | channel(2);
}

Owned<cairo_surface_t> surface_of(const Image& picture) {
  Owned<cairo_surface_t> surface(
      cairo_image_surface_create(picture.has_alpha() ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24,
                                 static_cast<int>(picture.columns), static_cast<int>(picture.rows)));
  check(cairo_surface_status(surface.get()));
  unsigned char* data = cairo_image_surface_get_data(surface.get());
  const int stride = cairo_image_surface_get_stride(surface.get());
  for (Index r = 0; r < picture.rows; ++r)
    for (Index c = 0; c < picture.columns; ++c) {
      const std::uint32_t pixel = packed_pixel(picture, r, c);
      std::memcpy(data + r * stride + 4 * c, &pixel, sizeof pixel);
    }
  cairo_surface_mark_dirty(surface.get());
  return surface;
}

}  // namespace

// The drawing is recorded and played back on the surface of whichever format is asked for.
struct Canvas::Page {
  double width, height;
  Color background;
  Owned<cairo_surface_t> recording;
  Owned<cairo_t> context;
};

Canvas::Canvas(double width, double height, const Color& background) {
  constexpr double largest = 14400;
  require(width >= 1 && height >= 1 && width <= largest && height <= largest,
          fmt::format(
              "a picture of {:.0f} × {:.0f} points cannot be drawn; each side must be between 1 and {:.0f}",
              width, height, largest));
  const cairo_rectangle_t extents{0, 0, width, height};
  page_ = std::make_unique<Page>(Page{
      width, height, background,
      Owned<cairo_surface_t>(cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, &extents)), nullptr});
  page_->context.reset(cairo_create(page_->recording.get()));
  check(cairo_status(page_->context.get()));
  cairo_set_line_cap(page_->context.get(), CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join(page_->context.get(), CAIRO_LINE_JOIN_ROUND);
}

Canvas::~Canvas() = default;
Canvas::Canvas(Canvas&&) noexcept = default;
Canvas& Canvas::operator=(Canvas&&) noexcept = default;

double Canvas::width() const { return page_->width; }
double Canvas::height() const { return page_->height; }

void Canvas::line(std::span<const Point> path, const Color& color, double thickness) {
  cairo_t* context = page_->context.get();
  set_path(context, path);
  set_color(context, color);
  cairo_set_line_width(context, thickness);
  cairo_stroke(context);
}

void Canvas::dashed_line(std::span<const Point> path, const Color& color, double thickness, double dash) {
  cairo_set_dash(page_->context.get(), &dash, 1, 0);
  line(path, color, thickness);
  cairo_set_dash(page_->context.get(), nullptr, 0, 0);
}

void Canvas::polygon(std::span<const Point> corners, const Color& fill) {
  cairo_t* context = page_->context.get();
  set_path(context, corners);
  set_color(context, fill);
  cairo_fill(context);
}

void Canvas::rectangle(const Box& box, const Color& fill) {
  cairo_t* context = page_->context.get();
  cairo_rectangle(context, box.x, box.y, box.width, box.height);
  set_color(context, fill);
  cairo_fill(context);
}

void Canvas::outline(const Box& box, const Color& color, double thickness) {
  cairo_t* context = page_->context.get();
  cairo_rectangle(context, box.x, box.y, box.width, box.height);
  set_color(context, color);
  cairo_set_line_width(context, thickness);
  cairo_stroke(context);
}

void Canvas::disc(const Point& center, double radius, const Color& fill) {
  cairo_t* context = page_->context.get();
  cairo_new_path(context);
  cairo_arc(context, center.x, center.y, radius, 0, 2 * std::numbers::pi);
  set_color(context, fill);
  cairo_fill(context);
}

void Canvas::circle(const Point& center, double radius, const Color& color, double thickness) {
  cairo_t* context = page_->context.get();
  cairo_new_path(context);
  cairo_arc(context, center.x, center.y, radius, 0, 2 * std::numbers::pi);
  set_color(context, color);
  cairo_set_line_width(context, thickness);
  cairo_stroke(context);
}

void Canvas::square(const Point& center, double side, const Color& fill) {
  rectangle({center.x - side / 2, center.y - side / 2, side, side}, fill);
}

void Canvas::arrow(const Point& from, const Point& to, const Color& color, double thickness) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length <= 0) return;
  const double head = std::min(length, 3 + 3 * thickness);
  const Point along{(to.x - from.x) / length, (to.y - from.y) / length};
  const Point neck{to.x - head * along.x, to.y - head * along.y};
  const double half = 0.36 * head;
  // The shaft ends inside the head, so that its round cap does not blunt the tip.
  line(std::array{from, Point{to.x - 0.7 * head * along.x, to.y - 0.7 * head * along.y}}, color, thickness);
  polygon(std::array{to, Point{neck.x - half * along.y, neck.y + half * along.x},
                     Point{neck.x + half * along.y, neck.y - half * along.x}},
          color);
}

void Canvas::image(const Box& box, const Image& picture) {
  if (picture.rows == 0 || picture.columns == 0) return;
  const Owned<cairo_surface_t> surface = surface_of(picture);
  cairo_t* context = page_->context.get();
  const Saved state(*this);
  cairo_translate(context, box.x, box.y);
  cairo_scale(context, box.width / static_cast<double>(picture.columns),
              box.height / static_cast<double>(picture.rows));
  const Owned<cairo_pattern_t> pattern(cairo_pattern_create_for_surface(surface.get()));
  const bool shrinks = static_cast<double>(picture.columns) > box.width * default_pixels_per_point;
  cairo_pattern_set_filter(pattern.get(), shrinks ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
  cairo_pattern_set_extend(pattern.get(), CAIRO_EXTEND_PAD);
  cairo_set_source(context, pattern.get());
  cairo_rectangle(context, 0, 0, static_cast<double>(picture.columns), static_cast<double>(picture.rows));
  cairo_fill(context);
}

TextSize Canvas::text_size(std::string_view text, const Font& font) const {
  cairo_t* context = page_->context.get();
  set_font(context, font);
  cairo_text_extents_t extents;
  cairo_text_extents(context, printable(text).c_str(), &extents);
  cairo_font_extents_t lines;
  cairo_font_extents(context, &lines);
  return {extents.x_advance, lines.ascent, lines.descent};
}

void Canvas::text(const Point& anchor, std::string_view text, const Font& font, const Color& color,
                  Align align) {
  const double share = align == Align::left ? 0 : align == Align::center ? 0.5 : 1;
  const double width = text_size(text, font).width;
  cairo_t* context = page_->context.get();
  set_color(context, color);
  cairo_move_to(context, anchor.x - share * width, anchor.y);
  cairo_show_text(context, printable(text).c_str());
  cairo_new_path(context);
}

std::string Canvas::elided(std::string_view text, const Font& font, double width) const {
  std::string kept = printable(text);
  if (text_size(kept, font).width <= width) return kept;
  // The longest beginning that fits, by bisection; the width grows with the length.
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if ((static_cast<unsigned char>(kept[i]) & 0xC0U) != 0x80) ends.push_back(i);
  const auto fits = [&](std::size_t end) {
    return text_size(kept.substr(0, end) + "…", font).width <= width;
  };
  const auto last = std::partition_point(ends.begin(), ends.end(), fits);
  if (last == ends.begin()) return {};
  kept.resize(*(last - 1));
  return kept + "…";
}

Canvas::Saved::Saved(Canvas& canvas) : canvas_(canvas) { cairo_save(canvas_.page_->context.get()); }
Canvas::Saved::~Saved() { cairo_restore(canvas_.page_->context.get()); }

void Canvas::clip(const Box& box) {
  cairo_rectangle(page_->context.get(), box.x, box.y, box.width, box.height);
  cairo_clip(page_->context.get());
}

void Canvas::translate(double x, double y) { cairo_translate(page_->context.get(), x, y); }
void Canvas::scale(double x, double y) { cairo_scale(page_->context.get(), x, y); }
void Canvas::rotate(double radians) { cairo_rotate(page_->context.get(), radians); }

namespace {

void play_back(cairo_surface_t* recording, const Color& background, cairo_surface_t* target, double scale) {
  const Owned<cairo_t> context(cairo_create(target));
  // A PNG may be a fraction of a pixel larger than the page.
  set_color(context.get(), background);
  cairo_paint(context.get());
  cairo_scale(context.get(), scale, scale);
  cairo_set_source_surface(context.get(), recording, 0, 0);
  cairo_paint(context.get());
  check(cairo_status(context.get()));
}

}  // namespace

std::vector<std::byte> Canvas::bytes(PictureFormat format, double pixels_per_point) const {
  check(cairo_status(page_->context.get()));
  std::vector<std::byte> bytes;
  Owned<cairo_surface_t> target;
  if (format == PictureFormat::png) {
    const double columns = std::ceil(page_->width * pixels_per_point - 1e-6),
                 rows = std::ceil(page_->height * pixels_per_point - 1e-6);
    constexpr double largest = 32000;
    require(columns >= 1 && rows >= 1 && columns <= largest && rows <= largest,
            fmt::format(
                "a picture of {:.0f} × {:.0f} pixels cannot be made; each side must be between 1 and {:.0f}",
                columns, rows, largest));
    target.reset(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(columns), static_cast<int>(rows)));
    check(cairo_surface_status(target.get()));
    play_back(page_->recording.get(), page_->background, target.get(), pixels_per_point);
    check(cairo_surface_write_to_png_stream(target.get(), append_bytes, &bytes));
    return bytes;
  }
  const bool pdf = format == PictureFormat::pdf;
  target.reset((pdf ? cairo_pdf_surface_create_for_stream : cairo_svg_surface_create_for_stream)(
      append_bytes, &bytes, page_->width, page_->height));
  check(cairo_surface_status(target.get()));
  // The date of making would change the bytes from one run to the next.
  if (pdf)
    cairo_pdf_surface_set_metadata(target.get(), CAIRO_PDF_METADATA_CREATE_DATE, "2000-01-01T00:00:00Z");
  play_back(page_->recording.get(), page_->background, target.get(), 1);
  cairo_surface_finish(target.get());
  check(cairo_surface_status(target.get()));
  return bytes;
}

}  // namespace wpga
