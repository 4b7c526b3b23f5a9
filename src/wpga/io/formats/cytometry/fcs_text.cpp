#include "wpga/io/formats/cytometry/fcs_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

constexpr std::size_t header_size = 58;  // the version, four blanks, six numbers of eight characters

// A whole number, or nothing.
std::optional<std::uint64_t> whole_number_in(std::string_view text) {
  std::uint64_t number = 0;
  if (text.empty() || text.size() > 18) return std::nullopt;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number;
}

// 0 where the field is blank.
std::uint64_t header_number(std::string_view text, std::size_t field) {
  const std::string_view word = trimmed(text.substr(10 + 8 * field, 8));
  const std::optional<std::uint64_t> number = word.empty() ? 0 : whole_number_in(word);
  require(number.has_value(), fmt::format("its header says {} where an offset belongs", shown(word)));
  return *number;
}

// Segments are said by their first and last byte.
FcsSegment segment_of(std::uint64_t first, std::uint64_t last) {
  if (last == 0 || last < first) return {};
  return {first, last + 1};
}

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string converted;
  for (const char c : text) append_utf8(converted, static_cast<unsigned char>(c));
  return converted;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

// The pieces between delimiters; with `doubled`, two delimiters in a row are one inside a piece.
std::vector<std::string> pieces_of(std::string_view text, char delimiter, bool doubled) {
  std::vector<std::string> pieces(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != delimiter) {
      pieces.back() += text[at];
    } else if (doubled && at + 1 < text.size() && text[at + 1] == delimiter) {
      pieces.back() += delimiter;
      ++at;
    } else {
      pieces.emplace_back();
    }
  }
  return pieces;
}

// Keyword, value, keyword, value, …; the last piece is what follows the last delimiter.
std::map<std::string, std::string> keywords_in(std::string_view segment) {
  std::map<std::string, std::string> keywords;
  if (segment.empty()) return keywords;
  const char delimiter = segment.front();
  const std::string_view text = segment.substr(1);
  std::vector<std::string> pieces = pieces_of(text, delimiter, true);
  for (std::size_t k = 0; k < pieces.size(); k += 2)
    if (pieces[k].find(delimiter) != std::string::npos) {
      pieces = pieces_of(text, delimiter, false);
      break;
    }
  for (std::size_t k = 0; k + 1 < pieces.size(); k += 2)
    keywords.try_emplace(upper(as_utf8(trimmed(pieces[k]))), as_utf8(trimmed(pieces[k + 1])));
  return keywords;
}

std::string_view part_of(Bytes bytes, FcsSegment segment, std::string_view what) {
  require(segment.end <= bytes.size(),
          fmt::format("its {} segment goes to byte {}, but the file has {}: it was cut off", what,
                      segment.end, bytes.size()));
  return text_of(bytes.subspan(segment.begin, segment.end - segment.begin));
}

FcsSegment segment_from_keywords(const FcsText& text, const std::string& name) {
  const auto first = whole_number_in(text.find("$BEGIN" + name)),
             last = whole_number_in(text.find("$END" + name));
  return first && last ? segment_of(*first, *last) : FcsSegment();
}

}  // namespace

std::string_view FcsText::find(const std::string& keyword) const {
  const auto found = keywords.find(keyword);
  return found == keywords.end() ? std::string_view() : std::string_view(found->second);
}

bool is_fcs(Bytes bytes) {
  const std::string_view text = text_of(bytes);
  return text.size() >= 6 && text.starts_with("FCS") && text[3] >= '1' && text[3] <= '9' && text[4] == '.';
}

FcsText decode_fcs_text(Bytes bytes) {
  const std::string_view all = text_of(bytes);
  require(is_fcs(bytes) && all.size() >= header_size, "the FCS file ends inside its header: it was cut off");
  FcsText text{.version = std::string(all.substr(0, 6))};
  require(text.version >= "FCS2.0" && text.version <= "FCS3.1",
          fmt::format("it is of version {}; FCS 2.0 to 3.1 can be read", shown(text.version)));
  const FcsSegment place = segment_of(header_number(all, 0), header_number(all, 1));
  require(place.begin >= header_size && place.end > place.begin, "its header says of no TEXT segment");
  text.keywords = keywords_in(part_of(bytes, place, "TEXT"));
  if (const FcsSegment more = segment_from_keywords(text, "STEXT"); more.end > more.begin)
    text.keywords.merge(keywords_in(part_of(bytes, more, "supplemental TEXT")));
  text.data = segment_of(header_number(all, 2), header_number(all, 3));
  if (text.data.end == 0) text.data = segment_from_keywords(text, "DATA");
  return text;
}

}  // namespace wpga
