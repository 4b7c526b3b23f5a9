// What a person reads goes to stderr; what was asked for goes to stdout.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "wpga/io/json.hpp"

namespace wpga {

class Console {
 public:
  Console(bool json, bool quiet, std::vector<std::string> words = {})
      : json_(json), quiet_(quiet), words_(std::move(words)) {}

  bool json() const { return json_; }
  const std::vector<std::string>& words() const { return words_; }  // the command as it was typed

  void say(std::string_view text) const;            // a line for a person: stderr, unless quiet
  void print(std::string_view text) const;          // what was asked for: stdout
  void print_document(const Json& document) const;  // stdout, with --json only

  // Remembers for --strict that something ended before convergence.
  void mark_stopped_early() { stopped_early_ = true; }
  bool has_stopped_early() const { return stopped_early_; }

 private:
  bool json_;
  bool quiet_;
  std::vector<std::string> words_;
  bool stopped_early_ = false;
};

}  // namespace wpga
