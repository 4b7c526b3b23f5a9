// How data become a family of measures: every option of reading.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/io/formats/tables/table_options.hpp"
#include "wpga/measures/color.hpp"
#include "wpga/measures/from_image.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

enum class Standardize { none, pooled };
constexpr std::array<std::string_view, 2> names(Standardize) { return {"none", "pooled"}; }

struct ReadOptions {
  std::optional<Kind> as;
  std::vector<std::string> label;
  std::string label_from;
  std::optional<std::int64_t> limit;
  std::string array;
  Standardize standardize = Standardize::none;
  bool center = false;

  static constexpr auto list() {
    using O = ReadOptions;
    return Listing{
        option("as", &O::as,
               "what each sample is; without it, guessed: grey images are shapes, colour images palettes"),
        option("label", &O::label, "keep only the measures with one of these labels"),
        option(
            "label-from", &O::label_from,
            "label files by what this regular expression matches in their paths, its first group if it has "
            "one: 'plate(\\d+)'; default: the folder, where there are several"),
        option("limit", &O::limit, "keep only the first measures (after `label`)", at_least(1)),
        option("array", &O::array, "the array to read from an .npz file that holds several"),
        option("standardize", &O::standardize,
               "pooled: every coordinate gets mean 0 and variance 1 over all atoms, so that W2 does not "
               "measure units"),
        option("center", &O::center,
               "move every measure so that its mean is 0: what is left is shape, not place")};
  }
};
static_assert(lists_every_member<ReadOptions>);

struct PaletteOptions {
  std::optional<int> colors;
  ColorSpace color_space = ColorSpace::rgb;
  int pixels = 4096;

  static constexpr auto list() {
    using O = PaletteOptions;
    return Listing{
        option("colors", &O::colors,
               "atoms that k-means keeps of each palette (128 unless given) or, when given, of each cloud",
               at_least(1)),
        option("color-space", &O::color_space, "palettes live in sRGB, [0,1]³, or in CIELAB"),
        option("pixels", &O::pixels,
               "colours of an image, drawn by weight, that k-means runs on before one pass over all; 0: all",
               at_least(0))};
  }
};
static_assert(lists_every_member<PaletteOptions>);

// Cells: events of a cytometer (FCS), AnnData files.
struct CellOptions {
  std::string compensation = "auto";
  std::string layer;

  static constexpr auto list() {
    using O = CellOptions;
    return Listing{
        option("compensation", &O::compensation,
               "spillover between the channels of FCS files: auto undoes it where a file brings its matrix, "
               "none "
               "does not, a FILE with a matrix is used for all"),
        option("layer", &O::layer,
               "the matrix of an .h5ad file to read instead of X: a layer by its name, raw, or obsm/X_pca")};
  }
};
static_assert(lists_every_member<CellOptions>);

inline constexpr int default_colors = 128;

struct LoadOptions {
  ReadOptions read;
  ShapeOptions shape;
  PaletteOptions palette;
  TableOptions table;
  std::uint64_t seed = 1;
  CellOptions cells;
  std::vector<std::string> inherited = {};  // no option: names of those whose values are a model's, not typed

  static constexpr auto list() {
    using O = LoadOptions;
    return Listing{
        options_of(&O::read),
        options_of(&O::shape),
        options_of(&O::palette),
        options_of(&O::table),
        option("seed", &O::seed, "seed of everything drawn at random: rows of `sample`, k-means, starts"),
        options_of(&O::cells)};
  }

  bool inherits(std::string_view name) const {
    return std::find(inherited.begin(), inherited.end(), name) != inherited.end();
  }
};
static_assert(detail::count_members<LoadOptions>() == 1 + decltype(LoadOptions::list())::size);

}  // namespace wpga
