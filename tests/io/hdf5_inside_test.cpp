#include "wpga/io/files/hdf5_inside.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <thread>

#include "wpga/io/files/hdf5_handle.hpp"
#include "wpga/io/files/isolated_process.hpp"

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

TEST(InsideHdf5, LeavesTheLibraryAsOthersHadIt) {
  const auto loads = [] {
    unsigned int kinds = 0;
    EXPECT_GE(H5PLget_loading_state(&kinds), 0);
    return kinds;
  };
  const auto report = [] {
    H5E_auto2_t found = nullptr;
    void* given = nullptr;
    EXPECT_GE(H5Eget_auto2(H5E_DEFAULT, &found, &given), 0);
    return found;
  };
  const unsigned int kinds = loads();
  const H5E_auto2_t reported = report();
  ASSERT_NE(kinds, 0u);
  {
    const InsideHdf5 inside;
    const InsideHdf5 again;
    EXPECT_EQ(loads(), 0u);
    EXPECT_EQ(report(), nullptr);
  }
  EXPECT_EQ(loads(), kinds);
  EXPECT_EQ(report(), reported);
}

TEST(InsideHdf5, AloneOneMayCallTheLibraryAndThrow) {
  bool valid = false;
  with_hdf5_alone([&] { valid = Hdf5Handle(H5Screate(H5S_SCALAR), H5Sclose).valid() && is_inside_hdf5(); });
  EXPECT_TRUE(valid);
  EXPECT_THROW(with_hdf5_alone([] { throw std::runtime_error("no"); }), std::runtime_error);
  EXPECT_FALSE(is_inside_hdf5());
}

// Others of this process may be inside by a door of their own, as h5py is.
TEST(InsideHdf5, AProcessThatIsMadeAloneFindsNoLock) {
  hbool_t for_threads = false;
  ASSERT_GE(H5is_library_threadsafe(&for_threads), 0);
  if (!for_threads) GTEST_SKIP() << "this HDF5 is not for several threads";
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) H5Tclose(H5Tcopy(H5T_C_S1));
  });
  int answered = 0;
  for (int i = 0; i < 50; ++i) {
    std::unique_ptr<IsolatedProcess> process;
    const auto answer = [](Channel& channel) {
      const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
      const std::byte byte{1};
      channel.send(std::span(&byte, 1));
    };
    with_hdf5_alone(
        [&] { process = std::make_unique<IsolatedProcess>(answer, IsolationLimits{.waiting_seconds = 5}); });
    std::byte byte{};
    if (!process->channel().receive(std::span(&byte, 1))) break;
    ++answered;
  }
  done = true;
  other.join();
  EXPECT_EQ(answered, 50);
}

}  // namespace
}  // namespace wpga
