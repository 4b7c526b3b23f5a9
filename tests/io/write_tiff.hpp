// TIFF files of many kinds, written straight through libtiff.
#pragma once

#include <tiffio.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace wpga::testing {

struct TiffFile {
  std::uint32_t columns = 1, rows = 1;
  std::uint16_t bits = 8;
  std::uint16_t format = SAMPLEFORMAT_UINT;
  std::uint16_t samples_per_pixel = 1;
  std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
  std::uint16_t compression = COMPRESSION_NONE;
  std::uint16_t orientation = ORIENTATION_TOPLEFT;
  bool separate_planes = false;
  std::uint32_t tile = 0;  // 0: strips
  std::uint32_t rows_per_strip = 2;
  int extra_sample = -1;                    // EXTRASAMPLE_… of the last sample
  std::vector<std::uint16_t> palette = {};  // red, green, blue, each 2^bits long
  std::string mode = "wl";                  // byte order and size of the directory
  int pages = 1;
  bool reduced_pages = false;  // all but the first
  // Rows as they lie in memory, whole bytes in the order of this machine; planes one after the other when
  // separate.
  std::vector<std::uint8_t> bytes;
};

struct TiffMemory {
  std::vector<std::byte> bytes;
  std::uint64_t at = 0;
};

inline TIFF* open_tiff_memory(TiffMemory& memory, const std::string& mode) {
  const auto read = [](thandle_t handle, void* out, tmsize_t count) -> tmsize_t {
    auto& file = *static_cast<TiffMemory*>(handle);
    const std::uint64_t left = file.at < file.bytes.size() ? file.bytes.size() - file.at : 0;
    const std::uint64_t some = std::min<std::uint64_t>(left, static_cast<std::uint64_t>(count));
    if (some > 0) std::memcpy(out, file.bytes.data() + file.at, some);
    file.at += some;
    return static_cast<tmsize_t>(some);
  };
  const auto write = [](thandle_t handle, void* in, tmsize_t count) -> tmsize_t {
    auto& file = *static_cast<TiffMemory*>(handle);
    const auto size = static_cast<std::uint64_t>(count);
    if (file.bytes.size() < file.at + size) file.bytes.resize(file.at + size);
    std::memcpy(file.bytes.data() + file.at, in, size);
    file.at += size;
    return count;
  };
  const auto seek = [](thandle_t handle, toff_t offset, int whence) -> toff_t {
    auto& file = *static_cast<TiffMemory*>(handle);
    return file.at = offset + (whence == SEEK_CUR ? file.at : whence == SEEK_END ? file.bytes.size() : 0);
  };
  const auto close = [](thandle_t) { return 0; };
  const auto size = [](thandle_t handle) -> toff_t { return static_cast<TiffMemory*>(handle)->bytes.size(); };
  return TIFFClientOpen("memory", mode.c_str(), &memory, read, write, seek, close, size, nullptr, nullptr);
}

inline void write_tiff_fields(TIFF* tiff, const TiffFile& file, int page) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, file.columns);
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, file.rows);
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, file.bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, file.format);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, file.samples_per_pixel);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, file.photometric);
  TIFFSetField(tiff, TIFFTAG_COMPRESSION, file.compression);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, file.orientation);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG,
               file.separate_planes ? PLANARCONFIG_SEPARATE : PLANARCONFIG_CONTIG);
  if (page > 0 && file.reduced_pages) TIFFSetField(tiff, TIFFTAG_SUBFILETYPE, FILETYPE_REDUCEDIMAGE);
  if (file.extra_sample >= 0) {
    const auto kind = static_cast<std::uint16_t>(file.extra_sample);
    TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &kind);
  }
  if (!file.palette.empty()) {
    const std::uint16_t* colors = file.palette.data();
    const std::size_t count = std::size_t{1} << file.bits;
    TIFFSetField(tiff, TIFFTAG_COLORMAP, colors, colors + count, colors + 2 * count);
  }
  if (file.tile > 0) {
    TIFFSetField(tiff, TIFFTAG_TILEWIDTH, file.tile);
    TIFFSetField(tiff, TIFFTAG_TILELENGTH, file.tile);
  } else {
    TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, file.rows_per_strip);
  }
}

// Whole bytes per sample only.
inline void write_tiff_tiles(TIFF* tiff, const TiffFile& file, const std::uint8_t* plane_bytes,
                             std::uint16_t plane) {
  const std::size_t pixel =
      std::size_t{file.bits} / 8 * (file.separate_planes ? std::size_t{1} : file.samples_per_pixel);
  for (std::uint32_t y = 0; y < file.rows; y += file.tile)
    for (std::uint32_t x = 0; x < file.columns; x += file.tile) {
      std::vector<std::uint8_t> tile(pixel * file.tile * file.tile, 0xa5);
      for (std::uint32_t row = y; row < std::min(y + file.tile, file.rows); ++row)
        std::memcpy(&tile[(row - y) * file.tile * pixel],
                    plane_bytes + (std::size_t{row} * file.columns + x) * pixel,
                    pixel * (std::min(x + file.tile, file.columns) - x));
      TIFFWriteTile(tiff, tile.data(), x, y, 0, plane);
    }
}

inline std::vector<std::byte> write_tiff(const TiffFile& file) {
  TiffMemory memory;
  TIFF* const tiff = open_tiff_memory(memory, file.mode);
  for (int page = 0; page < file.pages; ++page) {
    write_tiff_fields(tiff, file, page);
    const int planes = file.separate_planes ? file.samples_per_pixel : 1;
    const auto line = static_cast<std::size_t>(TIFFScanlineSize(tiff));
    for (int plane = 0; plane < planes; ++plane) {
      // libtiff may write into what it is given.
      std::vector<std::uint8_t> bytes = file.bytes;
      std::uint8_t* const first = bytes.data() + static_cast<std::size_t>(plane) * line * file.rows;
      if (file.tile > 0)
        write_tiff_tiles(tiff, file, first, static_cast<std::uint16_t>(plane));
      else
        for (std::uint32_t row = 0; row < file.rows; ++row)
          TIFFWriteScanline(tiff, first + row * line, row, static_cast<std::uint16_t>(plane));
    }
    TIFFWriteDirectory(tiff);
  }
  TIFFClose(tiff);
  return memory.bytes;
}

}  // namespace wpga::testing
