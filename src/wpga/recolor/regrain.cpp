#include "wpga/recolor/regrain.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

// Of a pixel: trust, and trust times the wanted step of red, green and blue.
using Wish = Eigen::Array4f;

// What is smoothed, and how firmly neighbours hold together, up to the strength of a pass.
struct Field {
  Index rows = 0, columns = 0;
  std::vector<Wish> wishes;   // rows × columns
  std::vector<float> across;  // bond of a pixel with its right neighbour; 0 in the last column
  std::vector<float> down;    // with the one below; 0 in the last row
};

double channel_of(const Image& image, Index pixel, int channel) {
  const int at = image.has_color() ? channel : 0;
  return image.samples[static_cast<std::size_t>(pixel * image.channels + at)];
}

// Squared difference of two pixels over all colours, in levels of 8 bits.
double squared_contrast(const Image& photo, Index first, Index second) {
  double sum = 0;
  for (int channel = 0; channel < 3; ++channel) {
    const double difference = channel_of(photo, first, channel) - channel_of(photo, second, channel);
    sum += difference * difference;
  }
  return sum * 255 * 255;
}

// φ between two neighbours: smooth skies hold together, edges do not.  The square keeps the steps of the two
// sides of an edge apart; without it they leak as halos.
float bond(double squared_difference) {
  return static_cast<float>(1 / (1 + std::sqrt(squared_difference) + squared_difference / 10));
}

// ψ, confidence in the transferred colour: full where the photo has structure, a tenth at least elsewhere.
double trust_at(double squared_difference) { return std::clamp(std::sqrt(squared_difference) / 5, 0.1, 1.0); }

Field field_of(const Image& photo, const Image& transferred, const Execution& execution) {
  const auto pixels = static_cast<std::size_t>(photo.rows * photo.columns);
  Field field{photo.rows, photo.columns, std::vector<Wish>(pixels), std::vector<float>(pixels),
              std::vector<float>(pixels)};
  parallel_for(execution, field.rows, [&](std::int64_t row) {
    for (Index column = 0; column < field.columns; ++column) {
      const Index pixel = row * field.columns + column;
      const auto at = static_cast<std::size_t>(pixel);
      const bool has_right = column + 1 < field.columns, has_below = row + 1 < field.rows;
      const double right = has_right ? squared_contrast(photo, pixel, pixel + 1) : 0;
      const double below = has_below ? squared_contrast(photo, pixel, pixel + field.columns) : 0;
      field.across[at] = has_right ? bond(right) : 0.0F;
      field.down[at] = has_below ? bond(below) : 0.0F;
      const double trust = trust_at(right + below);
      field.wishes[at][0] = static_cast<float>(trust);
      for (int channel = 0; channel < 3; ++channel) {
        const double step = channel_of(transferred, pixel, channel) - channel_of(photo, pixel, channel);
        field.wishes[at][channel + 1] = static_cast<float>(trust * step);
      }
    }
  });
  return field;
}

// Room for a bundle of parallel lines: the share that each pixel passes on to its next one.
struct Elimination {
  std::vector<float> passed;
  std::vector<float> before;  // of each line: bond to the pixel before times what that one does not pass on
};

// Along each of `width` neighbouring lines of `count` pixels, `stride` apart: the minimiser of Σ |v − wish|²
// + strength Σ bond |v − v'|², exactly.  Elimination of a tridiagonal system in which every number is
// positive, so that v is an average of wishes.
void smooth_lines(Wish* wishes, const float* bonds, Index count, Index stride, Index width, float strength,
                  Elimination& space) {
  space.passed.resize(static_cast<std::size_t>(count * width));
  space.before.assign(static_cast<std::size_t>(width), 0.0F);
  float* passed = space.passed.data();
  float* before = space.before.data();
  for (Index i = 0; i < count; ++i, passed += width)
    for (Index line = 0; line < width; ++line) {
      const Index at = i * stride + line;
      const float next = strength * bonds[at], total = 1 + before[line] + next;
      if (i > 0) wishes[at] += strength * bonds[at - stride] * wishes[at - stride];
      wishes[at] /= total;
      passed[line] = next / total;
      before[line] = next * (1 + before[line]) / total;
    }
  passed -= width;
  for (Index i = count - 1; i-- > 0;) {
    passed -= width;
    for (Index line = 0; line < width; ++line) {
      const Index at = i * stride + line;
      wishes[at] += passed[line] * wishes[at + stride];
    }
  }
}

void smooth_rows(Field& field, float strength, const Execution& execution) {
  parallel_for_with(
      execution, field.rows, [] { return Elimination(); },
      [&](Elimination& space, std::int64_t row) {
        const Index first = row * field.columns;
        smooth_lines(field.wishes.data() + first, field.across.data() + first, field.columns, 1, 1, strength,
                     space);
      });
}

void smooth_columns(Field& field, float strength, const Execution& execution) {
  constexpr Index strip = 16;  // four cache lines of wishes, one of bonds
  parallel_for_with(
      execution, (field.columns + strip - 1) / strip, [] { return Elimination(); },
      [&](Elimination& space, std::int64_t s) {
        const Index first = s * strip, width = std::min(strip, field.columns - first);
        smooth_lines(field.wishes.data() + first, field.down.data() + first, field.rows, field.columns, width,
                     strength, space);
      });
}

// Rows and columns in turn, each pair with a quarter of the strength of the one before, which leaves no
// streaks along either (Min et al. 2014, §IV).
void smooth(Field& field, double strength, const Execution& execution) {
  for (const double share : {16.0 / 42, 4.0 / 42, 1.0 / 42}) {
    smooth_rows(field, static_cast<float>(share * strength), execution);
    smooth_columns(field, static_cast<float>(share * strength), execution);
  }
}

// Smoothness of a plain sky with grain 1: steps there are averages over some ten pixels.
constexpr double usual_strength = 300;

}  // namespace

Image regrain(const Image& photo, Image transferred, const RegrainOptions& options,
              const Execution& execution) {
  validate(options);
  require(photo.rows == transferred.rows && photo.columns == transferred.columns && transferred.has_color(),
          "regrain needs the photo and a transferred picture in colour of the same size");
  Field field = field_of(photo, transferred, execution);
  smooth(field, usual_strength * options.grain, execution);
  parallel_for(execution, field.rows, [&](std::int64_t row) {
    for (Index pixel = row * field.columns; pixel < (row + 1) * field.columns; ++pixel) {
      const Wish& wish = field.wishes[static_cast<std::size_t>(pixel)];
      for (int channel = 0; channel < 3; ++channel)
        transferred.samples[static_cast<std::size_t>(pixel * transferred.channels + channel)] = std::clamp(
            channel_of(photo, pixel, channel) + static_cast<double>(wish[channel + 1] / wish[0]), 0.0, 1.0);
    }
  });
  return transferred;
}

}  // namespace wpga
