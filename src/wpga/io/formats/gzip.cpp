#include "wpga/io/formats/gzip.hpp"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr int gzip_window = 15 + 16;  // zlib's way to say: expect a gzip header and check its checksum
constexpr int raw_window = -15;       // and: no header at all

// zlib counts in 32 bits, so large buffers go through it in slices.
constexpr std::size_t largest_slice = std::size_t{1} << 30;

// Owns one zlib stream: input at `bytes`, output wherever the caller points next.
class Inflater {
 public:
  Inflater(Bytes bytes, int window) : bytes_(bytes) {
    if (inflateInit2(&stream_, window) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  struct Step {
    std::size_t written;
    bool finished;  // a whole stream has ended
    bool starved;   // nothing more to read
  };

  Step write_to(std::byte* out, std::size_t room) {
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(std::min(room, largest_slice));
    const uInt offered = stream_.avail_out;
    feed();
    const int status = inflate(&stream_, Z_NO_FLUSH);
    if (status == Z_MEM_ERROR) throw std::bad_alloc();
    if (status == Z_DATA_ERROR || status == Z_NEED_DICT || status == Z_STREAM_ERROR)
      throw InputError(fmt::format("the compressed data are damaged near byte {} ({})", consumed(),
                                   stream_.msg ? stream_.msg : "not deflate data"));
    const std::size_t written = offered - stream_.avail_out;
    return {written, status == Z_STREAM_END, status == Z_BUF_ERROR && consumed() == bytes_.size()};
  }

  void restart() { inflateReset(&stream_); }
  std::size_t consumed() const { return fed_ - stream_.avail_in; }

 private:
  void feed() {
    if (stream_.avail_in > 0 || fed_ == bytes_.size()) return;
    const std::size_t slice = std::min(bytes_.size() - fed_, largest_slice);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(bytes_.data() + fed_));
    stream_.avail_in = static_cast<uInt>(slice);
    fed_ += slice;
  }

  Bytes bytes_;
  z_stream stream_ = {};
  std::size_t fed_ = 0;
};

bool only_zeros(Bytes bytes) {
  return std::all_of(bytes.begin(), bytes.end(), [](std::byte b) { return b == std::byte{0}; });
}

// gzip's trailer declares the size modulo 2^32: a good first guess, never trusted beyond the compressed size
// times 8.
std::size_t first_guess(Bytes bytes) {
  const std::size_t most = std::min(bytes.size(), largest_slice) * 8 + 64;
  const auto declared = load_number<std::uint32_t>(bytes.data() + bytes.size() - 4, std::endian::little);
  return std::clamp<std::size_t>(declared, 64, most);
}

}  // namespace

void check_inflation(std::uint64_t compressed, std::uint64_t inflated, const InflateLimits& limits) {
  require(
      inflated <= limits.bytes,
      fmt::format(
          "the compressed data unfold to more than {} bytes, the most that is read; decompress them first",
          limits.bytes));
  require(
      inflated <= limits.free_bytes || inflated / limits.ratio <= compressed,
      fmt::format(
          "{} compressed bytes unfold to more than {} times as many, which looks like a decompression bomb; "
          "decompress them first if they are not",
          compressed, limits.ratio));
}

bool is_gzip(Bytes bytes) {
  return bytes.size() >= 2 && bytes[0] == std::byte{0x1f} && bytes[1] == std::byte{0x8b};
}

std::vector<std::byte> gunzip(Bytes bytes, const InflateLimits& limits) {
  require(is_gzip(bytes), "this is not a gzip file");
  require(bytes.size() >= 18, "the gzip file is cut short: its header and trailer alone need 18 bytes");
  Inflater inflater(bytes, gzip_window);
  std::vector<std::byte> out(first_guess(bytes));
  std::size_t filled = 0;
  while (true) {
    if (filled == out.size()) out.resize(out.size() + out.size() / 2 + 64);
    const auto step = inflater.write_to(out.data() + filled, out.size() - filled);
    filled += step.written;
    check_inflation(bytes.size(), filled, limits);
    require(!step.starved, "the gzip file is cut short: its compressed data do not end");
    if (!step.finished) continue;
    if (only_zeros(bytes.subspan(inflater.consumed()))) break;
    inflater.restart();
  }
  out.resize(filled);
  return out;
}

std::vector<std::byte> inflate_raw(Bytes bytes, std::size_t size) {
  Inflater inflater(bytes, raw_window);
  std::vector<std::byte> out(size + 1);  // one byte more shows data that are longer than declared
  std::size_t filled = 0;
  while (true) {
    const auto step = inflater.write_to(out.data() + filled, out.size() - filled);
    filled += step.written;
    require(filled <= size,
            fmt::format("the compressed data unfold to more than the declared {} bytes", size));
    if (step.finished) break;
    require(!step.starved, "the compressed data are cut short");
  }
  require(filled == size,
          fmt::format("the compressed data unfold to {} bytes where {} were declared", filled, size));
  out.resize(size);
  return out;
}

std::uint32_t crc32_of(Bytes bytes) {
  return static_cast<std::uint32_t>(::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

void Checksums::add(Bytes bytes) {
  const auto* begin = reinterpret_cast<const Bytef*>(bytes.data());
  if (begin == nullptr) return;  // where zlib would begin anew
  crc32 = static_cast<std::uint32_t>(::crc32_z(crc32, begin, bytes.size()));
  adler32 = static_cast<std::uint32_t>(::adler32_z(adler32, begin, bytes.size()));
}

}  // namespace wpga
