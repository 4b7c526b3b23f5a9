// Colours as files encode them (sRGB, IEC 61966-2-1), as light adds up, and as the eye tells them apart
// (CIELAB, D65).
#pragma once

#include <array>
#include <string_view>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

using ColorVector = Eigen::Vector3d;

// Where palettes live: encoded red green blue, [0,1]³, or CIELAB.
enum class ColorSpace { rgb, lab };
constexpr std::array<std::string_view, 2> names(ColorSpace) { return {"rgb", "lab"}; }

// One channel: encoded 0…1 to light 0…1 and back.  Both are odd functions, so that colours outside the cube
// survive.
double linear_from_srgb(double encoded);
double srgb_from_linear(double light);

// 0.299 R + 0.587 G + 0.114 B of the encoded values (Rec. 601): the grey that most programs mean.
double luma(const ColorVector& srgb);

// Y of the light, 0…1 (Rec. 709): the grey a photometer would see.
double luminance(const ColorVector& srgb);

// L in 0…100, a and b about −128…127; white is (100, 0, 0).  Euclidean distance is the colour difference of
// 1976.
ColorVector lab_from_srgb(const ColorVector& srgb);
ColorVector srgb_from_lab(
    const ColorVector& lab);  // not clipped: a colour no screen can show lies outside [0,1]³

}  // namespace wpga
