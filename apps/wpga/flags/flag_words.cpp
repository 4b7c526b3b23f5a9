#include "flags/flag_words.hpp"

#include <set>

#include "flags/command_line.hpp"

namespace wpga {

namespace {

bool is_name(std::string_view word) {
  return !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == std::string_view::npos;
}

// `name` becomes --name where is_option(name).
template <class Predicate>
std::string written_as_flags(std::string_view text, Predicate&& is_option) {
  std::string written;
  while (!text.empty()) {
    const std::size_t open = text.find('`');
    written += text.substr(0, open);
    if (open == std::string_view::npos) break;
    text.remove_prefix(open + 1);
    const std::string_view word = text.substr(0, text.find('`'));
    const bool is_flag = word.size() < text.size() && is_name(word) && is_option(word);
    written += is_flag ? "--" : "`";
    if (!is_flag) continue;
    written += word;
    text.remove_prefix(word.size() + 1);
  }
  return written;
}

std::set<std::string> flags_of_all_verbs() {
  std::set<std::string> names;
  for (const auto& command : all_commands()) {
    CommonOptions common;
    for (const FlagGroup& group : all_flags(*command, common))
      for (const Flag& flag : group.flags) names.insert(flag.name);
  }
  return names;
}

}  // namespace

std::string with_flags(std::string_view sentence) {
  return written_as_flags(sentence, [](std::string_view) { return true; });
}

std::string with_known_flags(std::string_view text) {
  static const std::set<std::string> known = flags_of_all_verbs();
  return written_as_flags(text,
                          [](std::string_view name) { return known.contains("--" + std::string(name)); });
}

}  // namespace wpga
