#include "wpga/io/input_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string_view>

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

TEST(InputFile, HeldIsReadAsItWasWhateverIsRenamedIntoItsPlace) {
  const ScratchFolder folder;
  write_file(folder / "a", "one");
  const HeldFile held(folder / "a");
  write_file(folder / "a", "another");
  for (int again = 0; again < 2; ++again) {
    std::string read;
    read_in_pieces(held, [&](std::span<const std::byte> piece) {
      read.append(reinterpret_cast<const char*>(piece.data()), piece.size());
      return true;
    });
    EXPECT_EQ(read, "one");
  }
  EXPECT_THROW(HeldFile(folder / "none"), InputError);
}

// Half of what somebody is writing is no data, and a log that grows faster than it is read would never end.
TEST(InputFile, RefusesWhatGrowsWhileItIsRead) {
  const ScratchFolder folder;
  write_file(folder / "log", std::vector<std::byte>(1 << 20));
  std::ofstream log(folder / "log", std::ios::app | std::ios::binary);
  int pieces = 0;
  try {
    read_in_pieces(folder / "log", [&](std::span<const std::byte>) {
      log.write("0123456789", 10).flush();
      return ++pieces < 100;
    });
    FAIL() << "read to its end";
  } catch (const InputError& error) {
    EXPECT_NE(std::string_view(error.what()).find("grows"), std::string_view::npos) << error.what();
  }
}

// The beginning of a table is a table.
TEST(InputFile, RefusesWhatIsShortenedWhileItIsRead) {
  const ScratchFolder folder;
  write_file(folder / "table", std::vector<std::byte>(1 << 20));
  try {
    read_in_pieces(folder / "table", [&](std::span<const std::byte> piece) {
      std::filesystem::resize_file(folder / "table", piece.size());
      return true;
    });
    FAIL() << "read to its end";
  } catch (const InputError& error) {
    EXPECT_NE(std::string_view(error.what()).find("shorter"), std::string_view::npos) << error.what();
  }
}

}  // namespace
}  // namespace wpga
