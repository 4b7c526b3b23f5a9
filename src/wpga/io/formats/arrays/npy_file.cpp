#include "wpga/io/formats/arrays/npy_file.hpp"

#include <fmt/format.h>

#include <cassert>
#include <charconv>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/formats/arrays/npy_header.hpp"
#include "wpga/io/formats/text_lines.hpp"
#include "wpga/io/formats/zip_archive.hpp"

namespace wpga {

namespace {

constexpr std::string_view magic = "\x93NUMPY";

// What 'descr' says, or why it is not read.
struct Descr {
  enum class Meaning { number, unicode, bytes, unreadable } meaning = Meaning::unreadable;
  ElementType type = ElementType::f64;
  std::size_t element_bytes = 0;
  std::endian order = std::endian::native;
  std::string why;  // for the unreadable
};

Descr unreadable(std::string why) { return {.why = std::move(why)}; }

std::string reason_for(std::string_view descr) {
  if (descr.starts_with('[')) return "it is a structured array; save each field as an array of its own";
  switch (descr.size() > 1 ? descr[1] : '?') {
    case 'O':
      return "it holds Python objects (a pickle, which is a program and is never run); save it with a "
             "numeric dtype, "
             "for example array.astype(float)";
    case 'c':
      return "it holds complex numbers; save its real and imaginary parts";
    case 'M':
    case 'm':
      return "it holds dates; save them as numbers, for example array.astype(float)";
    default:
      return fmt::format("its dtype {} is not read; save it as float64", shown(descr));
  }
}

std::optional<ElementType> number_type(std::string_view code) {
  using enum ElementType;
  constexpr std::pair<std::string_view, ElementType> codes[] = {
      {"b1", boolean}, {"u1", u8},  {"i1", i8},  {"u2", u16}, {"i2", i16}, {"u4", u32},
      {"i4", i32},     {"u8", u64}, {"i8", i64}, {"f2", f16}, {"f4", f32}, {"f8", f64}};
  for (const auto& [word, type] : codes)
    if (word == code) return type;
  return std::nullopt;
}

Descr parse_descr(std::string_view descr) {
  if (descr.size() < 3) return unreadable(reason_for(descr));
  Descr parsed;
  if (descr[0] == '<' || descr[0] == '>')
    parsed.order = descr[0] == '<' ? std::endian::little : std::endian::big;
  else if (descr[0] != '|' && descr[0] != '=')
    return unreadable(reason_for(descr));
  if (const auto type = number_type(descr.substr(1))) {
    parsed.meaning = Descr::Meaning::number;
    parsed.type = *type;
    parsed.element_bytes = size_of(*type);
    return parsed;
  }
  std::uint32_t length = 0;
  const char* const end = descr.data() + descr.size();
  const auto [stop, error] = std::from_chars(descr.data() + 2, end, length);
  const bool is_text = descr[1] == 'U' || descr[1] == 'S' || descr[1] == 'a';
  if (!is_text || error != std::errc{} || stop != end) return unreadable(reason_for(descr));
  parsed.meaning = descr[1] == 'U' ? Descr::Meaning::unicode : Descr::Meaning::bytes;
  parsed.element_bytes = descr[1] == 'U' ? std::size_t{4} * length : length;
  return parsed;
}

NpyHeader read_header(ByteCursor& cursor) {
  const Bytes start = cursor.take(magic.size() + 2, "the NPY header");
  require(text_of(start).starts_with(magic), "this is not an NPY file: it does not begin with \\x93NUMPY");
  const int version = std::to_integer<int>(start[magic.size()]);
  require(version >= 1 && version <= 3,
          fmt::format("NPY version {} is not known; versions 1 to 3 are", version));
  const std::uint32_t length = version == 1
                                   ? cursor.number<std::uint16_t>(std::endian::little, "the NPY header")
                                   : cursor.number<std::uint32_t>(std::endian::little, "the NPY header");
  return parse_npy_header(text_of(cursor.take(length, "the NPY header")));
}

std::string decode_unicode(const std::byte* at, std::size_t characters) {
  std::string text;
  std::size_t used = characters;  // NumPy pads with zeros
  while (used > 0 && load_number<std::uint32_t>(at + 4 * (used - 1), std::endian::native) == 0) --used;
  for (std::size_t k = 0; k < used; ++k) {
    const auto code_point = load_number<std::uint32_t>(at + 4 * k, std::endian::native);
    require(append_utf8(text, code_point), fmt::format("0x{:x} is not a Unicode character", code_point));
  }
  return text;
}

std::string decode_bytes(const std::byte* at, std::size_t length) {
  std::string_view text = text_of({at, length});
  text = text.substr(0, text.find_last_not_of('\0') + 1);
  require(!first_invalid_utf8(text), "it is not UTF-8");
  return std::string(text);
}

StringArray decode_strings(Bytes raw, const Descr& descr, const NpyHeader& header) {
  StringArray array{header.shape, {}};
  const auto count = static_cast<std::size_t>(checked_size(header.shape, descr.element_bytes));
  // Elements of no bytes cost nothing in the file, so their number is bounded here.
  require(descr.element_bytes > 0 || count <= 1'000'000, "it holds only empty strings, and too many of them");
  const bool unicode = descr.meaning == Descr::Meaning::unicode;
  const std::size_t unit = unicode ? 4 : 1;
  const std::vector<std::byte> data = [&] {
    std::vector<std::byte> ordered =
        in_native_order(raw, header.shape, descr.element_bytes, {std::endian::native, header.fortran_order});
    return in_native_order(ordered, {}, unit, {descr.order, false});
  }();
  array.values.reserve(count);
  for (std::size_t k = 0; k < count; ++k) {
    const std::byte* const at = data.data() + k * descr.element_bytes;
    try {
      array.values.push_back(unicode ? decode_unicode(at, descr.element_bytes / 4)
                                     : decode_bytes(at, descr.element_bytes));
    } catch (const InputError& error) {
      rethrow_at(fmt::format("element {}", k), error);
    }
  }
  return array;
}

NpyArray decode_elements(ByteCursor& cursor, const NpyHeader& header, const Descr& descr) {
  const auto count = static_cast<std::uint64_t>(checked_size(header.shape, descr.element_bytes));
  const std::uint64_t size = count * descr.element_bytes;
  require(size == cursor.remaining(),
          fmt::format("the NPY header promises {} elements of type {} ({} bytes), but {} bytes follow it",
                      shape_words(header.shape), header.descr, size, cursor.remaining()));
  const Bytes raw = cursor.take(size, "the elements");
  if (descr.meaning != Descr::Meaning::number) return decode_strings(raw, descr, header);
  return NumericArray{
      header.shape, descr.type,
      in_native_order(raw, header.shape, descr.element_bytes, {descr.order, header.fortran_order})};
}

std::vector<std::byte> with_header(const NpyHeader& header, std::size_t data_bytes) {
  std::string text = npy_header_text(header);
  // Header and data are aligned to 64 bytes, as NumPy does, so that the data can be mapped.
  const std::size_t prefix = magic.size() + 4;
  text.append(63 - (prefix + text.size()) % 64, ' ');
  text += '\n';
  assert(text.size() < 0x10000);
  std::vector<std::byte> out;
  out.reserve(prefix + text.size() + data_bytes);
  const auto append = [&](std::string_view part) {
    const Bytes raw = bytes_of(part);
    out.insert(out.end(), raw.begin(), raw.end());
  };
  append(magic);
  append(std::string_view("\x01\x00", 2));
  append_little(out, static_cast<std::uint16_t>(text.size()));
  append(text);
  return out;
}

std::string_view code_of(ElementType type) {
  constexpr std::array<std::string_view, 12> codes = {"|b1", "|u1", "|i1", "<u2", "<i2", "<u4",
                                                      "<i4", "<u8", "<i8", "<f2", "<f4", "<f8"};
  return codes[static_cast<std::size_t>(type)];
}

}  // namespace

bool is_npy(Bytes bytes) { return text_of(bytes).starts_with(magic); }

NpyArray decode_npy(Bytes bytes) {
  ByteCursor cursor(bytes);
  const NpyHeader header = read_header(cursor);
  const Descr descr = parse_descr(header.descr);
  require(descr.meaning != Descr::Meaning::unreadable, "the array cannot be read: " + descr.why);
  return decode_elements(cursor, header, descr);
}

NumericArray decode_numeric_npy(Bytes bytes) {
  NpyArray array = decode_npy(bytes);
  require(std::holds_alternative<NumericArray>(array), "the array holds text where numbers are needed");
  return std::get<NumericArray>(std::move(array));
}

const NumericArray& NpzArchive::at(const std::string& name) const {
  if (const auto found = numbers.find(name); found != numbers.end()) return found->second;
  if (const auto found = unreadable.find(name); found != unreadable.end())
    throw InputError(fmt::format("array \"{}\" cannot be read: {}", name, found->second));
  require(!strings.contains(name), fmt::format("array \"{}\" holds text where numbers are needed", name));
  std::string known;
  for (const auto& [key, array] : numbers) known += (known.empty() ? "" : ", ") + key;
  throw InputError(fmt::format("there is no array \"{}\" among its numeric arrays ({})", name,
                               known.empty() ? "it has none" : known));
}

NpzArchive decode_npz(Bytes bytes, const InflateLimits& limits) {
  NpzArchive archive;
  for (const ZipMember& member : decode_zip(bytes, limits)) {
    if (member.name.ends_with('/')) continue;
    require(member.name.ends_with(".npy"),
            fmt::format("member \"{}\" is not an NPY file; an .npz archive holds only those", member.name));
    const std::string name = member.name.substr(0, member.name.size() - 4);
    try {
      ByteCursor cursor(member.contents);
      const NpyHeader header = read_header(cursor);
      const Descr descr = parse_descr(header.descr);
      if (descr.meaning == Descr::Meaning::unreadable) {
        archive.unreadable[name] = descr.why;
        continue;
      }
      NpyArray array = decode_elements(cursor, header, descr);
      if (auto* numbers = std::get_if<NumericArray>(&array))
        archive.numbers[name] = std::move(*numbers);
      else
        archive.strings[name] = std::get<StringArray>(std::move(array));
    } catch (const InputError& error) {
      rethrow_at(fmt::format("array \"{}\"", name), error);
    }
  }
  return archive;
}

std::vector<std::byte> encode_npy(const NumericArray& array) {
  const NpyHeader header{std::string(code_of(array.type)), false, array.shape};
  std::vector<std::byte> out = with_header(header, array.data.size());
  const auto data = in_native_order(array.data, {}, size_of(array.type), {.bytes = std::endian::little});
  out.insert(out.end(), data.begin(), data.end());
  return out;
}

std::vector<std::byte> encode_npy(const StringArray& array) {
  std::vector<std::u32string> texts;
  std::size_t longest = 1;
  for (const std::string& value : array.values) {
    texts.push_back(code_points(value));
    longest = std::max(longest, texts.back().size());
  }
  const NpyHeader header{fmt::format("<U{}", longest), false, array.shape};
  std::vector<std::byte> out = with_header(header, 4 * longest * texts.size());
  for (std::u32string& text : texts) {
    text.resize(longest, U'\0');
    for (const char32_t c : text) append_little(out, static_cast<std::uint32_t>(c));
  }
  return out;
}

std::vector<std::byte> encode_npz(const std::map<std::string, NumericArray>& numbers,
                                  const std::map<std::string, StringArray>& strings) {
  std::vector<ZipMember> members;
  for (const auto& [name, array] : numbers) members.push_back({name + ".npy", encode_npy(array)});
  for (const auto& [name, array] : strings) members.push_back({name + ".npy", encode_npy(array)});
  return encode_zip(members);
}

}  // namespace wpga
