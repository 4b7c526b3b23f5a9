#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "flags/command_line.hpp"
#include "flags/flag_words.hpp"
#include "fuzz_format.hpp"

namespace {

// One word a line; a command line holds no zeros.
std::vector<std::string> words_from(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string word(text.substr(0, end));
    std::erase(word, '\0');
    words.push_back(std::move(word));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

}  // namespace

// A command that is ready to run, a page to print, or one sentence; what was understood once is understood
// again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::vector<std::string> words = words_from(wpga::testing::text_from(data, size));
  try {
    const auto commands = wpga::all_commands();
    const wpga::Invocation first = wpga::parse_command_line(words, commands);
    wpga::testing::insist(first.command != nullptr || !first.page.empty());
    const auto fresh = wpga::all_commands();
    const wpga::Invocation again = wpga::parse_command_line(words, fresh);
    wpga::testing::insist((again.command != nullptr) == (first.command != nullptr) &&
                          again.page == first.page);
    wpga::testing::insist(again.common.threads == first.common.threads &&
                          again.common.json == first.common.json);
  } catch (const wpga::InputError& error) {
    // The words themselves may be no UTF-8; what is told of them is made so where it is printed.
    const std::string sentence = wpga::displayed(wpga::with_known_flags(error.what()));
    wpga::testing::insist(!sentence.empty() && !wpga::first_invalid_utf8(sentence));
  }
  return 0;
}
