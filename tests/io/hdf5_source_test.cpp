#include "wpga/io/files/hdf5_source.hpp"

#include <gtest/gtest.h>

#include <array>

#include "io/scratch_folder.hpp"
#include "wpga/io/files/hdf5_handle.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using About = Hdf5Question::About;

class Hdf5SourceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    Hdf5Writer file;
    file.write("/table", std::vector<double>{1, 2, 3, 4, 5, 6}, {3, 2});
    file.write("/counts", std::vector<std::int64_t>{7, -8, 9}, {3});
    file.write("/words", std::vector<std::string>{"one", "", "three"});
    file.set_attribute("/table", "unit", std::string("px"));
    file.set_attribute("/table", "sizes", std::span<const double>(std::array<double, 3>{1, 2, 3}));
    write_file(folder_ / "a.h5", file.finish());
    source_ = std::make_unique<Hdf5Source>(folder_ / "a.h5");
  }
  Hdf5Answer ask(const Hdf5Question& question) const { return source_->answer(question); }

  ScratchFolder folder_;
  std::unique_ptr<Hdf5Source> source_;
};

TEST_F(Hdf5SourceTest, AnswersWithWhatWasWritten) {
  EXPECT_TRUE(ask({.about = About::file}).refusal.empty());
  EXPECT_TRUE(ask({.about = About::dataset, .path = "/table"}).yes);
  EXPECT_FALSE(ask({.about = About::dataset, .path = "/chair"}).yes);
  EXPECT_EQ(ask({.about = About::shape, .path = "/table"}).shape, (std::vector<std::uint64_t>{3, 2}));
  EXPECT_EQ(ask({.about = About::doubles, .path = "/table"}).doubles,
            (std::vector<double>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(ask({.about = About::integers, .path = "/counts"}).integers,
            (std::vector<std::int64_t>{7, -8, 9}));
  EXPECT_EQ(ask({.about = About::texts, .path = "/words"}).texts,
            (std::vector<std::string>{"one", "", "three"}));
  EXPECT_TRUE(ask({.about = About::attribute, .path = "/table", .name = "unit"}).yes);
  EXPECT_EQ(ask({.about = About::attribute_texts, .path = "/table", .name = "unit"}).texts,
            std::vector<std::string>{"px"});
}

TEST_F(Hdf5SourceTest, AnswersWithAPart) {
  EXPECT_EQ(ask({.about = About::doubles_part, .path = "/table", .rows = {1, 3}}).doubles,
            (std::vector<double>{3, 4, 5, 6}));
  EXPECT_EQ(ask({.about = About::doubles_part, .path = "/table", .rows = {0, 3}, .columns = {1}}).doubles,
            (std::vector<double>{2, 4, 6}));
  EXPECT_EQ(ask({.about = About::integers_part, .path = "/counts", .rows = {1, 2}}).integers,
            std::vector<std::int64_t>{-8});
}

TEST_F(Hdf5SourceTest, SaysWhatIsMissing) {
  EXPECT_FALSE(ask({.about = About::doubles, .path = "/chair"}).refusal.empty());
  EXPECT_FALSE(ask({.about = About::doubles_part, .path = "/table", .rows = {2, 4}}).refusal.empty());
  EXPECT_FALSE(ask({.about = About::attribute, .path = "/table", .name = "size"}).yes);
  write_file(folder_ / "text.h5", std::string("not HDF5 at all"));
  EXPECT_FALSE(Hdf5Source(folder_ / "text.h5").answer({.about = About::file}).refusal.empty());
}

void write_dataset(hid_t file, const char* name, hid_t space) {
  const Hdf5Handle dataset(
      H5Dcreate2(file, name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
}

TEST_F(Hdf5SourceTest, TellsWhatWasNeverWrittenFromWhatHasNoValues) {
  {
    const InsideHdf5 inside;
    const Hdf5Handle file(H5Fcreate((folder_ / "b.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          H5Fclose);
    const hsize_t much = 1'000'000, none = 0, few = 3;
    write_dataset(file, "null", Hdf5Handle(H5Screate(H5S_NULL), H5Sclose));
    write_dataset(file, "none", Hdf5Handle(H5Screate_simple(1, &none, nullptr), H5Sclose));
    write_dataset(file, "few", Hdf5Handle(H5Screate_simple(1, &few, nullptr), H5Sclose));
    write_dataset(file, "much", Hdf5Handle(H5Screate_simple(1, &much, nullptr), H5Sclose));
  }
  const Hdf5Source source(folder_ / "b.h5");
  for (const char* path : {"/null", "/none"}) {
    const Hdf5Answer answer = source.answer({.about = About::doubles, .path = path});
    EXPECT_EQ(answer.refusal, "") << path;
    EXPECT_TRUE(answer.doubles.empty()) << path;
  }
  EXPECT_EQ(source.answer({.about = About::doubles, .path = "/few"}).doubles, std::vector<double>(3));
  for (const About about : {About::shape, About::doubles, About::texts})
    EXPECT_NE(source.answer({.about = about, .path = "/much"}).refusal.find("never written"),
              std::string::npos);
  EXPECT_EQ(source.answer({.about = About::doubles_part, .path = "/much", .rows = {5, 8}}).doubles,
            std::vector<double>(3));
}

TEST_F(Hdf5SourceTest, TellsWhatWasWrittenOnlyInPart) {
  {
    const InsideHdf5 inside;
    const Hdf5Handle file(H5Fcreate((folder_ / "f.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          H5Fclose);
    const std::array<hsize_t, 2> extent = {100'000, 300}, piece = {1000, 300}, start = {0, 0};
    const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
        space(H5Screate_simple(2, extent.data(), nullptr), H5Sclose),
        memory(H5Screate_simple(2, piece.data(), nullptr), H5Sclose);
    H5Pset_chunk(creation, 2, piece.data());
    H5Pset_deflate(creation, 9);
    const Hdf5Handle dataset(
        H5Dcreate2(file, "rows", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, piece.data(), nullptr);
    const std::vector<float> ones(1000 * 300, 1);
    ASSERT_GE(H5Dwrite(dataset, H5T_NATIVE_FLOAT, memory, space, H5P_DEFAULT, ones.data()), 0);
  }
  const Hdf5Source source(folder_ / "f.h5");
  EXPECT_NE(source.answer({.about = About::doubles, .path = "/rows"}).refusal.find("never written"),
            std::string::npos);
  EXPECT_EQ(
      source.answer({.about = About::doubles_part, .path = "/rows", .rows = {999, 1001}, .columns = {0}})
          .doubles,
      (std::vector<double>{1, 0}));
}

TEST_F(Hdf5SourceTest, TellsHowManyValuesAnAttributeHas) {
  const auto shape = [&](const char* path, const char* name) {
    return ask({.about = About::attribute_shape, .path = path, .name = name}).shape;
  };
  EXPECT_TRUE(shape("/table", "unit").empty());
  EXPECT_EQ(shape("/table", "sizes"), std::vector<std::uint64_t>{3});
  EXPECT_EQ(shape("/table", "colour"), std::vector<std::uint64_t>{0});
}

// A loop over 2⁶² rows without columns has no end, and no product tells of it.
TEST_F(Hdf5SourceTest, RefusesLongAxesOfWhatIsEmpty) {
  {
    const InsideHdf5 inside;
    const Hdf5Handle file(H5Fcreate((folder_ / "c.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          H5Fclose);
    const std::array<hsize_t, 2> wide = {0, hsize_t{1} << 62}, high = {hsize_t{1} << 62, 0}, small = {0, 3};
    write_dataset(file, "wide", Hdf5Handle(H5Screate_simple(2, wide.data(), nullptr), H5Sclose));
    write_dataset(file, "high", Hdf5Handle(H5Screate_simple(2, high.data(), nullptr), H5Sclose));
    write_dataset(file, "small", Hdf5Handle(H5Screate_simple(2, small.data(), nullptr), H5Sclose));
  }
  const Hdf5Source source(folder_ / "c.h5");
  for (const char* path : {"/wide", "/high"})
    for (const About about : {About::shape, About::doubles})
      EXPECT_NE(source.answer({.about = about, .path = path}).refusal.find("axis longer than the file"),
                std::string::npos)
          << path;
  EXPECT_EQ(source.answer({.about = About::shape, .path = "/small"}).shape,
            (std::vector<std::uint64_t>{0, 3}));
}

TEST_F(Hdf5SourceTest, TellsThePiecesOfADataset) {
  EXPECT_TRUE(ask({.about = About::chunk, .path = "/table"}).shape.empty());
  {
    const InsideHdf5 inside;
    const Hdf5Handle file(H5Fcreate((folder_ / "d.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
                          H5Fclose);
    const std::array<hsize_t, 2> extent = {6, 5}, piece = {2, 3};
    const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
        space(H5Screate_simple(2, extent.data(), nullptr), H5Sclose);
    H5Pset_chunk(creation, 2, piece.data());
    const Hdf5Handle dataset(
        H5Dcreate2(file, "pieces", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
  }
  EXPECT_EQ(Hdf5Source(folder_ / "d.h5").answer({.about = About::chunk, .path = "/pieces"}).shape,
            (std::vector<std::uint64_t>{2, 3}));
}

// Only what lies between the first and the last of the columns is read; they come in the order asked for.
TEST_F(Hdf5SourceTest, AnswersWithColumnsInAnyOrder) {
  Hdf5Writer file;
  std::vector<double> values(7 * 5);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i);
  file.write("/wide", values, {7, 5});
  write_file(folder_ / "e.h5", file.finish());
  EXPECT_EQ(Hdf5Source(folder_ / "e.h5")
                .answer({.about = About::doubles_part, .path = "/wide", .rows = {2, 4}, .columns = {3, 1, 3}})
                .doubles,
            (std::vector<double>{13, 11, 13, 18, 16, 18}));
}

}  // namespace
}  // namespace wpga
