#include "wpga/io/data_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

std::vector<std::string> names_of(const std::vector<DataFile>& files) {
  std::vector<std::string> names;
  for (const DataFile& file : files) names.push_back(file.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(DataFiles, ComeInTheOrderAPersonCounts) {
  EXPECT_TRUE(natural_less("a2", "a10"));
  EXPECT_FALSE(natural_less("a10", "a2"));
  EXPECT_TRUE(natural_less("a02", "a2b"));
  EXPECT_TRUE(natural_less("a", "b"));
  EXPECT_FALSE(natural_less("a", "a"));
  EXPECT_NE(natural_less("a01", "a1"), natural_less("a1", "a01"));
}

TEST(DataFiles, OfAFolderAreThoseItKnows) {
  const ScratchFolder folder;
  for (const char* name : {"b10.png", "b9.PNG", "README.md", ".hidden.png", "c.csv.gz"})
    write_file(folder / name, "x");
  const std::vector<std::string> arguments = {folder.path().string()};
  EXPECT_EQ(names_of(find_data_files(arguments)), (Names{"b9", "b10", "c"}));
}

// A link may lead back to a folder above it, or to itself.
TEST(DataFiles, OfAFolderAreFoundOnceWhateverLinksAreInIt) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder / "a");
  std::filesystem::create_directory_symlink("..", folder / "a/up");
  std::filesystem::create_directory_symlink("a", folder / "b");
  std::filesystem::create_symlink("round.csv", folder / "round.csv");
  write_file(folder / "a/x.csv", "x");
  const std::vector<std::string> arguments = {folder.path().string()};
  EXPECT_EQ(find_data_files(arguments).size(), 1u);
}

TEST(DataFiles, TakeTheirLabelsFromFoldersWhenThereAreSeveral) {
  const ScratchFolder folder;
  for (const char* kind : {"cats", "dogs"}) {
    make_output_folder(folder / kind);
    write_file(folder / kind / "1.png", "x");
  }
  const auto both = find_data_files(std::vector<std::string>{folder.path().string()});
  EXPECT_EQ(names_of(both), (Names{"cats/1", "dogs/1"}));
  EXPECT_EQ(both[0].label, "cats");
  EXPECT_EQ(both[1].label, "dogs");
  EXPECT_EQ(find_data_files(std::vector<std::string>{(folder / "cats").string()})[0].label, "");
}

TEST(DataFiles, ExpandGlobsThatTheShellDidNot) {
  const ScratchFolder folder;
  for (const char* name : {"x1.csv", "x11.csv", "x2.csv", "y.csv"}) write_file(folder / name, "x");
  const auto files = find_data_files(std::vector<std::string>{(folder / "x*.csv").string()});
  EXPECT_EQ(names_of(files), (Names{"x1", "x2", "x11"}));
}

TEST(DataFiles, RefuseWhatIsNotThere) {
  const ScratchFolder folder;
  EXPECT_THROW(find_data_files(std::vector<std::string>{(folder / "none.png").string()}), InputError);
  EXPECT_THROW(find_data_files(std::vector<std::string>{(folder / "*.png").string()}), InputError);
  EXPECT_THROW(find_data_files(std::vector<std::string>{folder.path().string()}), InputError);
}

TEST(DataFiles, RefuseNamesThatAreNotUtf8) {
  const ScratchFolder folder;
  write_file(folder / "bad\xff.png", "x");
  try {
    find_data_files(std::vector<std::string>{folder.path().string()});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("bad\\xff.png"), std::string::npos) << error.what();
  }
}

TEST(DataFiles, KnowMnistByItsName) {
  EXPECT_EQ(data_extension("train-images-idx3-ubyte"), "-ubyte");
  EXPECT_EQ(data_extension("train-images-idx3-ubyte.gz"), "-ubyte");
  EXPECT_EQ(data_extension("a.b.CSV"), ".csv");
}

// A README among tables, any text among pictures; what is named alone is read whatever its name.
TEST(FindDataFiles, PassesOverPapersAndSaysSo) {
  const ScratchFolder folder;
  for (const char* name : {"a.fcs", "b.fcs", "compmatrix.txt", "README.md", "notes.docx", ".hidden"})
    write_file(folder / name, "x");
  std::vector<std::string> skipped;
  EXPECT_EQ(names_of(find_data_files(std::vector<std::string>{folder.path().string()}, &skipped)),
            (Names{"a", "b"}));
  EXPECT_EQ(skipped.size(), 3u);
  const std::vector<std::string> alone{(folder / "compmatrix.txt").string()};
  EXPECT_EQ(names_of(find_data_files(alone, &skipped)), (Names{"compmatrix"}));
  EXPECT_TRUE(skipped.empty());

  const ScratchFolder tables;
  for (const char* name :
       {"a.csv", "b.txt", "readme.txt", "LICENSE.txt", "Meta.csv", "notes.txt", "metals.csv", "notes_2.csv"})
    write_file(tables / name, "x");
  EXPECT_EQ(names_of(find_data_files(std::vector<std::string>{tables.path().string()}, &skipped)),
            (Names{"a", "b", "metals", "notes_2"}));
  EXPECT_EQ(skipped.size(), 4u);
}

}  // namespace
}  // namespace wpga
