// A short mark of what is in files and families, by which two of them are told apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "wpga/base/large_array.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

// Fowler–Noll–Vo (1a), 64 bits: against mistakes, not against malice.
class ContentHash {
 public:
  void add(std::span<const std::byte> bytes);
  template <class Value>
  void add(const Value* values, std::size_t count) {
    add(std::as_bytes(std::span(&count, 1)));  // where one array ends and the next begins
    add(std::as_bytes(std::span(values, count)));
  }
  void add(const LargeArray<double>& values);
  void add(const std::vector<std::string>& texts);
  // Atoms and weights of all measures, not their names.
  void add(const MeasureFamily& family);

  std::uint64_t value() const { return value_; }
  std::string words() const;  // sixteen digits

 private:
  std::uint64_t value_ = 0xcbf29ce484222325;
};

// Of all bytes of a file; what is no file is marked by its path.
std::string content_mark(const std::filesystem::path& path);

}  // namespace wpga
