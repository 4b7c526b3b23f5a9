#include "wpga/io/reading/family_builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

NamedCloud atom(const std::string& name, const std::string& label = {}, double measure_weight = 1,
                Index dimension = 2) {
  return {.cloud = {Matrix::Ones(dimension, 1), Vector::Ones(1)},
          .name = name,
          .label = label,
          .measure_weight = measure_weight};
}

TEST(FamilyBuilder, KeepsLabelsAndStopsAtTheLimit) {
  FamilyBuilder builder({.label = {"u", "v"}, .limit = 2});
  for (const char* label : {"u", "w", "v", "u"}) builder.add(atom(label, label));
  EXPECT_TRUE(builder.full());
  EXPECT_EQ(builder.finish().names(), (std::vector<std::string>{"u", "v"}));
}

TEST(FamilyBuilder, MakesAGridThatHoldsAllGrids) {
  FamilyBuilder builder({});
  builder.enter({.kind = Kind::shape, .grid = {3, 9}});
  builder.enter({.kind = Kind::shape, .grid = {5, 4}});
  builder.add(atom("a"));
  EXPECT_EQ(builder.finish().space().grid, (std::vector<std::int64_t>{5, 9}));
}

TEST(FamilyBuilder, RefusesSpacesThatDoNotFit) {
  FamilyBuilder builder({});
  builder.enter({.kind = Kind::points, .axes = {"CD4", "CD8"}});
  EXPECT_THAT(refusal([&] { builder.enter({.kind = Kind::histogram}); }), HasSubstr("kind"));
  EXPECT_THAT(refusal([&] { builder.enter({.kind = Kind::points, .axes = {"CD4", "CD3"}}); }),
              HasSubstr("CD3"));
  EXPECT_THAT(
      refusal([&] {
        builder.enter({.kind = Kind::points, .axes = {"CD4", "CD8"}, .center = {1, 1}, .scale = {2, 2}});
      }),
      HasSubstr("standardised"));
}

TEST(FamilyBuilder, LetsTheUserSayTheKindWhereItCanBe) {
  FamilyBuilder fits({.as = Kind::palette}), does_not({.as = Kind::palette});
  fits.enter({.kind = Kind::points});
  fits.add(atom("a", "", 1, 3));
  EXPECT_EQ(fits.finish().space().kind, Kind::palette);
  does_not.enter({.kind = Kind::points});
  does_not.add(atom("a", "", 1, 2));
  EXPECT_THAT(refusal([&] { does_not.finish(); }), HasSubstr("three dimensions"));
}

TEST(FamilyBuilder, SaysWhyNothingIsLeft) {
  FamilyBuilder none({}), filtered({.label = {"x"}});
  EXPECT_THAT(refusal([&] { none.finish(); }), HasSubstr("no measure"));
  filtered.add(atom("a", "y"));
  EXPECT_THAT(refusal([&] { filtered.finish(); }), HasSubstr("label x"));
}

TEST(FamilyBuilder, GivesMeasureWeightsOnlyWhereThereWereSome) {
  FamilyBuilder plain({}), weighted({});
  for (FamilyBuilder* builder : {&plain, &weighted})
    for (const double weight : {1.0, 3.0}) builder->add(atom("a", "", weight), builder == &weighted);
  EXPECT_EQ(plain.finish().measure_weights().size(), 0);
  EXPECT_DOUBLE_EQ(weighted.finish().measure_weight(1), 0.75);
}

}  // namespace
}  // namespace wpga
