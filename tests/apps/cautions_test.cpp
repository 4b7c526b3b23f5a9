#include "console/cautions.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

TEST(CautionWords, AreSilentWhereThereIsNothingToSay) {
  EXPECT_EQ(time_words({.clipped = {0}, .left_out = {0}}, 4), "");
  EXPECT_EQ(few_measures_words(40, 3), "");
}

TEST(CautionWords, NameTheComponentAndTheWayOut) {
  EXPECT_NE(time_words({.clipped = {0, 2}, .left_out = {1, 0}}, 9).find("component 2: 2"), std::string::npos);
  EXPECT_NE(few_measures_words(5, 2).find("--holdout"), std::string::npos);
}

TEST(CautionWords, WarnFromAQuarterOfTheMeasuresOn) {
  Json few, many;
  tell_if_far({.far = 1, .measures = 5}, few);
  tell_if_far({.far = 1, .measures = 4}, many);
  EXPECT_EQ(few["far_outside"], 1);
  EXPECT_FALSE(few.contains("warning"));
  EXPECT_TRUE(many.contains("warning"));
}

}  // namespace
}  // namespace wpga
