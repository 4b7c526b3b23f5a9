#include "wpga/io/files/seal.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "io/scratch_folder.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

std::vector<std::byte> sealed_bytes(std::size_t size) {
  std::vector<std::byte> file(seal_size + size);
  Random random(1);
  for (std::byte& byte : file) byte = static_cast<std::byte>(random.below(256));
  seal(file, "model");
  return file;
}

TEST(Seal, HoldsAndTellsTheKind) {
  const ScratchFolder folder;
  for (const std::size_t size : {0, 1, 1000, 300000}) {
    write_file(folder / "a", sealed_bytes(size));
    EXPECT_TRUE(seal_holds(HeldFile(folder / "a"))) << size;
    EXPECT_EQ(sealed_kind(folder / "a"), "model");
  }
  write_file(folder / "b", "no seal");
  EXPECT_FALSE(seal_holds(HeldFile(folder / "b")));
  EXPECT_FALSE(sealed_kind(folder / "b"));
}

// Every byte, changed to every one of a few others.
TEST(Seal, NoticesEveryByteThatChanged) {
  const ScratchFolder folder;
  const std::vector<std::byte> file = sealed_bytes(300);
  for (std::size_t at = 0; at < file.size(); ++at)
    for (const int change : {1, 2, 0x55, 0xff}) {
      std::vector<std::byte> damaged = file;
      damaged[at] ^= static_cast<std::byte>(change);
      write_file(folder / "a", damaged);
      EXPECT_FALSE(seal_holds(HeldFile(folder / "a"))) << at;
    }
}

TEST(Seal, NoticesBytesThatAreMissingAddedOrSwapped) {
  const ScratchFolder folder;
  const std::vector<std::byte> file = sealed_bytes(300);
  for (std::size_t size = 0; size < file.size(); ++size) {
    write_file(folder / "a", std::span(file).first(size));
    EXPECT_FALSE(seal_holds(HeldFile(folder / "a"))) << size;
  }
  std::vector<std::byte> longer = file;
  longer.push_back(std::byte{0});
  write_file(folder / "a", longer);
  EXPECT_FALSE(seal_holds(HeldFile(folder / "a")));
  Random random(2);
  for (int trial = 0; trial < 500; ++trial) {
    std::vector<std::byte> swapped = file;
    const auto a = seal_size + static_cast<std::size_t>(random.below(300)),
               b = seal_size + static_cast<std::size_t>(random.below(300));
    std::swap(swapped[a], swapped[b]);
    write_file(folder / "a", swapped);
    EXPECT_EQ(seal_holds(HeldFile(folder / "a")), swapped == file);
  }
}

}  // namespace
}  // namespace wpga
