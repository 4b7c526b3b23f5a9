// wpga help: verbs, topics, and the pages of the manual.
#include <fmt/format.h>

#include <algorithm>

#include "flags/command_line.hpp"
#include "flags/help_page.hpp"
#include "manual/help_topics.hpp"
#include "manual/manual_document.hpp"
#include "manual/manual_page.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"

namespace wpga {

namespace {

constexpr const char* help_name = "help";

// Every word that `wpga help` knows.
std::vector<std::string> subjects() {
  std::vector<std::string> words = {"wpga", "topics", help_name};
  for (const auto& command : all_commands())
    if (command->page().name != help_name) words.push_back(command->page().name);
  for (const HelpTopic& topic : help_topics()) words.push_back(topic.name);
  return words;
}

class HelpCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = help_name,
            .summary = "a verb, or a topic such as formats, certificates or scores",
            .usage = "[VERB|TOPIC]",
            .description =
                "Without a word the verbs; `wpga help topics` lists the topics. --man prints the page for "
                "man(1), --json "
                "all that is known of verbs, flags and topics.",
            .examples = {"wpga help topics", "wpga help certificates", "wpga help fit --man | man -l -",
                         "wpga help --json"}};
  }
  std::vector<Positional> positionals() override {
    return {{"SUBJECT", "a verb or a topic; `topics` lists those", 0, 1, &subject_, subjects()}};
  }
  std::vector<FlagGroup> flags() override {
    return {
        {"Output",
         {{.name = "--man", .sentence = "print the page for man(1)", .accept = [this](const std::string&) {
             man_ = true;
           }}}}};
  }
  void run(Console& console, const Execution&) override {
    const auto commands = all_commands();
    if (subject_.empty() || subject_[0] == "wpga") return show_program(console, commands);
    const std::string& word = subject_[0];
    for (const auto& command : commands)
      if (command->page().name == word) return show_verb(console, *command);
    for (const HelpTopic& topic : help_topics())
      if (topic.name == word) return show_topic(console, topic);
    if (word == "topics" && !man_ && !console.json()) return console.print(topics_page());
    const std::string nearest = nearest_word(word, subjects());
    throw InputError(fmt::format("there is no help about '{}'; {}", displayed(word),
                                 nearest.empty() ? std::string("`wpga help topics` lists what there is")
                                                 : fmt::format("did you mean {}?", nearest)));
  }

 private:
  void show_program(const Console& console, std::span<const std::unique_ptr<Command>> commands) const {
    if (console.json()) return console.print_document(manual_document(commands));
    console.print(man_ ? program_manual(commands) : program_page(commands));
  }
  void show_verb(const Console& console, Command& command) const {
    CommonOptions common;
    if (console.json()) return console.print_document(verb_document(command));
    console.print(man_ ? verb_manual(command)
                       : command_page(command, all_flags(command, common), HelpLength::main_flags));
  }
  void show_topic(const Console& console, const HelpTopic& topic) const {
    if (console.json())
      return console.print_document({{"name", topic.name}, {"summary", topic.summary}, {"text", topic.text}});
    console.print(man_ ? topic_manual(topic) : topic_page(topic));
  }

  std::vector<std::string> subject_;
  bool man_ = false;
};

}  // namespace

std::unique_ptr<Command> help_command() { return std::make_unique<HelpCommand>(); }

}  // namespace wpga
