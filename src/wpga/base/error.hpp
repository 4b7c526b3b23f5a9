// Errors that a user can mend, and the check at the door that raises them.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace wpga {

// Bad data or bad usage: one sentence that says where, what and how to fix it.  An option is named in
// backquotes, `components`; the command line writes it as its flag.  The program exits with 2.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The user asked to stop (Ctrl-C, a cancelled stop token).  Nothing is left half-written.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

inline void require(bool condition, std::string_view sentence) {
  if (!condition) throw InputError(std::string(sentence));
}

// The same error with the file or place it happened in put before it, unless it already names it.
[[noreturn]] inline void rethrow_at(std::string_view place, const InputError& error) {
  if (std::string_view(error.what()).find(place) != std::string_view::npos) throw error;
  throw InputError(std::string(place) + ": " + error.what());
}

}  // namespace wpga
