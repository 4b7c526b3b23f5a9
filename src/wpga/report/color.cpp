#include "wpga/report/color.hpp"

#include <algorithm>

#include "wpga/measures/color.hpp"

namespace wpga {

Lab lab_of(const Color& color) {
  const ColorVector lab = lab_from_srgb({color.red, color.green, color.blue});
  return {lab[0], lab[1], lab[2]};
}

Color color_of(const Lab& lab) {
  const ColorVector srgb = srgb_from_lab({lab.lightness, lab.a, lab.b}).cwiseMax(0.0).cwiseMin(1.0);
  return {srgb[0], srgb[1], srgb[2]};
}

}  // namespace wpga
