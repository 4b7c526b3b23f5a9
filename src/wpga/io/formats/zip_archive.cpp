#include "wpga/io/formats/zip_archive.hpp"

#include <fmt/format.h>

#include <limits>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

constexpr std::uint32_t local_signature = 0x04034b50;
constexpr std::uint32_t central_signature = 0x02014b50;
constexpr std::uint32_t end_signature = 0x06054b50;
constexpr std::uint32_t end64_signature = 0x06064b50;
constexpr std::uint32_t locator64_signature = 0x07064b50;
constexpr std::size_t end_size = 22;
constexpr std::size_t locator64_size = 20;
constexpr std::uint32_t in_zip64 = 0xFFFFFFFF;  // the true value stands in the zip64 record
constexpr std::uint16_t stored = 0;
constexpr std::uint16_t deflated = 8;

struct Directory {
  std::uint64_t members;
  std::uint64_t offset;
};

struct Entry {
  std::string name;
  std::uint16_t flags;
  std::uint16_t method;
  std::uint32_t checksum;
  std::uint64_t compressed;
  std::uint64_t size;
  std::uint64_t offset;  // of the local header
};

template <class T>
T little(ByteCursor& cursor, std::string_view what) {
  return cursor.number<T>(std::endian::little, what);
}

// The end record is the last thing in the file, apart from a comment whose length it holds.
std::size_t find_end_record(Bytes bytes) {
  const auto is_end_record = [&](std::size_t at) {
    const std::byte* const record = bytes.data() + at;
    return load_number<std::uint32_t>(record, std::endian::little) == end_signature &&
           at + end_size + load_number<std::uint16_t>(record + 20, std::endian::little) == bytes.size();
  };
  const std::size_t deepest = bytes.size() > end_size + 65535 ? bytes.size() - end_size - 65535 : 0;
  for (std::size_t at = bytes.size() >= end_size ? bytes.size() - end_size + 1 : 0; at-- > deepest;)
    if (is_end_record(at)) return at;
  throw InputError("the archive is cut short: the directory at the end of a zip file is missing");
}

std::optional<Directory> find_zip64_directory(Bytes bytes, std::size_t end_record) {
  if (end_record < locator64_size) return std::nullopt;
  ByteCursor locator(bytes, end_record - locator64_size);
  if (little<std::uint32_t>(locator, "the zip64 locator") != locator64_signature) return std::nullopt;
  locator.take(4, "the zip64 locator");
  const auto offset = little<std::uint64_t>(locator, "the zip64 locator");
  require(offset <= bytes.size(), "the zip64 directory lies outside the file");
  ByteCursor record(bytes, static_cast<std::size_t>(offset));
  require(little<std::uint32_t>(record, "the zip64 end record") == end64_signature,
          "the zip64 end record is damaged");
  record.take(28, "the zip64 end record");
  const auto members = little<std::uint64_t>(record, "the zip64 end record");
  record.take(8, "the zip64 end record");
  return Directory{members, little<std::uint64_t>(record, "the zip64 end record")};
}

Directory find_directory(Bytes bytes) {
  const std::size_t end_record = find_end_record(bytes);
  ByteCursor cursor(bytes, end_record);
  cursor.take(4, "the end record");
  const auto disk = little<std::uint16_t>(cursor, "the end record");
  cursor.take(4, "the end record");
  const auto members = little<std::uint16_t>(cursor, "the end record");
  cursor.take(4, "the end record");
  const auto offset = little<std::uint32_t>(cursor, "the end record");
  if (const auto large = find_zip64_directory(bytes, end_record)) return *large;
  require(disk == 0, "the archive is split over several files; join them first");
  return {members, offset};
}

// Extra field 1 holds, in this order, those of size, compressed size and offset that did not fit into 32
// bits.
void read_zip64_field(ByteCursor extra, Entry& entry) {
  while (extra.remaining() >= 4) {
    const auto kind = little<std::uint16_t>(extra, "an extra field");
    const auto length = little<std::uint16_t>(extra, "an extra field");
    ByteCursor field(extra.take(length, "an extra field"));
    if (kind != 1) continue;
    for (std::uint64_t* value : {&entry.size, &entry.compressed, &entry.offset})
      if (*value == in_zip64) *value = little<std::uint64_t>(field, "a zip64 field");
    return;
  }
}

Entry read_entry(ByteCursor& cursor) {
  const std::string_view what = "the zip directory";
  require(little<std::uint32_t>(cursor, what) == central_signature, "the zip directory is damaged");
  cursor.take(4, what);
  Entry entry;
  entry.flags = little<std::uint16_t>(cursor, what);
  entry.method = little<std::uint16_t>(cursor, what);
  cursor.take(4, what);
  entry.checksum = little<std::uint32_t>(cursor, what);
  entry.compressed = little<std::uint32_t>(cursor, what);
  entry.size = little<std::uint32_t>(cursor, what);
  const auto name_length = little<std::uint16_t>(cursor, what);
  const auto extra_length = little<std::uint16_t>(cursor, what);
  const auto comment_length = little<std::uint16_t>(cursor, what);
  cursor.take(8, what);
  entry.offset = little<std::uint32_t>(cursor, what);
  entry.name = std::string(text_of(cursor.take(name_length, what)));
  require(!first_invalid_utf8(entry.name), "a member of the archive has a name that is not UTF-8");
  read_zip64_field(ByteCursor(cursor.take(extra_length, what)), entry);
  cursor.take(comment_length, what);
  return entry;
}

Bytes packed_bytes(Bytes bytes, const Entry& entry) {
  require(entry.offset <= bytes.size(), "it begins outside the file");
  ByteCursor cursor(bytes, static_cast<std::size_t>(entry.offset));
  require(little<std::uint32_t>(cursor, "its header") == local_signature, "its header is damaged");
  cursor.take(22, "its header");
  const auto name_length = little<std::uint16_t>(cursor, "its header");
  const auto extra_length = little<std::uint16_t>(cursor, "its header");
  cursor.take(std::uint64_t{name_length} + extra_length, "its header");
  return cursor.take(entry.compressed, "its data");
}

std::vector<std::byte> unpack(Bytes bytes, const Entry& entry, const InflateLimits& limits) {
  require((entry.flags & 1) == 0, "it is encrypted");
  require(
      entry.method == stored || entry.method == deflated,
      fmt::format("it is compressed with method {}, only stored (0) and deflate (8) are read", entry.method));
  const Bytes packed = packed_bytes(bytes, entry);
  std::vector<std::byte> contents;
  if (entry.method == stored) {
    require(entry.size == entry.compressed, "its two sizes differ though it is not compressed");
    contents.assign(packed.begin(), packed.end());
  } else {
    check_inflation(packed.size(), entry.size, limits);
    contents = inflate_raw(packed, static_cast<std::size_t>(entry.size));
  }
  require(crc32_of(contents) == entry.checksum, "its checksum does not match, the archive is damaged");
  return contents;
}

struct LocalRecord {
  std::uint32_t checksum, size, offset;
};

// The twenty bytes that the local header and the directory have in common, from the version to the sizes.
void append_shared_fields(std::vector<std::byte>& out, const LocalRecord& record) {
  append_little<std::uint16_t>(out, 20);       // version needed
  append_little<std::uint16_t>(out, 1 << 11);  // names are UTF-8
  append_little<std::uint16_t>(out, stored);
  append_little<std::uint16_t>(out, 0);             // midnight
  append_little<std::uint16_t>(out, (1 << 5) | 1);  // 1 January 1980
  append_little(out, record.checksum);
  append_little(out, record.size);
  append_little(out, record.size);
}

void append_text(std::vector<std::byte>& out, std::string_view text) {
  const Bytes raw = bytes_of(text);
  out.insert(out.end(), raw.begin(), raw.end());
}

void append_member(std::vector<std::byte>& out, const ZipMember& member, const LocalRecord& record) {
  append_little(out, local_signature);
  append_shared_fields(out, record);
  append_little(out, static_cast<std::uint16_t>(member.name.size()));
  append_little<std::uint16_t>(out, 0);
  append_text(out, member.name);
  out.insert(out.end(), member.contents.begin(), member.contents.end());
}

void append_directory_entry(std::vector<std::byte>& out, const ZipMember& member, const LocalRecord& record) {
  append_little(out, central_signature);
  append_little<std::uint16_t>(out, 20);  // version made by
  append_shared_fields(out, record);
  append_little(out, static_cast<std::uint16_t>(member.name.size()));
  append_little<std::uint16_t>(out, 0);  // extra
  append_little<std::uint16_t>(out, 0);  // comment
  append_little<std::uint16_t>(out, 0);  // disk
  append_little<std::uint16_t>(out, 0);  // internal attributes
  append_little<std::uint32_t>(out, 0);  // external attributes
  append_little(out, record.offset);
  append_text(out, member.name);
}

void append_end_record(std::vector<std::byte>& out, std::size_t members, std::size_t directory) {
  const auto count = static_cast<std::uint16_t>(members);
  const auto length = static_cast<std::uint32_t>(out.size() - directory);
  append_little(out, end_signature);
  append_little<std::uint32_t>(out, 0);  // disks
  append_little(out, count);
  append_little(out, count);
  append_little(out, length);
  append_little(out, static_cast<std::uint32_t>(directory));
  append_little<std::uint16_t>(out, 0);  // comment
}

void check_fits(const std::vector<ZipMember>& members) {
  require(members.size() < 0xFFFF, "an archive holds at most 65,534 arrays; write an HDF5 file instead");
  std::uint64_t total = end_size;
  for (const ZipMember& member : members) {
    require(member.name.size() < 0x10000, "an array has a name longer than 65,535 bytes");
    total += 76 + 2 * member.name.size() + member.contents.size();
  }
  require(total < in_zip64, "the arrays together take more than 4 GiB; write an HDF5 file instead");
}

}  // namespace

bool is_zip(Bytes bytes) {
  if (bytes.size() < 4) return false;
  const auto signature = load_number<std::uint32_t>(bytes.data(), std::endian::little);
  return signature == local_signature || signature == end_signature;
}

std::vector<ZipMember> decode_zip(Bytes bytes, const InflateLimits& limits) {
  require(is_zip(bytes), "this is not a zip archive");
  const Directory directory = find_directory(bytes);
  require(directory.offset <= bytes.size(), "the zip directory lies outside the file");
  ByteCursor cursor(bytes, static_cast<std::size_t>(directory.offset));
  std::vector<ZipMember> members;
  std::uint64_t packed_total = 0, total = 0;
  for (std::uint64_t k = 0; k < directory.members; ++k) {
    const Entry entry = read_entry(cursor);
    try {
      // Members that share bytes are the other way to build a decompression bomb.
      packed_total += std::min<std::uint64_t>(entry.compressed, bytes.size() + 1);
      require(packed_total <= bytes.size(), "the archive's members together are larger than the archive");
      total += std::min(entry.size, limits.bytes + 1);
      check_inflation(bytes.size(), total, limits);
      members.push_back({entry.name, unpack(bytes, entry, limits)});
    } catch (const InputError& error) {
      rethrow_at(fmt::format("member \"{}\"", entry.name), error);
    }
  }
  return members;
}

std::vector<std::byte> encode_zip(const std::vector<ZipMember>& members) {
  check_fits(members);
  std::vector<std::byte> out;
  std::vector<LocalRecord> records;
  for (const ZipMember& member : members) {
    records.push_back({crc32_of(member.contents), static_cast<std::uint32_t>(member.contents.size()),
                       static_cast<std::uint32_t>(out.size())});
    append_member(out, member, records.back());
  }
  const std::size_t directory = out.size();
  for (std::size_t k = 0; k < members.size(); ++k) append_directory_entry(out, members[k], records[k]);
  append_end_record(out, members.size(), directory);
  return out;
}

}  // namespace wpga
