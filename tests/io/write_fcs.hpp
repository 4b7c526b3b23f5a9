// Flow cytometry files made by hand.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace wpga::testing {

using FcsPairs = std::vector<std::pair<std::string, std::string>>;

// Header, TEXT and DATA one after the other; `far` leaves the place of DATA to $BEGINDATA and $ENDDATA.
inline std::string fcs_file(const FcsPairs& pairs, const std::string& data, bool far = false,
                            char delimiter = '/', const std::string& version = "FCS3.1") {
  const auto text_with = [&](std::size_t begin) {
    std::string text(1, delimiter);
    FcsPairs all = pairs;
    all.emplace_back("$BEGINDATA", fmt::format("{:08}", begin));
    all.emplace_back("$ENDDATA", fmt::format("{:08}", begin + data.size() - 1));
    for (const auto& [keyword, value] : all) {
      text += keyword + delimiter;
      for (const char c : value) text += c == delimiter ? std::string(2, c) : std::string(1, c);
      text += delimiter;
    }
    return text;
  };
  const std::size_t size = text_with(0).size(), begin = 58 + size;
  return fmt::format("{}    {:8}{:8}{:8}{:8}{:8}{:8}", version, 58, 58 + size - 1, far ? 0 : begin,
                     far ? 0 : begin + data.size() - 1, 0, 0) +
         text_with(begin) + data;
}

// Keywords of `count` events; a channel is its name, bits, range and amplification.
struct MadeChannel {
  std::string name;
  int bits = 16;
  std::string range = "65536";
  std::string amplification = "0,0";
  std::string marker;
};
inline FcsPairs fcs_pairs(const std::vector<MadeChannel>& channels, std::size_t count,
                          const std::string& type = "I", const std::string& order = "1,2,3,4") {
  FcsPairs pairs = {{"$BYTEORD", order},
                    {"$DATATYPE", type},
                    {"$MODE", "L"},
                    {"$NEXTDATA", "0"},
                    {"$PAR", std::to_string(channels.size())},
                    {"$TOT", std::to_string(count)}};
  for (std::size_t k = 0; k < channels.size(); ++k) {
    const std::string prefix = fmt::format("$P{}", k + 1);
    pairs.emplace_back(prefix + "N", channels[k].name);
    pairs.emplace_back(prefix + "B", std::to_string(channels[k].bits));
    pairs.emplace_back(prefix + "R", channels[k].range);
    pairs.emplace_back(prefix + "E", channels[k].amplification);
    if (!channels[k].marker.empty()) pairs.emplace_back(prefix + "S", channels[k].marker);
  }
  return pairs;
}

}  // namespace wpga::testing
