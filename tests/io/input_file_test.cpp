#include "wpga/io/input_file.hpp"

#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

TEST(InputFile, SaysWhyItCannotRead) {
  const ScratchFolder folder;
  EXPECT_THROW(read_file(folder / "missing"), InputError);
  EXPECT_THROW(read_file(folder.path()), InputError);
}

TEST(InputFile, ReadsDevicesWithoutASize) { EXPECT_TRUE(read_file("/dev/null").empty()); }

TEST(InputFile, ReadsEveryByteAsItWasWritten) {
  const ScratchFolder folder;
  std::vector<std::byte> bytes;
  for (int i = 0; i < 70'000; ++i) bytes.push_back(static_cast<std::byte>(i * 31 + i / 256));
  write_file(folder / "bytes", bytes);
  EXPECT_EQ(read_file(folder / "bytes"), bytes);
}

}  // namespace
}  // namespace wpga
