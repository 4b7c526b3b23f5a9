// Short texts about what several verbs have in common: `wpga help TOPIC`, section 7 of the manual, a page of
// the site.
#pragma once

#include <span>
#include <string>

namespace wpga {

struct HelpTopic {
  std::string name;     // "formats"
  std::string summary;  // one line
  std::string text;     // paragraphs, a line each; lines that begin with two spaces are kept as they are
};

std::span<const HelpTopic> help_topics();

// The topic as a terminal shows it, and the list of all of them.
std::string topic_page(const HelpTopic& topic);
std::string topics_page();

}  // namespace wpga
