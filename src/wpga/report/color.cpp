#include "wpga/report/color.hpp"

#include <algorithm>
#include <cmath>

namespace wpga {

namespace {

// The white point D65 of the CIE's two-degree observer.
constexpr double white_x = 0.95047, white_z = 1.08883;

double to_linear(double channel) {
  return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double from_linear(double light) {
  const double clipped = std::clamp(light, 0.0, 1.0);
  return clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * std::pow(clipped, 1 / 2.4) - 0.055;
}

constexpr double knee = 6.0 / 29;

double lab_curve(double t) {
  return t > knee * knee * knee ? std::cbrt(t) : t / (3 * knee * knee) + 4.0 / 29;
}

double lab_curve_inverse(double t) { return t > knee ? t * t * t : 3 * knee * knee * (t - 4.0 / 29); }

}  // namespace

Lab lab_of(const Color& color) {
  const double r = to_linear(color.red), g = to_linear(color.green), b = to_linear(color.blue);
  const double x = lab_curve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / white_x);
  const double y = lab_curve(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
  const double z = lab_curve((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / white_z);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

Color color_of(const Lab& lab) {
  const double level = (lab.lightness + 16) / 116;
  const double x = white_x * lab_curve_inverse(level + lab.a / 500), y = lab_curve_inverse(level),
               z = white_z * lab_curve_inverse(level - lab.b / 200);
  return {from_linear(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
          from_linear(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
          from_linear(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

}  // namespace wpga
