// Options in the words of the command line.
#pragma once

#include <string>
#include <string_view>

namespace wpga {

// The library names an option in backquotes, `support`; on the command line it is typed as a flag, --support.
// For sentences that are our own, as those of the lists of options.
std::string with_flags(std::string_view sentence);

// The same for text that may hold other words, such as names of files: only flags that a verb has are written
// so.
std::string with_known_flags(std::string_view text);

}  // namespace wpga
