#include "command_line.hpp"

#include <gtest/gtest.h>

#include "help_page.hpp"
#include "times_argument.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

using Times = std::vector<double>;

TEST(Times, AreACountOrAList) {
  EXPECT_EQ(parse_times("3"), (Times{0, 0.5, 1}));
  EXPECT_EQ(parse_times("1"), (Times{0.5}));
  EXPECT_EQ(parse_times("0,0.3,1"), (Times{0, 0.3, 1}));
  EXPECT_EQ(parse_times("0.25"), (Times{0.25}));
  for (const char* bad : {"", "0,2", "-1", "x", "0,,1", "5000", "nan,1"})
    EXPECT_THROW(parse_times(bad), InputError) << bad;
}

TEST(NearestWord, ForgivesTyposAndKnowsWhenToSayNothing) {
  const std::vector<std::string> known = {"--threads", "--times", "--transform"};
  EXPECT_EQ(nearest_word("--thraeds", known), "--threads");
  EXPECT_EQ(nearest_word("--time", known), "--times");
  EXPECT_EQ(nearest_word("--something-else", known), "");
}

// A flag that two structs of one verb declare would silently go to one of them.
TEST(Commands, DeclareEachFlagOnce) {
  for (const auto& command : all_commands()) {
    CommonOptions common;
    std::vector<std::string> seen;
    for (const FlagGroup& group : all_flags(*command, common))
      for (const Flag& flag : group.flags) {
        EXPECT_EQ(std::count(seen.begin(), seen.end(), flag.name), 0)
            << command->page().name << " " << flag.name;
        seen.push_back(flag.name);
        EXPECT_FALSE(flag.sentence.empty()) << flag.name;
      }
  }
}

}  // namespace
}  // namespace wpga
