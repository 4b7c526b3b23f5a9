#include "wpga/io/files/hdf5_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/scratch_folder.hpp"
#include "io/some_hdf5_file.hpp"
#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

TEST(Hdf5Writer, TheSameContentGivesTheSameBytes) { EXPECT_EQ(some_file(), some_file()); }

TEST(Hdf5Writer, StringsThatDifferMuchInLengthComeBack) {
  const ScratchFolder folder;
  std::vector<std::string> words(3000, "a");
  words[7] = std::string(100000, 'b');
  Hdf5Writer writer;
  writer.write("/words", words);
  const auto bytes = writer.finish();
  EXPECT_LT(bytes.size(), 2'000'000u);
  write_file(folder / "a.h5", bytes);
  EXPECT_EQ(Hdf5Reader(folder / "a.h5").read_strings("/words"), words);
}

// Threads of a library's user may read at once, in this process and in children.

// What is written where it lies is the same file as what was copied into it.
TEST(Hdf5Writer, PiecesAreTheBytesOfTheWhole) {
  const std::vector<double> numbers{1, -2.5, 1e300, 0, 4, 5};
  const auto filled = [&](Hdf5Writer::Held held, const LargeArray<double>& later) {
    Hdf5Writer file(held);
    file.write("/before", std::vector<std::int64_t>{7}, {1});
    file.write_later("/numbers", later, {2, 3});
    file.set_attribute("/", "kind", std::string("test"));
    return file;
  };
  LargeArray<double> later;
  later.append(numbers);
  std::vector<std::byte> pieces;
  filled(Hdf5Writer::Held::in_pieces, later).finish_in_pieces()([&](std::span<const std::byte> piece) {
    pieces.insert(pieces.end(), piece.begin(), piece.end());
  });
  const ScratchFolder folder;
  write_file((folder / "a.h5").string(), pieces);
  const Hdf5Reader file(folder / "a.h5");
  EXPECT_EQ(file.read_doubles("/numbers"), numbers);
  EXPECT_EQ(file.read_integers("/before"), std::vector<std::int64_t>{7});
  EXPECT_EQ(pieces, filled(Hdf5Writer::Held::in_pieces, later).finish());
}

}  // namespace
}  // namespace wpga
