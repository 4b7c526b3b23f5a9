// A ragged family in an .npz archive: points, offsets and, where present, weights, names, labels,
// measure_weights.
#pragma once

#include <string>
#include <vector>

#include "wpga/io/formats/arrays/npy_file.hpp"
#include "wpga/io/reading/family_builder.hpp"
#include "wpga/io/reading/load_options.hpp"

namespace wpga {

// Does the archive hold one?
bool is_ragged(const NpzArchive& archive);

void read_ragged(const NpzArchive& archive, const std::string& prefix, const std::string& label,
                 const LoadOptions& options, FamilyBuilder& builder);

// The first of these arrays that there is, as text: 1, 2, 3 rather than 1.0, 2.0, 3.0.
std::vector<std::string> texts_named(const NpzArchive& archive,
                                     std::initializer_list<const char*> candidates);
std::vector<std::string> texts_of(const NumericArray& numbers);

}  // namespace wpga
