// Where a crash comes from: what kills a program that is well is a bug of ours, but the HDF5 library may
// crash where its memory runs out, or on a file whose seal was forged.
#pragma once

namespace wpga {

// Is the calling thread inside the HDF5 library?  May be asked by a handler of signals.
bool is_inside_hdf5() noexcept;

}  // namespace wpga
