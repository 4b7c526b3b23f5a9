// Small TrueType fonts made by hand, so that outlines are known exactly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wpga::testing {

struct FontPoint {
  int x, y;  // font units, y up
  bool on_curve = true;
};
using FontGlyph = std::vector<std::vector<FontPoint>>;  // contours

class FontWriter {
 public:
  explicit FontWriter(int units_per_em = 1000) : em_(units_per_em) {}

  void add(char32_t character, FontGlyph glyph) { glyphs_[character] = std::move(glyph); }

  // A .ttf file, or a collection of it alone.
  std::vector<std::byte> file(bool collection = false) const {
    const std::uint32_t start = collection ? 16 : 0;
    const std::map<std::string, Bytes> tables = make_tables();
    Bytes file, bodies;
    if (collection) put(file, {{4, 0x74746366}, {4, 0x00010000}, {4, 1}, {4, start}});
    put(file, {{4, 0x00010000}, {2, tables.size()}, {2, 0}, {2, 0}, {2, 0}});
    const std::size_t body_start = start + 12 + 16 * tables.size();
    for (const auto& [tag, table] : tables) {
      for (const char letter : tag) file.push_back(static_cast<std::byte>(letter));
      put(file, {{4, 0}, {4, body_start + bodies.size()}, {4, table.size()}});
      bodies.insert(bodies.end(), table.begin(), table.end());
      bodies.resize((bodies.size() + 3) / 4 * 4);
    }
    file.insert(file.end(), bodies.begin(), bodies.end());
    return file;
  }

 private:
  using Bytes = std::vector<std::byte>;
  struct Number {
    int width;  // bytes, big endian
    std::uint64_t value;
  };

  static void put(Bytes& out, std::initializer_list<Number> numbers) {
    for (const Number& number : numbers)
      for (int byte = number.width - 1; byte >= 0; --byte)
        out.push_back(static_cast<std::byte>(number.value >> (8 * byte)));
  }
  static std::uint64_t word(int value) { return static_cast<std::uint16_t>(value); }

  std::map<std::string, Bytes> make_tables() const {
    std::map<std::string, Bytes> tables;
    Bytes &glyf = tables["glyf"], &loca = tables["loca"], &metrics = tables["hmtx"], &cmap = tables["cmap"];
    const std::size_t count = glyphs_.size() + 1;
    // Glyph 0 stands for what is missing and is empty.
    put(loca, {{4, 0}, {4, 0}});
    put(metrics, {{2, word(em_)}, {2, 0}});
    put(cmap,
        {{2, 0}, {2, 1}, {2, 3}, {2, 10}, {4, 12}, {2, 12}, {2, 0}, {4, 16 + 12 * glyphs_.size()}, {4, 0}});
    put(cmap, {{4, glyphs_.size()}});
    std::uint64_t index = 0;
    for (const auto& [character, glyph] : glyphs_) {
      if (!glyph.empty()) put_glyph(glyf, glyph);
      put(loca, {{4, glyf.size()}});
      put(metrics, {{2, word(em_)}, {2, 0}});
      put(cmap, {{4, character}, {4, character}, {4, ++index}});
    }
    put(tables["head"],
        {{4, 0x00010000}, {4, 0}, {4, 0}, {4, 0x5F0F3CF5}, {2, 0}, {2, word(em_)}, {8, 0}, {8, 0}});
    put(tables["head"],
        {{2, 0}, {2, 0}, {2, word(em_)}, {2, word(em_)}, {2, 0}, {2, 8}, {2, 2}, {2, 1}, {2, 0}});
    put(tables["hhea"], {{4, 0x00010000},
                         {2, word(em_)},
                         {2, 0},
                         {2, 0},
                         {2, word(em_)},
                         {8, 0},
                         {8, 0},
                         {6, 0},
                         {2, count}});
    put(tables["maxp"],
        {{4, 0x00010000}, {2, count}, {2, 500}, {2, 50}, {2, 0}, {2, 0}, {2, 2}, {8, 0}, {8, 0}});
    return tables;
  }

  static void put_glyph(Bytes& out, const FontGlyph& glyph) {
    std::array<int, 4> box = {32767, 32767, -32768, -32768};
    std::vector<FontPoint> points;
    for (const auto& contour : glyph) points.insert(points.end(), contour.begin(), contour.end());
    for (const FontPoint& p : points)
      box = {std::min(box[0], p.x), std::min(box[1], p.y), std::max(box[2], p.x), std::max(box[3], p.y)};
    put(out, {{2, glyph.size()}, {2, word(box[0])}, {2, word(box[1])}, {2, word(box[2])}, {2, word(box[3])}});
    std::uint64_t last = 0;
    for (const auto& contour : glyph) put(out, {{2, (last += contour.size()) - 1}});
    put(out, {{2, 0}});  // no instructions
    for (const FontPoint& p : points) put(out, {{1, p.on_curve ? 1U : 0U}});
    int before = 0;
    for (const FontPoint& p : points) put(out, {{2, word(p.x - before)}}), before = p.x;
    before = 0;
    for (const FontPoint& p : points) put(out, {{2, word(p.y - before)}}), before = p.y;
    out.resize((out.size() + 3) / 4 * 4);
  }

  int em_;
  std::map<char32_t, FontGlyph> glyphs_;
};

}  // namespace wpga::testing
