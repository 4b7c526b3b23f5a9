#include "wpga/io/reading/reading.hpp"

#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/load_family.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {
namespace {

using testing::refusal;
using Typed = std::vector<std::string>;

const InputsSeen shapes{.shapes = true};

Reading shapes_read_with(const LoadOptions& options) { return reading_of(options, shapes, Kind::shape); }

TEST(Reading, RemembersWhatMattersToTheInputsSeen) {
  const Reading of_shapes = shapes_read_with({.shape = {.resize = "48"}});
  EXPECT_EQ(*of_shapes.options.find("resize"), OptionValue("48"));
  EXPECT_EQ(*of_shapes.options.find("as"), OptionValue("shape"));
  EXPECT_FALSE(of_shapes.options.contains("columns"));
  const Reading of_tables = reading_of({}, {.tables = true}, Kind::points);
  EXPECT_TRUE(of_tables.options.contains("columns"));
  for (const char* name : {"resize", "label", "limit", "seed", "measure-weights"})
    EXPECT_FALSE(of_tables.options.contains(name)) << name;
  EXPECT_EQ(*reading_of({}, {.palettes = true}, Kind::palette).options.find("colors"),
            OptionValue(default_colors));
}

// A new option of reading must be remembered, or be one that only chooses, weighs or draws.
// A pattern of names that was not asked for is no option of the reading, so one is asked for here.
TEST(Reading, ForgetsOnlyWhatChangesNoMeasure) {
  const Reading all = reading_of({.read = {.label_from = "(.*)"}},
                                 {.shapes = true,
                                  .palettes = true,
                                  .clouds = true,
                                  .tables = true,
                                  .events = true,
                                  .annotated = true,
                                  .archives = true},
                                 Kind::points);
  std::vector<std::string> forgotten;
  const auto visit = [&](const auto& entry, const auto&) {
    if (!all.options.contains(std::string(entry.name))) forgotten.emplace_back(entry.name);
  };
  const LoadOptions options;
  for_each_option(options, visit);
  EXPECT_EQ(forgotten, (Typed{"label", "limit", "measure-weights", "seed"}));
}

TEST(Reading, ComesBackFromItsText) {
  Reading reading = reading_of({.read = {.center = true}, .table = {.columns = {"a", "b"}, .sample = 5}},
                               {.tables = true, .archives = true}, Kind::points);
  reading.size = {3, 4};
  EXPECT_EQ(reading_from(reading_text(reading)), reading);
  EXPECT_EQ(reading_words(reading), "`as` points `center` `columns` a,b `sample` 5");
  for (const char* bad : {"", "7", "[1]", R"({"columns": 3})", R"({"sample": "many"})", R"({"sample": -2})",
                          R"({"size": 3})", R"({"size": [2.5]})"})
    EXPECT_FALSE(refusal([&] { (void)reading_from(bad); }).empty()) << bad;
}

TEST(Reading, OfSeveralPartsIsWhatTheyAgreeOn) {
  const Reading a = shapes_read_with({.shape = {.threshold = 0.5, .resize = "8"}}),
                b = shapes_read_with({.shape = {.threshold = 0.2, .resize = "8"}});
  const Reading both = common_reading(a, b);
  EXPECT_EQ(*both.options.find("resize"), OptionValue("8"));
  EXPECT_FALSE(both.options.contains("threshold"));
  EXPECT_EQ(common_reading(a, a), a);
  EXPECT_TRUE(common_reading(a, {}).empty());
}

TEST(OptionsOfModel, AreItsOwnUnlessTyped) {
  const Reading model =
      shapes_read_with({.read = {.center = true}, .shape = {.threshold = 0.1, .resize = "48"}});
  const LoadOptions options = options_of_model({.read = {.limit = 7}}, Typed{"limit"}, model);
  EXPECT_EQ(options.shape.resize, "48");
  EXPECT_EQ(options.shape.threshold, 0.1);
  EXPECT_TRUE(options.read.center);
  EXPECT_EQ(options.read.as, Kind::shape);
  EXPECT_EQ(options.read.limit, 7);
  EXPECT_TRUE(options.inherits("resize"));
  EXPECT_FALSE(options.inherits("limit"));
  EXPECT_NO_THROW(options_of_model({.shape = {.resize = "48"}}, Typed{"resize"}, model));
  const LoadOptions free = options_of_model({.shape = {.resize = "5"}}, Typed{"resize"}, {});
  EXPECT_EQ(free.shape.resize, "5");
}

// A value that happens to be the default contradicts as any other does.
TEST(OptionsOfModel, RefuseAContradictionAndNameBothValues) {
  const Reading model =
      shapes_read_with({.read = {.center = true}, .shape = {.threshold = 0.1, .resize = "48"}});
  const std::string size =
      refusal([&] { options_of_model({.shape = {.resize = "24"}}, Typed{"resize"}, model); });
  EXPECT_NE(size.find("`resize` 24"), std::string::npos) << size;
  EXPECT_NE(size.find("`resize` 48"), std::string::npos) << size;
  EXPECT_FALSE(refusal([&] { options_of_model({}, Typed{"threshold"}, model); }).empty());
  const std::string inverted =
      refusal([&] { options_of_model({.shape = {.invert = true}}, Typed{"invert"}, model); });
  EXPECT_NE(inverted.find("without `invert`"), std::string::npos) << inverted;
}

TEST(OptionsOfModel, LeaveItToTheDataWhereThingsStand) {
  const Reading model = reading_of({.read = {.array = "x"}, .table = {.weight_column = "w"}},
                                   {.tables = true, .archives = true}, Kind::points);
  EXPECT_EQ(options_of_model({.read = {.array = "y"}}, Typed{"array"}, model).read.array, "y");
  EXPECT_EQ(options_of_model({.table = {.columns = {"a"}}}, Typed{"columns"}, model).table.columns,
            Typed{"a"});
  EXPECT_EQ(options_of_model({}, {}, model).table.weight_column, "w");
}

// The numbers of the model standardise new data, not their own.
TEST(OptionsOfModel, StandardiseWithTheNumbersOfTheModel) {
  const Reading model = shapes_read_with({.read = {.standardize = Standardize::pooled}});
  EXPECT_EQ(options_of_model({}, {}, model).read.standardize, Standardize::none);
  EXPECT_EQ(options_of_model({.read = {.standardize = Standardize::pooled}}, Typed{"standardize"}, model)
                .read.standardize,
            Standardize::none);
}

TEST(RequireSameReading, AcceptsWhatCanStillBeDone) {
  const Reading plain = shapes_read_with({}), moved = shapes_read_with({.read = {.center = true}});
  EXPECT_NO_THROW(require_same_reading(plain, moved));
  EXPECT_FALSE(refusal([&] { require_same_reading(moved, plain); }).empty());
  EXPECT_NO_THROW(require_same_reading({}, moved));
  EXPECT_NO_THROW(require_same_reading(moved, {}));
  const auto colors = [](std::optional<int> count) {
    return reading_of({.palette = {.colors = count}}, {.clouds = true}, Kind::points);
  };
  EXPECT_NO_THROW(require_same_reading(colors({}), colors(9)));
  EXPECT_NO_THROW(require_same_reading(colors(12), colors(9)));
  EXPECT_FALSE(refusal([&] { require_same_reading(colors(5), colors(9)); }).empty());
  EXPECT_FALSE(refusal([&] { require_same_reading(colors(5), colors({})); }).empty());
}

TEST(Reading, OfAFamilyFileIsThatOfItsRawData) {
  const ScratchFolder folder;
  const std::string raw = (folder / "cloud.csv").string(), file = (folder / "family.h5").string();
  write_file(raw, "x,y\n1,2\n3,5\n");
  const LoadOptions options{.read = {.center = true}, .table = {.columns = {"y", "x"}}};
  const LoadedFamily first = load_family(std::span(&raw, 1), options, {});
  write_file(file, encode_family(first.family));
  EXPECT_EQ(load_family(std::span(&file, 1), {}, {}).family.reading(), first.family.reading());
  // Written without it, nothing is known but what is done now.
  MeasureFamily silent = first.family;
  silent.set_reading({});
  write_file(file, encode_family(silent));
  EXPECT_TRUE(load_family(std::span(&file, 1), {}, {}).family.reading().empty());
  const Reading moved = load_family(std::span(&file, 1), {.read = {.center = true}}, {}).family.reading();
  EXPECT_EQ(json_of(moved.options), Json({{"center", true}, {"as", "points"}}));
}

}  // namespace
}  // namespace wpga
