#include "wpga/io/formats/tables/row_counter.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace wpga {
namespace {

TEST(RowCounter, IsKnownByItsHeader) {
  for (const char* header :
       {"id", "ID", "index", "Cell ID", "cell_id", "row", "Nr.", "", "#", "Unnamed: 0", "point.id"})
    EXPECT_TRUE(named_like_a_counter(header)) << header;
  for (const char* header : {"x", "width", "fluid", "CD4", "identity", "arrow", "id_x", "Time"})
    EXPECT_FALSE(named_like_a_counter(header)) << header;
}

TEST(RowCounter, GoesOnByOne) {
  RowCounter counter;
  for (const double cell : {7.0, 8.0, 9.0}) EXPECT_TRUE(counter.goes_on(cell, false));
  EXPECT_FALSE(counter.goes_on(9, false));
}

TEST(RowCounter, MayBeginAnewWithAMeasureOnly) {
  RowCounter counter;
  EXPECT_TRUE(counter.goes_on(1, true));
  EXPECT_TRUE(counter.goes_on(2, false));
  EXPECT_TRUE(counter.goes_on(1, true));
  EXPECT_TRUE(counter.goes_on(2, false));
  EXPECT_FALSE(counter.goes_on(1, false));
}

TEST(RowCounter, CountsWholeNumbers) {
  EXPECT_FALSE(RowCounter().goes_on(0.5, false));
  EXPECT_FALSE(RowCounter().goes_on(std::numeric_limits<double>::quiet_NaN(), false));
  EXPECT_FALSE(RowCounter().goes_on(std::numeric_limits<double>::infinity(), false));
}

}  // namespace
}  // namespace wpga
