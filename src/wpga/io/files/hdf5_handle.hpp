// What all doors to HDF5 need: identifiers that close themselves, one thread inside, silence.
#pragma once

#include <hdf5.h>

#include <functional>
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

// As long as it lives, its thread is inside the library and no other of ours is; one that is inside may enter
// again, also in a child process that was made inside.  The library is silent then, and neither a file nor
// the environment can make it load code; whoever else uses it in this process finds it as it was.
class InsideHdf5 {
 public:
  InsideHdf5();
  InsideHdf5(const InsideHdf5&) = delete;
  InsideHdf5& operator=(const InsideHdf5&) = delete;
  ~InsideHdf5();
};

// Works while no thread at all is inside the library, by whatever door it came: a child process that is to
// parse HDF5 is made so, for a lock that is held when it is made is held there for ever.  `work` may call the
// library, and throw.
void with_hdf5_alone(const std::function<void()>& work);

}  // namespace wpga
