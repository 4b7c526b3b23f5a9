#include "wpga/io/files/projection_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "io/scratch_folder.hpp"
#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr double left_out = std::numeric_limits<double>::quiet_NaN();

MeasureFamily two_measures(const std::string& label) {
  MeasureFamily family;
  family.append(Matrix{{0}}, Vector{{1}}, "first", label);
  family.append(Matrix{{3}}, Vector{{1}}, "second", label);
  return family;
}

// One component; the second measure is nearer without it.
AnalysisProjections some_projections() {
  AnalysisProjections table;
  table.squared_distances_to_mean = Vector{{4, 16}};
  table.single = {{.times = Vector{{0.25, 1}},
                   .squared_distances = Vector{{1, 9}},
                   .lower_bounds = Vector{{0.5, 9}},
                   .not_converged = 1}};
  table.scores = {Vector{{-2, 5}}};
  table.time_gaps = {0.125};
  table.joint = {.times = Matrix{{0.25}, {left_out}}, .squared_distances = Matrix{{1}, {16}}};
  table.joint_scores = Matrix{{-2}, {0}};
  return table;
}

TEST(ProjectionFile, IsATableWithARowForEachMeasure) {
  EXPECT_EQ(projection_csv(some_projections(), two_measures("")),
            "name,squared_distance_to_mean,time_1,score_1,squared_distance_1,lower_bound_1,joint_time_1,"
            "joint_squared_distance_1,joint_score_1,clipped_1,left_out_1\n"
            "first,4,0.25,-2,1,0.5,0.25,1,-2,0,0\n"
            "second,16,1,5,9,9,nan,16,0,1,1\n");
  EXPECT_THAT(projection_csv(some_projections(), two_measures("x")), StartsWith("name,label,squared"));
}

// Shares: 1 − (1 + 9) / (4 + 16) alone, 1 − (1 + 16) / (4 + 16) together.
TEST(ProjectionFile, SumsUp) {
  const Json all = summary_document(some_projections(), two_measures(""));
  EXPECT_EQ(all["measures"], 2);
  EXPECT_EQ(all["mean_squared_distance_to_mean"], 10.0);
  const Json& component = all["components"][0];
  EXPECT_EQ(component["mean_squared_distance"], 5.0);
  EXPECT_NEAR(component["held_out_explained"].get<double>(), 0.5, 1e-15);
  EXPECT_NEAR(component["held_out_cumulative"].get<double>(), 0.15, 1e-15);
  EXPECT_EQ(component["clipped"], 1);
  EXPECT_EQ(component["left_out"], 1);
  EXPECT_EQ(component["unconverged_transports"], 1);
}

TEST(ProjectionFile, HasNoTimeWhereAComponentIsLeftOut) {
  const Json all = projection_document(some_projections(), two_measures("x"), Json::object());
  EXPECT_EQ(all["rows"][0]["joint_time_1"], 0.25);
  EXPECT_TRUE(all["rows"][1]["joint_time_1"].is_null());
  EXPECT_EQ(all["rows"][1]["left_out_1"], true);
  EXPECT_EQ(all["rows"][1]["label"], "x");
}

TEST(ProjectionFile, IsWrittenUnderTheNamesOfAModel) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", encode_projections(some_projections(), two_measures("x")));
  const Hdf5Reader file(folder / "a.h5");
  EXPECT_THAT(file.read_strings("/names"), ElementsAre("first", "second"));
  EXPECT_THAT(file.read_doubles("/components/0/times"), ElementsAre(0.25, 1));
  EXPECT_THAT(file.read_doubles("/components/0/lower_bounds"), ElementsAre(0.5, 9));
  EXPECT_THAT(file.read_doubles("/mean/squared_distances"), ElementsAre(4, 16));
  EXPECT_THAT(file.read_doubles("/joint/scores"), ElementsAre(-2, 0));
  EXPECT_THAT(file.shape("/joint/times"), ElementsAre(2, 1));
}

}  // namespace
}  // namespace wpga
