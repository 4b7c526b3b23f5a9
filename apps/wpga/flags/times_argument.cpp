#include "flags/times_argument.hpp"

#include "wpga/base/error.hpp"
#include "wpga/base/option_text.hpp"

namespace wpga {

namespace {

constexpr int largest_count = 1000;

}  // namespace

std::vector<double> parse_times(const std::string& text) try {
  if (text.find_first_of(",.") != std::string::npos || text == "0") {
    std::vector<double> times;
    parse_value(text, times);
    for (const double time : times) require(time >= 0 && time <= 1, "times lie between 0 and 1");
    return times;
  }
  int count = 0;
  parse_value(text, count);
  require(count >= 1 && count <= largest_count, "a count of times lies between 1 and 1000");
  if (count == 1) return {0.5};
  std::vector<double> times;
  for (int k = 0; k < count; ++k) times.push_back(static_cast<double>(k) / (count - 1));
  return times;
} catch (const InputError& error) {
  rethrow_at("--times", error);
}

}  // namespace wpga
