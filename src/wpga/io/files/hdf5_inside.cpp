#include "wpga/io/files/hdf5_inside.hpp"

#include <exception>
#include <mutex>
#include <new>

#include "wpga/io/files/hdf5_handle.hpp"

namespace wpga {

namespace {

thread_local int times_inside = 0;

// What others in this process said to the library, as h5py.
struct LibrarySettings {
  bool knows_plugins = false, knows_report = false;
  unsigned int plugins = 0;
  H5E_auto2_t report = nullptr;
  void* reported_to = nullptr;
};

LibrarySettings settings_of_others;  // while a thread is inside

std::mutex& lock_of_library() {
  static std::mutex lock;
  return lock;
}

// The library reports through return values; its own stack traces on stderr are none of our sentences.  It
// does not tidy up when the program ends, which crashes after a file could not be closed.
void silence_library() {
  H5dont_atexit();
  LibrarySettings& found = settings_of_others;
  found = {};
  found.knows_report = H5Eget_auto2(H5E_DEFAULT, &found.report, &found.reported_to) >= 0;
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  found.knows_plugins = H5PLget_loading_state(&found.plugins) >= 0;
  H5PLset_loading_state(0);
}

void restore_library() {
  const LibrarySettings& found = settings_of_others;
  if (found.knows_plugins) H5PLset_loading_state(found.plugins);
  if (found.knows_report) H5Eset_auto2(H5E_DEFAULT, found.report, found.reported_to);
}

struct WorkAlone {
  const std::function<void()>& work;
  bool begun = false;
  std::exception_ptr error;
};

// For H5Piterate, which is C and no exception may pass it; 1: one property is enough.
herr_t work_at_property(hid_t, const char*, void* given) {
  WorkAlone& alone = *static_cast<WorkAlone*>(given);
  alone.begun = true;
  try {
    alone.work();
  } catch (...) {
    alone.error = std::current_exception();
  }
  return 1;
}

}  // namespace

// Its own thread is known by the count: a child process has another name for it.
InsideHdf5::InsideHdf5() {
  if (times_inside == 0) lock_of_library().lock();
  if (++times_inside == 1) silence_library();
}

InsideHdf5::~InsideHdf5() {
  if (times_inside == 1) restore_library();
  if (--times_inside == 0) lock_of_library().unlock();
}

bool is_inside_hdf5() noexcept { return times_inside > 0; }

// A library for several threads has a lock of its own, which it holds while it calls back.
void with_hdf5_alone(const std::function<void()>& work) {
  const InsideHdf5 inside;
  const Hdf5Handle any_properties(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
  WorkAlone alone{work};
  if (any_properties.valid()) H5Piterate(any_properties, nullptr, work_at_property, &alone);
  if (alone.error) std::rethrow_exception(alone.error);
  if (!alone.begun) throw std::bad_alloc();  // nothing else keeps it from calling back
}

}  // namespace wpga
