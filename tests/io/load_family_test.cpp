#include "wpga/io/load_family.hpp"

#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "parallel/rank_threads.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using Names = std::vector<std::string>;

MeasureFamily loaded(const std::vector<std::string>& arguments, const LoadOptions& options = {}) {
  return load_family(arguments, options, {.threads = 2}).family;
}

TEST(LoadFamily, KeepsTheLabelsAskedForUpToTheLimit) {
  const ScratchFolder folder;
  const std::string path = (folder / "long.csv").string();
  write_file(path, "measure,x1,label\na,1,u\nb,2,v\nc,3,u\nd,4,u\n");
  EXPECT_EQ(loaded({path}, {.read = {.label = {"u"}, .limit = 2}}).names(), (Names{"a", "c"}));
  EXPECT_THROW(loaded({path}, {.read = {.label = {"w"}}}), InputError);
}

TEST(LoadFamily, GivesMeasureWeightsByNameInAnyOrder) {
  const ScratchFolder folder;
  const std::string data = (folder / "long.csv").string(), weights = (folder / "weights.csv").string();
  write_file(data, "measure,x1\na,1\nb,2\n");
  write_file(weights, "name,weight\nb,3\na,1\n");
  const MeasureFamily family = loaded({data}, {.table = {.measure_weights = weights}});
  EXPECT_DOUBLE_EQ(family.measure_weight(0), 0.25);
  write_file(weights, "name,weight\nb,3\n");
  EXPECT_THROW(loaded({data}, {.table = {.measure_weights = weights}}), InputError);
  EXPECT_THROW(loaded({data}, {.table = {.measure_weights = "no such column or file"}}), InputError);
}

TEST(LoadFamily, RefusesFlagsThatNothingListensTo) {
  const ScratchFolder folder;
  const std::string path = (folder / "cloud.csv").string();
  write_file(path, "x,y\n1,2\n");
  EXPECT_NO_THROW(loaded({path}, {.table = {.transform = Transform::log10}}));
  EXPECT_THROW(loaded({path}, {.shape = {.invert = true}}), InputError);
  EXPECT_THROW(loaded({path}, {.palette = {.color_space = ColorSpace::lab}}), InputError);
  EXPECT_THROW(loaded({path}, {.read = {.array = "x"}}), InputError);
}

// What ranks that differ in their options read differs as where a file was replaced meanwhile.
TEST(LoadFamily, IsReadAlikeByAllRanksOrByNone) {
  const ScratchFolder folder;
  const std::string path = (folder / "long.csv").string();
  write_file(path, "measure,x1\na,1\nb,2\nc,3\n");
  for (const Index last : {2, 3})
    testing::on_ranks(3, [&](Ranks& ranks) {
      const Execution execution{.threads = 1, .ranks = &ranks};
      const LoadOptions options{.read = {.limit = ranks.rank() == 2 ? last : 3}};
      const std::vector<std::string> data = {path};
      if (last == 3)
        EXPECT_EQ(load_family(data, options, execution).family.count(), 3);
      else
        EXPECT_THROW(load_family(data, options, execution), InputError);
    });
}

TEST(LoadPair, IsStandardisedTogether) {
  const ScratchFolder folder;
  const std::string first = (folder / "a.csv").string(), second = (folder / "b.csv").string();
  write_file(first, "x\n0\n1\n");
  write_file(second, "x\n0\n100\n");
  const LoadedPair pair = load_pair(first, second, {.read = {.standardize = Standardize::pooled}}, {});
  EXPECT_EQ(pair.first.space().scale, pair.second.space().scale);
  EXPECT_NEAR(pair.first.points().sum() + pair.second.points().sum(), 0, 1e-12);
  EXPECT_NEAR(pair.first.points().squaredNorm() + pair.second.points().squaredNorm(), 4, 1e-12);
}

}  // namespace
}  // namespace wpga
