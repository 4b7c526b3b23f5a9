#include "wpga/io/files/statistics_file.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

Statistics some_statistics() {
  Statistics all;
  all.cross_validation = CrossValidation{.folds = 5,
                                         .held_out_explained = Vector{{0.5, 0.25}},
                                         .held_out_cumulative = Vector{{0.5, 0.625}},
                                         .foretold = Vector{{0.125, 0.0625}},
                                         .foretold_p = Vector{{0.01, 0.5}},
                                         .helpful = 1,
                                         .shortfalls = {.fits = 5,
                                                        .unsettled_fits = 1,
                                                        .unfinished_cone_steps = 2,
                                                        .unconverged_transports = 3,
                                                        .contradictions = 4}};
  all.draws = StatisticShortfalls{.fits = 7, .unconverged_transports = 8};
  all.outliers = Outliers{.leverage = Vector{{0.5, 0.75, 0.25}},
                          .score_distance = Vector{{1, 2, std::numeric_limits<double>::quiet_NaN()}},
                          .residual = Vector{{0.1, 0.2, 0.3}},
                          .score_cutoff = 3,
                          .residual_cutoff = 4,
                          .flags = Vector{{0, 3, 1}}};
  return all;
}

Statistics written_and_read(const Statistics& statistics, std::size_t measures) {
  const ScratchFolder folder;
  Hdf5Writer file;
  write_statistics(file, statistics);
  write_file(folder / "a.h5", file.finish());
  return read_statistics(Hdf5Reader(folder / "a.h5"), measures);
}

TEST(StatisticsFile, BringsPartsBackToTheBit) {
  const Statistics wanted = some_statistics(), back = written_and_read(wanted, 3);
  ASSERT_TRUE(back.cross_validation);
  EXPECT_EQ(back.cross_validation->folds, 5);
  EXPECT_EQ(back.cross_validation->held_out_cumulative, wanted.cross_validation->held_out_cumulative);
  EXPECT_EQ(back.cross_validation->foretold_p, wanted.cross_validation->foretold_p);
  EXPECT_EQ(back.cross_validation->helpful, 1);
  for_each_option(wanted.cross_validation->shortfalls, [&](const auto& entry, Index value) {
    EXPECT_EQ(back.cross_validation->shortfalls.*entry.member, value) << entry.name;
  });
  ASSERT_TRUE(back.draws);
  EXPECT_EQ(back.draws->fits, 7);
  EXPECT_EQ(back.draws->unconverged_transports, 8);
  ASSERT_TRUE(back.outliers);
  EXPECT_EQ(back.outliers->leverage, wanted.outliers->leverage);
  EXPECT_EQ(back.outliers->flags, wanted.outliers->flags);
  EXPECT_EQ(back.outliers->residual_cutoff, 4);
  EXPECT_FALSE(back.robust);
  EXPECT_FALSE(back.noise_floor);
  EXPECT_FALSE(back.regression);
}

TEST(StatisticsFile, OfNothingIsNothing) {
  const Statistics back = written_and_read({}, 3);
  EXPECT_FALSE(back.cross_validation);
  EXPECT_FALSE(back.outliers);
  EXPECT_TRUE(statistics_document({}).empty());
}

TEST(StatisticsFile, RefusesStatisticsOfOtherMeasures) {
  EXPECT_NE(testing::refusal([] { written_and_read(some_statistics(), 4); }).find("/statistics/outliers"),
            std::string::npos);
}

// Models of before have statistics, and nothing about what was left unfinished.
TEST(StatisticsFile, ReadsStatisticsWithoutShortfalls) {
  const ScratchFolder folder;
  Hdf5Writer file;
  const std::int64_t five = 5;
  for (const char* name : {"folds", "helpful"})
    file.write(std::string("/statistics/cross_validation/") + name, std::span(&five, 1), {});
  write_file(folder / "a.h5", file.finish());
  const Statistics back = read_statistics(Hdf5Reader(folder / "a.h5"), 3);
  ASSERT_TRUE(back.cross_validation);
  EXPECT_EQ(back.cross_validation->folds, 5);
  EXPECT_FALSE(back.cross_validation->shortfalls.any());
}

TEST(StatisticsFile, TellsWhatIsNotKnownAsNull) {
  const Json all = statistics_document(some_statistics());
  EXPECT_EQ(all["cross_validation"]["folds"], 5);
  EXPECT_EQ(all["cross_validation"]["shortfalls"]["unfinished_cone_steps"], 2);
  EXPECT_EQ(all["draws"]["unconverged_transports"], 8);
  EXPECT_EQ(all["outliers"]["score_distance"][1], 2.0);
  EXPECT_TRUE(all["outliers"]["score_distance"][2].is_null());
  EXPECT_FALSE(all.contains("robust"));
}

}  // namespace
}  // namespace wpga
