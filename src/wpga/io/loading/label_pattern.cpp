#include "wpga/io/loading/label_pattern.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <regex>
#include <span>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/files/isolated_process.hpp"

namespace wpga {

namespace {

std::regex compiled_pattern(const std::string& pattern) {
  try {
    return std::regex(pattern, std::regex::ECMAScript);
  } catch (const std::regex_error& error) {
    throw InputError(
        fmt::format("`label-from` {}: this is no regular expression ({})", displayed(pattern), error.what()));
  }
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

// For each file whether it matches, the length of its label, the label.
struct LabelHead {
  std::uint64_t matches = 0, length = 0;
};

void send_labels(std::span<const DataFile> files, const std::regex& expression, Channel& channel) {
  for (const DataFile& file : files) {
    const FoundLabel found = label_in(file.path.generic_string(), expression);
    const LabelHead head{found.matches, found.label.size()};
    if (!channel.send(std::as_bytes(std::span(&head, 1))) ||
        !channel.send(std::as_bytes(std::span(found.label))))
      return;
  }
}

bool receive_label(Channel& channel, FoundLabel& found) {
  LabelHead head;
  if (!channel.receive(std::as_writable_bytes(std::span(&head, 1)))) return false;
  found.matches = head.matches != 0;
  found.label.resize(head.length);
  return channel.receive(std::as_writable_bytes(std::span(found.label)));
}

}  // namespace

std::size_t label_by_pattern(std::vector<DataFile>& files, const std::string& pattern) {
  const std::regex expression = compiled_pattern(pattern);
  // std::regex takes exponential time for some expressions, and for others all of the stack.
  const IsolationLimits limits{.computing_seconds = 3 + static_cast<int>(files.size() / 5000),
                               .waiting_seconds = 600};
  IsolatedProcess process([&](Channel& channel) { send_labels(files, expression, channel); }, limits);
  std::size_t matches = 0;
  for (DataFile& file : files) {
    FoundLabel found;
    if (!receive_label(process.channel(), found))
      throw InputError(
          fmt::format("`label-from` {}: the search in {} {}; an expression that can match a text in one way "
                      "only is quicker: (a|aa)+ is a+",
                      displayed(pattern), displayed(file.path.string()), process.end()));
    file.label = std::move(found.label);
    matches += found.matches;
  }
  return matches;
}

}  // namespace wpga
