#include "wpga/io/file_system.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

namespace fs = std::filesystem;

TEST(FileSystem, FollowsLinks) {
  const ScratchFolder folder;
  write_file(folder.path() / "numbers.csv", "12345");
  fs::create_symlink("numbers.csv", folder.path() / "link");
  fs::create_symlink(folder.path(), folder.path() / "here");
  EXPECT_TRUE(is_file(folder.path() / "link"));
  EXPECT_EQ(bytes_in(folder.path() / "link"), 5u);
  EXPECT_FALSE(is_folder(folder.path() / "link"));
  EXPECT_TRUE(is_folder(folder.path() / "here"));
  EXPECT_EQ(bytes_in(folder.path() / "here"), 0u);
  EXPECT_EQ(followed(folder.path() / "link").filename(), "numbers.csv");
  EXPECT_EQ(canonical_path(folder.path() / "here" / "." / "link"),
            canonical_path(folder.path() / "numbers.csv"));
}

TEST(FileSystem, LooksAtWhatIsNotThereWithoutThrowing) {
  const ScratchFolder folder;
  const fs::path missing = folder.path() / "missing", endless = folder.path() / std::string(5000, 'x');
  for (const fs::path& path : {missing, endless}) {
    EXPECT_FALSE(is_there(path) || is_file(path) || is_folder(path));
    EXPECT_EQ(bytes_in(path), 0u);
  }
  EXPECT_EQ(reason_missing(missing), "no such file or folder");
  EXPECT_NE(reason_missing(endless), "no such file or folder");
  EXPECT_NE(testing::refusal([&] { entries_of(missing); }), "");
}

TEST(FileSystem, EndsOnARingOfLinks) {
  const ScratchFolder folder;
  fs::create_symlink("b", folder.path() / "a");
  fs::create_symlink("a", folder.path() / "b");
  EXPECT_FALSE(is_there(folder.path() / "a"));
  const std::string end = followed(folder.path() / "a").filename().string();
  EXPECT_TRUE(end == "a" || end == "b") << end;
}

TEST(FileSystem, ShortensBetweenCharacters) {
  EXPECT_EQ(shortened("größe", 100), "größe");
  EXPECT_EQ(shortened("größe", 4), "grö");
  EXPECT_EQ(shortened("größe", 3), "gr");
  EXPECT_EQ(shortened("größe", 0), "");
}

TEST(FileSystem, MakesRenamesAndRemoves) {
  const ScratchFolder folder;
  const fs::path one = folder.path() / "one", two = folder.path() / "two";
  EXPECT_TRUE(make_folder(one / "deeper"));  // its parent is not there
  EXPECT_FALSE(make_folder(one));
  EXPECT_EQ(make_new_folder(one), std::errc::file_exists);
  write_file(one / "file", "x");
  EXPECT_FALSE(rename_path(one, two));
  EXPECT_TRUE(rename_path(one, two));
  const std::vector<FolderEntry> entries = entries_of(two);
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_TRUE(entries[0].is_file && !entries[0].is_folder);
  EXPECT_FALSE(remove_everything(two));
  EXPECT_FALSE(is_there(two));
}

}  // namespace
}  // namespace wpga
