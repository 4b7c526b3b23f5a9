// Command lines made of bytes: an invocation, or an InputError whose sentence is UTF-8.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "flags/command_line.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga::test {

// Words between zeros; a byte from 1 to 31 that begins a word stands for a verb, or for a flag of it.
inline std::vector<std::string> words_of(std::span<const std::uint8_t> bytes) {
  std::vector<std::string> verbs, flags, words(1);
  for (const auto& command : all_commands()) verbs.push_back(command->page().name);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const std::uint8_t byte = bytes[i];
    if (byte == 0)
      words.emplace_back();
    else if (words.back().empty() && byte < 32 && words.size() == 1)
      words.back() = verbs[byte % verbs.size()];
    else if (words.back().empty() && byte < 32)
      words.back() = std::string(1, static_cast<char>(byte));
    else
      words.back() += static_cast<char>(byte);
  }
  // A word of one low byte and a number after it is a flag of the verb.
  for (const auto& command : all_commands()) {
    if (command->page().name != words[0]) continue;
    CommonOptions common;
    for (const FlagGroup& group : all_flags(*command, common))
      for (const Flag& flag : group.flags) flags.push_back(flag.name);
  }
  for (std::size_t w = 1; w < words.size() && !flags.empty(); ++w)
    if (!words[w].empty() && static_cast<unsigned char>(words[w][0]) < 32) {
      const std::size_t more = words[w].size() > 1 ? static_cast<unsigned char>(words[w][1]) : 0;
      words[w] = flags[(static_cast<unsigned char>(words[w][0]) * 8 + more) % flags.size()];
    }
  return words;
}

// Empty when all is well.
inline std::string flaw_of_words(std::span<const std::uint8_t> bytes) {
  const auto commands = all_commands();
  try {
    const Invocation invocation = parse_command_line(words_of(bytes), commands);
    return invocation.command || !invocation.page.empty() ? "" : "neither a verb nor a page";
  } catch (const InputError& error) {
    if (std::string(error.what()).empty()) return "no sentence";
    return is_utf8(displayed(error.what())) ? "" : "the sentence is not UTF-8";
  }
}

}  // namespace wpga::test
