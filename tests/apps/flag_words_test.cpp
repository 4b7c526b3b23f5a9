#include "flags/flag_words.hpp"

#include <gtest/gtest.h>

#include "flags/command_line.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(FlagWords, WriteOptionsAsTheyAreTyped) {
  EXPECT_EQ(with_flags("turns of `transfer` pitie"), "turns of --transfer pitie");
  EXPECT_EQ(with_flags("`mean-step` and `step`"), "--mean-step and --step");
  EXPECT_EQ(with_flags(""), "");
  EXPECT_EQ(with_flags("no option"), "no option");
}

TEST(FlagWords, LeaveOtherWordsAlone) {
  for (const char* text :
       {"see `wpga info` for the labels", "it's `support", "``", "`", "a`b", "`no-such-flag`.png"})
    EXPECT_EQ(with_known_flags(text), text);
  EXPECT_EQ(with_known_flags("`support` and `mean-tolerance` must be"),
            "--support and --mean-tolerance must be");
}

// What the library says of an option is a flag of some verb.
TEST(FlagWords, KnowTheOptionsOfEveryVerb) {
  const std::vector<std::string> named = {
      "components",      "finish",  "maps",      "box",     "support",       "method", "as",
      "standardize",     "columns", "transform", "sample",  "weight-column", "table",  "name-columns",
      "measure-weights", "invert",  "threshold", "resize",  "array",         "atoms",  "dimension",
      "bootstrap",       "holdout", "label",     "transfer"};
  for (const std::string& name : named) EXPECT_EQ(with_known_flags("`" + name + "`"), "--" + name);
}

TEST(FlagWords, LeaveNoBackquotedOptionInHelp) {
  for (const auto& command : all_commands()) {
    CommonOptions common;
    for (const FlagGroup& group : all_flags(*command, common))
      for (const Flag& flag : group.flags) EXPECT_EQ(with_known_flags(flag.sentence), flag.sentence);
  }
}

}  // namespace
}  // namespace wpga
