#include "wpga/io/files/annotated_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "io/write_annotated.hpp"
#include "wpga/io/files/hdf5_handle.hpp"
#include "wpga/io/files/seal.hpp"

namespace wpga {
namespace {

using testing::AnnotatedParts;
using ::testing::HasSubstr;
using testing::refusal;
using testing::write_annotated;

using Names = std::vector<std::string>;

class AnnotatedFileTest : public ::testing::Test {
 protected:
  AnnotatedFile file(const AnnotatedParts& parts = {}, const std::string& layer = {}) {
    write_annotated(folder_ / "cells.h5ad", parts);
    return AnnotatedFile(folder_ / "cells.h5ad", layer);
  }
  ScratchFolder folder_;
};

// One matrix, four ways to write it.
TEST_F(AnnotatedFileTest, ReadsDenseAndSparseMatricesAlike) {
  const Matrix whole = testing::annotated_matrix();
  for (const char* layer : {"", "csc", "dense", "raw"}) {
    const AnnotatedFile cells = file({}, layer);
    EXPECT_EQ(cells.cells(), whole.cols());
    EXPECT_EQ(cells.values({0, 1, 2}), whole) << layer;
    EXPECT_EQ(cells.values({2, 0}), whole(std::vector<Index>{2, 0}, Eigen::all)) << layer;
  }
  EXPECT_EQ(file({}, "obsm/X_pca").values({1}), Matrix(whole.row(1) + whole.row(2)));
  EXPECT_EQ(file({}, "obsm/X_pca").variables(), (Names{"X_pca 1", "X_pca 2"}));
}

TEST_F(AnnotatedFileTest, ReadsColumnsOfEveryKind) {
  const AnnotatedFile cells = file();
  EXPECT_EQ(cells.variables(), (Names{"CD3", "CD4", "CD8"}));
  EXPECT_EQ(cells.find("CD8"), 2u);
  EXPECT_EQ(cells.find("1"), 0u);
  EXPECT_EQ(cells.labels("sample").levels, (Names{"b", "a", "unused"}));
  EXPECT_EQ(cells.labels("sample").codes, (std::vector<std::int32_t>{1, 0, 1, -1, 0}));
  EXPECT_EQ(cells.labels("old").codes, (std::vector<std::int32_t>{0, 0, 1, 1, 0}));
  EXPECT_EQ(cells.labels("donor").levels, (Names{"d1", "d2"}));
  EXPECT_EQ(cells.labels("age").levels, (Names{"1.5", "2"}));
  EXPECT_EQ(cells.numbers("age"), (std::vector<double>{1.5, 2, 1.5, 2, 2}));
  EXPECT_THAT(refusal([&] { (void)cells.labels("batch"); }),
              HasSubstr("its columns are sample, old, donor, age"));
  EXPECT_THAT(refusal([&] { (void)cells.find("CD19"); }), HasSubstr("CD3, CD4, CD8"));
}

// As anndata writes them where a text or a number may be missing: values and a mask.
TEST_F(AnnotatedFileTest, ReadsTextsAndNumbersWithAMask) {
  Hdf5Writer file;
  const Matrix matrix = testing::annotated_matrix();
  const auto masked = [&](const std::string& path, const auto& values,
                          const std::vector<std::int64_t>& mask) {
    if constexpr (std::is_same_v<std::decay_t<decltype(values)>, Names>)
      file.write(path + "/values", values);
    else
      file.write(path + "/values", values, {values.size()});
    file.write(path + "/mask", mask, {mask.size()});
  };
  file.write("/X", {matrix.data(), 15}, {5, 3});
  masked("/var/_index", Names{"CD3", "CD4", "CD8"}, {0, 0, 0});
  masked("/obs/_index", Names{"c1", "c2", "c3", "c4", "c5"}, {0, 0, 0, 0, 0});
  masked("/obs/donor", Names{"d1", "d2", "", "d2", "d1"}, {0, 0, 1, 0, 0});
  masked("/obs/size", std::vector<double>{1, 2, 7, 4, 5}, {0, 0, 1, 0, 0});
  masked("/obs/sample/categories", Names{"b", "a"}, {0, 0});
  file.write("/obs/sample/codes", std::vector<std::int64_t>{1, 0, -1, 0, 1}, {5});
  masked("/obs/short", std::vector<double>{1, 2, 3, 4, 5}, {0, 0});
  for (const char* group : {"/var", "/obs"}) file.set_attribute(group, "_index", std::string("_index"));
  file.set_attribute("/obs", "column-order", Names{"donor", "size", "sample", "short"});
  write_file(folder_ / "masked.h5ad", file.finish());
  const AnnotatedFile cells(folder_ / "masked.h5ad", {});
  EXPECT_EQ(cells.variables(), (Names{"CD3", "CD4", "CD8"}));
  EXPECT_EQ(cells.labels("donor").levels, (Names{"d1", "d2", ""}));
  EXPECT_EQ(cells.labels("donor").codes, (std::vector<std::int32_t>{0, 1, -1, 1, 0}));
  EXPECT_EQ(cells.labels("sample").levels, (Names{"b", "a"}));
  EXPECT_EQ(cells.labels("sample").codes, (std::vector<std::int32_t>{1, 0, -1, 0, 1}));
  EXPECT_THAT(cells.numbers("size"), ::testing::ElementsAre(1, 2, ::testing::IsNan(), 4, 5));
  EXPECT_THAT(refusal([&] { (void)cells.numbers("short"); }), HasSubstr("/obs/short/mask has 2 entries"));
}

// Whatever the pieces in which a matrix lies in the file: several tiles of columns or of rows, and parts of
// them at the edges.
TEST_F(AnnotatedFileTest, ReadsDenseMatricesInPiecesOfAnyShape) {
  constexpr Index cells = 3000, variables = 1100;
  Matrix matrix(variables, cells);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<double>(i * 7919 % 251 - 125);
  Names names, rows;
  for (Index i = 0; i < variables; ++i) names.push_back("g" + std::to_string(i));
  for (Index i = 0; i < cells; ++i) rows.push_back(std::to_string(i));
  // 349 columns are a tile where each is a piece.
  const std::vector<std::size_t> chosen = {1099, 0, 349, 348, 2, 2, 698, 697, 350};
  const std::vector<Index> expected(chosen.begin(), chosen.end());
  for (const std::array<hsize_t, 2> piece :
       {std::array<hsize_t, 2>{3000, 1}, {1, 1100}, {3000, 1100}, {64, 40}, {700, 900}, {4096, 1}}) {
    Hdf5Writer file;
    file.write("/var/_index", names);
    file.write("/obs/_index", rows);
    for (const char* group : {"/var", "/obs"}) file.set_attribute(group, "_index", std::string("_index"));
    auto bytes = file.finish();
    std::fill_n(bytes.begin(), seal_size, std::byte{0});  // of other origin
    write_file(folder_ / "pieces.h5ad", bytes);
    {
      const InsideHdf5 inside;
      const Hdf5Handle open(H5Fopen((folder_ / "pieces.h5ad").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
      const std::array<hsize_t, 2> extent = {cells, variables}, most = {H5S_UNLIMITED, H5S_UNLIMITED};
      const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
          space(H5Screate_simple(2, extent.data(), most.data()), H5Sclose);
      H5Pset_chunk(creation, 2, piece.data());
      const Hdf5Handle dataset(
          H5Dcreate2(open, "X", H5T_NATIVE_INT8, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
      ASSERT_GE(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, matrix.data()), 0);
    }
    EXPECT_EQ(AnnotatedFile(folder_ / "pieces.h5ad", {}).values(chosen), matrix(expected, Eigen::all))
        << piece[0];
  }
}

// What is wrong with texts is told as such, not that they are no numbers.
TEST_F(AnnotatedFileTest, TellsWhatItFoundInThePlaceOfTextsAndNumbers) {
  EXPECT_THAT(refusal([&] { file({.variables = {"CD3", "\xff", "CD8"}}); }), HasSubstr("not UTF-8"));
  EXPECT_THAT(refusal([&] { (void)file().numbers("sample"); }), HasSubstr("holds categories"));
  EXPECT_THAT(refusal([&] { (void)file().numbers("donor"); }), HasSubstr("must hold numbers"));
}

TEST_F(AnnotatedFileTest, RefusesWhatContradictsItself) {
  EXPECT_THAT(refusal([&] { file({}, "counts"); }), HasSubstr("/layers/counts is missing"));
  EXPECT_THAT(refusal([&] { file({.obs = false}); }), HasSubstr("/obs"));
  EXPECT_THAT(refusal([&] { file({.variables = {"a"}}); }), HasSubstr("names 1 variables"));
  EXPECT_THAT(refusal([&] { file({.cells = {"c1"}}); }),
              HasSubstr("/obs/_index names 1 cells, but the matrix has 5"));
  EXPECT_THAT(refusal([&] { file({.codes = {0, 1, 9, 0, 0}}).labels("sample"); }), HasSubstr("the code 9"));
  EXPECT_THAT(refusal([&] { file({.codes = {0}}).labels("sample"); }), HasSubstr("1 values for 5 cells"));
  EXPECT_THAT(refusal([&] { file({.bad_index = 7}).values({0}); }), HasSubstr("/indices"));
  EXPECT_THAT(refusal([&] { file({.bad_begin = 100}).values({0}); }), HasSubstr("/X/"));
}

}  // namespace
}  // namespace wpga
