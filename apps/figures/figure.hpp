// The figures of the paper (Seguy & Cuturi 2015), one file each, all drawn from data that are computed here
// and now.  docs/figures/ has a page for each of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "console/console.hpp"
#include "wpga/base/options.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/report/canvas.hpp"

namespace wpga {

enum class FigureName { glyph, mccann, generalized, toys, digits, two_four, palettes, recolor };
constexpr std::array<std::string_view, 8> names(FigureName) {
  return {"glyph", "mccann", "generalized", "toys", "digits", "two-four", "palettes", "recolor"};
}

struct FigureOptions {
  std::string font;
  std::string character;
  std::string digits;
  std::string photos;
  int images = 1000;
  int opponents = 50;
  int dpi = 288;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = FigureOptions;
    return Listing{
        option("font", &O::font, "glyph: the font (.ttf, .otf, .ttc) to draw --character in"),
        option("character", &O::character, "glyph: the character of --font to draw instead of our own 木"),
        option("digits", &O::digits,
               "digits, two-four: folder with MNIST's train-images-idx3-ubyte and train-labels-idx1-ubyte"),
        option("photos", &O::photos,
               "palettes, recolor: folder of photos; unless given overlapping crops of those in Debian's "
               "mate-backgrounds"),
        option("images", &O::images,
               "digits, two-four: images of each digit; glyph: at most 300 of one character",
               between(10, 100'000)),
        option("opponents", &O::opponents,
               "digits: images of each digit for the comparison with the paper's algorithm and with linear "
               "optimal transport; 0 leaves it out",
               between(0, 100'000)),
        option("dpi", &O::dpi, "pixels to the inch of the PNG files", between(36, 1200)),
        option("seed", &O::seed, "seed of the random numbers")};
  }
};
static_assert(lists_every_member<FigureOptions>);

struct FigurePicture {
  std::string name;  // of the files, without ending
  Canvas canvas;
};

struct FigureTable {
  std::string name;  // of the file, without ending
  std::string csv;
};

struct Figure {
  std::vector<FigurePicture> pictures;
  std::vector<FigureTable> tables;
  Json numbers = Json::object();  // what the figure shows, as numbers
  std::string words;              // the same for a person, a few lines
};

// {"points": one row an atom, "weights"}: small measures, so that anyone can check what was said of them.
Json atoms_document(const MeasureView& measure);

// Weights drawn at random, the largest at most `ratio` times the least.
Vector drawn_weights(Random& random, Index atoms, double ratio);

// Each throws InputError when the data it needs are not where the options say.
Figure glyph_figure(const FigureOptions& options, const Execution& execution);
Figure mccann_figure(const FigureOptions& options, const Execution& execution);
Figure generalized_figure(const FigureOptions& options, const Execution& execution);
Figure toys_figure(const FigureOptions& options, const Execution& execution);
Figure digits_figure(const FigureOptions& options, const Execution& execution);
Figure two_four_figure(const FigureOptions& options, const Execution& execution);
Figure palettes_figure(const FigureOptions& options, const Execution& execution);
Figure recolor_figure(const FigureOptions& options, const Execution& execution);

}  // namespace wpga
