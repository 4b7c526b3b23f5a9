#include "wpga/io/reading/unused_options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using testing::refusal;

constexpr InputsSeen nothing{};
constexpr InputsSeen everything{.shapes = true,
                                .palettes = true,
                                .clouds = true,
                                .tables = true,
                                .events = true,
                                .annotated = true,
                                .families = true,
                                .archives = true};

struct Flag {
  std::string name;
  LoadOptions given;
  std::string concerns;
  std::vector<InputsSeen> listeners;  // each of these alone makes use of it
};

const InputsSeen shapes{.shapes = true}, palettes{.palettes = true}, clouds{.clouds = true},
    tables{.tables = true}, events{.events = true}, annotated{.annotated = true}, families{.families = true},
    archives{.archives = true};

std::vector<Flag> flags() {
  const std::string images = "images read as shapes";
  return {{"array", {.read = {.array = "x"}}, ".npz files", {archives}},
          {"invert", {.shape = {.invert = true}}, images, {shapes}},
          {"threshold", {.shape = {.threshold = 0.1}}, images, {shapes}},
          {"resize", {.shape = {.resize = "8x8"}}, images, {shapes}},
          {"grey", {.shape = {.grey = Grey::linear}}, images, {shapes}},
          {"colors",
           {.palette = {.colors = 128}},
           "palettes and clouds",
           {palettes, clouds, tables, events, families}},
          {"color-space", {.palette = {.color_space = ColorSpace::lab}}, "palettes", {palettes}},
          {"pixels", {.palette = {.pixels = 100}}, "palettes", {palettes}},
          {"table", {.table = {.form = TableForm::cloud}}, "tables", {tables}},
          {"columns", {.table = {.columns = {"a"}}}, "tables", {tables, events}},
          {"transform",
           {.table = {.transform = Transform::log10}},
           "tables and clouds",
           {tables, clouds, events}},
          {"sample", {.table = {.sample = 5}}, "tables and clouds", {tables, clouds, events}},
          {"weight-column", {.table = {.weight_column = "w"}}, "tables", {tables}},
          {"label-column", {.table = {.label_column = "l"}}, "tables", {tables}},
          {"name-columns", {.table = {.name_columns = {"n"}}}, "tables", {tables}},
          {"compensation", {.cells = {.compensation = "none"}}, "FCS files", {events}},
          {"layer", {.cells = {.layer = "counts"}}, ".h5ad files", {annotated}}};
}

TEST(UnusedOptions, AreRefusedWithWhatTheyAreFor) {
  for (const Flag& flag : flags())
    EXPECT_EQ(
        refusal([&] { refuse_unused_options(flag.given, nothing); }),
        "`" + flag.name + "` is for " + flag.concerns + ", and there are none in this data; leave it out");
}

// Data that one input listens to, and data of every other kind together.
TEST(UnusedOptions, AreThoseThatNoInputListensTo) {
  for (const Flag& flag : flags()) {
    InputsSeen others = everything;
    for (const InputsSeen& listener : flag.listeners) {
      EXPECT_NO_THROW(refuse_unused_options(flag.given, listener)) << flag.name;
      others = {.shapes = others.shapes && !listener.shapes,
                .palettes = others.palettes && !listener.palettes,
                .clouds = others.clouds && !listener.clouds,
                .tables = others.tables && !listener.tables,
                .events = others.events && !listener.events,
                .annotated = others.annotated && !listener.annotated,
                .families = others.families && !listener.families,
                .archives = others.archives && !listener.archives};
    }
    EXPECT_THROW(refuse_unused_options(flag.given, others), InputError) << flag.name;
  }
}

// The flags of a model concern its data, not these.
TEST(UnusedOptions, OfAModelAreNotTyped) {
  for (const Flag& flag : flags()) {
    LoadOptions options = flag.given;
    options.inherited = {"something", flag.name};
    EXPECT_NO_THROW(refuse_unused_options(options, nothing)) << flag.name;
  }
}

// Seeds and weights of measures serve every kind of data, and so do the choices of measures.
TEST(UnusedOptions, AreNotThoseForAllData) {
  LoadOptions options;
  EXPECT_NO_THROW(refuse_unused_options(options, nothing));
  options.table = {.measure_weights = "weights.csv"};
  options.seed = 7;
  options.read = {
      .as = Kind::histogram, .label = {"2"}, .limit = 3, .standardize = Standardize::pooled, .center = true};
  EXPECT_NO_THROW(refuse_unused_options(options, nothing));
}

TEST(UnusedOptions, AreRefusedOneAtATime) {
  LoadOptions options;
  options.shape.invert = true;
  options.table.sample = 3;
  EXPECT_NE(refusal([&] { refuse_unused_options(options, nothing); }).find("`invert`"), std::string::npos);
  EXPECT_NE(refusal([&] { refuse_unused_options(options, shapes); }).find("`sample`"), std::string::npos);
}

}  // namespace
}  // namespace wpga
