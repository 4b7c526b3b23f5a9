// A page to draw on.  Drawn once, given out as PNG, PDF or SVG.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/measures/image.hpp"
#include "wpga/report/color.hpp"

namespace wpga {

enum class PictureFormat { png, pdf, svg };
constexpr std::array<std::string_view, 3> names(PictureFormat) { return {"png", "pdf", "svg"}; }

// The unit of length is the point, 1/72 inch; x to the right, y down.
struct Point {
  double x = 0, y = 0;
};

struct Box {
  double x = 0, y = 0, width = 0, height = 0;

  Point center() const { return {x + width / 2, y + height / 2}; }
};

struct Font {
  double size = 8;
  bool bold = false;
  bool italic = false;
};

struct TextSize {
  double width = 0;
  double ascent = 0;   // of the font, above the baseline
  double descent = 0;  // of the font, below it
};

enum class Align { left, center, right };

class Canvas {
 public:
  // Width and height in points, at least 1 and at most 14 400 (PDF's limit): InputError otherwise.
  Canvas(double width, double height, const Color& background = colors::paper);
  ~Canvas();
  Canvas(Canvas&&) noexcept;
  Canvas& operator=(Canvas&&) noexcept;

  double width() const;
  double height() const;

  void line(std::span<const Point> path, const Color& color, double thickness);
  void dashed_line(std::span<const Point> path, const Color& color, double thickness, double dash);
  void polygon(std::span<const Point> corners, const Color& fill);
  void rectangle(const Box& box, const Color& fill);
  void outline(const Box& box, const Color& color, double thickness);
  void disc(const Point& center, double radius, const Color& fill);
  void circle(const Point& center, double radius, const Color& color, double thickness);
  void square(const Point& center, double side, const Color& fill);
  // A shaft with a filled head at `to`.
  void arrow(const Point& from, const Point& to, const Color& color, double thickness);

  // The picture's pixels as crisp squares (smoothed only where it must shrink).  Samples are clipped to [0,
  // 1].
  void image(const Box& box, const Image& picture);

  TextSize text_size(std::string_view text, const Font& font) const;
  // The anchor lies on the baseline.
  void text(const Point& anchor, std::string_view text, const Font& font, const Color& color,
            Align align = Align::left);
  // The text, or its beginning and an ellipsis when it is wider than `width`.
  std::string elided(std::string_view text, const Font& font, double width) const;

  // Clips and transforms last until the Saved that was taken before them is destroyed.
  class Saved {
   public:
    explicit Saved(Canvas& canvas);
    ~Saved();
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;

   private:
    Canvas& canvas_;
  };
  [[nodiscard]] Saved saved() { return Saved(*this); }
  void clip(const Box& box);
  void translate(double x, double y);
  void scale(double x, double y);
  void rotate(double radians);

  // The whole page.  A PNG has `pixels_per_point` pixels to the point (2 is 144 dpi); InputError when a side
  // would exceed 32 000 pixels.  The same drawing gives the same bytes of PNG and PDF.
  std::vector<std::byte> bytes(PictureFormat format,
                               double pixels_per_point = default_pixels_per_point) const;

  static constexpr double default_pixels_per_point = 2;

 private:
  struct Page;
  std::unique_ptr<Page> page_;
};

}  // namespace wpga
