#include "wpga/io/pending_output.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <set>
#include <string>
#include <system_error>

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

// A run that was killed leaves files behind, and in a container the next one has the same number.
TEST(PendingOutput, IsNotInTheWayOfAProcessWithTheSameNumber) {
  const ScratchFolder folder;
  const std::string last = PendingPath(folder / "out").path().filename().string();
  const int used = std::stoi(last.substr(last.find('-') + 1));
  for (int next = used + 1; next < used + 20; ++next) {
    const std::string number = std::to_string(::getpid()) + "-" + std::to_string(next);
    fs::create_directory(folder / (".out." + number + ".part"));
    std::ofstream(folder / (".out." + number + ".part") / "ghost") << "left";
    std::ofstream(folder / (".model.h5." + number + ".part")) << "left";
  }
  EXPECT_NO_THROW(write_file(folder / "model.h5", "whole"));
  EXPECT_NO_THROW(PendingFolder(folder / "out").place());
  EXPECT_TRUE(fs::is_empty(folder / "out"));
}

TEST(PendingOutput, TakesAnotherNameWhereOneIsTaken) {
  const ScratchFolder folder;
  PendingPath pending(folder / "out");
  std::set<fs::path> asked;
  const auto taken_twice = [&](const fs::path& path) {
    asked.insert(path);
    return asked.size() < 3 ? std::make_error_code(std::errc::file_exists) : std::error_code();
  };
  EXPECT_FALSE(pending.make(taken_twice));
  EXPECT_EQ(asked.size(), 3u);
  EXPECT_TRUE(asked.contains(pending.path()));
  write_file(pending.path(), "half");
  remove_pending();
  EXPECT_FALSE(fs::exists(pending.path()));
  const auto always = [](const fs::path&) { return std::make_error_code(std::errc::file_exists); };
  EXPECT_EQ(pending.make(always), std::errc::file_exists);
  const auto denied = [](const fs::path&) { return std::make_error_code(std::errc::permission_denied); };
  EXPECT_EQ(pending.make(denied), std::errc::permission_denied);
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
