#include "wpga/io/files/hdf5_inside.hpp"

#include <mutex>

#include "wpga/io/files/hdf5_handle.hpp"

namespace wpga {

namespace {

thread_local int times_inside = 0;

std::recursive_mutex& lock_of_library() {
  static std::recursive_mutex lock;
  return lock;
}

}  // namespace

InsideHdf5::InsideHdf5() {
  lock_of_library().lock();
  ++times_inside;
}

InsideHdf5::~InsideHdf5() {
  --times_inside;
  lock_of_library().unlock();
}

bool is_inside_hdf5() noexcept { return times_inside > 0; }

}  // namespace wpga
