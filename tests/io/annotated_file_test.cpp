#include "wpga/io/files/annotated_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "io/write_annotated.hpp"

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
