// Fuzzing through the structure of an HDF5 file: the bytes of a case choose which datasets and attributes
// change, and how; the file is then made again under a seal, so that the reader gets to see it.
#pragma once

#include "fuzz_format.hpp"
#include "io/hdf5_contents.hpp"
#include "io/scratch_folder.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga::testing {

// Numbers from the bytes of a case, zeros when they end.
class ChosenByBytes {
 public:
  ChosenByBytes(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  bool done() const { return bytes_.empty(); }
  std::uint64_t operator()(std::uint64_t below) {
    std::uint64_t value = 0;
    for (std::uint64_t range = 1; range < below && !bytes_.empty(); range *= 256) {
      value = 256 * value + bytes_.front();
      bytes_ = bytes_.subspan(1);
    }
    return below > 0 ? value % below : 0;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

// A sound file of some kind, and changed versions of it.
class ChangedFiles {
 public:
  ChangedFiles(std::span<const std::byte> whole, std::string kind) : kind_(std::move(kind)) {
    write_file(folder_ / "whole.h5", whole);
    whole_ = contents_of_hdf5(folder_ / "whole.h5");
  }

  std::filesystem::path changed(const std::uint8_t* data, std::size_t size) const {
    ChosenByBytes chosen(data, size);
    Hdf5Contents contents = whole_;
    for (int change = 0; change < 4 && !chosen.done(); ++change) mutate(contents, std::ref(chosen));
    write_file(folder_ / "changed.h5", encoded(contents, kind_));
    return folder_ / "changed.h5";
  }
  std::filesystem::path place(const std::string& name) const { return folder_ / name; }

 private:
  ScratchFolder folder_;
  std::string kind_;
  Hdf5Contents whole_;
};

}  // namespace wpga::testing
