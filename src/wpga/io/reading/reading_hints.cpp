#include "wpga/io/reading/reading_hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>

#include "wpga/io/formats/tables/row_counter.hpp"

namespace wpga {

namespace {

constexpr double different = 30;  // standard deviations, one over the other
constexpr Index many_pixels = 5000, many_points = 20'000;

std::string axis_of(const Space& space, Index d) {
  const auto at = static_cast<std::size_t>(d);
  return at < space.axes.size() && !space.axes[at].empty() ? space.axes[at]
                                                           : fmt::format("coordinate {}", d + 1);
}

std::string scale_hint(const MeasureFamily& family) {
  const Vector spread = pooled_moments(family).variance.cwiseSqrt();
  Index widest = 0, narrowest = -1;
  spread.maxCoeff(&widest);
  for (Index d = 0; d < spread.size(); ++d)
    if (spread[d] > 0 && (narrowest < 0 || spread[d] < spread[narrowest])) narrowest = d;
  // Squares beyond the range of doubles have no spread to compare: the door refuses such coordinates.
  if (narrowest < 0 || !std::isfinite(spread[widest]) || spread[widest] < different * spread[narrowest])
    return {};
  return fmt::format(
      "{} varies {:.0f} times as much as {}, so that distances see little of the latter; `standardize` "
      "pooled, "
      "`transform` or `columns` even them out",
      axis_of(family.space(), widest), spread[widest] / spread[narrowest],
      axis_of(family.space(), narrowest));
}

// A column that says how often, and was read as one more coordinate: the first that is named so.
std::string count_hint(const MeasureFamily& family) {
  constexpr std::array<std::string_view, 8> usual = {"count",     "counts", "n",      "freq",
                                                     "frequency", "mass",   "number", "weights"};
  for (Index d = 0; d < family.dimension(); ++d) {
    std::string name = axis_of(family.space(), d);
    std::ranges::transform(name, name.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    if (std::ranges::find(usual, name) == usual.end() || family.points().row(d).minCoeff() < 0) continue;
    return fmt::format(
        "{0} is read as a coordinate; if it tells how many, `weight-column` {0} makes it the weight of each "
        "row",
        axis_of(family.space(), d));
  }
  return {};
}

// A column that numbers rows by more than counting them, and was read as one more coordinate.
std::string number_hint(const MeasureFamily& family) {
  for (Index d = 0; d < family.dimension(); ++d) {
    const auto row = family.points().row(d);
    const auto at = static_cast<std::size_t>(d);
    if (at >= family.space().axes.size() || !named_like_a_counter(family.space().axes[at])) continue;
    if (family.space().axes[at].empty() || (row.array() != row.array().floor()).any()) continue;
    return fmt::format("{} is read as a coordinate; if it only numbers rows, leave it out by `columns`",
                       axis_of(family.space(), d));
  }
  return {};
}

Index most_atoms(const MeasureFamily& family) {
  Index most = 0;
  for (Index i = 0; i < family.count(); ++i) most = std::max(most, family[i].size());
  return most;
}

}  // namespace

std::vector<std::string> reading_hints(const MeasureFamily& family, const LoadOptions& options) {
  std::vector<std::string> hints;
  const bool standardized = options.read.standardize != Standardize::none || !family.space().scale.empty();
  const bool many_coordinates = family.space().kind == Kind::points && family.dimension() > 1;
  const bool as_found = options.table.columns.empty() && options.table.weight_column.empty();
  std::string counts = many_coordinates && as_found ? count_hint(family) : std::string();
  if (!counts.empty()) hints.push_back(std::move(counts));
  std::string numbers = many_coordinates && as_found && hints.empty() ? number_hint(family) : std::string();
  if (!numbers.empty()) hints.push_back(std::move(numbers));
  // What is no coordinate has no scale to even out.
  if (hints.empty() && many_coordinates && !standardized)
    if (std::string hint = scale_hint(family); !hint.empty()) hints.push_back(std::move(hint));
  const Index atoms = most_atoms(family);
  if (family.space().kind == Kind::shape && atoms > many_pixels)
    hints.push_back(
        fmt::format("a shape has up to {} atoms, for which transport takes long; `resize` 64 reads "
                    "smaller ones",
                    atoms));
  if (family.space().kind == Kind::points && atoms > many_points)
    hints.push_back(
        fmt::format("a cloud has up to {} atoms, for which transport takes long; `sample` 2000 draws "
                    "fewer, `colors` 256 sums them up",
                    atoms));
  return hints;
}

}  // namespace wpga
