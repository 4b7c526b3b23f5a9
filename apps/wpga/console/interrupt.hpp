// Ctrl-C, SIGTERM, SIGHUP and SIGXCPU (a limit of processor time) ask for a clean stop; a second one, or a
// few seconds, end the program at once.
#pragma once

#include <stop_token>
#include <thread>

namespace wpga {

// Threads made later inherit its blocked signals; those of libraries loaded earlier hand the signals over.
// A hang-up that is ignored (nohup) stays ignored.  Writing to a closed pipe, or beyond a limit of file size,
// is an error of that write and no signal; a mapped file that another program shortens, and a crash inside
// the HDF5 library, end the program with a sentence and exit code 2.
class InterruptWatch {
 public:
  InterruptWatch();
  std::stop_token token() const { return source_.get_token(); }
  int signal() const;  // which one asked for the stop; SIGINT where none did, as when it reached another rank

 private:
  std::stop_source source_;
};

}  // namespace wpga
