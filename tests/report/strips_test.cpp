#include "wpga/report/strips.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

using Bytes = std::vector<std::byte>;

Bytes png(const Canvas& canvas) { return canvas.bytes(PictureFormat::png); }

std::uint32_t big_endian(const Bytes& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | std::to_integer<std::uint32_t>(bytes.at(at + i));
  return value;
}

MeasureFamily random_family(Kind kind, Index dimension, Index count, Index atoms) {
  Random random(3);
  MeasureFamily family(Space{.kind = kind});
  for (Index i = 0; i < count; ++i) {
    Matrix points(dimension, atoms);
    Vector weights(atoms);
    for (double& x : points.reshaped()) x = random.uniform();
    for (double& w : weights) w = random.uniform(0.1, 1);
    family.append(points, weights, "measure " + std::to_string(i));
  }
  return family;
}

MeasureFamily one_measure(Kind kind, const Matrix& points) {
  MeasureFamily family(Space{.kind = kind});
  family.append(points, Vector::Ones(points.cols()), "only");
  return family;
}

TEST(ContactSheet, HasThePixelsItsLayoutPromises) {
  const MeasureFamily family = synthetic_family(Pattern::glyphs, {.count = 6}).family;
  const Canvas sheet = contact_sheet(family, {.columns = 3, .frame_width = 90, .captions = false});
  // Margins of 14 points, gaps of 9.
  EXPECT_DOUBLE_EQ(sheet.width(), 2 * 14 + 3 * 90 + 2 * 9);
  EXPECT_DOUBLE_EQ(sheet.height(), 2 * 14 + 2 * 90 + 9);
  EXPECT_EQ(big_endian(png(sheet), 16), 2 * (2 * 14 + 3 * 90 + 2 * 9U));
}

TEST(ContactSheet, DrawsEveryKindTheSameWayTwice) {
  for (const Pattern pattern :
       {Pattern::glyphs, Pattern::ellipses, Pattern::gaussians, Pattern::translations, Pattern::bells}) {
    const MeasureFamily family = synthetic_family(pattern, {.count = 8, .atoms = 40}).family;
    EXPECT_EQ(png(contact_sheet(family, {})), png(contact_sheet(family, {})));
  }
  const MeasureFamily palettes = random_family(Kind::palette, 3, 5, 30);
  EXPECT_EQ(png(contact_sheet(palettes, {})), png(contact_sheet(palettes, {})));
}

TEST(ContactSheet, ShowsMeasuresSpreadOverALargeFamily) {
  const MeasureFamily all = synthetic_family(Pattern::bells, {.count = 40, .atoms = 20}).family;
  const std::array<Index, 4> quarter{0, 10, 20, 30};
  const SheetOptions options{.limit = 4, .columns = 4};
  const Canvas few = contact_sheet(subset(all, quarter), options), many = contact_sheet(all, options);
  // The same frames, and one more line that says how many there were.
  EXPECT_EQ(few.width(), many.width());
  EXPECT_GT(many.height(), few.height());
}

TEST(ContactSheet, SurvivesHostileNames) {
  for (const std::string& name :
       {std::string(100000, 'w'), std::string("\xff\xfe\x80"), std::string("a\0b\n\x1b[0m", 8),
        std::string("<script>alert('x')</script>"), std::string("木 ☃ \u202E"), std::string()}) {
    MeasureFamily family(Space{.kind = Kind::points, .axes = {name, name}});
    family.append(Matrix::Random(2, 10), Vector::Ones(10), name);
    const Canvas sheet = contact_sheet(family, {.title = name});
    EXPECT_LT(sheet.width(), 1000);
    const Bytes svg = sheet.bytes(PictureFormat::svg);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(svg.data()), svg.size()).find("<script"),
              std::string::npos);
    EXPECT_GT(png(sheet).size(), 100U);
  }
}

TEST(ContactSheet, SurvivesDegenerateMeasures) {
  EXPECT_GT(png(contact_sheet(MeasureFamily{}, {.title = "nothing"})).size(), 100U);
  for (const Kind kind : {Kind::points, Kind::shape, Kind::palette, Kind::histogram})
    for (const Index dimension : {1, 2, 3, 50}) {
      if (kind == Kind::shape && dimension == 50) continue;
      for (const Index atoms : {1, 5})
        for (const double place : {0.0, 0.5, -1e9, 1e9}) {
          const Matrix same = Matrix::Constant(dimension, atoms, place);
          EXPECT_GT(png(contact_sheet(one_measure(kind, same), {})).size(), 100U);
          const Matrix near = same + 1e-3 * Matrix::Random(dimension, atoms);
          EXPECT_GT(png(contact_sheet(one_measure(kind, near), {})).size(), 100U);
        }
      const Matrix wide = 1e9 * Matrix::Random(dimension, 7);
      EXPECT_GT(png(contact_sheet(one_measure(kind, wide), {})).size(), 100U);
    }
}

TEST(ContactSheet, UndoesAStandardisation) {
  MeasureFamily family = random_family(Kind::palette, 3, 4, 20);
  const Bytes before = png(contact_sheet(family, {}));
  family.standardize(Vector{{0.5, 0.25, 1}}, Vector{{2, 0.5, 4}});
  EXPECT_EQ(png(contact_sheet(family, {})), before);
}

TEST(ContactSheet, RefusesWhatCannotBeDrawn) {
  const MeasureFamily family = random_family(Kind::points, 2, 30, 3);
  EXPECT_THROW(contact_sheet(family, {.limit = 0}), InputError);
  EXPECT_THROW(contact_sheet(family, {.columns = 30, .frame_width = 2000}), InputError);
}

// With one scale, twice the area at the same mass is paler; with a scale each, both are full ink.
TEST(Strip, SharesOneScaleAlongTheRow) {
  const auto square = [](Index side) {
    Measure m{Matrix(2, side * side), Vector::Constant(side * side, 1.0 / static_cast<double>(side * side))};
    for (Index k = 0; k < side * side; ++k)
      m.points.col(k) << static_cast<double>(k % side) + 0.5, static_cast<double>(k / side) + 0.5;
    return m;
  };
  const Measure small = square(8), large = square(16);
  const std::array<MeasureView, 2> both{small.view(), large.view()}, twice{large.view(), large.view()};
  const Space space{.kind = Kind::shape, .grid = {20, 20}};
  const auto draw = [&](std::span<const MeasureView> measures, InkScale scale) {
    return png(strip(measures, space, {}, {.ink_scale = scale}));
  };
  EXPECT_NE(draw(both, InkScale::common), draw(both, InkScale::each));
  EXPECT_EQ(draw(twice, InkScale::common), draw(twice, InkScale::each));
}

TEST(Strip, KeepsTheOrderOfColoursAlongTheRow) {
  // Atoms swap their colours along the row: in an order of its own each frame would look the same.
  Measure first{Matrix{{1, 0}, {0, 0}, {0, 1}}, Vector{{0.5, 0.5}}};
  Measure second{first.points.rowwise().reverse(), first.weights};
  const Space space{.kind = Kind::palette};
  const std::array<MeasureView, 2> row{first.view(), second.view()}, same{first.view(), first.view()};
  EXPECT_NE(png(strip(row, space, {}, {})), png(strip(same, space, {}, {})));
}

TEST(Strip, TakesAsManyCaptionsAsThereAre) {
  const MeasureFamily family = random_family(Kind::points, 2, 3, 5);
  const std::array<MeasureView, 3> row{family[0], family[1], family[2]};
  const std::vector<std::string> captions{"t = 0"};
  EXPECT_NO_THROW(strip(row, family.space(), captions, {}));
  EXPECT_NO_THROW(strip({}, family.space(), captions, {.title = "empty"}));
  const MeasureFamily other = random_family(Kind::points, 3, 1, 5);
  const std::array<MeasureView, 2> mixed_dimensions{family[0], other[0]};
  EXPECT_THROW(strip(mixed_dimensions, family.space(), {}, {}), InputError);
}

TEST(Strips, StackRowsUnderHeadings) {
  const MeasureFamily family = random_family(Kind::points, 2, 4, 5);
  const StripRow row{"first", {family[0], family[1]}, {"a", "b"}};
  const std::array<StripRow, 2> rows{row, row};
  const Canvas one = strips(std::span(rows).first(1), family.space(), {}),
               two = strips(rows, family.space(), {});
  EXPECT_EQ(one.width(), two.width());
  EXPECT_GT(two.height(), 1.6 * one.height());
}

}  // namespace
}  // namespace wpga
