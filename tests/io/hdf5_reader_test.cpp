#include "wpga/io/files/hdf5_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <tuple>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "io/some_hdf5_file.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/io/files/seal.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::refusal;

TEST(Hdf5Reader, GivesBackWhatWasWritten) {
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

TEST(Hdf5Reader, RefusalsNameFileAndDataset) {
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

TEST(Hdf5Reader, OfOtherKindsAndCutFilesAreRefused) {
  const ScratchFolder folder;
  EXPECT_THAT(refusal([&] { Hdf5Reader(folder / "none.h5"); }), HasSubstr("none.h5"));
  std::vector<std::byte> bytes = some_file();
  bytes.resize(bytes.size() / 2);
  write_file((folder / "cut.h5").string(), bytes);
  EXPECT_THAT(refusal([&] { Hdf5Reader(folder / "cut.h5"); }), HasSubstr("cut.h5"));
  write_file((folder / "text.h5").string(), "weight,x\n1,2\n");
  EXPECT_THAT(refusal([&] { Hdf5Reader(folder / "text.h5"); }), HasSubstr("not an HDF5 file"));
}

// As h5py would have made it: no seal.
std::vector<std::byte> of_other_origin(std::vector<std::byte> file) {
  std::fill_n(file.begin(), seal_size, std::byte{0});
  return file;
}

auto read_all(const std::filesystem::path& path) {
  const Hdf5Reader file(path);
  return std::tuple{file.read_doubles("/deep/in/numbers"), file.read_integers("/counts"),
                    file.read_strings("/words"),           file.read_bytes("/bytes"),
                    file.attribute_strings("/", "kind"),   file.attribute_doubles("/counts", "share")};
}

TEST(Hdf5Reader, OfOtherOriginGivesTheSameValues) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", some_file());
  write_file(folder / "b.h5", of_other_origin(some_file()));
  const Hdf5Reader ours(folder / "a.h5"), other(folder / "b.h5");
  EXPECT_TRUE(ours.is_sealed());
  EXPECT_FALSE(other.is_sealed());
  EXPECT_EQ(other.shape("/deep/in/numbers"), ours.shape("/deep/in/numbers"));
  EXPECT_EQ(other.read_doubles("/deep/in/numbers"), ours.read_doubles("/deep/in/numbers"));
  EXPECT_EQ(other.read_integers("/counts"), ours.read_integers("/counts"));
  EXPECT_EQ(other.read_strings("/words"), ours.read_strings("/words"));
  EXPECT_EQ(other.read_bytes("/bytes"), ours.read_bytes("/bytes"));
  EXPECT_EQ(other.attribute_strings("/", "kind"), ours.attribute_strings("/", "kind"));
  EXPECT_EQ(other.attribute_doubles("/counts", "share"), ours.attribute_doubles("/counts", "share"));
  EXPECT_EQ(other.attribute_integers("/counts", "many"), ours.attribute_integers("/counts", "many"));
  EXPECT_FALSE(other.has("/none"));
  EXPECT_FALSE(other.has_attribute("/none", "none"));
  EXPECT_THAT(refusal([&] { other.read_doubles("/none"); }),
              AllOf(HasSubstr("/none"), HasSubstr("is missing")));
}

// The library never sees a byte of it.
TEST(Hdf5Reader, AByteThatChangedIsNoticedByTheChecksum) {
  const ScratchFolder folder;
  const std::vector<std::byte> whole = some_file();
  for (std::size_t at = 5; at < whole.size(); at += 7) {
    std::vector<std::byte> damaged = whole;
    damaged[at] ^= std::byte{0x10};
    write_file(folder / "a.h5", damaged);
    ASSERT_THAT(refusal([&] { Hdf5Reader(folder / "a.h5"); }),
                AllOf(HasSubstr("a.h5"), HasSubstr("checksum")));
  }
}

// Whatever the library does with it, this process goes on: values, or one sentence.
TEST(Hdf5Reader, OfOtherOriginAndDamagedNeverEndsThisProcess) {
  const ScratchFolder folder;
  const std::vector<std::byte> whole = of_other_origin(some_file());
  Random random(1);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<std::byte> damaged = whole;
    for (int k = 0; k < 3; ++k)
      damaged[seal_size + static_cast<std::size_t>(random.below(std::ssize(whole) - 512))] =
          static_cast<std::byte>(random.below(256));
    write_file(folder / "a.h5", damaged);
    try {
      read_all(folder / "a.h5");
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    }
  }
}

// Files of earlier versions hold names of axes so: they are read in a child process, whose memory has a
// limit.
TEST(Hdf5Reader, OfSealedFilesGivesSeveralTextsOfAnAttribute) {
  const ScratchFolder folder;
  std::vector<std::string> axes;
  for (int i = 0; i < 3000; ++i) axes.push_back("axis " + std::to_string(i));
  Hdf5Writer writer;
  writer.write("/numbers", std::vector<double>{1, 2}, {2});
  writer.set_attribute("/", "axes", axes);
  writer.set_attribute("/", "kind", std::string("test"));
  write_file(folder / "a.h5", writer.finish());
  const Hdf5Reader file(folder / "a.h5");
  ASSERT_TRUE(file.is_sealed());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(file.attribute_strings("/", "axes"), axes);
    EXPECT_EQ(file.attribute_strings("/", "kind"), std::vector<std::string>{"test"});
    EXPECT_EQ(file.read_doubles("/numbers"), (std::vector<double>{1, 2}));
  }
  EXPECT_TRUE(file.attribute_strings("/", "none").empty());
}

TEST(Hdf5Reader, ManyThreadsReadAtOnce) {
  const ScratchFolder folder;
  write_file(folder / "a.h5", some_file());
#ifdef WPGA_SANITIZED_ADDRESS
  // A child that is forked while another thread allocates may hang there: malloc is safe then, the
  // sanitizer's allocator is not.
  write_file(folder / "b.h5", some_file());
#else
  write_file(folder / "b.h5", of_other_origin(some_file()));
#endif
  const auto alone = read_all(folder / "a.h5");
  EXPECT_EQ(std::get<0>(alone).size(), 6u);
  std::atomic<int> same = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 25; ++i) same += read_all(folder / (t % 2 ? "a.h5" : "b.h5")) == alone;
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(same, 100);
}

}  // namespace
}  // namespace wpga
