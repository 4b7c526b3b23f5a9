#include "wpga/report/page/page_statistics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wpga {
namespace {

using testing::HasSubstr;

TEST(PageStatistics, AreNullWhereNothingWasAsked) {
  EXPECT_EQ(page_statistics({}),
            R"({"folds":null,"held_out_explained":null,"held_out_cumulative":null,"helpful":null,)"
            R"("noise_share":null,"noise_measures":null,"angles":null})");
}

TEST(PageStatistics, HaveTheNumbersOfTheModel) {
  Statistics all;
  all.cross_validation = CrossValidation{.folds = 5,
                                         .held_out_explained = Vector{{0.5, 0.25}},
                                         .held_out_cumulative = Vector{{0.5, 0.75}},
                                         .foretold = Vector{{0.5, 0.25}},
                                         .foretold_p = Vector{{0.25, 0.5}},
                                         .helpful = 1};
  all.noise_floor = NoiseFloor{.noise_share = 0.125, .noise_measures = 7};
  // 1, … 99: one draw more falls between 5 and 95 in 90 %.
  all.stability = Stability{.angles = Vector::LinSpaced(99, 1, 99)};
  const std::string text = page_statistics(all);
  EXPECT_THAT(
      text,
      HasSubstr(R"("folds":5,"held_out_explained":[0.5,0.25],"held_out_cumulative":[0.5,0.75],"helpful":1)"));
  EXPECT_THAT(text, HasSubstr(R"("noise_share":0.125,"noise_measures":7,"angles":[[5,95]])"));
}

// An estimate from no measure is none.
TEST(PageStatistics, TellNoNoiseThatWasNotSeen) {
  Statistics all;
  all.noise_floor = NoiseFloor{.noise_share = 0, .noise_measures = 0};
  all.cross_validation =
      CrossValidation{.folds = 3, .held_out_explained = Vector{{0.5}}, .held_out_cumulative = Vector{{0.5}}};
  EXPECT_THAT(page_statistics(all), HasSubstr(R"("helpful":null,"noise_share":null)"));
}

}  // namespace
}  // namespace wpga
