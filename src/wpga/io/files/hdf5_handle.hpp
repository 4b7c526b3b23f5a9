// What all doors to HDF5 need: identifiers that close themselves, one thread inside, silence.
#pragma once

#include <hdf5.h>

#include <utility>

namespace wpga {

// An HDF5 identifier with its own closing function.
class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*closing)(hid_t)) : id_(id), close_(closing) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Hdf5Handle() { close(); }

  // False: what is still to be written then could not be.
  bool close() {
    const hid_t id = std::exchange(id_, -1);
    return id < 0 || close_(id) >= 0;
  }
  operator hid_t() const { return id_; }
  bool valid() const { return id_ >= 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

// As long as it lives, its thread is inside the library and no other is; one that is inside may enter again.
// A child process that is to parse HDF5 is made inside, so that no other thread was.
class InsideHdf5 {
 public:
  InsideHdf5();
  InsideHdf5(const InsideHdf5&) = delete;
  InsideHdf5& operator=(const InsideHdf5&) = delete;
  ~InsideHdf5();
};

// The library reports through return values; its own stack traces on stderr are switched off.
// Nor may a file, or the environment, make the library load code; and it does not tidy up when the program
// ends, which crashes after a file could not be closed.
inline void silence_hdf5() {
  H5dont_atexit();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  H5PLset_loading_state(0);
}

}  // namespace wpga
