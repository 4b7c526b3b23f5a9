#include "wpga/io/formats/tables/histogram_bins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

using Meaning = BinHeader::Meaning;

struct Interval {
  double low, high;
};

std::optional<double> finite_number(std::string_view word) {
  const auto number = number_in(trimmed(word));
  return number && std::isfinite(*number) ? number : std::nullopt;
}

// Each dash has both its sides parsed, which in a long header of dashes would take for ever.
constexpr std::size_t longest_range = 200;

std::optional<BinHeader> parse_range(std::string_view header) {
  if (header.size() > longest_range) return std::nullopt;
  for (const std::string_view dash : {"..", " to ", "–", "-"})
    // A dash may also be a sign or stand in an exponent: take the first that has a number on both sides.
    for (std::size_t at = header.find(dash); at != std::string_view::npos; at = header.find(dash, at + 1)) {
      const auto low = finite_number(header.substr(0, at));
      const auto high = finite_number(header.substr(at + dash.size()));
      if (low && high) return BinHeader{Meaning::range, *low, *high};
    }
  return std::nullopt;
}

bool is_integer(double value) { return value == std::floor(value); }

// Do the ranges count whole numbers, both ends included?
bool ends_included(std::span<const BinHeader> bins) {
  std::vector<double> begins;
  for (const BinHeader& bin : bins)
    if (bin.meaning != Meaning::below) begins.push_back(bin.low);
  std::ranges::sort(begins);
  for (const BinHeader& bin : bins) {
    if (bin.meaning == Meaning::below) continue;
    if (!is_integer(bin.low)) return false;
    if (bin.meaning != Meaning::range) continue;
    if (!is_integer(bin.high)) return false;
    // A bin without width begins at its own end.
    const auto touching = std::ranges::ssize(std::ranges::equal_range(begins, bin.high));
    if (touching > (bin.low == bin.high ? 1 : 0)) return false;
  }
  return true;
}

}  // namespace

std::optional<BinHeader> parse_bin_header(std::string_view header) {
  header = trimmed(header);
  if (const auto number = finite_number(header)) return BinHeader{Meaning::number, *number, *number};
  if (header.ends_with('+'))
    if (const auto low = finite_number(header.substr(0, header.size() - 1)))
      return BinHeader{Meaning::from, *low, *low};
  if (header.starts_with('<'))
    if (const auto high = finite_number(header.substr(1))) return BinHeader{Meaning::below, *high, *high};
  return parse_range(header);
}

std::vector<double> bin_centers(std::span<const BinHeader> bins) {
  std::vector<double> centers;
  const bool only_numbers = std::all_of(bins.begin(), bins.end(),
                                        [](const BinHeader& bin) { return bin.meaning == Meaning::number; });
  const double beyond = !only_numbers && ends_included(bins) ? 1 : 0;
  const auto closed = [&](const BinHeader& bin) { return Interval{bin.low, bin.high + beyond}; };
  const auto width_of = [&](std::size_t k) {
    require(k < bins.size() && (bins[k].meaning == Meaning::range || bins[k].meaning == Meaning::number),
            "a bin that is open at one end needs a closed one beside it, whose width it takes");
    return closed(bins[k]).high - closed(bins[k]).low;
  };
  for (std::size_t k = 0; k < bins.size(); ++k) {
    const BinHeader& bin = bins[k];
    Interval interval = closed(bin);
    if (bin.meaning == Meaning::from) interval = {bin.low, bin.low + width_of(k - 1)};
    if (bin.meaning == Meaning::below) interval = {bin.high - width_of(k + 1), bin.high};
    require(interval.low <= interval.high,
            fmt::format("the bin {}-{} ends before it begins", bin.low, bin.high));
    centers.push_back(interval.low + (interval.high - interval.low) / 2);
  }
  return centers;
}

}  // namespace wpga
