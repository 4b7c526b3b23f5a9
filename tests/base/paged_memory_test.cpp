#include "wpga/base/paged_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

constexpr std::uint64_t kilobyte = std::uint64_t{1} << 10, megabyte = std::uint64_t{1} << 20;

class MemoryBoundOfTest {
 public:
  explicit MemoryBoundOfTest(std::uint64_t bytes, const std::string& scratch = {}, int ranks = 1) {
    set_memory_bound({bytes, scratch, ranks});
  }
  MemoryBoundOfTest(const MemoryBoundOfTest&) = delete;
  MemoryBoundOfTest& operator=(const MemoryBoundOfTest&) = delete;
  ~MemoryBoundOfTest() { set_memory_bound({}); }
};

// A folder of the test's own, empty and gone with it.
class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("wpga-paged-memory-" + name + "-" + std::to_string(::getpid()))) {
    std::filesystem::create_directory(path_);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }
  std::string file(const std::string& name, std::span<const std::byte> bytes) const {
    const std::string at = (path_ / name).string();
    std::ofstream(at, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return at;
  }

 private:
  std::filesystem::path path_;
};

std::vector<std::byte> random_bytes(std::uint64_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::byte> bytes(count);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
  return bytes;
}

// Bytes of the mapping that begins at `data` which are in this process's memory.
std::uint64_t resident(const std::byte* data) {
  std::ifstream maps("/proc/self/smaps");
  bool ours = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long long first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%llx-%llx ", &first, &last) == 2) {
      const auto at = reinterpret_cast<std::uintptr_t>(data);
      ours = first <= at && at < last;
    }
    if (ours && line.starts_with("Rss:")) return std::stoull(line.substr(4)) * kilobyte;
  }
  return 0;
}

TEST(PagedMemory, OfAScratchFileIsZerosUntilItIsWritten) {
  const auto memory = PagedMemory::scratch(100'001);
  ASSERT_EQ(memory->size(), 100'001U);
  for (const std::byte byte : std::span(memory->data(), memory->size())) ASSERT_EQ(byte, std::byte{0});
}

TEST(PagedMemory, ReadsBackWhatWasWrittenAfterItsPagesLeft) {
  const std::vector<std::byte> bytes = random_bytes(3 * megabyte + 17, 1);
  const auto memory = PagedMemory::scratch(bytes.size());
  std::memcpy(memory->data(), bytes.data(), bytes.size());
  EXPECT_GE(resident(memory->data()), 3 * megabyte);
  memory->drop();
  EXPECT_EQ(resident(memory->data()), 0U);
  EXPECT_EQ(std::memcmp(memory->data(), bytes.data(), bytes.size()), 0);
}

// A walk that tells its steps needs the window, not the array; nothing is lost on the way.
TEST(PagedMemory, AWalkBeyondItsWindowKeepsAWindowAndEveryByte) {
  const MemoryBoundOfTest bound(4 * megabyte);
  const std::uint64_t window = largest_in_memory(), step = 64 * kilobyte;
  ASSERT_LE(8 * window, 4 * megabyte);
  const std::vector<std::byte> bytes = random_bytes(8 * window, 2);
  const auto memory = PagedMemory::scratch(bytes.size());
  std::uint64_t most = 0;
  for (std::uint64_t at = 0; at < bytes.size(); at += step) {
    std::memcpy(memory->data() + at, bytes.data() + at, step);
    most = std::max(most, resident(memory->data()));
    memory->visit(step);
  }
  for (std::uint64_t at = 0; at < bytes.size(); at += step) {
    ASSERT_EQ(std::memcmp(memory->data() + at, bytes.data() + at, step), 0) << at;
    most = std::max(most, resident(memory->data()));
    memory->visit(step);
  }
  EXPECT_GT(most, 0U);
  EXPECT_LE(most, 2 * window);
}

TEST(PagedMemory, GrowsWithWhatItHasAndZeros) {
  const std::vector<std::byte> bytes = random_bytes(5000, 3);
  const auto memory = PagedMemory::scratch(bytes.size());
  std::memcpy(memory->data(), bytes.data(), bytes.size());
  for (const std::uint64_t larger : {std::uint64_t{5001}, 9 * megabyte}) {
    memory->grow(larger);
    ASSERT_EQ(memory->size(), larger);
    EXPECT_EQ(std::memcmp(memory->data(), bytes.data(), bytes.size()), 0);
    for (const std::byte byte : std::span(memory->data(), larger).subspan(bytes.size()))
      ASSERT_EQ(byte, std::byte{0});
  }
  memory->data()[9 * megabyte - 1] = std::byte{42};
  const std::byte* place = memory->data();
  memory->grow(10);  // never less
  EXPECT_EQ(memory->size(), 9 * megabyte);
  EXPECT_EQ(memory->data(), place);
  memory->drop();
  EXPECT_EQ(memory->data()[9 * megabyte - 1], std::byte{42});
}

TEST(PagedMemory, OfNoBytesCanGrow) {
  const auto memory = PagedMemory::scratch(0);
  memory->grow(10'000);
  memory->data()[9'999] = std::byte{7};
  memory->drop();
  EXPECT_EQ(memory->data()[9'999], std::byte{7});
}

TEST(PagedMemory, OfAFileIsItsBytesFromAnyPlaceOn) {
  const Folder folder("places");
  const std::vector<std::byte> bytes = random_bytes(50'000, 4);
  const std::string path = folder.file("file", bytes);
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  for (const std::uint64_t offset :
       {std::uint64_t{0}, std::uint64_t{1}, page - 1, page, page + 1, 3 * page + 8, std::uint64_t{49'999}})
    for (const std::uint64_t count : {std::uint64_t{1}, (50'000 - offset + 1) / 2, 50'000 - offset}) {
      const auto memory = PagedMemory::of_file(path, offset, count);
      ASSERT_TRUE(memory) << offset << ", " << count;
      EXPECT_EQ(memory->size(), count);
      memory->drop();
      EXPECT_EQ(std::memcmp(memory->data(), bytes.data() + offset, count), 0) << offset << ", " << count;
    }
}

TEST(PagedMemory, OfAFileIsNothingWhereTheBytesAreNot) {
  const Folder folder("nothing");
  const std::string path = folder.file("file", random_bytes(1000, 5));
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(PagedMemory::of_file(path, 0, 1000));
  EXPECT_FALSE(PagedMemory::of_file(path, 0, 1001));
  EXPECT_FALSE(PagedMemory::of_file(path, 1, 1000));
  EXPECT_FALSE(PagedMemory::of_file(path, 1000, 0));
  EXPECT_FALSE(PagedMemory::of_file(path, 1001, 1));
  // Their sum is small again in 64 bits.
  EXPECT_FALSE(PagedMemory::of_file(path, 600, largest - 500));
  EXPECT_FALSE(PagedMemory::of_file(path, largest, 2));
  EXPECT_FALSE(PagedMemory::of_file(path + ".none", 0, 1));
  EXPECT_FALSE(PagedMemory::of_file(folder.path().string(), 0, 1));
  EXPECT_FALSE(PagedMemory::of_file("/dev/zero", 0, 1));
}

// Of a file that ranks share no rank keeps more than its part, though it looks at all of it.
TEST(PagedMemory, OfAFileThatRanksShareIsDividedBetweenThem) {
  const Folder folder("shared");
  const std::uint64_t size = 24 * megabyte, step = 64 * kilobyte;
  const std::string path = folder.file("file", std::vector<std::byte>(size, std::byte{7}));
  const auto most_of_a_walk = [&](int ranks) {
    const MemoryBoundOfTest bound(0, {}, ranks);
    const auto memory = PagedMemory::of_file(path, 0, size);
    std::uint64_t most = 0;
    for (std::uint64_t at = 0; at < size; at += step) {
      for (std::uint64_t byte = at; byte < at + step; byte += kilobyte)
        EXPECT_EQ(memory->data()[byte], std::byte{7}) << byte;
      most = std::max(most, resident(memory->data()));
      memory->visit(step);
    }
    return most;
  };
  EXPECT_EQ(most_of_a_walk(1), size);
  // The system may bring some megabytes at once.
  for (const int ranks : {2, 3, 4}) {
    const std::uint64_t most = most_of_a_walk(ranks), part = size / static_cast<std::uint64_t>(ranks);
    EXPECT_GE(most, part) << ranks;
    EXPECT_LE(most, part + 4 * megabyte) << ranks;
  }
}

TEST(PagedMemory, OfAFileThatIsReplacedStaysAsItWas) {
  const Folder folder("replaced");
  const std::vector<std::byte> before = random_bytes(20'000, 6), after = random_bytes(20'000, 7);
  const std::string path = folder.file("file", before);
  const auto memory = PagedMemory::of_file(path, 100, 19'000);
  ASSERT_TRUE(memory);
  std::filesystem::rename(folder.file("other", after), path);
  memory->drop();
  EXPECT_EQ(std::memcmp(memory->data(), before.data() + 100, 19'000), 0);
  EXPECT_EQ(std::memcmp(PagedMemory::of_file(path, 100, 19'000)->data(), after.data() + 100, 19'000), 0);
}

TEST(PagedMemory, LeavesNoNameInTheScratchFolder) {
  const Folder folder("scratch");
  const MemoryBoundOfTest bound(0, folder.path().string());
  const auto memory = PagedMemory::scratch(megabyte);
  memory->grow(2 * megabyte);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(PagedMemory, NamesTheFolderThatHasNoRoom) {
  const auto sentence_of = [](std::uint64_t bytes) -> std::string {
    try {
      PagedMemory::scratch(bytes);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  };
  {
    const MemoryBoundOfTest bound(0, "/nowhere/at/all");
    EXPECT_NE(sentence_of(1).find("/nowhere/at/all"), std::string::npos);
  }
  const Folder folder("full");
  const MemoryBoundOfTest bound(0, folder.path().string());
  EXPECT_EQ(sentence_of(1), "");
  EXPECT_NE(sentence_of(std::uint64_t{1} << 63).find(folder.path().string()), std::string::npos);
}

TEST(MemoryBound, OfNothingKeepsAllInMemoryAndALargerOneMore) {
  EXPECT_EQ(largest_in_memory(), std::numeric_limits<std::uint64_t>::max());
  std::uint64_t before = 0;
  for (std::uint64_t bytes = 1; bytes < std::uint64_t{1} << 45; bytes *= 2) {
    const MemoryBoundOfTest bound(bytes);
    EXPECT_EQ(memory_bound().bytes, bytes);
    EXPECT_GE(largest_in_memory(), before);
    EXPECT_LT(largest_in_memory(), std::max(bytes, megabyte));
    before = largest_in_memory();
  }
  EXPECT_EQ(largest_in_memory(), std::numeric_limits<std::uint64_t>::max());
}

}  // namespace
}  // namespace wpga
