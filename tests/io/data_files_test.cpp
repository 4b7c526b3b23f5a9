#include "wpga/io/data_files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

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
  for (const char* name : {"b10.png", "b9.PNG", "README.md", ".hidden.png", "c.csv"})
    write_file(folder / name, "x");
  std::filesystem::rename(folder / "c.csv", folder / "c.csv.gz");  // none that we write
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

// Data that were not fetched are missed by those who look at what was passed over.
TEST(DataFiles, OfLinksThatLeadNowhereArePassedOverByName) {
  const ScratchFolder folder;
  write_file(folder / "1.csv", "x");
  std::filesystem::create_symlink("nowhere/2.csv", folder / "2.csv");
  std::filesystem::create_symlink("1.csv/inside", folder / "3.csv");
  std::vector<std::string> skipped;
  const std::vector<std::string> arguments = {folder.path().string()};
  EXPECT_EQ(find_data_files(arguments, &skipped).size(), 1u);
  const auto passed_over = [&](const char* name) {
    return (folder / name).string() + " (a link that leads nowhere)";
  };
  EXPECT_EQ(skipped, (Names{passed_over("2.csv"), passed_over("3.csv")}));
}

// A path of more than PATH_MAX bytes cannot be looked at, not even by root.
TEST(DataFiles, ThatCannotBeLookedAtAreNotPassedOver) {
  const ScratchFolder folder;
  write_file(folder / "1.csv", "x");
  const std::string deep(250, 'd');
  const int here = ::open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_EQ(::chdir(folder.path().c_str()), 0);
  for (int level = 0; level < 20; ++level) {
    std::filesystem::create_directory(deep);
    ASSERT_EQ(::chdir(deep.c_str()), 0);
  }
  ASSERT_EQ(::fchdir(here), 0);
  ::close(here);
  EXPECT_THROW(find_data_files(std::vector<std::string>{folder.path().string()}), InputError);
}

TEST(DataFiles, OfAFolderHaveItsOwnNameWhateverLinksLeadThere) {
  for (const bool link_is_first : {false, true}) {
    const ScratchFolder folder;
    const auto make_link = [&] { std::filesystem::create_directory_symlink("zz", folder / "aa"); };
    if (link_is_first) make_link();
    std::filesystem::create_directory(folder / "zz");
    if (!link_is_first) make_link();
    write_file(folder / "zz/1.csv", "x");
    EXPECT_EQ(names_of(find_data_files(std::vector<std::string>{folder.path().string()})), (Names{"zz/1"}));
  }
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
