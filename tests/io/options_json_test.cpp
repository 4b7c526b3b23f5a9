#include "wpga/io/options_json.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"
#include "wpga/io/reading/load_options.hpp"
#include "wpga/io/reading/reading.hpp"
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

// {"a":[[…]]}, 1 + `depth` levels.
std::string deep_json(std::size_t depth) {
  return R"({"a":)" + std::string(depth, '[') + std::string(depth, ']') + "}";
}

TEST(ParsedJson, IsDiscardedWhereItIsDeeperThanAnyOfOurs) {
  EXPECT_TRUE(parsed_json(deep_json(7)).is_object());
  for (const std::size_t depth : {std::size_t{8}, std::size_t{300'000}})
    EXPECT_TRUE(parsed_json(deep_json(depth)).is_discarded()) << depth;
  EXPECT_THROW(values_from(parsed_json(deep_json(300'000))), InputError);
  EXPECT_THROW(reading_from(deep_json(300'000)), InputError);
}

TEST(ParsedJson, IsDiscardedWhereItHasMoreKeysOrBytesThanAnyOfOurs) {
  const auto with_keys = [](int count) {
    std::string text = "{";
    for (int k = 0; k < count; ++k) text += fmt::format("{}\"{}\":0", k ? "," : "", k);
    return text + "}";
  };
  EXPECT_EQ(parsed_json(with_keys(1000)).size(), 1000u);
  EXPECT_TRUE(parsed_json(with_keys(1001)).is_discarded());
  EXPECT_TRUE(parsed_json('"' + std::string(std::size_t{1} << 24, 'x') + '"').is_discarded());
}

TEST(ParsedJson, OfTheWrongKindIsToldWithoutRepeatingIt) {
  const std::string long_text = R"({"a":[{"b":")" + std::string(100'000, 'x') + R"("}]})";
  EXPECT_LT(testing::refusal([&] { values_from(parsed_json(long_text)); }).size(), 200u);
}

TEST(ParsedJson, IsDiscardedWhereTheTextIsNone) {
  for (const std::string_view text : {"", "{", "{'a': 1}", "[1,]", "1 2"})
    EXPECT_TRUE(parsed_json(text).is_discarded()) << text;
}

}  // namespace
}  // namespace wpga
