#include "wpga/recolor/color_table.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

constexpr Index cells = ColorTable::nodes - 1;

// The colours (red, green, ·) of one row of the grid, blue from 0 to 1.
Matrix row_colors(Index row) {
  const Index red = row / ColorTable::nodes, green = row % ColorTable::nodes;
  Matrix colors(3, ColorTable::nodes);
  for (Index blue = 0; blue < ColorTable::nodes; ++blue)
    colors.col(blue) = Eigen::Matrix<Index, 3, 1>(red, green, blue).cast<double>() / cells;
  return colors;
}

// The cell of a coordinate and the place in it, 0…1.
struct Place {
  Index cell;
  double inside;
};

Place place_of(double value) {
  const double scaled = std::clamp(value, 0.0, 1.0) * cells;
  const Index cell = std::min(static_cast<Index>(scaled), cells - 1);
  return {cell, scaled - static_cast<double>(cell)};
}

}  // namespace

double bounded_step(double value, double step) {
  const double room = std::max(0.0, step > 0 ? 1 - value : value), size = std::abs(step);
  const double larger = std::max(room, size), smaller = std::min(room, size);
  if (smaller == 0) return 0;
  // room · size / (roomᵖ + sizeᵖ)^(1/p) with p = 6: a tenth less than the room when both are equal.
  const double ratio = smaller / larger, cube = ratio * ratio * ratio;
  return std::copysign(smaller / std::cbrt(std::sqrt(1 + cube * cube)), step);
}

ColorTable::ColorTable(const std::function<Matrix(const Matrix&)>& change, const Execution& execution)
    : steps_(static_cast<std::size_t>(3 * nodes * nodes * nodes)) {
  parallel_for(execution, nodes * nodes, [&](std::int64_t row) {
    const Matrix colors = row_colors(row);
    const Matrix images = change(colors);
    assert(images.rows() == 3 && images.cols() == nodes);
    double* out = steps_.data() + row * 3 * nodes;
    for (Index i = 0; i < colors.size(); ++i)
      out[i] = bounded_step(colors.data()[i], images.data()[i] - colors.data()[i]);
  });
}

ColorVector ColorTable::operator()(const ColorVector& color) const {
  const Place red = place_of(color[0]), green = place_of(color[1]), blue = place_of(color[2]);
  constexpr Index right = 3, up = 3 * nodes, back = 3 * nodes * nodes;
  const double* corner = steps_.data() + red.cell * back + green.cell * up + blue.cell * right;
  const std::array<double, 4> weights = {(1 - red.inside) * (1 - green.inside),
                                         (1 - red.inside) * green.inside, red.inside * (1 - green.inside),
                                         red.inside * green.inside};
  constexpr std::array<Index, 4> offsets = {0, up, back, back + up};
  ColorVector image;
  for (Index channel = 0; channel < 3; ++channel) {
    double near = 0, far = 0;
    for (std::size_t edge = 0; edge < 4; ++edge) {
      near += weights[edge] * corner[offsets[edge] + channel];
      far += weights[edge] * corner[offsets[edge] + right + channel];
    }
    image[channel] = std::clamp(color[channel] + near + blue.inside * (far - near), 0.0, 1.0);
  }
  return image;
}

Image apply(const ColorTable& table, const Image& photo, const Execution& execution) {
  const int channels = photo.has_alpha() ? 4 : 3;
  Image out{photo.rows, photo.columns, channels, {}};
  out.samples.resize(static_cast<std::size_t>(photo.rows * photo.columns * channels));
  const Task task(execution, "recolouring", 1);
  parallel_for(execution, photo.rows, [&](std::int64_t row) {
    const double* in = photo.samples.data() + row * photo.columns * photo.channels;
    double* pixel = out.samples.data() + row * photo.columns * channels;
    for (Index column = 0; column < photo.columns; ++column, in += photo.channels, pixel += channels) {
      const ColorVector color =
          photo.has_color() ? ColorVector(in[0], in[1], in[2]) : ColorVector::Constant(in[0]);
      Eigen::Map<ColorVector>{pixel} = table(color);
      if (photo.has_alpha()) pixel[3] = in[photo.channels - 1];
    }
  });
  return out;
}

}  // namespace wpga
