#include "wpga/io/options_json.hpp"

#include <gtest/gtest.h>

#include "wpga/io/reading/load_options.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {
namespace {

TEST(OptionsJson, ComesBackTheSame) {
  const ReadOptions options{.as = Kind::palette,
                            .label = {"a", "b"},
                            .limit = 7,
                            .standardize = Standardize::pooled,
                            .center = true};
  const Json json = options_to_json(options);
  EXPECT_EQ(
      json.dump(),
      R"({"as":"palette","label":["a","b"],"label-from":"","limit":7,"array":"","standardize":"pooled","center":true})");
  EXPECT_EQ(options_to_json(options_from_json<ReadOptions>(json)), json);
}

TEST(OptionsJson, KeepsDefaultsForWhatIsMissing) {
  const SyntheticOptions options =
      options_from_json<SyntheticOptions>(Json{{"count", 5}, {"of another struct", 1}});
  EXPECT_EQ(options.count, 5);
  EXPECT_EQ(options.size, SyntheticOptions{}.size);
}

TEST(OptionsJson, RefusesWrongKindsBrokenRulesAndUnknownWords) {
  EXPECT_THROW(options_from_json<SyntheticOptions>(Json{{"count", "many"}}), InputError);
  EXPECT_THROW(options_from_json<SyntheticOptions>(Json{{"count", 0}}), InputError);
  EXPECT_THROW(options_from_json<ReadOptions>(Json{{"as", "sculpture"}}), InputError);
}

TEST(ParsedJson, KeepsTheOrderOfKeysAndUndoesDump) {
  const std::string text = R"({"z":[1,2.5,null],"a":{"b":"ü"}})";
  EXPECT_EQ(parsed_json(text).dump(), text);
}

TEST(ParsedJson, IsDiscardedWhereTheTextIsNone) {
  for (const std::string_view text : {"", "{", "{'a': 1}", "[1,]", "1 2"})
    EXPECT_TRUE(parsed_json(text).is_discarded()) << text;
}

}  // namespace
}  // namespace wpga
