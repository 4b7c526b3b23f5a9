#include "wpga/report/page/page_projected.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wpga/report/page/base64.hpp"

namespace wpga {
namespace {

using testing::HasSubstr;

std::string base64(std::initializer_list<float> values) {
  return "\"" + base64_of(std::span(values.begin(), values.size())) + "\"";
}

// Two measures on one component, their numbers made by hand.
TEST(PageProjected, HasTheNumbersInItsUnitsAndNamesAsText) {
  MeasureFamily family;
  for (const char* name : {"<b>a</b>", "b"}) family.append(Matrix{{1.0}}, Vector{{1.0}}, name);
  AnalysisProjections placed;
  placed.squared_distances_to_mean = Vector{{16, 64}};
  placed.single.push_back(
      {.times = Vector{{0.25, 1}}, .squared_distances = Vector{{4, 8}}, .lower_bounds = Vector{{4, 6}}});
  placed.scores = {Vector{{-3, 6}}};
  placed.time_gaps = {0.5};
  placed.joint.times = Matrix{{0.25}, {std::nan("")}};
  placed.joint.squared_distances = Matrix{{4}, {8}};
  const std::string text = page_projected({.family = family, .placed = placed},
                                          {.length = 2, .along = 3, .origin = Vector{{0.0}}}, {});
  EXPECT_THAT(text, HasSubstr(R"("names":["\u003cb\u003ea\u003c/b\u003e","b"])"));
  EXPECT_THAT(text, HasSubstr("\"times\":" + base64({0.25F, 1})));
  EXPECT_THAT(text, HasSubstr("\"scores\":" + base64({-1, 2})));
  EXPECT_THAT(text, HasSubstr("\"squared_distances\":" + base64({1, 2})));
  EXPECT_THAT(text, HasSubstr("\"lower_bounds\":" + base64({1, 1.5F})));
  EXPECT_THAT(text, HasSubstr("\"squared_distances\":" + base64({4, 16})));
  EXPECT_THAT(text, HasSubstr(R"("time_gap":0.5)"));
}

}  // namespace
}  // namespace wpga
