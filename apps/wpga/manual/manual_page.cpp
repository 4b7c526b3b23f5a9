#include "manual/manual_page.hpp"

#include <fmt/format.h>

#include <sstream>

#include "flags/command_line.hpp"
#include "wpga/base/version.hpp"

namespace wpga {

namespace {

// Text as man(7) takes it: a hyphen that can be typed, no escape and no request by accident.
std::string roff(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (safe.empty() || safe.back() == '\n')) safe += "\\&";
    if (c == '\\')
      safe += "\\e";
    else if (c == '-')
      safe += "\\-";
    else if (c == '|')
      safe += "|\\:";  // a line may break behind it
    else
      safe += c;
  }
  return safe;
}

std::string title(std::string_view name, int section, std::string_view summary) {
  std::string capitals(name);
  for (char& c : capitals) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return fmt::format(".TH {} {} \"\" \"wpga {}\" \"wpga manual\"\n.ad l\n.SH NAME\n{} \\- {}\n",
                     roff(capitals), section, version, roff(name), roff(summary));
}

// A line is a paragraph; lines that begin with two spaces stand as they are, together.
std::string paragraphs_of(const std::string& text) {
  std::string page;
  bool verbatim = false, first = true;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const bool keeps = line.starts_with("  ");
    if (keeps && !verbatim) page += ".PP\n.nf\n.RS 2\n";
    if (!keeps && verbatim) page += ".RE\n.fi\n";
    if (!keeps && !first) page += ".PP\n";
    page += roff(keeps ? line.substr(2) : line) + "\n";
    verbatim = keeps;
    first = false;
  }
  return page + (verbatim ? ".RE\n.fi\n" : "");
}

std::string flag_paragraph(const Flag& flag) {
  const std::string alias = flag.alias.empty() ? "" : fmt::format("\\fB{}\\fR, ", roff(flag.alias));
  const std::string value = flag.value.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(flag.value));
  const std::string fallback = flag.fallback.empty() ? "" : fmt::format(" [default: {}]", flag.fallback);
  return fmt::format(".TP\n{}\\fB{}\\fR{}\n{}\n", alias, roff(flag.name), value,
                     roff(flag.sentence + fallback));
}

std::string examples_section(std::span<const std::string> examples) {
  if (examples.empty()) return {};
  std::string page = ".SH EXAMPLES\n.nf\n";
  for (const std::string& example : examples) page += roff(example) + "\n";
  return page + ".fi\n";
}

std::string exit_section() {
  return ".SH EXIT STATUS\n"
         ".TP\n0\ndone\n.TP\n1\na bug, please report it\n.TP\n2\nbad usage or bad data: one sentence on "
         "standard error says "
         "what\n"
         ".TP\n3\nstopped before convergence, under \\-\\-strict\n.TP\n129, 130, 143, 152\nstopped by "
         "SIGHUP, SIGINT, SIGTERM, SIGXCPU\n";
}

std::string topic_references() {
  std::string page;
  for (const HelpTopic& topic : help_topics())
    page +=
        fmt::format(".BR wpga\\-{} (7){}\n", roff(topic.name), &topic == &help_topics().back() ? "" : ",");
  return page;
}

}  // namespace

std::string program_manual(std::span<const std::unique_ptr<Command>> commands) {
  std::string page = title("wpga", 1, "PCA for families of probability measures, in Wasserstein space");
  page +=
      ".SH SYNOPSIS\n.B wpga\n.I VERB\n\\&... [\\fIflags\\fR]\n.SH DESCRIPTION\n"
      "Each sample is a distribution: an image seen as a shape, a colour palette, a cloud of cells, a "
      "histogram. wpga finds "
      "their Wasserstein mean, the main ways in which they vary, and a coordinate for every sample, with "
      "proofs of what it "
      "says.\n.SH VERBS\n";
  for (const auto& command : commands)
    page += fmt::format(".TP\n.BR wpga\\-{} (1)\n{}\n", roff(command->page().name),
                        roff(command->page().summary));
  page += ".SH TOPICS\n";
  for (const HelpTopic& topic : help_topics())
    page += fmt::format(".TP\n.BR wpga\\-{} (7)\n{}\n", roff(topic.name), roff(topic.summary));
  page +=
      ".SH OPTIONS\n.TP\n\\fB\\-\\-help\\fR\nthe verbs; after a verb, its main flags, and with "
      "\\fB\\-\\-help\\-all\\fR all of "
      "them\n.TP\n\\fB\\-\\-version\\fR\nthe version\n";
  const std::vector<std::string> examples = {
      "wpga generate glyphs \\-\\-count 100 \\-o family.h5", "wpga info family.h5 \\-\\-sheet family.png",
      "wpga fit family.h5 \\-o model.h5", "wpga report model.h5 \\-\\-data family.h5 \\-o report.html"};
  page += ".SH EXAMPLES\n.nf\n";
  for (const std::string& example : examples) page += example + "\n";
  return page + ".fi\n" + exit_section();
}

std::string verb_manual(Command& command) {
  const CommandPage about = command.page();
  CommonOptions common;
  std::string page = title("wpga-" + about.name, 1, about.summary);
  page += fmt::format(".SH SYNOPSIS\n.B wpga {}\n{} [\\fIflags\\fR]\n", roff(about.name), roff(about.usage));
  page += ".SH DESCRIPTION\n" + paragraphs_of(about.description.empty() ? about.summary : about.description);
  for (const Positional& positional : command.positionals())
    page += fmt::format(".TP\n\\fI{}\\fR\n{}\n", roff(positional.name), roff(positional.sentence));
  page += ".SH OPTIONS\n";
  for (const FlagGroup& group : all_flags(command, common)) {
    page += fmt::format(".SS {}\n", roff(group.title));
    for (const Flag& flag : group.flags) page += flag_paragraph(flag);
  }
  return page + examples_section(about.examples) + exit_section() + ".SH SEE ALSO\n.BR wpga (1),\n" +
         topic_references();
}

std::string topic_manual(const HelpTopic& topic) {
  return title("wpga-" + topic.name, 7, topic.summary) + ".SH DESCRIPTION\n" + paragraphs_of(topic.text) +
         ".SH SEE ALSO\n.BR wpga (1)\n";
}

}  // namespace wpga
