// The flags of a verb as one list: the parser, the help page, the manual and the shell completions are made
// from it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace wpga {

struct Flag {
  std::string name;      // "--support"; "-o" for short ones is an alias
  std::string alias;     // "-o", or empty
  std::string value;     // what stands for the value in the manual; empty for a switch
  std::string sentence;  // what it does
  std::string fallback;  // the default as typed; empty when there is none to show
  std::vector<std::string> choices;
  bool takes_file = false;
  std::function<void(const std::string&)> accept;  // a switch is given ""
};

struct FlagGroup {
  std::string title;
  std::vector<Flag> flags;
};

struct Positional {
  std::string name;      // "DATA"
  std::string sentence;  // what it is
  int least = 1;
  int most = 1;  // −1: any number
  std::vector<std::string>* values = nullptr;
  std::vector<std::string> choices = {};  // the words it may be, where they are known
};

}  // namespace wpga
