// Zip archives in memory: what NumPy's .npz files are.
// Source: PKWARE's APPNOTE 6.3, the parts that np.savez, np.savez_compressed and Info-ZIP use.
#pragma once

#include <string>
#include <vector>

#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/formats/gzip.hpp"

namespace wpga {

struct ZipMember {
  std::string name;
  std::vector<std::byte> contents;
};

// Does it begin like a zip archive (or an empty one)?
bool is_zip(Bytes bytes);

// All members in the order of the central directory, checksums verified.  Stored and deflated members, zip64,
// sizes written after the data (streaming).  Encrypted or split archives and members that share bytes throw
// InputError.
std::vector<ZipMember> decode_zip(Bytes bytes, const InflateLimits& limits = {});

// Stored, dated 1 January 1980: the same members give the same bytes.  Up to 65,535 members and 4 GiB in all;
// more throws InputError.
std::vector<std::byte> encode_zip(const std::vector<ZipMember>& members);

}  // namespace wpga
