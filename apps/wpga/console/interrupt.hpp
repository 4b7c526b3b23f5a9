// Ctrl-C (and SIGTERM) ask for a clean stop; a second one ends the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace wpga {

// Threads made later inherit its blocked signals; those of libraries loaded earlier hand the signals over.
class InterruptWatch {
 public:
  InterruptWatch();
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
};

}  // namespace wpga
