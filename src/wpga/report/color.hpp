// Colours of pictures, and the two spaces a palette may live in.
#pragma once

#include <array>

namespace wpga {

// sRGB, each channel 0 to 1; alpha 1 is opaque.
struct Color {
  double red = 0, green = 0, blue = 0, alpha = 1;
  bool operator==(const Color&) const = default;
};

// CIELAB with the white of daylight D65: lightness 0 to 100, a and b about −100 to 100.
struct Lab {
  double lightness = 0, a = 0, b = 0;
};

Lab lab_of(const Color& color);
Color color_of(const Lab& lab);  // clipped to what a screen can show

// t = 0: from, t = 1: to, channel by channel.
constexpr Color mixed(const Color& from, const Color& to, double t) {
  return {from.red + t * (to.red - from.red), from.green + t * (to.green - from.green),
          from.blue + t * (to.blue - from.blue), from.alpha + t * (to.alpha - from.alpha)};
}

constexpr Color with_alpha(Color color, double alpha) {
  color.alpha = alpha;
  return color;
}

namespace colors {
inline constexpr Color paper{1, 1, 1};
inline constexpr Color ink{0.07, 0.07, 0.09};
inline constexpr Color caption{0.33, 0.33, 0.36};
inline constexpr Color frame{0.78, 0.78, 0.80};
// Okabe & Ito (2008): eight colours that the common kinds of colour blindness keep apart.
inline constexpr Color black{0, 0, 0};
inline constexpr Color orange{0.902, 0.624, 0};
inline constexpr Color sky{0.337, 0.706, 0.914};
inline constexpr Color green{0, 0.620, 0.451};
inline constexpr Color yellow{0.941, 0.894, 0.259};
inline constexpr Color blue{0, 0.447, 0.698};
inline constexpr Color vermilion{0.835, 0.369, 0};
inline constexpr Color purple{0.800, 0.475, 0.655};
// For series of lines and points, in the order to use them.
inline constexpr std::array<Color, 7> series{blue, vermilion, green, purple, orange, sky, black};
}  // namespace colors

}  // namespace wpga
