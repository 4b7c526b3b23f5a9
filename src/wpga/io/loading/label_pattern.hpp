// Labels that stand in the names of files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "wpga/io/data_files.hpp"

namespace wpga {

// The label of each file is what the first group of the regular expression (ECMAScript), or else all of it,
// matches in its path; none where it does not match.  Returns the number of files that match.  Throws
// InputError for what is no regular expression, for one that is nested too deeply, and for one whose search
// takes more than 3 seconds of the processor, and one for every 5000 files.
std::size_t label_by_pattern(std::vector<DataFile>& files, const std::string& pattern);

}  // namespace wpga
