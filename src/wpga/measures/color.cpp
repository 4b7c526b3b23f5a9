#include "wpga/measures/color.hpp"

#include <Eigen/LU>
#include <cmath>

namespace wpga {

namespace {

// Columns: the XYZ of the three primaries of sRGB at full light.
const Eigen::Matrix3d& xyz_of_primaries() {
  static const Eigen::Matrix3d matrix{{0.4124564, 0.3575761, 0.1804375},
                                      {0.2126729, 0.7151522, 0.0721750},
                                      {0.0193339, 0.1191920, 0.9503041}};
  return matrix;
}

const Eigen::Matrix3d& primaries_of_xyz() {
  static const Eigen::Matrix3d matrix = xyz_of_primaries().inverse();
  return matrix;
}

// The three primaries together are D65 by definition, so white has no hue whatever the last digits above.
const ColorVector& white() {
  static const ColorVector sum = xyz_of_primaries().rowwise().sum();
  return sum;
}

// f of CIE 15: a cube root with its tangent below (6/29)³.
constexpr double knee = 6.0 / 29;

double compress(double ratio) {
  return ratio > knee * knee * knee ? std::cbrt(ratio) : ratio / (3 * knee * knee) + 4.0 / 29;
}

double expand(double value) {
  return value > knee ? value * value * value : 3 * knee * knee * (value - 4.0 / 29);
}

}  // namespace

double linear_from_srgb(double encoded) {
  const double size = std::abs(encoded);
  return std::copysign(size <= 0.04045 ? size / 12.92 : std::pow((size + 0.055) / 1.055, 2.4), encoded);
}

double srgb_from_linear(double light) {
  const double size = std::abs(light);
  return std::copysign(size <= 0.04045 / 12.92 ? 12.92 * size : 1.055 * std::pow(size, 1 / 2.4) - 0.055,
                       light);
}

double luma(const ColorVector& srgb) { return 0.299 * srgb[0] + 0.587 * srgb[1] + 0.114 * srgb[2]; }

double luminance(const ColorVector& srgb) {
  return (xyz_of_primaries().row(1) / white()[1]).dot(srgb.unaryExpr(&linear_from_srgb));
}

ColorVector lab_from_srgb(const ColorVector& srgb) {
  const ColorVector xyz = xyz_of_primaries() * srgb.unaryExpr(&linear_from_srgb);
  const ColorVector f = xyz.cwiseQuotient(white()).unaryExpr(&compress);
  return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

ColorVector srgb_from_lab(const ColorVector& lab) {
  const double y = (lab[0] + 16) / 116;
  const ColorVector f{y + lab[1] / 500, y, y - lab[2] / 200};
  const ColorVector xyz = f.unaryExpr(&expand).cwiseProduct(white());
  return (primaries_of_xyz() * xyz).unaryExpr(&srgb_from_linear);
}

}  // namespace wpga
