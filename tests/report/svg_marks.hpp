// What a drawing shows, read back from its SVG: filled discs and polygons, and straight strokes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "wpga/report/canvas.hpp"

namespace wpga::test {

struct SvgDisc {
  double x, y, radius;
};

struct SvgStroke {
  double from_x, from_y, to_x, to_y, thickness;
};

inline std::string svg_of(const Canvas& canvas) {
  const std::vector<std::byte> bytes = canvas.bytes(PictureFormat::svg);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The text between two marks, for each place where the first stands.
inline std::vector<std::string> between(const std::string& text, const std::string& begin,
                                        const std::string& end) {
  std::vector<std::string> parts;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
    parts.push_back(text.substr(at + begin.size(), text.find(end, at + begin.size()) - at - begin.size()));
  return parts;
}

inline std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  for (const char* at = text.c_str(); *at != '\0';) {
    char* after = nullptr;
    const double number = std::strtod(at, &after);
    if (after == at)
      ++at;
    else
      numbers.push_back(number), at = after;
  }
  return numbers;
}

// Cairo writes shares of one hundred with three digits.
inline bool has_color(const std::string& path, const std::string& what, const Color& color) {
  const std::vector<std::string> found = between(path, what + ":rgb(", ")");
  if (found.empty()) return false;
  const std::vector<double> shares = numbers_in(found[0]);
  return std::abs(shares.at(0) - 100 * color.red) + std::abs(shares.at(1) - 100 * color.green) +
             std::abs(shares.at(2) - 100 * color.blue) <
         1;
}

// Paths of curves that are filled with the colour, by their bounding boxes.
inline std::vector<SvgDisc> discs_in(const std::string& svg, const Color& color) {
  std::vector<SvgDisc> discs;
  for (const std::string& path : between(svg, "<path", "/>")) {
    const std::vector<std::string> outline = between(path, " d=\"", "\"");
    if (outline.empty() || outline[0].find('C') == std::string::npos || !has_color(path, "fill", color))
      continue;
    const std::vector<double> numbers = numbers_in(outline[0]);
    double left = numbers[0], right = left, top = numbers[1], bottom = top;
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) {
      left = std::min(left, numbers[i]), right = std::max(right, numbers[i]);
      top = std::min(top, numbers[i + 1]), bottom = std::max(bottom, numbers[i + 1]);
    }
    discs.push_back({(left + right) / 2, (top + bottom) / 2, (right - left) / 2});
  }
  return discs;
}

// Corners of straight-sided areas that are filled with the colour, in the order drawn.
inline std::vector<std::vector<Point>> polygons_in(const std::string& svg, const Color& color) {
  std::vector<std::vector<Point>> polygons;
  for (const std::string& path : between(svg, "<path", "/>")) {
    const std::vector<std::string> outline = between(path, " d=\"", "\"");
    if (outline.empty() || outline[0].find('C') != std::string::npos || !has_color(path, "fill", color))
      continue;
    const std::vector<double> numbers = numbers_in(outline[0]);
    std::vector<Point>& corners = polygons.emplace_back();
    for (std::size_t i = 0; i + 1 < numbers.size(); i += 2) corners.push_back({numbers[i], numbers[i + 1]});
  }
  return polygons;
}

// The box around points, and the area within a polygon (the formula of Gauss).
inline Box bounds_of(const std::vector<Point>& points) {
  const auto [left, right] = std::ranges::minmax_element(points, {}, &Point::x);
  const auto [top, bottom] = std::ranges::minmax_element(points, {}, &Point::y);
  return {left->x, top->y, right->x - left->x, bottom->y - top->y};
}

inline double area_of(const std::vector<Point>& corners) {
  double twice = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Point &here = corners[i], &next = corners[(i + 1) % corners.size()];
    twice += here.x * next.y - next.x * here.y;
  }
  return std::abs(twice) / 2;
}

inline std::vector<SvgStroke> strokes_in(const std::string& svg) {
  std::vector<SvgStroke> strokes;
  for (const std::string& path : between(svg, "<path", "/>")) {
    const std::vector<std::string> width = between(path, "stroke-width:", ";"),
                                   outline = between(path, " d=\"", "\"");
    const std::vector<double> numbers = outline.empty() ? std::vector<double>{} : numbers_in(outline[0]);
    if (!width.empty() && numbers.size() == 4)
      strokes.push_back({numbers[0], numbers[1], numbers[2], numbers[3], std::atof(width[0].c_str())});
  }
  return strokes;
}

}  // namespace wpga::test
