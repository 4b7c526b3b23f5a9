#include "flags/command_line.hpp"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "flags/help_page.hpp"
#include "flags/option_flags.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/base/version.hpp"
#include "wpga/io/file_system.hpp"

namespace wpga {

namespace {

[[noreturn]] void refuse_unknown(const std::string& what, const std::string& word,
                                 std::span<const std::string> known, const std::string& help) {
  const std::string nearest = nearest_word(word, known);
  const std::string advice =
      nearest.empty() ? fmt::format("see `{}`", help) : fmt::format("did you mean {}?", nearest);
  throw InputError(fmt::format("unknown {} {}; {}", what, displayed(word), advice));
}

Command& command_named(const std::string& word, std::span<const std::unique_ptr<Command>> commands) {
  std::vector<std::string> known;
  for (const auto& command : commands) {
    if (command->page().name == word) return *command;
    known.push_back(command->page().name);
  }
  refuse_unknown("verb", word, known, "wpga --help");
}

void declare_flag(CLI::App& parser, const Flag& flag) {
  const std::string names = flag.alias.empty() ? flag.name : flag.alias + "," + flag.name;
  const auto accept = [flag](const std::string& text) {
    // Measures without a label have an empty one.
    if (!flag.value.empty() && text.empty() && flag.name != "--label")
      throw InputError(fmt::format("{} is given an empty {}; is a variable of the shell not set?", flag.name,
                                   flag.takes_file ? "name" : "value"));
    if (!flag.takes_file && !is_utf8(text) && !is_there(text))
      throw InputError(fmt::format("{} {}: this is not UTF-8", flag.name, displayed(text)));
    try {
      flag.accept(text);
    } catch (const InputError& error) {
      rethrow_at(flag.name, error);
    }
  };
  if (flag.value.empty())
    parser.add_flag_callback(names, [accept] { accept(""); });
  else
    parser.add_option_function<std::string>(names, accept)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
}

[[noreturn]] void refuse_flag(const std::string& word, std::span<const FlagGroup> groups,
                              const std::string& typed_as) {
  std::vector<std::string> known;
  for (const FlagGroup& group : groups)
    for (const Flag& flag : group.flags) known.push_back(flag.name);
  refuse_unknown("flag", word.substr(0, word.find('=')), known, typed_as + " --help-all");
}

// Hands the words that are no flags to the positionals, in order.
void distribute(std::span<const std::string> given, std::span<const Positional> positionals,
                const std::string& typed_as) {
  std::size_t next = 0;
  for (const Positional& positional : positionals) {
    const std::size_t left = given.size() - next;
    const std::size_t taken =
        positional.most < 0 ? left : std::min(left, static_cast<std::size_t>(positional.most));
    if (taken < static_cast<std::size_t>(positional.least))
      throw InputError(
          fmt::format("{} is missing: {}; see `{} --help`", positional.name, positional.sentence, typed_as));
    positional.values->assign(given.begin() + static_cast<std::ptrdiff_t>(next),
                              given.begin() + static_cast<std::ptrdiff_t>(next + taken));
    next += taken;
  }
  if (next < given.size())
    throw InputError(
        fmt::format("'{}' is one argument too many; see `{} --help`", displayed(given[next]), typed_as));
}

void parse_verb(Command& command, std::span<const FlagGroup> groups, std::vector<std::string> words) {
  const std::string typed_as = command.page().typed_as;
  CLI::App parser;
  parser.set_help_flag();
  parser.allow_extras();
  for (const FlagGroup& group : groups)
    for (const Flag& flag : group.flags) declare_flag(parser, flag);
  // What follows "--" is never a flag.
  const auto end = std::find(words.begin(), words.end(), "--");
  const std::vector<std::string> verbatim(end == words.end() ? end : end + 1, words.end());
  words.erase(end, words.end());
  try {
    std::reverse(words.begin(), words.end());  // CLI11 takes them last first
    parser.parse(words);
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string what = error.what();
    throw InputError(
        fmt::format("{} needs a value; see `{} --help`", what.substr(0, what.find(':')), typed_as));
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}; see `{} --help`", error.what(), typed_as));
  }
  // CLI11 collects what is no flag of ours: positionals, and flags worth a suggestion.
  std::vector<std::string> given = parser.remaining();
  for (const std::string& word : given)
    if (word.size() > 1 && word[0] == '-') refuse_flag(word, groups, typed_as);
  given.insert(given.end(), verbatim.begin(), verbatim.end());
  distribute(given, command.positionals(), typed_as);
}

bool asks_for(const std::vector<std::string>& words, std::initializer_list<const char*> flags) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(flags.begin(), flags.end(), word) != flags.end();
  });
}

bool is_verb(const std::string& word, std::span<const std::unique_ptr<Command>> commands) {
  return std::ranges::any_of(commands, [&](const auto& command) { return command->page().name == word; });
}

// `wpga`, `wpga --help`, `wpga help fit`; what else help knows (topics, the manual) is said by the verb.
bool asks_for_page(const std::vector<std::string>& words,
                   std::span<const std::unique_ptr<Command>> commands) {
  if (words.empty() || asks_for({words[0]}, {"--help", "-h", "--help-all"})) return true;
  if (words[0] != "help") return false;
  return words.size() == 1 || (is_verb(words[1], commands) && !asks_for(words, {"--man", "--json"}));
}

// Takes the flags that few need out of the common ones: a group of their own is not on the short help.
FlagGroup memory_flags(FlagGroup& common) {
  FlagGroup memory{"Memory", {}};
  std::erase_if(common.flags, [&](const Flag& flag) {
    const bool is_rare = flag.name == "--memory" || flag.name == "--scratch";
    if (is_rare) memory.flags.push_back(flag);
    return is_rare;
  });
  return memory;
}

}  // namespace

std::vector<FlagGroup> all_flags(Command& command, CommonOptions& common) {
  std::vector<FlagGroup> groups = command.flags();
  FlagGroup every_verbs = option_flags("Common", common);
  groups.push_back(memory_flags(every_verbs));
  groups.push_back(std::move(every_verbs));
  groups.back().flags.push_back(
      {.name = "--help", .alias = "-h", .sentence = "the flags that matter most", .accept = [](const auto&) {
       }});
  groups.back().flags.push_back(
      {.name = "--help-all", .sentence = "all flags", .accept = [](const auto&) {}});
  return groups;
}

Invocation parse_command(const std::vector<std::string>& words, Command& command) {
  Invocation invocation;
  const std::vector<std::string> before_end(words.begin(), std::find(words.begin(), words.end(), "--"));
  const std::vector<FlagGroup> groups = all_flags(command, invocation.common);
  if (asks_for(before_end, {"--help", "-h", "--help-all"})) {
    const bool wants_all = asks_for(before_end, {"--help-all"});
    invocation.page =
        command_page(command, groups, wants_all ? HelpLength::all_flags : HelpLength::main_flags);
    return invocation;
  }
  parse_verb(command, groups, words);
  validate(invocation.common);
  invocation.command = &command;
  return invocation;
}

Invocation parse_command_line(const std::vector<std::string>& words,
                              std::span<const std::unique_ptr<Command>> commands) {
  if (asks_for_page(words, commands)) {
    if (words.size() < 2) return {.page = program_page(commands)};
    const bool wants_all = asks_for(words, {"--help-all"});
    return parse_command({wants_all ? "--help-all" : "--help"}, command_named(words[1], commands));
  }
  if (words[0] == "--version") return {.page = fmt::format("wpga {}\n", version)};
  if (words[0].starts_with("-")) {
    const std::vector<std::string> known = {"--help", "--version"};
    refuse_unknown("flag", words[0], known, "wpga --help");
  }
  return parse_command({words.begin() + 1, words.end()}, command_named(words[0], commands));
}

}  // namespace wpga
