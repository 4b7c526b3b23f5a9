#include "wpga/io/loading/file_format.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

Format format_of_text(const std::string& text, const char* name) {
  return format_of(std::as_bytes(std::span(text)), name);
}

// The first bytes decide, whatever the name says.
TEST(FileFormat, IsKnownByTheFirstBytes) {
  for (const std::size_t block : {0, 512, 1024, 8192})
    EXPECT_EQ(format_of_text(std::string(block, '\0') + "\x89HDF\r\n\x1a\n........", "a.h5"), Format::family)
        << block;
  EXPECT_EQ(format_of_text("\x89PNG\r\n\x1a\n........", "a.csv"), Format::image);
  EXPECT_EQ(format_of_text("P5 1 1 255\n.", "a"), Format::image);
  EXPECT_EQ(format_of_text(std::string("\x93NUMPY\x01\0........", 16), "a.png"), Format::npy);
  EXPECT_EQ(format_of_text("PK\x03\x04..........................", "a.npy"), Format::npz);
  EXPECT_EQ(format_of_text("ply\nformat ascii 1.0\n", "a.txt"), Format::ply);
  EXPECT_EQ(format_of_text("FCS3.0    ", "a.csv"), Format::fcs);
  EXPECT_EQ(format_of_text(std::string("\0\0\x08\x03\0\0\0\0", 8), "images-ubyte"), Format::idx);
}

TEST(FileFormat, GoesByTheNameWhereThereIsNoSignature) {
  for (const char* name : {"a.csv", "a.TSV", "a.txt", "a.csv.gz"})
    EXPECT_EQ(format_of_text("x,y\n1,2\n", name), Format::table);
  EXPECT_EQ(format_of_text("1 2 3\n", "a.xyz"), Format::xyz);
  EXPECT_NE(testing::refusal([] { format_of_text("hello", "a.png"); }).find(".png"), std::string::npos);
  EXPECT_NE(testing::refusal([] { format_of_text("", "a.csv"); }).find("empty"), std::string::npos);
}

TEST(FileFormat, KnowsFamiliesBehindTheirSeal) {
  const ScratchFolder folder;
  Hdf5Writer file;
  file.write("/points", std::vector<double>{1, 2}, {2, 1});
  write_file(folder / "a", file.finish());
  EXPECT_TRUE(is_hdf5_file(folder / "a"));
  write_file(folder / "b.h5", std::string("a short text"));
  EXPECT_FALSE(is_hdf5_file(folder / "b.h5"));
  EXPECT_FALSE(is_hdf5_file(folder.path()));
}

// As HDF5 looks for its signature itself.
TEST(FileFormat, KnowsFilesBehindABlockOfAnyLength) {
  const ScratchFolder folder;
  for (const std::size_t block : {std::size_t{512}, std::size_t{1} << 21, std::size_t{1} << 24}) {
    write_file(folder / "a.h5", std::string(block, ' ') + "\x89HDF\r\n\x1a\n........");
    write_file(folder / "a.csv", std::string(block, ' ') + "\x89HDF\r\n\x1a\n........");
    EXPECT_TRUE(is_hdf5_file(folder / "a.h5")) << block;
    EXPECT_EQ(is_hdf5_file(folder / "a.csv"), block == 512);
  }
}

// Memory for all of it would be refused by another sentence.
TEST(FileFormat, RefusesWhatIsNoHdf5ByItsBeginning) {
  const ScratchFolder folder;
  const auto none = folder / "none.h5ad", packed = folder / "packed.h5";
  write_file(none, std::string("no HDF5"));
  write_file(packed, std::string("\x1f\x8b\x08 and so on"));
  for (const auto& path : {none, packed}) std::filesystem::resize_file(path, std::uintmax_t{1} << 42);
  EXPECT_NE(testing::refusal([&] { contents_of(none); }).find("not those of a .h5ad file"),
            std::string::npos);
  EXPECT_NE(testing::refusal([&] { contents_of(packed); }).find("gunzip"), std::string::npos);
}

TEST(FileFormat, TellsFilesOfManyMeasuresByTheirNames) {
  for (const char* name :
       {"a.csv", "a.h5ad", "train-images-idx3-ubyte", "train-images-idx3-ubyte.gz", "a.npz"})
    EXPECT_TRUE(holds_many(name)) << name;
  for (const char* name : {"a.png", "a.ply", "a.fcs"}) EXPECT_FALSE(holds_many(name)) << name;
}

TEST(FileFormat, FindsTheLabelsOfImages) {
  const ScratchFolder folder;
  const auto images = folder / "t10k-images-idx3-ubyte";
  EXPECT_FALSE(labels_beside(images));
  std::ofstream(folder / "t10k-labels-idx1-ubyte.gz") << "x";
  EXPECT_EQ(labels_beside(images), folder / "t10k-labels-idx1-ubyte.gz");
  write_file(folder / "t10k-labels-idx1-ubyte", std::string("x"));
  EXPECT_EQ(labels_beside(images), folder / "t10k-labels-idx1-ubyte");
  EXPECT_FALSE(labels_beside(folder / "pictures-ubyte"));
}

}  // namespace
}  // namespace wpga
