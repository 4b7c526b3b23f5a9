#include "wpga/analysis/cone/cone_room.hpp"

#include <gtest/gtest.h>

#include <string>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

// Of a box every coordinate counts by itself; else memory and time grow with the dimension, not its cube.
TEST(ConeRoom, GrowsWithTheDimensionWithoutABox) {
  const ConeSize small{.dimension = 500, .atoms = 256}, large{.dimension = 5000, .atoms = 256};
  EXPECT_LT(estimated_bytes(large), 11 * estimated_bytes(small));
  EXPECT_LT(estimated_seconds(large), 10 * estimated_seconds(small));
  ConeSize boxed = large;
  boxed.boxed = true;
  EXPECT_GT(estimated_bytes(boxed), 1e11);
}

TEST(ConeRoom, IsRefusedWhereTheMachineHasLess) {
  const ConeSize size{.dimension = 5000, .atoms = 256, .boxed = true};
  EXPECT_NO_THROW(require_room(size, 1e13));
  try {
    require_room(size, 8e9);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("this machine has 8; take fewer atoms"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace wpga
