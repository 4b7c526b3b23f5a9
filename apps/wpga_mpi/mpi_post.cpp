#include "mpi_post.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <thread>

namespace wpga {

namespace {

constexpr int tag = 17;

// MPI counts in int: a message goes in pieces of this size, and the first smaller one is its last.
constexpr std::size_t piece = std::size_t{1} << 30;

// A library that waits in a busy loop would take a core from those who are still at work.  The longer a wait
// has been, the longer the next pause: a sixty-fourth of it.
template <class Done>
void wait_until(Done&& done) {
  using Clock = std::chrono::steady_clock;
  constexpr int eager = 64;
  constexpr Clock::duration shortest = std::chrono::microseconds(20), longest = std::chrono::milliseconds(10);
  const Clock::time_point began = Clock::now();
  for (int look = 0; !done(); ++look)
    if (look < eager)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::clamp((Clock::now() - began) / 64, shortest, longest));
}

void complete(MPI_Request request) {
  wait_until([&] {
    int is_done = 0;
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    return is_done != 0;
  });
}

}  // namespace

// An error of MPI itself ends all ranks, as its own default is.
MpiPost::MpiPost(int& count, char**& words) {
  int provided = 0;
  MPI_Init_thread(&count, &words, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
}

MpiPost::~MpiPost() { MPI_Finalize(); }

void MpiPost::send(int to, std::span<const std::byte> message) {
  while (true) {
    const std::size_t here = std::min(piece, message.size());
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(message.data(), static_cast<int>(here), MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
    complete(request);
    if (here < piece) return;
    message = message.subspan(here);
  }
}

Letter MpiPost::receive(int from) {
  Letter message;
  while (true) {
    MPI_Message arrived = MPI_MESSAGE_NULL;
    MPI_Status status;
    wait_until([&] {
      int is_here = 0;
      MPI_Improbe(from, tag, MPI_COMM_WORLD, &is_here, &arrived, &status);
      return is_here != 0;
    });
    int here = 0;
    MPI_Get_count(&status, MPI_BYTE, &here);
    const std::size_t before = message.size();
    message.resize(before + static_cast<std::size_t>(here));
    // Only the beginning of a long one is here: MPI_Mrecv would wait for the rest in a busy loop.
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Imrecv(message.data() + before, here, MPI_BYTE, &arrived, &request);
    complete(request);
    if (static_cast<std::size_t>(here) < piece) return message;
  }
}

}  // namespace wpga
