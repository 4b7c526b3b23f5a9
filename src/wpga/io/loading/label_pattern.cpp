#include "wpga/io/loading/label_pattern.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <regex>
#include <span>
#include <string>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/isolated_process.hpp"

namespace wpga {

namespace {

// So that what is wrong can be seen behind it.
std::string shown_pattern(const std::string& pattern) {
  constexpr std::size_t most = 120;
  return displayed(shortened(pattern, most)) + (pattern.size() > most ? "…" : "");
}

struct FoundLabel {
  bool matches = false;
  std::string label;
};

FoundLabel label_in(const std::string& path, const std::regex& expression) {
  std::smatch found;
  if (!std::regex_search(path, found, expression)) return {};
  return {true, found.size() > 1 ? found[1].str() : found[0].str()};
}

bool send_text(Channel& channel, const std::string& text) {
  const std::uint64_t length = text.size();
  return channel.send(std::as_bytes(std::span(&length, 1))) && channel.send(std::as_bytes(std::span(text)));
}

bool receive_text(Channel& channel, std::string& text) {
  std::uint64_t length = 0;
  if (!channel.receive(std::as_writable_bytes(std::span(&length, 1)))) return false;
  text.resize(length);
  return channel.receive(std::as_writable_bytes(std::span(text)));
}

// What is wrong with the expression, empty for one that is well; then for each file whether it matches, and
// its label.
void send_labels(std::span<const DataFile> files, const std::string& pattern, Channel& channel) {
  std::regex expression;
  try {
    expression = std::regex(pattern, std::regex::ECMAScript);
  } catch (const std::regex_error& error) {
    send_text(channel, error.what());
    return;
  }
  if (!send_text(channel, "")) return;
  for (const DataFile& file : files) {
    const FoundLabel found = label_in(file.path.generic_string(), expression);
    const std::uint64_t matches = found.matches ? 1 : 0;
    if (!channel.send(std::as_bytes(std::span(&matches, 1))) || !send_text(channel, found.label)) return;
  }
}

bool receive_label(Channel& channel, FoundLabel& found) {
  std::uint64_t matches = 0;
  if (!channel.receive(std::as_writable_bytes(std::span(&matches, 1)))) return false;
  found.matches = matches != 0;
  return receive_text(channel, found.label);
}

void require_compiled(IsolatedProcess& process, const std::string& pattern) {
  std::string flaw;
  if (!receive_text(process.channel(), flaw))
    throw InputError(
        fmt::format("`label-from` {}: the library of regular expressions {} as it read this; write a "
                    "shorter one, with fewer parentheses",
                    shown_pattern(pattern), process.end()));
  if (!flaw.empty())
    throw InputError(
        fmt::format("`label-from` {}: this is no regular expression ({})", shown_pattern(pattern), flaw));
}

}  // namespace

std::size_t label_by_pattern(std::vector<DataFile>& files, const std::string& pattern) {
  // std::regex takes exponential time for some expressions, and for others all of the stack, to read them
  // even.
  const IsolationLimits limits{.computing_seconds = 3 + static_cast<int>(files.size() / 5000),
                               .waiting_seconds = 600};
  IsolatedProcess process([&](Channel& channel) { send_labels(files, pattern, channel); }, limits);
  require_compiled(process, pattern);
  std::size_t matches = 0;
  for (DataFile& file : files) {
    FoundLabel found;
    if (!receive_label(process.channel(), found))
      throw InputError(
          fmt::format("`label-from` {}: the search in {} {}; an expression that can match a text in one way "
                      "only is quicker: (a|aa)+ is a+",
                      shown_pattern(pattern), displayed(file.path.string()), process.end()));
    file.label = std::move(found.label);
    matches += found.matches;
  }
  return matches;
}

}  // namespace wpga
