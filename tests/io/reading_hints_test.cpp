#include "wpga/io/reading/reading_hints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

MeasureFamily clouds(double scale, Index atoms = 50, Kind kind = Kind::points) {
  MeasureFamily family({.kind = kind, .axes = {"FSC", "CD4"}});
  Matrix points(2, atoms);
  for (Index k = 0; k < atoms; ++k) points.col(k) << scale * std::sin(k), std::cos(k);
  family.append(points, Vector::Ones(atoms), "a");
  return family;
}

TEST(ReadingHints, TellOfScalesThatDiffer) {
  EXPECT_THAT(reading_hints(clouds(10), {}), IsEmpty());
  EXPECT_THAT(reading_hints(clouds(1000), {}), ElementsAre(HasSubstr("FSC varies 1")));
  EXPECT_THAT(reading_hints(clouds(1e-3), {}), ElementsAre(HasSubstr("CD4 varies")));
  EXPECT_THAT(reading_hints(clouds(1000), {.read = {.standardize = Standardize::pooled}}), IsEmpty());
  EXPECT_THAT(reading_hints(clouds(0), {}), IsEmpty());  // a coordinate that never varies has no scale
  MeasureFamily standardized = clouds(1000);
  standardized.standardize(Vector::Zero(2), Vector::Constant(2, 3));
  EXPECT_THAT(reading_hints(standardized, {}), IsEmpty());
}

// Names by year: a row for each year, and how often the name was given.
TEST(ReadingHints, TellOfCountsAndNumbersOfRowsThatAreCoordinates) {
  const auto table = [](const std::string& column, double low) {
    MeasureFamily family({.kind = Kind::points, .axes = {"year", column}});
    Matrix points(2, 3);
    points << 1900, 1901, 1902, low, 5000, 70;
    family.append(points, Vector::Ones(3), "Ada");
    return family;
  };
  EXPECT_THAT(reading_hints(table("Count", 3), {}), ElementsAre(HasSubstr("`weight-column` Count")));
  EXPECT_THAT(reading_hints(table("baby_id", 3), {}),
              ElementsAre(HasSubstr("baby_id is read as a coordinate")));
  EXPECT_THAT(reading_hints(table("baby_id", 3.5), {}), ElementsAre(HasSubstr("varies")));
  EXPECT_THAT(reading_hints(table("count", -1), {}), ElementsAre(HasSubstr("varies")));
  EXPECT_THAT(reading_hints(table("countess", 3), {}), ElementsAre(HasSubstr("varies")));
  EXPECT_THAT(reading_hints(table("count", 3), {.table = {.columns = {"year", "count"}}}),
              ElementsAre(HasSubstr("varies")));
}

TEST(ReadingHints, TellOfTooManyAtoms) {
  EXPECT_THAT(reading_hints(clouds(1, 5000, Kind::shape), {}), IsEmpty());
  EXPECT_THAT(reading_hints(clouds(1, 5001, Kind::shape), {}), ElementsAre(HasSubstr("`resize` 64")));
  EXPECT_THAT(reading_hints(clouds(1, 20'001), {}), ElementsAre(HasSubstr("`sample` 2000")));
  EXPECT_THAT(reading_hints(clouds(1, 1), {}), IsEmpty());
}

}  // namespace
}  // namespace wpga
