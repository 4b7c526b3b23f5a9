// The place on the line that a column's header stands for.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wpga {

// What a header says: a number ("12.5"), a range ("5-9", "5–9", "5..9", "5 to 9"), or a range open at one end
// ("100+", "<5").
struct BinHeader {
  enum class Meaning { number, range, from, below } meaning = Meaning::number;
  double low = 0;   // number, range, from
  double high = 0;  // range, below
};
std::optional<BinHeader> parse_bin_header(std::string_view header);

// Centres of the bins.
// - Only numbers: each is the position itself.
// - With ranges of integers that do not touch (0-4, 5-9, 10-14): both ends belong to the bin, which covers
// [5, 10) and
//   has its centre at 7.5; a number n among them covers [n, n + 1).
// - With ranges that touch (0-5, 5-10) or have other ends: the bin covers [low, high).
// - An open range is as wide as its neighbour: 100+ after 95-99 covers [100, 105).
// Throws InputError for a range that ends before it begins and an open range without neighbour.
std::vector<double> bin_centers(std::span<const BinHeader> bins);

}  // namespace wpga
