#include "wpga/io/loading/single_file.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

// Two dark pixels of four, one three times as bright.
TEST(SingleFile, APictureIsAShape) {
  const ScratchFolder folder;
  write_file(folder / "a.pgm", std::string("P2 2 2 255\n0 50 0 150\n"));
  const LoadOptions options;
  const std::optional<OneMeasure> one = read_single(folder / "a.pgm", {options}, 0);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->space.kind, Kind::shape);
  EXPECT_EQ(one->space.grid, (std::vector<std::int64_t>{2, 2}));
  ASSERT_EQ(one->measure.size(), 2);
  EXPECT_LT((one->measure.weights - Vector{{0.25, 0.75}}).norm(), 1e-15);
  EXPECT_EQ(one->measure.points(0, 0), one->measure.points(0, 1));  // one above the other
  EXPECT_FALSE(one->events);
}

TEST(SingleFile, APointCloudIsOneMeasure) {
  const ScratchFolder folder;
  write_file(folder / "a.xyz", std::string("1 2 3\n4 5 6\n"));
  const LoadOptions options;
  const std::optional<OneMeasure> one = read_single(folder / "a.xyz", {options}, 0);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->measure.points, (Matrix{{1, 4}, {2, 5}, {3, 6}}));
  EXPECT_EQ(one->space.kind, Kind::points);
}

TEST(SingleFile, ATableIsNot) {
  const ScratchFolder folder;
  write_file(folder / "a.csv", std::string("measure,x\na,1\nb,2\n"));
  const LoadOptions options;
  EXPECT_FALSE(read_single(folder / "a.csv", {options}, 0));
}

// The loader says of which file.
TEST(SingleFile, APictureThatIsCutIsRefused) {
  const ScratchFolder folder;
  write_file(folder / "cut.pgm", std::string("P2 2 2 255\n0 50\n"));
  const LoadOptions options;
  EXPECT_FALSE(testing::refusal([&] { read_single(folder / "cut.pgm", {options}, 0); }).empty());
}

}  // namespace
}  // namespace wpga
