#include "wpga/io/pending_output.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

namespace fs = std::filesystem;

TEST(PendingOutput, LiesBesideItsPlaceUnderANameOfItsOwn) {
  const ScratchFolder folder;
  const PendingPath one(folder / "model.h5"), two(folder / "model.h5");
  EXPECT_EQ(one.path().parent_path(), folder.path());
  EXPECT_NE(one.path(), two.path());
  EXPECT_TRUE(one.path().filename().string().starts_with(".model.h5."));
  EXPECT_EQ(one.path().extension(), ".part");
}

TEST(PendingOutput, CutsNamesThatWouldNotFit) {
  const ScratchFolder folder;
  EXPECT_LE(PendingPath(folder / std::string(255, 'x')).path().filename().string().size(), 255u);
}

TEST(PendingOutput, IsRemovedByThoseWhoEndTheProgram) {
  const ScratchFolder folder;
  EXPECT_FALSE(writes_pending());
  {
    const PendingPath pending(folder / "a.csv");
    write_file(pending.path(), std::string("half"));
    EXPECT_TRUE(writes_pending());
    remove_pending();
    EXPECT_FALSE(fs::exists(pending.path()));
  }
  EXPECT_FALSE(writes_pending());
}

TEST(PendingOutput, AFolderAppearsWholeOrNotAtAll) {
  const ScratchFolder folder;
  {
    const PendingFolder pending(folder / "out");
    write_file(pending.path() / "a", std::string("1"));
  }
  EXPECT_TRUE(fs::is_empty(folder.path()));
  {
    const PendingFolder pending(folder / "out");
    write_file(pending.path() / "a", std::string("1"));
    EXPECT_FALSE(fs::exists(folder / "out"));
    pending.place();
  }
  EXPECT_TRUE(fs::exists(folder / "out" / "a"));
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(PendingOutput, DoesNotReplaceAFolderThatCameMeanwhile) {
  const ScratchFolder folder;
  const PendingFolder pending(folder / "out");
  fs::create_directory(folder / "out");
  write_file(folder / "out" / "theirs", std::string("2"));
  EXPECT_NE(testing::refusal([&] { pending.place(); }).find("out"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder / "out" / "theirs"));
}

TEST(PendingOutput, KnowsTheFolderOfABareName) {
  EXPECT_EQ(folder_of("a.h5"), ".");
  EXPECT_EQ(folder_of("b/a.h5"), "b");
}

}  // namespace
}  // namespace wpga
