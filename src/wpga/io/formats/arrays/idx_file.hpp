// IDX, the format of MNIST and Fashion-MNIST: two zero bytes, a type, a rank, big-endian extents, then the
// elements. Source: the description by Y. LeCun, C. Cortes and C. Burges with the MNIST database.
#pragma once

#include "wpga/io/formats/arrays/numeric_array.hpp"

namespace wpga {

// Does it begin like an IDX file?
bool is_idx(Bytes bytes);

// All six element types (u8, i8, i16, i32, f32, f64), any rank up to 64.  The file must hold exactly the
// elements that its header promises.  One copy of the elements is made.  Compressed files go through gunzip
// first.
NumericArray decode_idx(Bytes bytes);

}  // namespace wpga
