// How raw data became measures: families and models remember it, so that new data are read in the same way.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/base/option_values.hpp"

namespace wpga {

// Every option that changes what a measure is or says where it stands in a file; not those that choose among
// measures or name them, and no paths.  Made and followed by io/reading.
struct Reading {
  OptionValues options;            // absent: it did not matter, or is not known
  std::vector<std::int64_t> size;  // of every picture as read: rows, columns (volumes: depth first), or empty

  bool empty() const { return options.empty() && size.empty(); }
  bool operator==(const Reading&) const = default;
};

}  // namespace wpga
