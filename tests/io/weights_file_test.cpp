#include "wpga/io/reading/weights_file.hpp"

#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "measures/line_family.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using test::line_family;

TEST(WeightsFile, TakesWeightsInOrderOrByName) {
  const ScratchFolder folder;
  MeasureFamily family = line_family({1, 2});
  write_file(folder / "plain.csv", "3\n1\n");
  weigh_measures(family, folder / "plain.csv");
  EXPECT_DOUBLE_EQ(family.measure_weight(0), 0.75);
  write_file(folder / "named.csv", "name,weight\n1,4\n0,1\n");
  weigh_measures(family, folder / "named.csv");
  EXPECT_DOUBLE_EQ(family.measure_weight(0), 0.2);
  write_file(folder / "bare.csv", "1,1\n0,3\n");
  weigh_measures(family, folder / "bare.csv");
  EXPECT_DOUBLE_EQ(family.measure_weight(0), 0.75);
  write_file(folder / "commas.csv", "1;0,5\n0;1,5\n");
  weigh_measures(family, folder / "commas.csv");
  EXPECT_DOUBLE_EQ(family.measure_weight(0), 0.75);
  write_file(folder / "twice.csv", "1,1\n1,2\n0,3\n");
  EXPECT_THROW(weigh_measures(family, folder / "twice.csv"), InputError);
  write_file(folder / "short.csv", "3\n");
  EXPECT_THROW(weigh_measures(family, folder / "short.csv"), InputError);
  write_file(folder / "negative.csv", "3\n-1\n");
  EXPECT_THROW(weigh_measures(family, folder / "negative.csv"), InputError);
}

// New data stand where they would have stood among those of the model.
}  // namespace
}  // namespace wpga
