// Shares explained in bootstrap samples of the measures, as a part of an analysis file:
//
//   /bootstrap/explained (B × K): for each of B resampled families what each of K components alone explains
#pragma once

#include <optional>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/files/hdf5_reader.hpp"
#include "wpga/io/files/hdf5_writer.hpp"

namespace wpga {

void write_bootstrap(Hdf5Writer& file, const Matrix& explained);

// B × K, or nothing when the file has no bootstrap.  Throws InputError when it does not fit the components.
std::optional<Matrix> read_bootstrap(const Hdf5Reader& file, Index components);

}  // namespace wpga
