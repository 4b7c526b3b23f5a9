#include "wpga/io/file_identity.hpp"

#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

namespace fs = std::filesystem;

TEST(FileIdentity, IsOneForAllWaysToAFile) {
  const ScratchFolder folder;
  write_file(folder / "a", "1");
  write_file(folder / "b", "1");
  fs::create_directory(folder / "deep");
  fs::create_symlink("a", folder / "soft");
  fs::create_symlink("soft", folder / "softer");
  fs::create_hard_link(folder / "a", folder / "hard");
  fs::create_directory_symlink(folder / "deep", folder / "way");
  const auto a = identity_of(folder / "a");
  ASSERT_TRUE(a);
  for (const char* way : {"soft", "softer", "hard", "./a", "deep/../a", "way/../a"})
    EXPECT_EQ(identity_of(folder / way), a) << way;
  EXPECT_NE(identity_of(folder / "b"), a);
  EXPECT_EQ(identity_of(folder / "deep/"), identity_of(folder / "way"));
}

TEST(FileIdentity, IsAPlaceForAFileThatIsNotThere) {
  const ScratchFolder folder;
  fs::create_directory(folder / "deep");
  fs::create_directory_symlink(folder / "deep", folder / "way");
  fs::create_symlink("new", folder / "dangling");
  fs::create_symlink("ring", folder / "ring");
  const auto place = identity_of(folder / "new");
  for (const char* way : {"./new", "deep/../new", "dangling"})
    EXPECT_EQ(identity_of(folder / way), place) << way;
  EXPECT_EQ(identity_of(folder / "deep/x"), identity_of(folder / "way/x"));
  EXPECT_NE(identity_of(folder / "deep/x"), identity_of(folder / "x"));
  EXPECT_TRUE(identity_of(folder / "ring"));
}

// Written anew in place, or another in its place; a second link is no other.
TEST(FileVersion, IsAnotherWhereAFileWasReplacedOrWritten) {
  const ScratchFolder folder;
  const auto version = [&] {
    const HeldFile file(folder / "a");
    return version_of(file.descriptor());
  };
  write_file(folder / "a", "1");
  const auto first = version();
  ASSERT_TRUE(first);
  const HeldFile kept(folder / "a");
  fs::create_hard_link(folder / "a", folder / "b");
  EXPECT_EQ(version(), first);
  write_file(folder / "a", "2");
  EXPECT_NE(version(), first);
  EXPECT_EQ(version_of(kept.descriptor()), first);
  fs::resize_file(folder / "b", 10);
  EXPECT_NE(version_of(kept.descriptor()), first);
  EXPECT_FALSE(version_of(-1));
}

TEST(FileIdentity, IsNothingForDevices) { EXPECT_FALSE(identity_of("/dev/null")); }

}  // namespace
}  // namespace wpga
