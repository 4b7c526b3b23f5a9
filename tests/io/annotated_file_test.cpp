#include "wpga/io/files/annotated_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

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

// Cells c0, c1, … and variables g0, g1, …, with the columns of obs and matrices that `fill` adds.  Of other
// origin, as by h5py.
void write_foreign(const std::filesystem::path& path, Index cells, Index variables, const Names& columns,
                   const std::function<void(Hdf5Writer&)>& fill,
                   const std::function<void(hid_t)>& fill_by_hand = {}) {
  const auto numbered = [](const char* letter, Index count) {
    Names names;
    for (Index i = 0; i < count; ++i) names.push_back(letter + std::to_string(i));
    return names;
  };
  Hdf5Writer file;
  file.write("/var/_index", numbered("g", variables));
  file.write("/obs/_index", numbered("c", cells));
  fill(file);
  for (const char* group : {"/var", "/obs"}) file.set_attribute(group, "_index", std::string("_index"));
  if (!columns.empty()) file.set_attribute("/obs", "column-order", columns);
  auto bytes = file.finish();
  std::fill_n(bytes.begin(), seal_size, std::byte{0});
  write_file(path, bytes);
  if (!fill_by_hand) return;
  const InsideHdf5 inside;
  const Hdf5Handle open(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
  fill_by_hand(open);
}

// Stored as one type, given as another; in packed pieces where they have a length.
void write_by_hand(hid_t file, const char* path, hid_t stored, hid_t given, const void* values, hsize_t count,
                   hsize_t piece = 0) {
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
      space(H5Screate_simple(1, &count, nullptr), H5Sclose);
  if (piece > 0) {
    H5Pset_chunk(creation, 1, &piece);
    H5Pset_deflate(creation, 1);
  }
  const Hdf5Handle dataset(H5Dcreate2(file, path, stored, space, H5P_DEFAULT, creation, H5P_DEFAULT),
                           H5Dclose);
  ASSERT_GE(H5Dwrite(dataset, given, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
}

void write_masked(Hdf5Writer& file, const std::string& path, const std::vector<std::int64_t>& values,
                  const std::vector<std::int64_t>& mask) {
  file.write(path + "/values", values, {values.size()});
  file.write(path + "/mask", mask, {mask.size()});
}

void write_ones(Hdf5Writer& file, std::uint64_t cells, std::uint64_t variables) {
  file.write("/X", std::vector<double>(cells * variables, 1.0), {cells, variables});
}

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
  // 349 columns are a tile where each is a piece.
  const std::vector<std::size_t> chosen = {1099, 0, 349, 348, 2, 2, 698, 697, 350};
  const std::vector<Index> expected(chosen.begin(), chosen.end());
  for (const std::array<hsize_t, 2> piece :
       {std::array<hsize_t, 2>{3000, 1}, {1, 1100}, {3000, 1100}, {64, 40}, {700, 900}, {4096, 1}}) {
    write_foreign(
        folder_ / "pieces.h5ad", cells, variables, {}, [](Hdf5Writer&) {},
        [&](hid_t file) {
          const std::array<hsize_t, 2> extent = {cells, variables}, most = {H5S_UNLIMITED, H5S_UNLIMITED};
          const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
              space(H5Screate_simple(2, extent.data(), most.data()), H5Sclose);
          H5Pset_chunk(creation, 2, piece.data());
          const Hdf5Handle dataset(
              H5Dcreate2(file, "X", H5T_NATIVE_INT8, space, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
          ASSERT_GE(H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, matrix.data()), 0);
        });
    EXPECT_EQ(AnnotatedFile(folder_ / "pieces.h5ad", {}).values(chosen), matrix(expected, Eigen::all))
        << piece[0];
  }
}

// The same entries by rows and by columns, in pieces that end anywhere; all of them are more than a block.
TEST_F(AnnotatedFileTest, ReadsSparseMatricesInPiecesOfAnyLength) {
  constexpr Index cells = 3000, variables = 400;
  Matrix matrix(variables, cells);
  for (Index i = 0; i < matrix.size(); ++i) matrix.data()[i] = static_cast<double>(1 + i * 7919 % 120);
  matrix.row(1).setZero();
  matrix.col(0).setZero();
  const std::vector<std::size_t> chosen = {399, 0, 1, 2, 350, 17};
  const std::vector<Index> expected(chosen.begin(), chosen.end());
  for (const char* kind : {"csr", "csc"}) {
    const testing::detail::Sparse sparse =
        testing::detail::sparse_columns(kind[2] == 'r' ? matrix : Matrix(matrix.transpose()));
    const hsize_t count = sparse.data.size();
    ASSERT_GT(count, hsize_t{1} << 20);
    for (const std::array<hsize_t, 2> pieces :
         {std::array<hsize_t, 2>{0, 0}, {count, count}, {700'001, 5000}, {0, 1'100'000}}) {
      const auto fill = [&](Hdf5Writer& file) {
        file.write("/X/indptr", sparse.begins, {sparse.begins.size()});
        file.set_attribute("/X", "encoding-type", std::string(kind) + "_matrix");
        file.set_attribute("/X", "shape", std::vector<std::int64_t>{cells, variables});
      };
      write_foreign(folder_ / "sparse.h5ad", cells, variables, {}, fill, [&](hid_t file) {
        write_by_hand(file, "X/indices", H5T_NATIVE_INT32, H5T_NATIVE_INT64, sparse.indices.data(), count,
                      pieces[0]);
        write_by_hand(file, "X/data", H5T_NATIVE_INT8, H5T_NATIVE_DOUBLE, sparse.data.data(), count,
                      pieces[1]);
      });
      EXPECT_EQ(AnnotatedFile(folder_ / "sparse.h5ad", {}).values(chosen), matrix(expected, Eigen::all))
          << kind << " " << pieces[0];
    }
  }
}

// Doubles would merge them.
TEST_F(AnnotatedFileTest, TellsWholeNumbersToTheirLastDigit) {
  constexpr std::int64_t large = std::int64_t{1} << 60;
  const Names texts = {"1152921504606846976", "1152921504606846977", "-9223372036854775808", "-3"};
  const std::vector<std::int64_t> whole = {large, large + 1, std::numeric_limits<std::int64_t>::min(), -3};
  write_foreign(
      folder_ / "whole.h5ad", 4, 1,
      {"plain", "masked", "kinds", "maskedkinds", "unsigned", "larger", "single"},
      [&](Hdf5Writer& file) {
        write_ones(file, 4, 1);
        file.write("/obs/plain", whole, {4});
        write_masked(file, "/obs/masked", whole, {0, 0, 0, 1});
        file.write("/obs/kinds/categories", whole, {4});
        write_masked(file, "/obs/maskedkinds/categories", whole, {0, 0, 0, 0});
        for (const char* path : {"/obs/kinds/codes", "/obs/maskedkinds/codes"})
          file.write(path, std::vector<std::int64_t>{0, 1, 2, 3}, {4});
      },
      [&](hid_t file) {
        const std::array<std::uint64_t, 4> numbers = {(std::uint64_t{1} << 63) - 513, 0, 1, large + 1},
                                           larger = {~std::uint64_t{0}, ~std::uint64_t{1}, 1, 2};
        const std::array<float, 4> single = {0.1F, -0.0F, 1e20F, 16777216.0F};
        write_by_hand(file, "obs/unsigned", H5T_NATIVE_UINT64, H5T_NATIVE_UINT64, numbers.data(), 4);
        write_by_hand(file, "obs/larger", H5T_NATIVE_UINT64, H5T_NATIVE_UINT64, larger.data(), 4);
        write_by_hand(file, "obs/single", H5T_NATIVE_FLOAT, H5T_NATIVE_FLOAT, single.data(), 4);
      });
  const AnnotatedFile cells(folder_ / "whole.h5ad", {});
  for (const char* column : {"plain", "kinds", "maskedkinds"}) {
    EXPECT_EQ(cells.labels(column).levels, texts) << column;
    EXPECT_EQ(cells.labels(column).codes, (std::vector<std::int32_t>{0, 1, 2, 3})) << column;
  }
  EXPECT_EQ(cells.labels("masked").codes, (std::vector<std::int32_t>{0, 1, 2, -1}));
  EXPECT_EQ(cells.labels("unsigned").levels, (Names{"9223372036854775295", "0", "1", "1152921504606846977"}));
  EXPECT_EQ(cells.labels("larger").levels, (Names{"18446744073709551615", "18446744073709551614", "1", "2"}));
  EXPECT_EQ(cells.labels("single").levels, (Names{"0.1", "0", "1e+20", "16777216"}));
  EXPECT_EQ(cells.numbers("unsigned")[3], static_cast<double>(large));
}

TEST_F(AnnotatedFileTest, ReadsWhatIsMissingAltogether) {
  const std::vector<std::int32_t> missing = {-1, -1};
  write_foreign(folder_ / "missing.h5ad", 2, 1, {"kinds", "numberkinds", "masked"}, [](Hdf5Writer& file) {
    write_ones(file, 2, 1);
    file.write("/obs/kinds/codes", std::vector<std::int64_t>{-1, -1}, {2});
    file.write("/obs/kinds/categories", Names{});
    file.write("/obs/numberkinds/codes", std::vector<std::int64_t>{-1, -1}, {2});
    file.write("/obs/numberkinds/categories", std::vector<double>{}, {0});
    write_masked(file, "/obs/masked", {1, 2}, {1, 1});
  });
  const AnnotatedFile cells(folder_ / "missing.h5ad", {});
  for (const char* column : {"kinds", "numberkinds", "masked"})
    EXPECT_EQ(cells.labels(column).codes, missing) << column;
  EXPECT_THAT(cells.numbers("masked"), ::testing::Each(::testing::IsNan()));
}

TEST_F(AnnotatedFileTest, ReadsASingleCellAndRefusesNone) {
  const auto with = [&](Index cells, Index variables) {
    write_foreign(folder_ / "few.h5ad", cells, variables, {}, [&](Hdf5Writer& file) {
      write_ones(file, static_cast<std::uint64_t>(cells), static_cast<std::uint64_t>(variables));
      file.write("/obsm/X_pca", std::vector<double>(static_cast<std::size_t>(cells), 2.0),
                 {static_cast<std::uint64_t>(cells), 1});
    });
    return folder_ / "few.h5ad";
  };
  EXPECT_EQ(AnnotatedFile(with(1, 1), {}).values({0}), Matrix::Ones(1, 1));
  EXPECT_THAT(refusal([&] { AnnotatedFile(with(0, 2), {}); }), HasSubstr("be not empty"));
  EXPECT_THAT(refusal([&] { AnnotatedFile(with(2, 0), {}); }), HasSubstr("be not empty"));
  EXPECT_EQ(AnnotatedFile(with(2, 0), "obsm/X_pca").values({0}), Matrix::Constant(1, 2, 2));
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
