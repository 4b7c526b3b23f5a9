#include "wpga/io/files/hdf5_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::refusal;

std::vector<std::byte> some_file() {
  Hdf5Writer file;
  file.write("/deep/in/numbers", std::vector<double>{1, -2.5, 1e300, 0, 4, 5}, {2, 3});
  file.write("/counts", std::vector<std::int64_t>{7, -9007199254740993}, {2});
  file.write("/words", std::vector<std::string>{"", "β", "two words"});
  file.write("/bytes", std::vector<std::byte>{std::byte{0}, std::byte{255}});
  file.set_attribute("/", "kind", std::string("test"));
  file.set_attribute("/counts", "share", 0.25);
  file.set_attribute("/counts", "many", std::span<const std::int64_t>(std::vector<std::int64_t>{1, 2, 3}));
  return file.finish();
}

TEST(Hdf5File, GivesBackWhatWasWritten) {
  const ScratchFolder folder;
  write_file((folder / "a.h5").string(), some_file());
  const Hdf5Reader file(folder / "a.h5");
  EXPECT_EQ(file.shape("/deep/in/numbers"), (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(file.read_doubles("/deep/in/numbers"), (std::vector<double>{1, -2.5, 1e300, 0, 4, 5}));
  EXPECT_EQ(file.read_integers("/counts"), (std::vector<std::int64_t>{7, -9007199254740993}));
  EXPECT_EQ(file.read_strings("/words"), (std::vector<std::string>{"", "β", "two words"}));
  EXPECT_EQ(file.read_bytes("/bytes"), (std::vector{std::byte{0}, std::byte{255}}));
  EXPECT_EQ(file.attribute_strings("/", "kind"), std::vector<std::string>{"test"});
  EXPECT_EQ(file.attribute_doubles("/counts", "share"), std::vector<double>{0.25});
  EXPECT_EQ(file.attribute_integers("/counts", "many"), (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_TRUE(file.has("/deep/in/numbers"));
  EXPECT_FALSE(file.has("/deep/in/words"));
  EXPECT_FALSE(file.has_attribute("/", "share"));
}

TEST(Hdf5File, TheSameContentGivesTheSameBytes) { EXPECT_EQ(some_file(), some_file()); }

TEST(Hdf5File, RefusalsNameFileAndDataset) {
  const ScratchFolder folder;
  write_file((folder / "a.h5").string(), some_file());
  const Hdf5Reader file(folder / "a.h5");
  const auto names = [](const char* dataset, const char* what) {
    return AllOf(HasSubstr("a.h5"), HasSubstr(dataset), HasSubstr(what));
  };
  EXPECT_THAT(refusal([&] { file.read_doubles("/none"); }), names("/none", "is missing"));
  EXPECT_THAT(refusal([&] { file.read_integers("/deep/in/numbers"); }),
              names("/deep/in/numbers", "whole numbers"));
  EXPECT_THAT(refusal([&] { file.read_bytes("/counts"); }), names("/counts", "bytes"));
  EXPECT_THAT(refusal([&] { file.read_strings("/counts"); }), names("/counts", "strings"));
}

TEST(Hdf5File, OfOtherKindsAndCutFilesAreRefused) {
  const ScratchFolder folder;
  EXPECT_THAT(refusal([&] { Hdf5Reader(folder / "none.h5"); }), HasSubstr("none.h5"));
  std::vector<std::byte> bytes = some_file();
  bytes.resize(bytes.size() / 2);
  write_file((folder / "cut.h5").string(), bytes);
  EXPECT_THAT(refusal([&] { Hdf5Reader(folder / "cut.h5"); }), HasSubstr("cut.h5"));
  write_file((folder / "text.h5").string(), "weight,x\n1,2\n");
  EXPECT_THAT(refusal([&] { Hdf5Reader(folder / "text.h5"); }), HasSubstr("not an HDF5 file"));
}

}  // namespace
}  // namespace wpga
