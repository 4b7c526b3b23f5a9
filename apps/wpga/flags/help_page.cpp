#include "flags/help_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <sstream>

#include "wpga/base/utf8.hpp"
#include "wpga/base/version.hpp"

namespace wpga {

namespace {

constexpr std::size_t page_width = 96;
constexpr std::size_t sentence_column = 34;

// Breaks text at spaces; every line but the first begins with `indent` spaces.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t start) {
  std::string lines;
  std::size_t column = start;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t width = displayed_width(word);
    if (column > indent && column + 1 + width > page_width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > start || (column > indent && start != indent)) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += width;
  }
  return lines;
}

std::string flag_entry(const Flag& flag) {
  std::string head = "  " + (flag.alias.empty() ? "" : flag.alias + ", ") + flag.name;
  if (!flag.value.empty()) head += " " + flag.value;
  std::string sentence = flag.sentence;
  if (!flag.fallback.empty()) sentence += fmt::format(" [default: {}]", flag.fallback);
  if (displayed_width(head) + 2 > sentence_column)
    head += "\n" + std::string(sentence_column, ' ');
  else
    head += std::string(sentence_column - displayed_width(head), ' ');
  return head + wrapped(sentence, sentence_column, sentence_column) + "\n";
}

std::vector<FlagGroup> all_of(std::span<const FlagGroup> groups) { return {groups.begin(), groups.end()}; }

// The named flags in their groups, and the whole last group, which every verb has.
std::vector<FlagGroup> with_only(std::span<const std::string> names, std::span<const FlagGroup> groups) {
  std::vector<FlagGroup> kept = all_of(groups);
  for (FlagGroup& group : std::span(kept).first(kept.size() - 1))
    std::erase_if(group.flags,
                  [&](const Flag& flag) { return std::ranges::find(names, flag.name) == names.end(); });
  std::erase_if(kept, [](const FlagGroup& group) { return group.flags.empty(); });
  return kept;
}

std::size_t count_flags(std::span<const FlagGroup> groups) {
  return std::transform_reduce(groups.begin(), groups.end(), std::size_t{0}, std::plus<>(),
                               [](const FlagGroup& group) { return group.flags.size(); });
}

// Edits between two words, a swap of neighbours counting once (optimal string alignment).
std::size_t distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> table(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) table[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) table[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      table[i][j] =
          std::min({table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        table[i][j] = std::min(table[i][j], table[i - 2][j - 2] + 1);
    }
  return table[a.size()][b.size()];
}

}  // namespace

std::string program_page(std::span<const std::unique_ptr<Command>> commands) {
  std::string page = fmt::format(
      "wpga {}: PCA for families of probability measures, in Wasserstein space\n\n"
      "Usage\n  wpga VERB ... [flags]\n\nVerbs\n",
      version);
  for (const auto& command : commands)
    page += fmt::format("  {:<12}{}\n", command->page().name, command->page().summary);
  page +=
      "\nFlags\n"
      "  --help      this page; `wpga VERB --help` for a verb's own, `wpga VERB --help-all` for all its "
      "flags\n"
      "  --version   the version\n\n"
      "Topics\n"
      "  wpga help formats, certificates, scores, support, ...; `wpga help topics` lists them\n\n"
      "Begin with\n"
      "  wpga generate glyphs -o family.h5\n"
      "  wpga info family.h5 --sheet family.png\n";
  return page;
}

std::string command_page(Command& command, std::span<const FlagGroup> groups, HelpLength length) {
  const CommandPage about = command.page();
  const bool is_short = length == HelpLength::main_flags && !about.main_flags.empty();
  std::string page = fmt::format("{}: {}\n\nUsage\n  {} {} [flags]\n", about.typed_as, about.summary,
                                 about.typed_as, about.usage);
  if (!about.description.empty()) page += "\n" + paragraphs(about.description);
  for (const Positional& positional : command.positionals())
    page += "\n" + wrapped(positional.name + ": " + positional.sentence, 2, 0) + "\n";
  for (const FlagGroup& group : is_short ? with_only(about.main_flags, groups) : all_of(groups)) {
    page += "\n" + group.title + "\n";
    for (const Flag& flag : group.flags) page += flag_entry(flag);
  }
  if (!about.examples.empty()) page += "\nExamples\n";
  for (const std::string& example : about.examples) page += "  " + example + "\n";
  if (is_short)
    page += fmt::format("\n`{} --help-all` shows all {} flags.\n", about.typed_as, count_flags(groups));
  return page;
}

std::string paragraphs(const std::string& text) {
  std::string page;
  std::istringstream parts(text);
  for (std::string line; std::getline(parts, line);)
    page += (line.starts_with("  ") ? line : wrapped(line, 0, 0)) + "\n";
  return page;
}

std::string nearest_word(const std::string& word, std::span<const std::string> candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates)
    if (const std::size_t edits = distance(word, candidate); edits < least) {
      least = edits;
      best = candidate;
    }
  return best;
}

}  // namespace wpga
