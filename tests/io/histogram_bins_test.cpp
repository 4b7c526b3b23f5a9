#include "wpga/io/formats/tables/histogram_bins.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;

std::vector<double> centers(std::initializer_list<std::string_view> headers) {
  std::vector<BinHeader> bins;
  for (const std::string_view header : headers) bins.push_back(parse_bin_header(header).value());
  return bin_centers(bins);
}

TEST(HistogramBins, NumbersAreThePositions) {
  EXPECT_THAT(centers({"-1.5", "0", "1e2"}), ElementsAre(-1.5, 0, 100));
}

TEST(HistogramBins, RangesOfIntegersHoldBothEnds) {
  EXPECT_THAT(centers({"0-4", "5–9", "95..99", "100+"}), ElementsAre(2.5, 7.5, 97.5, 102.5));
}

TEST(HistogramBins, SingleYearsAmongRangesAreOneWide) {
  EXPECT_THAT(centers({"0", "1-4", "5 to 9"}), ElementsAre(0.5, 3, 7.5));
  EXPECT_THAT(centers({"83", "84", "85+"}), ElementsAre(83.5, 84.5, 85.5));
}

TEST(HistogramBins, RangesThatTouchOrHaveFractionsAreIntervals) {
  EXPECT_THAT(centers({"0-5", "5-10", "10+"}), ElementsAre(2.5, 7.5, 12.5));
  EXPECT_THAT(centers({"0.5-1", "2-3"}), ElementsAre(0.75, 2.5));
}

TEST(HistogramBins, ARangeDoesNotTouchItself) {
  EXPECT_THAT(centers({"5-5", "6-9"}), ElementsAre(5.5, 8));
  EXPECT_THAT(centers({"5-5", "5-9"}), ElementsAre(5, 7));
}

TEST(HistogramBins, AreOpenOnEitherSide) {
  EXPECT_THAT(centers({"<20", "20-29", "30+"}), ElementsAre(15, 25, 35));
}

TEST(HistogramBins, SignsAndExponentsAreNotDashes) {
  EXPECT_THAT(centers({"-10--6", "-5--1", "1e-1-2e-1"}), ElementsAre(-8, -3, ::testing::DoubleEq(0.15)));
}

TEST(HistogramBins, WordsAreNone) {
  for (const std::string_view word :
       {"", "CD4", "HLA-DR", "nan", "inf", "0-inf", "+", "-", "<", "1-2-3", "a+"})
    EXPECT_FALSE(parse_bin_header(word)) << word;
}

TEST(HistogramBins, LongHeadersOfDashesAreNone) {
  const std::string zeros(100'000, '0'), dashes(100'000, '-');
  EXPECT_FALSE(parse_bin_header(zeros + dashes));
  EXPECT_FALSE(parse_bin_header(zeros + "-1"));
  EXPECT_TRUE(parse_bin_header(std::string(90, '0') + "-" + std::string(90, '9')));
  EXPECT_TRUE(parse_bin_header(zeros));
}

TEST(HistogramBins, RefuseWhatHasNoWidth) {
  EXPECT_THAT(refusal([] { centers({"100+"}); }), HasSubstr("closed one beside it"));
  EXPECT_THAT(refusal([] { centers({"0-4", "9-5"}); }), HasSubstr("9-5 ends before it begins"));
}

}  // namespace
}  // namespace wpga
