// An HDF5 file as questions and answers: plain values, which may come from another process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "wpga/io/file_identity.hpp"

namespace wpga {

// Compressed values may be more than the bytes that store them, but deflate never gains more than this.
inline constexpr std::uint64_t largest_compression = 1100;

struct Hdf5Question {
  enum class About : std::uint8_t {
    file,  // can it be opened?
    dataset,
    shape,
    doubles,
    integers,
    doubles_part,   // `rows` of a dataset, and of these, when it has two axes, `columns`; what lies between
                    // the first and the last of these is read
    integers_part,  // `rows` of a dataset with one axis
    texts,
    number_texts,  // texts: numbers of one axis as the shortest words that give them back; nothing for NaN
    holds_texts,   // does a dataset?
    bytes,
    attribute,
    attribute_shape,  // {0}: it is not there
    attribute_doubles,
    attribute_integers,
    attribute_texts,
    chunk,  // shape: of the parts in which a dataset lies in the file; empty where it lies in one piece
    place   // shape: first byte and number of bytes where doubles lie in the file as in memory; else empty
  };
  About about = About::file;
  std::string path;                            // of the dataset or object
  std::string name;                            // of the attribute
  std::array<std::uint64_t, 2> rows = {0, 0};  // first, and behind the last
  std::vector<std::uint64_t> columns;          // none: all
};

struct Hdf5Answer {
  std::string refusal;  // why there is no answer: what is wrong with the dataset or file; empty when there is
  bool yes = false;
  std::vector<std::uint64_t> shape;
  std::vector<double> doubles;
  std::vector<std::int64_t> integers;
  std::vector<std::string> texts;
  std::vector<std::byte> bytes;
};

// Answers with the HDF5 library in this process.  Nothing outside the file is ever opened: external links and
// storage and virtual datasets are refused.  Not for several threads at once.
class Hdf5Source {
 public:
  explicit Hdf5Source(const std::filesystem::path& path);
  ~Hdf5Source();
  Hdf5Answer answer(const Hdf5Question& question) const;
  // Of the file that is open, if one is; that of no file where it cannot be found out.
  std::optional<FileVersion> version() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wpga
