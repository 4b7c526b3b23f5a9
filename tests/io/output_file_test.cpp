#include "wpga/io/output_file.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {
namespace {

std::size_t entries(const std::filesystem::path& folder) {
  return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

std::string text_in(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// While it lives a file may not grow past `bytes`: the nearest thing to a full disk that needs no rights.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST(OutputFile, ReplacesWhatWasThere) {
  const ScratchFolder folder;
  write_file(folder / "out.txt", "first");
  write_file(folder / "out.txt", "second");
  EXPECT_EQ(text_in(folder / "out.txt"), "second");
  EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(OutputFile, LeavesTheOldFileAndNothingElseWhenTheDiskIsFull) {
  const ScratchFolder folder;
  write_file(folder / "out.txt", "precious");
  {
    const FullDisk disk(4096);
    EXPECT_THROW(write_file(folder / "out.txt", std::string(100000, 'x')), InputError);
  }
  EXPECT_EQ(text_in(folder / "out.txt"), "precious");
  EXPECT_EQ(entries(folder.path()), 1u);
}

TEST(OutputFile, ReportsAFullDevice) { EXPECT_THROW(write_file("/dev/full", "x"), InputError); }

TEST(OutputFile, NamesTheFolderThatDoesNotExist) {
  const ScratchFolder folder;
  try {
    write_file(folder / "nowhere/out.txt", "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("nowhere does not exist"), std::string::npos) << error.what();
  }
  EXPECT_THROW(write_file(folder.path(), "x"), InputError);
}

}  // namespace
}  // namespace wpga
