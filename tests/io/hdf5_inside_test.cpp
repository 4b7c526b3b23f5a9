#include "wpga/io/files/hdf5_inside.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "wpga/io/files/hdf5_handle.hpp"

namespace wpga {
namespace {

bool another_thread_is_inside() {
  bool found = true;
  std::thread([&] { found = is_inside_hdf5(); }).join();
  return found;
}

TEST(InsideHdf5, IsKnownOfTheThreadThatEnteredUntilItHasLeft) {
  EXPECT_FALSE(is_inside_hdf5());
  {
    const InsideHdf5 inside;
    const InsideHdf5 again;
    EXPECT_TRUE(is_inside_hdf5());
    EXPECT_FALSE(another_thread_is_inside());
  }
  EXPECT_FALSE(is_inside_hdf5());
}

}  // namespace
}  // namespace wpga
