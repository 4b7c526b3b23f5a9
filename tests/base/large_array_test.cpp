#include "wpga/base/large_array.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <numeric>
#include <string>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/shared_value.hpp"

namespace wpga {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20;

class Bounded {
 public:
  explicit Bounded(std::uint64_t bytes, const std::string& scratch = {}) {
    set_memory_bound({bytes, scratch});
  }
  Bounded(const Bounded&) = delete;
  Bounded& operator=(const Bounded&) = delete;
  ~Bounded() { set_memory_bound({}); }
};

// Pages of file mappings that are in this process's memory, in bytes.
std::size_t resident_of_files() {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word)
    if (word == "RssFile:") {
      std::size_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes << 10;
    }
  return 0;
}

std::vector<double> counted(std::size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  return numbers;
}

void fill(LargeArray<double>& array, std::span<const double> numbers) {
  for (std::size_t first = 0; first < numbers.size(); first += 1000)
    array.append(numbers.subspan(first, std::min<std::size_t>(1000, numbers.size() - first)));
}

TEST(LargeArray, HoldsTheSameNumbersWithAndWithoutABound) {
  const std::vector<double> numbers = counted(megabyte);
  LargeArray<double> free;
  fill(free, numbers);
  const Bounded bound(16 * megabyte);
  ASSERT_GT(numbers.size() * sizeof(double), largest_in_memory());
  LargeArray<double> bounded;
  fill(bounded, numbers);
  for (const LargeArray<double>* array : {&free, &bounded}) {
    ASSERT_EQ(array->size(), numbers.size());
    EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), array->data()));
    const LargeArray<double> copy = *array;
    EXPECT_NE(copy.data(), array->data());
    EXPECT_TRUE(std::equal(numbers.begin(), numbers.end(), copy.data()));
  }
}

TEST(LargeArray, AWalkAlongAScratchFileKeepsAWindowOfIt) {
  const Bounded bound(32 * megabyte);
  const std::vector<double> numbers = counted(8 * megabyte);  // 64 megabytes
  const std::size_t before = resident_of_files();
  LargeArray<double> array;
  std::size_t most = 0;
  for (std::size_t first = 0; first < numbers.size(); first += megabyte / 8) {
    array.append(std::span(numbers).subspan(first, megabyte / 8));
    most = std::max(most, resident_of_files());
  }
  double sum = 0;
  array.walk(megabyte / 8, [&](std::size_t, std::span<const double> run) {
    sum = std::accumulate(run.begin(), run.end(), sum);
    most = std::max(most, resident_of_files());
  });
  EXPECT_EQ(sum, std::accumulate(numbers.begin(), numbers.end(), 0.0));
  EXPECT_LT(most - before, 12 * megabyte);
}

TEST(LargeArray, OfAFileIsSharedByCopiesUntilOneIsChanged) {
  const std::string path =
      std::string(::testing::TempDir()) + "wpga-large-array-" + std::to_string(::getpid());
  const std::vector<double> numbers = counted(5000);
  std::ofstream(path, std::ios::binary)
      .write("12345678", 8)
      .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(8 * numbers.size()));
  const auto region = PagedMemory::of_file(path, 8, 8 * numbers.size());
  ASSERT_TRUE(region);
  const LargeArray<double> array(region, 0, numbers.size());
  LargeArray<double> copy = array;
  EXPECT_EQ(std::as_const(copy).data(), array.data());
  region->drop();
  EXPECT_EQ(array.data()[4999], 5000);
  copy.data()[0] = -1;
  EXPECT_EQ(array.data()[0], 1);
  EXPECT_EQ(copy.data()[1], 2);
  EXPECT_FALSE(PagedMemory::of_file(path, 8, 8 * numbers.size() + 1));
  EXPECT_FALSE(PagedMemory::of_file(path + ".none", 0, 8));
  std::remove(path.c_str());
}

TEST(LargeArray, AFolderThatCannotHoldAScratchFileIsNamed) {
  const Bounded bound(16 * megabyte, "/nowhere/at/all");
  LargeArray<double> array;
  try {
    array.resize(megabyte);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/at/all"), std::string::npos);
  }
}

TEST(SharedValue, IsCopiedWhenOneOfTwoChanges) {
  SharedValue<std::vector<int>> one;
  EXPECT_TRUE(one->empty());
  one.own() = {1, 2};
  const int* place = one->data();
  SharedValue<std::vector<int>> other = one;
  EXPECT_EQ(other->data(), place);
  other.own().push_back(3);
  EXPECT_EQ(one->size(), 2U);
  EXPECT_EQ(other->size(), 3U);
  EXPECT_EQ(&one.own()[0], place);
}

}  // namespace
}  // namespace wpga
