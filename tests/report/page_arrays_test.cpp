#include "wpga/report/page/page_arrays.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(PageArrays, HaveARowForEachPointInSinglePrecision) {
  const std::vector<float> rows = {1, 3, 2, 0.1f};
  EXPECT_EQ(floats(Matrix{{1, 2}, {3, 0.1}}), '"' + base64_of(std::span<const float>(rows)) + '"');
  EXPECT_EQ(floats(Matrix(2, 0)), "\"\"");
  const std::vector<std::uint16_t> places = {1, 256};
  EXPECT_EQ(packed(places), "\"AQAAAQ==\"");
}

TEST(PageArrays, NamesCannotEndTheScriptNorHideLetters) {
  EXPECT_EQ(printable_names({"a", "</script>", "b\nc"}), R"(["a","\u003c/script\u003e","b c"])");
}

}  // namespace
}  // namespace wpga
