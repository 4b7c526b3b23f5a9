// Reading and writing for those who have no flags: a family from files, a model to a file and back.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

#include "wpga/io/load_family.hpp"

namespace wpga {

// The measures of a file, folder or glob of any format.  What was guessed on the way is not told:
// load_family tells it.  Throws InputError for data that are no measures.
MeasureFamily read(const std::string& data, const LoadOptions& options = {}, const Execution& execution = {});

// New data, read as those of the model were and brought into its space.
MeasureFamily read_like(const Model& model, const std::string& data, const Execution& execution = {});

// Whole or not at all; the name ends in .h5.
void write(const Model& model, const std::filesystem::path& path);
void write(const MeasureFamily& family, const std::filesystem::path& path);

}  // namespace wpga
