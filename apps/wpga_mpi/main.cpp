// wpga-mpi: the command line under mpirun.  Exit codes are those of wpga, the same on all ranks.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "console/standard_streams.hpp"
#include "mpi_post.hpp"
#include "program.hpp"
#include "wpga/io/output_file.hpp"

namespace {

// What all ranks find out, the first tells and writes.
void be_silent() {
  wpga::leave_writing_to_another();
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nowhere < 0) return;
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::close(nowhere);
}

}  // namespace

int main(int count, char** words) {
  wpga::guard_standard_streams();
  int code = 0;
  {
    wpga::MpiPost post(count, words);
    wpga::Ranks ranks(post);
    if (!ranks.is_first()) be_silent();
    code = wpga::run_program(count, words, &ranks);
    std::fflush(nullptr);
  }
  ::_exit(code);
}
