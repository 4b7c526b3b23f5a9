#include "wpga/io/formats/font_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/bad_files.hpp"
#include "io/write_font.hpp"

namespace wpga {
namespace {

using testing::FontGlyph;
using testing::FontWriter;
using ::testing::HasSubstr;

FontGlyph frame() {
  return {{{0, 0}, {0, 800}, {600, 800}, {600, 0}}, {{100, 100}, {500, 100}, {500, 700}, {100, 700}}};
}

// Square control points around arcs: the area is 2/3 of the way from the inner square to the outer one.
FontGlyph blob() {
  return {{{0, 500},
           {0, 1000, false},
           {500, 1000},
           {1000, 1000, false},
           {1000, 500},
           {1000, 0, false},
           {500, 0},
           {0, 0, false}}};
}

std::vector<std::byte> small_font(bool collection = false) {
  FontWriter writer;
  writer.add(U'A', frame());
  writer.add(U'永', blob());
  writer.add(U' ', {});
  return writer.file(collection);
}

std::string refusal_of(std::span<const std::byte> font, char32_t character) {
  return testing::refusal(
      [&](std::span<const std::byte> bytes) { return decode_character(bytes, character); }, font);
}

TEST(FontFile, GivesTheContoursInUnitsOfTheEmWithYDown) {
  const Outline outline = decode_character(small_font(), U'A');
  ASSERT_EQ(outline.contours.size(), 2U);
  const OutlineInk ink = ink_of(outline);
  EXPECT_NEAR(ink.area, 0.6 * 0.8 - 0.4 * 0.6, 1e-12);
  EXPECT_NEAR((ink.box.min() - Eigen::Vector2d(0, -0.8)).norm(), 0, 1e-12);
  EXPECT_NEAR((ink.box.max() - Eigen::Vector2d(0.6, 0)).norm(), 0, 1e-12);
}

// A parabola covers two thirds of the triangle between its ends and its control point.
TEST(FontFile, FollowsCurvesToItsTolerance) {
  const double exact = 0.5 + 2.0 / 3 * 0.5;
  const OutlineInk ink = ink_of(decode_character(small_font(), U'永'));
  EXPECT_LT(ink.area, exact);             // chords lie inside
  EXPECT_GT(ink.area, exact - 4 * 5e-5);  // the length of the border times the tolerance
  EXPECT_NEAR((ink.center - Eigen::Vector2d(0.5, -0.5)).norm(), 0, 1e-9);
}

TEST(FontFile, ReadsTheFirstFaceOfACollection) {
  EXPECT_NEAR(ink_of(decode_character(small_font(true), U'A')).area, 0.24, 1e-12);
}

TEST(FontFile, NamesTheCharacterItCannotDraw) {
  EXPECT_THAT(refusal_of(small_font(), U'B'), HasSubstr("no character 'B' (U+0042)"));
  EXPECT_THAT(refusal_of(small_font(), U'木'), HasSubstr("no character '木' (U+6728)"));
  EXPECT_THAT(refusal_of(small_font(), U' '), HasSubstr("' ' (U+0020) has no ink"));
}

TEST(FontFile, RefusesWhatIsNoFont) {
  EXPECT_THAT(refusal_of({}, U'A'), HasSubstr("empty"));
  EXPECT_THAT(refusal_of(testing::bytes_of("GIF89a, of course, and long enough"), U'A'),
              HasSubstr("not a whole font"));
}

TEST(FontFile, SaysThatAFontWasCut) {
  const std::vector<std::byte> whole = small_font();
  EXPECT_THAT(refusal_of(std::span(whole).first(whole.size() - 100), U'A'), HasSubstr("cut short"));
}

TEST(FontFile, RefusesAFontThatWasCut) {
  for (const bool collection : {false, true})
    testing::expect_refusal_when_cut(small_font(collection),
                                     [](std::span<const std::byte> bytes) { decode_character(bytes, U'A'); });
}

TEST(FontFile, AnswersOrRefusesADamagedFont) {
  for (const bool collection : {false, true})
    testing::expect_answer_when_damaged(
        small_font(collection), [](std::span<const std::byte> bytes) { decode_character(bytes, U'永'); });
}

TEST(FontFile, TakesOneCharacterAtATime) {
  EXPECT_EQ(single_character("A"), U'A');
  EXPECT_EQ(single_character("永"), U'永');
  EXPECT_EQ(single_character("𝄞"), U'𝄞');
  const auto sentence = [](std::string_view text) {
    return testing::refusal([&](std::span<const std::byte>) { single_character(text); }, {});
  };
  EXPECT_THAT(sentence(""), HasSubstr("empty"));
  EXPECT_THAT(sentence("永木"), HasSubstr("2 characters"));
  EXPECT_THAT(sentence("\xff"), HasSubstr("UTF-8"));
}

}  // namespace
}  // namespace wpga
