#include "wpga/io/reading/sample_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/scratch_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using Names = std::vector<std::string>;

SampleTable read(const std::string& text, const Names& names) {
  const ScratchFolder folder;
  write_file(folder / "meta.csv", text);
  return read_sample_table(folder / "meta.csv", names);
}

TEST(SampleTable, JoinsRowsByNameInAnyOrder) {
  const SampleTable table = read("name,age,arm\nc,30,x\na,10,y\nother,5,z\n", Names{"a", "b", "c"});
  EXPECT_EQ(table.unmatched, 1);
  ASSERT_EQ(table.columns.size(), 2U);
  EXPECT_EQ(table.columns[0].name, "age");
  ASSERT_TRUE(table.columns[0].numeric);
  EXPECT_EQ(table.columns[0].numbers[0], 10);
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[1]));
  EXPECT_EQ(table.columns[0].numbers[2], 30);
  EXPECT_FALSE(table.columns[1].numeric);
  EXPECT_EQ(table.columns[1].texts, (Names{"y", "", "x"}));
  EXPECT_EQ(table.unused, (Names{"other"}));
}

TEST(SampleTable, FindsTheNamesByTheirHeaderOrInTheFirstColumn) {
  EXPECT_EQ(read("age,Sample\n10,a\n", Names{"a"}).columns[0].numbers[0], 10);
  EXPECT_EQ(read("patient,age\na,10\n", Names{"a"}).columns[0].numbers[0], 10);
}

TEST(SampleTable, TakesFileNamesWhereTheyAreOneMeasuresOnly) {
  const SampleTable table =
      read("file,year\na,1900\nb.png,1950\nc,1\n", Names{"x/a.jpg", "x/b.png", "x/c.jpg", "y/c.jpg"});
  EXPECT_EQ(table.columns[0].numbers[0], 1900);
  EXPECT_EQ(table.columns[0].numbers[1], 1950);
  EXPECT_EQ(table.unmatched, 2);
  EXPECT_EQ(table.unused, (Names{"c"}));
}

// Families of files call their measures a and b; a spreadsheet often lists the files.
TEST(SampleTable, TakesFilesOfMeasuresThatAreCalledWithoutExtension) {
  const SampleTable table = read("file,year\nb.csv,1950\nscans/a.csv,1900\n", Names{"a", "b"});
  EXPECT_EQ(table.unmatched, 0);
  EXPECT_TRUE(table.unused.empty());
  EXPECT_EQ(table.columns[0].numbers[0], 1900);
  EXPECT_EQ(table.columns[0].numbers[1], 1950);
}

// c.png may be c of either row, a.1 is no file of a, and the row of b.csv is taken.
TEST(SampleTable, TakesNoFileThatMayBeAnothers) {
  const SampleTable table =
      read("file,year\nx/c.png,1\ny/c.png,2\na.1,3\nb.csv,4\n", Names{"a", "b", "b.csv", "c"});
  EXPECT_EQ(table.unmatched, 3);
  EXPECT_EQ(table.columns[0].numbers[2], 4);
  EXPECT_EQ(table.unused, (Names{"x/c.png", "y/c.png", "a.1"}));
}

TEST(SampleTable, MissingCellsAreMissing) {
  const SampleTable table = read("name,age\na,NA\nb,2\n", Names{"a", "b"});
  EXPECT_TRUE(std::isnan(table.columns[0].numbers[0]));
  EXPECT_EQ(table.unmatched, 0);
  EXPECT_TRUE(table.unused.empty());
}

// NA is no third arm of a trial.
TEST(SampleTable, MissingWordsAreNoCategory) {
  const SampleTable table =
      read("name,arm\na,drug\nb,NA\nc,nan\nd,\ne,N/A\nf,placebo\n", Names{"a", "b", "c", "d", "e", "f"});
  EXPECT_EQ(table.columns[0].texts, (Names{"drug", "", "", "", "", "placebo"}));
}

TEST(SampleTable, RefusesWhatCannotBeJoined) {
  EXPECT_THROW(read("name,age\na,1\na,2\n", Names{"a"}), InputError);
  EXPECT_THROW(read("name\na\n", Names{"a"}), InputError);
  EXPECT_THROW(read("name,age\nz,1\n", Names{"a"}), InputError);
  EXPECT_THROW(read("name,age,age\na,1,2\n", Names{"a"}), InputError);
  EXPECT_THROW(read("1,2\n3,4\n", Names{"1"}), InputError);
  EXPECT_THROW(read("name,age\na,1\n", Names{}), InputError);
}

}  // namespace
}  // namespace wpga
