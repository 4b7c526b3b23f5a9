#include "wpga/io/formats/cytometry/fcs_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

constexpr std::size_t most_channels = 100'000;

std::string required(const FcsText& text, const std::string& keyword) {
  const std::string_view value = text.find(keyword);
  require(!value.empty(), fmt::format("its TEXT segment lacks {}", keyword));
  return std::string(value);
}

std::size_t count_in(const FcsText& text, const std::string& keyword, std::size_t most) {
  const std::string value = required(text, keyword);
  const std::optional<double> number = number_in(value);
  require(number && *number >= 0 && *number == std::floor(*number) && *number <= static_cast<double>(most),
          fmt::format("{} is {} where a whole number up to {} belongs", keyword, shown(value), most));
  return static_cast<std::size_t>(*number);
}

std::endian byte_order(const FcsText& text) {
  std::string order = required(text, "$BYTEORD");
  std::erase(order, ' ');
  // 1 is the least significant byte; the list may be of any length.
  const std::string_view up = "1,2,3,4,5,6,7,8";
  if (order == "1" || (order.size() > 1 && up.starts_with(order))) return std::endian::little;
  std::string reversed(order.rbegin(), order.rend());
  require(up.starts_with(reversed) && order.size() % 2 == 1,
          fmt::format("its byte order {} is neither 1,2,3,4 nor 4,3,2,1", shown(order)));
  return std::endian::big;
}

FcsType type_of(const FcsText& text) {
  const std::string type = required(text, "$DATATYPE");
  if (type == "I" || type == "i") return FcsType::integer;
  if (type == "F" || type == "f") return FcsType::single_precision;
  if (type == "D" || type == "d") return FcsType::double_precision;
  throw InputError(fmt::format("its numbers are of the type {}; I, F and D can be read", shown(type)));
}

// Bits that numbers below the range have: ⌈log₂ range⌉.
int bits_of_range(double range) {
  return range >= 1 && range < 0x1p63 ? static_cast<int>(std::ceil(std::log2(range))) : 64;
}

// An integer as it is stored to the linear value; tabulated where there are few.
class Scale {
 public:
  explicit Scale(const FcsChannel& channel) : channel_(channel) {
    const int used = std::min(channel.bits, bits_of_range(channel.range));
    mask_ = used >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << used) - 1;
    if (channel.decades == 0 || used > 16) return;
    table_.resize(static_cast<std::size_t>(mask_) + 1);
    for (std::size_t k = 0; k < table_.size(); ++k) table_[k] = linear(static_cast<double>(k));
  }
  double operator()(std::uint64_t raw) const {
    const std::uint64_t value = raw & mask_;
    return table_.empty() ? linear(static_cast<double>(value)) : table_[static_cast<std::size_t>(value)];
  }

 private:
  double linear(double value) const {
    if (channel_.decades == 0) return value;
    return channel_.offset * std::pow(10.0, channel_.decades * value / channel_.range);
  }
  const FcsChannel& channel_;
  std::uint64_t mask_;
  std::vector<double> table_;
};

// `width` bits at bit `at`.  Little-endian data count bits from the least significant of each byte,
// big-endian data from the most significant.
std::uint64_t bits_at(Bytes bytes, std::size_t at, int width, std::endian order) {
  std::uint64_t value = 0;
  for (int done = 0; done < width;) {
    const std::size_t place = at + static_cast<std::size_t>(done);
    const int inside = static_cast<int>(place % 8);
    const int here = std::min(8 - inside, width - done);
    const auto byte = std::to_integer<std::uint64_t>(bytes[place / 8]);
    const std::uint64_t mask = (std::uint64_t{1} << here) - 1;
    if (order == std::endian::little)
      value |= ((byte >> inside) & mask) << done;
    else
      value = (value << here) | ((byte >> (8 - inside - here)) & mask);
    done += here;
  }
  return value;
}

}  // namespace

FcsFile::FcsFile(Bytes bytes) : text_(decode_fcs_text(bytes)) {
  const std::string_view mode = text_.find("$MODE");
  require(mode.empty() || mode == "L" || mode == "l",
          fmt::format("it holds counts (mode {}), not events; mode L can be read", shown(mode)));
  read_layout();
  count_events(bytes);
  const std::string_view next = text_.find("$NEXTDATA");
  more_ = !next.empty() && number_in(next).value_or(0) > 0;
}

void FcsFile::read_layout() {
  type_ = type_of(text_);
  order_ = byte_order(text_);
  const std::size_t count = count_in(text_, "$PAR", most_channels);
  require(count > 0, "it has no channels ($PAR is 0)");
  bit_offsets_ = {0};
  for (std::size_t k = 1; k <= count; ++k) read_channel(k);
}

void FcsFile::read_channel(std::size_t k) {
  const auto keyword = [&](char letter) { return fmt::format("$P{}{}", k, letter); };
  FcsChannel channel{.name = std::string(text_.find(keyword('N'))),
                     .marker = std::string(text_.find(keyword('S')))};
  if (channel.name.empty()) channel.name = fmt::format("P{}", k);
  channel.bits = static_cast<int>(count_in(text_, keyword('B'), 64));
  const int wanted = type_ == FcsType::single_precision ? 32 : type_ == FcsType::double_precision ? 64 : 0;
  require(channel.bits > 0 && (wanted == 0 || channel.bits == wanted),
          fmt::format("{} says {} bits for channel {}, which its $DATATYPE does not allow", keyword('B'),
                      channel.bits, shown(channel.name)));
  channel.range = std::max(0.0, number_in(text_.find(keyword('R'))).value_or(0));
  if (type_ == FcsType::integer) {
    const std::string_view amplification = text_.find(keyword('E'));
    const std::size_t comma = amplification.find(',');
    channel.decades = number_in(trimmed(amplification.substr(0, comma))).value_or(0);
    if (comma != std::string_view::npos)
      channel.offset = number_in(trimmed(amplification.substr(comma + 1))).value_or(1);
    if (channel.offset == 0) channel.offset = 1;  // "4,0" is written where "4,1" is meant (FCS 3.1, 3.2.20)
    require(channel.decades == 0 || (channel.decades > 0 && channel.decades < 100 && channel.range > 0 &&
                                     std::isfinite(channel.range) && std::isfinite(channel.offset)),
            fmt::format("{} is {}, which no amplifier has", keyword('E'), shown(amplification)));
  }
  bit_offsets_.push_back(bit_offsets_.back() + static_cast<std::size_t>(channel.bits));
  channels_.push_back(std::move(channel));
}

void FcsFile::count_events(Bytes bytes) {
  const std::size_t event_bits = bit_offsets_.back();
  const std::size_t begin = text_.data.begin, size = bytes.size();
  const bool says = !text_.find("$TOT").empty();
  const std::size_t said = says ? count_in(text_, "$TOT", std::size_t{1} << 48) : 0;
  if (text_.data.end == 0) {
    require(said == 0, "it says neither in its header nor with $BEGINDATA where its events are");
    throw InputError("it holds no events");
  }
  require(begin <= size, "its events begin behind the end of the file: it was cut off");
  const std::size_t in_file = (size - begin) * 8 / event_bits;
  const std::size_t in_segment = (text_.data.end - begin) * 8 / event_bits;
  // Writers that do not know the number in time say 0.
  const std::size_t count = said > 0 ? said : in_segment;
  require(count > 0, "it holds no events");
  require(count <= in_file, fmt::format("it says of {} events but holds {}: it was cut off", count, in_file));
  events_ = static_cast<Index>(count);
  unsaid_ = static_cast<Index>(std::max(count, std::min(in_segment, in_file)) - count);
  data_ = bytes.subspan(begin, (count * event_bits + 7) / 8);
}

std::size_t FcsFile::find(std::string_view name) const {
  for (const auto member : {&FcsChannel::name, &FcsChannel::marker}) {
    std::optional<std::size_t> found;
    for (std::size_t k = 0; k < channels_.size(); ++k) {
      if (channels_[k].*member != name) continue;
      require(!found, fmt::format("two channels are called {}; choose one by its number", shown(name)));
      found = k;
    }
    if (found) return *found;
  }
  const std::optional<double> number = number_in(name);
  if (number && *number >= 1 && *number <= static_cast<double>(channels_.size()) &&
      *number == std::floor(*number))
    return static_cast<std::size_t>(*number) - 1;
  std::string known;
  for (std::size_t k = 0; k < channels_.size() && k < 30; ++k) {
    known += (k ? ", " : "") + channels_[k].name;
    if (!channels_[k].marker.empty() && channels_[k].marker != channels_[k].name)
      known += " (" + channels_[k].marker + ")";
  }
  throw InputError(fmt::format("there is no channel {}; the channels are {}{}", shown(name), displayed(known),
                               channels_.size() > 30 ? ", …" : ""));
}

template <class Number>
void FcsFile::copy_numbers(std::span<const std::size_t> chosen, Matrix& values) const {
  const std::size_t stride = channels_.size() * sizeof(Number);
  double* out = values.data();
  for (Index event = 0; event < events_; ++event) {
    const std::byte* const row = data_.data() + static_cast<std::size_t>(event) * stride;
    for (const std::size_t k : chosen)
      *out++ = static_cast<double>(load_number<Number>(row + k * sizeof(Number), order_));
  }
}

void FcsFile::copy_whole_bytes(std::span<const std::size_t> chosen, Matrix& values) const {
  const std::size_t stride = bit_offsets_.back() / 8;
  for (std::size_t d = 0; d < chosen.size(); ++d) {
    const FcsChannel& channel = channels_[chosen[d]];
    const Scale scale(channel);
    const std::byte* at = data_.data() + bit_offsets_[chosen[d]] / 8;
    const int bytes = channel.bits / 8;
    for (Index event = 0; event < events_; ++event, at += stride) {
      std::uint64_t raw = 0;
      for (int b = 0; b < bytes; ++b)
        raw = raw << 8 | std::to_integer<std::uint64_t>(at[order_ == std::endian::big ? b : bytes - 1 - b]);
      values(static_cast<Index>(d), event) = scale(raw);
    }
  }
}

void FcsFile::copy_bits(std::span<const std::size_t> chosen, Matrix& values) const {
  for (std::size_t d = 0; d < chosen.size(); ++d) {
    const FcsChannel& channel = channels_[chosen[d]];
    const Scale scale(channel);
    for (Index event = 0; event < events_; ++event) {
      const std::size_t at = static_cast<std::size_t>(event) * bit_offsets_.back() + bit_offsets_[chosen[d]];
      values(static_cast<Index>(d), event) = scale(bits_at(data_, at, channel.bits, order_));
    }
  }
}

Matrix FcsFile::values(std::span<const std::size_t> chosen) const {
  Matrix values(static_cast<Index>(chosen.size()), events_);
  const bool whole_bytes =
      std::ranges::all_of(bit_offsets_, [](std::size_t offset) { return offset % 8 == 0; });
  if (type_ == FcsType::single_precision)
    copy_numbers<float>(chosen, values);
  else if (type_ == FcsType::double_precision)
    copy_numbers<double>(chosen, values);
  else if (whole_bytes)
    copy_whole_bytes(chosen, values);
  else
    copy_bits(chosen, values);
  return values;
}

}  // namespace wpga
