// Header and TEXT segment of a flow cytometry file (FCS 2.0, 3.0, 3.1): where the segments are, and keywords.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "wpga/io/formats/bytes.hpp"

namespace wpga {

// Bytes begin … end − 1 of the file.
struct FcsSegment {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct FcsText {
  std::string version;                          // "FCS3.1"
  std::map<std::string, std::string> keywords;  // in upper case → UTF-8
  FcsSegment data;

  // The value of a keyword without outer blanks; empty when there is none.
  std::string_view find(const std::string& keyword) const;
};

bool is_fcs(Bytes bytes);

// A doubled delimiter inside a value stands for one.  Instruments also write empty values, which the standard
// forbids: where the first reading finds a delimiter inside a keyword, doubled ones are empty values.  Values
// that are not UTF-8 are taken as Latin-1.  Data beyond 99,999,999 bytes are found through $BEGINDATA and
// $ENDDATA, a supplemental TEXT segment is read too.  Throws InputError for what is cut off or makes no
// sense.
FcsText decode_fcs_text(Bytes bytes);

}  // namespace wpga
