#include "wpga/study/interval_words.hpp"

#include <fmt/format.h>

namespace wpga {

std::string interval_words(Index draws) {
  constexpr Index fewest_for_percentiles = 19;  // 5 % of one more is a draw
  if (draws >= fewest_for_percentiles) return fmt::format("5th to 95th percentile of {} draws", draws);
  if (draws > 1) return fmt::format("lowest to highest of {} draws", draws);
  return "a single draw, which is no interval";
}

}  // namespace wpga
