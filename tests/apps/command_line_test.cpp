#include "flags/command_line.hpp"

#include <gtest/gtest.h>

#include "flags/help_page.hpp"
#include "flags/times_argument.hpp"
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

std::size_t lines(const std::string& page) {
  return static_cast<std::size_t>(std::count(page.begin(), page.end(), '\n'));
}

std::string line_of(const std::string& page, const std::string& flag) {
  const std::size_t begin = page.find("  " + flag + " ");
  return begin == std::string::npos ? "" : page.substr(begin, page.find("\n  -", begin + 1) - begin);
}

TEST(HelpPages, ShowFewFlagsUnlessAllAreAskedFor) {
  for (const auto& command : all_commands()) {
    SCOPED_TRACE(command->page().name);
    CommonOptions common;
    const std::vector<FlagGroup> groups = all_flags(*command, common);
    const std::string few = command_page(*command, groups, HelpLength::main_flags);
    const std::string all = command_page(*command, groups, HelpLength::all_flags);
    EXPECT_LE(lines(few), 90u);
    std::size_t shown = 0;
    for (const FlagGroup& group : groups)
      for (const Flag& flag : group.flags) {
        EXPECT_NE(all.find(flag.name), std::string::npos) << flag.name;
        shown += line_of(few, flag.name).empty() ? 0 : 1;
      }
    EXPECT_LE(shown, 20u);
    if (command->page().main_flags.empty()) {
      EXPECT_EQ(few, all);
    } else {
      EXPECT_LT(lines(few), lines(all));
      const std::string last = few.substr(few.rfind('\n', few.size() - 2) + 1);
      EXPECT_NE(last.find("--help-all"), std::string::npos) << last;
    }
  }
}

TEST(HelpPages, NameMainFlagsThatAreThere) {
  for (const auto& command : all_commands()) {
    CommonOptions common;
    const std::string all = command_page(*command, all_flags(*command, common), HelpLength::all_flags);
    for (const std::string& name : command->page().main_flags)
      EXPECT_NE(line_of(all, name).size() + line_of(all, "-o, " + name).size(), 0u)
          << command->page().name << " " << name;
  }
}

// One flag serves several methods; each has its own default.
TEST(HelpPages, TellTheDefaultOfEachMethod) {
  const auto commands = all_commands();
  for (const char* verb : {"fit", "compare"}) {
    const std::string page = parse_command_line({verb, "--help-all"}, commands).page;
    const std::string tolerance = line_of(page, "--tolerance X");
    EXPECT_NE(tolerance.find("5e-05; line: 1e-07; curve: 0.001]"), std::string::npos) << tolerance;
    EXPECT_EQ(line_of(page, "--grid N").find("curve"), std::string::npos);
  }
}

TEST(HelpPages, AreTheSameHoweverTheyAreAskedFor) {
  const auto commands = all_commands();
  const auto page = [&](std::vector<std::string> words) { return parse_command_line(words, commands).page; };
  EXPECT_EQ(page({"fit", "-h"}), page({"help", "fit"}));
  EXPECT_EQ(page({"fit", "data", "--help-all"}), page({"help", "fit", "--help-all"}));
  EXPECT_EQ(page({"--help-all", "fit"}), page({"fit", "--help-all"}));
  EXPECT_NE(page({"fit", "--help"}), page({"fit", "--help-all"}));
}

}  // namespace
}  // namespace wpga
