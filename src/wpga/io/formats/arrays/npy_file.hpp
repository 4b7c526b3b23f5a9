// NumPy's own files: one array (.npy) or several in a zip archive (.npz).
// Source: NumPy Enhancement Proposal 1 and numpy/lib/format, versions 1.0, 2.0 and 3.0.
#pragma once

#include <map>
#include <string>
#include <variant>

#include "wpga/io/formats/arrays/numeric_array.hpp"
#include "wpga/io/formats/gzip.hpp"

namespace wpga {

// Does it begin like an .npy file?
bool is_npy(Bytes bytes);

using NpyArray = std::variant<NumericArray, StringArray>;

// Elements bool, u1…u8, i1…i8, f2, f4, f8 and text (U, S), both byte orders, C and Fortran order.  Objects
// (pickles are programs: never read), structured, complex and date arrays throw InputError with the way out,
// as does a file that holds more or less than its header promises.
NpyArray decode_npy(Bytes bytes);

// The same for callers that want numbers.
NumericArray decode_numeric_npy(Bytes bytes);

struct NpzArchive {
  std::map<std::string, NumericArray> numbers;
  std::map<std::string, StringArray> strings;
  std::map<std::string, std::string> unreadable;  // members of other types: the sentence that says why

  // Throws InputError with that sentence, or with the names that do exist.
  const NumericArray& at(const std::string& name) const;
  bool contains(const std::string& name) const { return numbers.contains(name); }
};

// Members are named without ".npy".  Damaged members throw; members of a type that is not read are listed.
NpzArchive decode_npz(Bytes bytes, const InflateLimits& limits = {});

// Version 1.0 (3.0 never needed), little-endian, C order; text as U.  The same array gives the same bytes.
std::vector<std::byte> encode_npy(const NumericArray& array);
std::vector<std::byte> encode_npy(const StringArray& array);

// Stored, not compressed, in the order of the names.
std::vector<std::byte> encode_npz(const std::map<std::string, NumericArray>& numbers,
                                  const std::map<std::string, StringArray>& strings = {});

}  // namespace wpga
