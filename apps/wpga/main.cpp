// wpga: the command line.  Exit codes: 0 done · 1 a bug · 2 bad usage or bad data · 3 not converged under
// --strict · 130, 143, 129, 152 stopped by SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGXCPU.
#include "program.hpp"

int main(int count, char** words) {
  wpga::run_and_exit([&] { return wpga::run_program(count, words, nullptr); });
}
