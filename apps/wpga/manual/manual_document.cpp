#include "manual/manual_document.hpp"

#include "flags/command_line.hpp"
#include "manual/help_topics.hpp"
#include "wpga/base/version.hpp"

namespace wpga {

namespace {

Json flag_json(const Flag& flag) {
  Json entry = {{"name", flag.name}, {"sentence", flag.sentence}};
  if (!flag.alias.empty()) entry["alias"] = flag.alias;
  if (!flag.value.empty()) entry["value"] = flag.value;
  if (!flag.fallback.empty()) entry["default"] = flag.fallback;
  if (!flag.choices.empty()) entry["choices"] = flag.choices;
  if (flag.takes_file) entry["takes_file"] = true;
  return entry;
}

}  // namespace

Json verb_document(Command& command) {
  const CommandPage about = command.page();
  Json document = {{"name", about.name},           {"summary", about.summary},
                   {"usage", about.usage},         {"description", about.description},
                   {"positionals", Json::array()}, {"groups", Json::array()},
                   {"examples", about.examples},   {"main_flags", about.main_flags}};
  for (const Positional& positional : command.positionals())
    document["positionals"].push_back({{"name", positional.name},
                                       {"sentence", positional.sentence},
                                       {"choices", positional.choices},
                                       {"least", positional.least},
                                       {"most", positional.most}});
  CommonOptions common;
  for (const FlagGroup& group : all_flags(command, common)) {
    Json flags = Json::array();
    for (const Flag& flag : group.flags) flags.push_back(flag_json(flag));
    document["groups"].push_back({{"title", group.title}, {"flags", flags}});
  }
  return document;
}

Json manual_document(std::span<const std::unique_ptr<Command>> commands) {
  Json document = {{"wpga_version", version}, {"verbs", Json::array()}, {"topics", Json::array()}};
  for (const auto& command : commands) document["verbs"].push_back(verb_document(*command));
  for (const HelpTopic& topic : help_topics())
    document["topics"].push_back({{"name", topic.name}, {"summary", topic.summary}, {"text", topic.text}});
  return document;
}

}  // namespace wpga
