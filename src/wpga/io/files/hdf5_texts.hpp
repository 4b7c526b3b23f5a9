// Texts of an HDF5 file, of fixed and of variable length, both as h5py writes them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "wpga/io/files/hdf5_handle.hpp"

namespace wpga {

// Where the library puts texts of variable length while it reads `count` of them from a dataset: many may
// lead to one text in the file, so that they have a bound.
class TextMemory {
 public:
  TextMemory(std::uint64_t file_size, std::uint64_t count);
  TextMemory(const TextMemory&) = delete;
  TextMemory& operator=(const TextMemory&) = delete;

  const Hdf5Handle& transfer() const { return transfer_; }
  bool overflowed() const { return overflowed_; }  // the bound
  bool ran_out() const { return ran_out_; }        // of memory

 private:
  static void* take(std::size_t bytes, void* self);

  std::uint64_t left_;
  Hdf5Handle transfer_;
  bool overflowed_ = false, ran_out_ = false;
  std::vector<std::unique_ptr<char[]>> pieces_;
};

// H5Dread or H5Aread of this type to there; could it be read?
using ReadTexts = std::function<bool(hid_t type, void* into)>;

// False: they are no texts, or cannot be read.  `transfer` knows how to free what is read; all of those of
// fixed length must fit into `most_bytes`.  Throws Hdf5Refusal where their type cannot be looked at.
bool read_texts(const Hdf5Handle& type, const Hdf5Handle& space, hid_t transfer, std::uint64_t count,
                std::uint64_t most_bytes, const ReadTexts& read, std::vector<std::string>& texts);

}  // namespace wpga
