// PLY point clouds (Stanford's polygon format): ascii, binary little- and big-endian.
// Source: G. Turk, "The PLY Polygon File Format", 1994.
#pragma once

#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/formats/clouds/cloud.hpp"

namespace wpga {

// Does it begin like a PLY file?
bool is_ply(Bytes bytes);

// The vertices: properties x, y and, if there is one, z; a property called weight gives the weights.  Other
// properties, lists and elements before the vertices are stepped over; what follows the vertices is not
// looked at.  Throws InputError with the line (header, ascii) or the vertex (binary).
Cloud decode_ply(Bytes bytes);

}  // namespace wpga
