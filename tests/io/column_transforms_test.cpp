#include "wpga/io/formats/tables/column_transforms.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

ColumnTransforms parsed(std::string_view text) {
  ColumnTransforms transforms;
  parse_value(text, transforms);
  return transforms;
}

TEST(ColumnTransforms, ComeBackFromTheirText) {
  for (const char* text : {"none", "log10", "asinh", "asinh(150)", "CD4:asinh(150),FSC:none",
                           "asinh(5),Time:none", "a:b:log10", "3:asinh(0.5)"}) {
    EXPECT_EQ(text_of(parsed(text)), text);
    ColumnTransforms again;
    set_value(value_of(parsed(text)), again);
    EXPECT_EQ(again, parsed(text)) << text;
  }
  EXPECT_EQ(parsed("linear"), parsed("none"));
  EXPECT_EQ(parsed("CD4:linear"), parsed(" CD4:none "));
}

TEST(ColumnTransforms, GoToTheirColumns) {
  const std::vector<std::size_t> chosen = {4, 2};
  const auto find = [](const std::string& name) -> std::size_t {
    return name == "a" ? 2 : name == "b" ? 4 : 1;
  };
  const auto both = transforms_for(parsed("log10,a:asinh(5)"), chosen, find);
  EXPECT_EQ(both[0], ColumnTransform(Transform::log10));
  EXPECT_EQ(both[1], ColumnTransform(Transform::asinh, 5));
  EXPECT_THAT(refusal([&] { transforms_for(parsed("c:log10"), chosen, find); }), HasSubstr("not among"));
  EXPECT_THAT(refusal([&] { transforms_for(parsed("a:log10,a:none"), chosen, find); }), HasSubstr("twice"));
  EXPECT_EQ(transforms_of_axes(parsed("y:log10"), 2)[1], ColumnTransform(Transform::log10));
  EXPECT_EQ(transforms_of_axes(parsed("5:log10"), 5)[4], ColumnTransform(Transform::log10));
  for (const char* text : {"z:log10", "3:log10", "0:log10", "w:log10", "1.5:log10"})
    EXPECT_FALSE(refusal([&] { transforms_of_axes(parsed(text), 2); }).empty()) << text;
}

TEST(ColumnTransforms, AreTheFunctionsOfTheirNames) {
  EXPECT_EQ(transformed(1000, Transform::log10), 3);
  EXPECT_FALSE(transformed(0, Transform::log10));
  EXPECT_FALSE(transformed(-1, Transform::log10));
  EXPECT_EQ(transformed(0, Transform::asinh), 0);
  EXPECT_EQ(transformed(-7, Transform::none), -7);
  // asinh x = log(x + √(x² + 1))
  EXPECT_DOUBLE_EQ(*transformed(300, ColumnTransform(Transform::asinh, 150)), std::log(2 + std::sqrt(5.0)));
  EXPECT_EQ(axis_name("CD4", Transform::log10), "log10 CD4");
  EXPECT_EQ(axis_name("CD4", ColumnTransform(Transform::asinh, 150)), "asinh CD4/150");
}

TEST(ColumnTransforms, RefuseWhatIsNone) {
  for (const char* text : {"", "ln", "log10(3)", "asinh(", "asinh()", "asinh(0)", "asinh(-1)", "asinh(x)",
                           "asinh(inf)", "log10,asinh", "CD4:", "CD4:log2", ",", "asinh(5)x"})
    EXPECT_FALSE(refusal([&] { parsed(text); }).empty()) << text;
}

}  // namespace
}  // namespace wpga
