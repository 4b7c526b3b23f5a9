#include "wpga/io/formats/font_file.hpp"

#include <fmt/format.h>
#include <freetype/freetype.h>
#include <freetype/ftoutln.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/formats/bytes.hpp"

namespace wpga {

namespace {

constexpr double flatness = 5e-5;             // em
constexpr std::size_t most_points = 100'000;  // of one character

using Library = std::unique_ptr<FT_LibraryRec_, decltype(&FT_Done_FreeType)>;
using Face = std::unique_ptr<FT_FaceRec_, decltype(&FT_Done_Face)>;

std::string name_of(char32_t character) {
  std::string text;
  append_utf8(text, character);
  return fmt::format("'{}' (U+{:04X})", displayed(text), static_cast<std::uint32_t>(character));
}

// ---- Opening

constexpr std::uint32_t tag(std::string_view letters) {
  std::uint32_t value = 0;
  for (const char letter : letters) value = value << 8 | static_cast<unsigned char>(letter);
  return value;
}

// FreeType takes a table that is cut off for one that is not there; we want to hear of it.
void check_tables(Bytes bytes) {
  ByteCursor cursor(bytes);
  const auto number = [&] { return cursor.number<std::uint32_t>(std::endian::big, "its header"); };
  std::uint32_t version = number();
  if (version == tag("ttcf")) {
    cursor.take(8, "the header of the collection");
    const std::uint32_t first = number();
    require(first < bytes.size(), "the font is cut short: its first face lies behind its end");
    cursor = ByteCursor(bytes, first);
    version = number();
  }
  if (version != 0x00010000 && version != tag("OTTO") && version != tag("true")) return;
  const auto tables = cursor.number<std::uint16_t>(std::endian::big, "the count of its tables");
  cursor.take(6, "its header");
  for (int table = 0; table < tables; ++table) {
    cursor.take(8, "the name and the checksum of a table");
    const std::uint64_t offset = number(), length = number();
    require(offset + length <= bytes.size(),
            "the font is cut short: one of its tables ends behind the end of the file");
  }
}

Library open_library() {
  FT_Library library = nullptr;
  if (FT_Init_FreeType(&library) != 0) throw std::bad_alloc();
  return {library, &FT_Done_FreeType};
}

Face open_face(FT_Library library, Bytes bytes) {
  FT_Face face = nullptr;
  const FT_Error error = FT_New_Memory_Face(library, reinterpret_cast<const FT_Byte*>(bytes.data()),
                                            static_cast<FT_Long>(bytes.size()), 0, &face);
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != 0)
    throw InputError(
        fmt::format("it is not a whole font (FreeType's error {:#04x}); give a TrueType or OpenType file "
                    "(.ttf, .otf, .ttc)",
                    error));
  return {face, &FT_Done_Face};
}

void check_face(FT_Face face) {
  require(FT_IS_SCALABLE(face) && face->units_per_EM > 0,
          "the font holds pictures of its characters, not their outlines");
  require(face->charmap != nullptr && face->charmap->encoding == FT_ENCODING_UNICODE,
          "the font has no table of Unicode characters");
}

// ---- From curves to chords

class Flattener {
 public:
  explicit Flattener(double em) : em_(em) {}

  Outline flattened(FT_Outline& outline) {
    const FT_Outline_Funcs calls{move_to, line_to, conic_to, cubic_to, 0, 0};
    const FT_Error error = FT_Outline_Decompose(&outline, &calls, this);
    if (error != 0) throw InputError(fmt::format("the outline is damaged (FreeType's error {:#04x})", error));
    close();
    return std::move(result_);
  }

 private:
  using Place = Eigen::Vector2d;

  static Flattener& self(void* user) { return *static_cast<Flattener*>(user); }
  // Fonts have y up.
  Place place(const FT_Vector* at) const {
    return {static_cast<double>(at->x) / em_, -static_cast<double>(at->y) / em_};
  }

  static int move_to(const FT_Vector* to, void* user) {
    self(user).close();
    self(user).points_.push_back(self(user).place(to));
    return 0;
  }
  static int line_to(const FT_Vector* to, void* user) {
    self(user).points_.push_back(self(user).place(to));
    return 0;
  }
  static int conic_to(const FT_Vector* control, const FT_Vector* to, void* user) {
    const Place from = self(user).points_.back(), by = self(user).place(control), end = self(user).place(to);
    // As a cubic it is the same curve.
    return self(user).add_cubic(from + 2.0 / 3 * (by - from), end + 2.0 / 3 * (by - end), end);
  }
  static int cubic_to(const FT_Vector* first, const FT_Vector* second, const FT_Vector* to, void* user) {
    return self(user).add_cubic(self(user).place(first), self(user).place(second), self(user).place(to));
  }

  // A chord over a span 1/n of the parameter strays at most max |B''| / (8 n²), and |B''| is largest at an
  // end.
  int add_cubic(const Place& first, const Place& second, const Place& to) {
    const Place from = points_.back();
    const double bend = 6 * std::max((from - 2 * first + second).norm(), (first - 2 * second + to).norm());
    const double chords = std::max(1.0, std::ceil(std::sqrt(bend / (8 * flatness))));
    if (chords + static_cast<double>(count_ + points_.size()) > static_cast<double>(most_points))
      return FT_Err_Raster_Overflow;
    for (double k = 1; k <= chords; ++k) {
      const double t = k / chords, s = 1 - t;
      points_.emplace_back(s * s * s * from + 3 * s * s * t * first + 3 * s * t * t * second +
                           t * t * t * to);
    }
    return 0;
  }

  void close() {
    if (points_.size() > 2) {
      Matrix contour(2, static_cast<Index>(points_.size()));
      for (std::size_t k = 0; k < points_.size(); ++k) contour.col(static_cast<Index>(k)) = points_[k];
      result_.contours.push_back(std::move(contour));
      count_ += points_.size();
    }
    points_.clear();
  }

  double em_;
  std::vector<Place> points_;  // of the contour that is being drawn
  std::size_t count_ = 0;      // points of the contours before it
  Outline result_;
};

}  // namespace

char32_t single_character(std::string_view text) {
  require(!text.empty(), "it is empty; give one character");
  require(is_utf8(text), "it is not UTF-8");
  const std::size_t count = code_points(text).size();
  if (count != 1) throw InputError(fmt::format("'{}' is {} characters; give one", displayed(text), count));
  return first_character(text)->code_point;
}

Outline decode_character(std::span<const std::byte> font, char32_t character) {
  require(!font.empty(), "it is empty; give a font");
  check_tables(font);
  const Library library = open_library();
  const Face face = open_face(library.get(), font);
  check_face(face.get());
  const FT_UInt glyph = FT_Get_Char_Index(face.get(), character);
  if (glyph == 0) throw InputError(fmt::format("the font has no character {}", name_of(character)));
  const FT_Error error = FT_Load_Glyph(face.get(), glyph, FT_LOAD_NO_SCALE);
  if (error == FT_Err_Out_Of_Memory) throw std::bad_alloc();
  if (error != 0 || face->glyph->format != FT_GLYPH_FORMAT_OUTLINE)
    throw InputError(fmt::format("the font's outline of {} is damaged (FreeType's error {:#04x})",
                                 name_of(character), error));
  Outline outline = Flattener(face->units_per_EM).flattened(face->glyph->outline);
  if (outline.contours.empty())
    throw InputError(fmt::format("the character {} has no ink in this font; choose one that leaves a mark",
                                 name_of(character)));
  return outline;
}

}  // namespace wpga
