#include "wpga/synthetic/glyph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

// A place the brush passes and its radius there; the character's square is [0,1]², y down.
struct Knot {
  double x, y, radius;
};

// heng: rises a little to the right and is heavier at both ends.
constexpr std::array<Knot, 5> horizontal{
    {{.115, .362, .030}, {.16, .372, .036}, {.48, .352, .023}, {.82, .328, .034}, {.885, .340, .026}}};
// shu: a firm head, an even shaft, a rounded foot.
constexpr std::array<Knot, 5> vertical{
    {{.478, .040, .020}, {.505, .085, .038}, {.500, .40, .031}, {.500, .80, .032}, {.497, .935, .024}}};
// pie: falls to the left and thins to a point.
constexpr std::array<Knot, 5> left_fall{
    {{.478, .352, .026}, {.430, .470, .034}, {.335, .610, .030}, {.210, .725, .020}, {.070, .810, .004}}};
// na: falls to the right, swells to a foot and leaves it level.
constexpr std::array<Knot, 6> right_fall{{{.520, .352, .014},
                                          {.575, .470, .021},
                                          {.670, .605, .032},
                                          {.785, .715, .047},
                                          {.850, .752, .042},
                                          {.965, .765, .006}}};

constexpr double square_share = 0.56;
constexpr double ink_radius =
    0.52;  // of an outline: keeps it inside its frame in the default poses of a family
constexpr int pieces_per_span = 8;

double catmull_rom(double before, double from, double to, double after, double t) {
  return from + 0.5 * t *
                    (to - before +
                     t * (2 * before - 5 * from + 4 * to - after + t * (3 * (from - to) + after - before)));
}

Knot between_knots(std::span<const Knot> knots, std::size_t span, double t) {
  const Knot& from = knots[span];
  const Knot& to = knots[span + 1];
  const Knot& before = knots[span > 0 ? span - 1 : 0];
  const Knot& after = knots[std::min(span + 2, knots.size() - 1)];
  return {catmull_rom(before.x, from.x, to.x, after.x, t), catmull_rom(before.y, from.y, to.y, after.y, t),
          std::max(0.002, catmull_rom(before.radius, from.radius, to.radius, after.radius, t))};
}

// The share of a pixel at this distance from the axis of a band of this radius: exact for bands along an axis
// of the grid, thinner than a pixel or not.
double coverage(double distance, double radius) {
  return std::clamp(std::min(0.5, distance + radius) - std::max(-0.5, distance - radius), 0.0, 1.0);
}

// One straight piece of a stroke, in pixels.  Where pieces or strokes overlap the darkest counts.
void draw_piece(Image& image, const Knot& a, const Knot& b) {
  const double reach = std::max(a.radius, b.radius) + 1;
  const auto low = [&](double u, double v) { return std::floor(std::min(u, v) - reach); };
  const auto high = [&](double u, double v) { return std::ceil(std::max(u, v) + reach); };
  const auto clip = [](double value, Index limit) {
    return static_cast<Index>(std::clamp(value, 0.0, static_cast<double>(limit)));
  };
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared_length = std::max(dx * dx + dy * dy, 1e-300);
  for (Index r = clip(low(a.y, b.y), image.rows); r < clip(high(a.y, b.y), image.rows); ++r)
    for (Index c = clip(low(a.x, b.x), image.columns); c < clip(high(a.x, b.x), image.columns); ++c) {
      const double px = static_cast<double>(c) + 0.5 - a.x, py = static_cast<double>(r) + 0.5 - a.y;
      const double along = std::clamp((px * dx + py * dy) / squared_length, 0.0, 1.0);
      const double distance = std::hypot(px - along * dx, py - along * dy);
      double& sample = image.samples[static_cast<std::size_t>(r * image.columns + c)];
      sample = std::max(sample, coverage(distance, a.radius + along * (b.radius - a.radius)));
    }
}

template <class ToPixels>
void draw_stroke(Image& image, std::span<const Knot> knots, const ToPixels& to_pixels) {
  Knot from = to_pixels(knots[0]);
  for (std::size_t span = 0; span + 1 < knots.size(); ++span)
    for (int piece = 1; piece <= pieces_per_span; ++piece) {
      const Knot to = to_pixels(between_knots(knots, span, static_cast<double>(piece) / pieces_per_span));
      draw_piece(image, from, to);
      from = to;
    }
}

template <class ToPixels>
Image draw_strokes(Index size, const ToPixels& to_pixels) {
  Image image{
      .rows = size, .columns = size, .samples = std::vector<double>(static_cast<std::size_t>(size * size))};
  for (const std::span<const Knot> stroke :
       {std::span<const Knot>(horizontal), std::span<const Knot>(vertical), std::span<const Knot>(left_fall),
        std::span<const Knot>(right_fall)})
    draw_stroke(image, stroke, to_pixels);
  return image;
}

// The centre of ink in the character's square, measured once on a fine grid.
Knot center_of_ink() {
  constexpr Index size = 400;
  const Image image =
      draw_strokes(size, [](const Knot& k) { return Knot{k.x * size, k.y * size, k.radius * size}; });
  double ink = 0, x = 0, y = 0;
  for (Index r = 0; r < size; ++r)
    for (Index c = 0; c < size; ++c) {
      const double sample = image.at(r, c, 0);
      ink += sample, x += sample * (static_cast<double>(c) + 0.5),
          y += sample * (static_cast<double>(r) + 0.5);
    }
  return {x / ink / size, y / ink / size, 0};
}

}  // namespace

Image draw_glyph(Index size, const GlyphPose& pose) {
  static const Knot center = center_of_ink();
  const auto side = static_cast<double>(size);
  const double scale = pose.scale * square_share * side;
  const double cosine = scale * std::cos(pose.angle), sine = scale * std::sin(pose.angle);
  return draw_strokes(size, [&](const Knot& k) {
    const double x = k.x - center.x, y = k.y - center.y;
    return Knot{side / 2 + pose.shift_x + cosine * x - sine * y,
                side / 2 + pose.shift_y + sine * x + cosine * y, scale * k.radius};
  });
}

Outline glyph_from(const Outline& outline) {
  const OutlineInk ink = ink_of(outline);
  require(ink.area > 0, "the outline has no ink");
  double reach = 0;
  for (const Matrix& contour : outline.contours)
    reach = std::max(reach, (contour.colwise() - ink.center).colwise().norm().maxCoeff());
  return transformed(outline, Eigen::Scaling(ink_radius / reach) * Eigen::Translation2d(-ink.center));
}

Image draw_glyph(const Outline& glyph, Index size, const GlyphPose& pose) {
  const auto side = static_cast<double>(size);
  const Eigen::Translation2d place(side / 2 + pose.shift_x, side / 2 + pose.shift_y);
  const Eigen::Affine2d map =
      place * Eigen::Rotation2Dd(pose.angle) * Eigen::Scaling(pose.scale * square_share * side);
  return coverage(transformed(glyph, map), size, size);
}

}  // namespace wpga
