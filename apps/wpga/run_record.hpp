// model.run.json: what is true of one run and not of its result.
#pragma once

#include <string>

#include "console.hpp"

namespace wpga {

// "folder/model.h5" gives "folder/model.run.json".
std::string run_record_path(const std::string& output);

// {"command", "version", "seconds", "threads", "machine": {"processor", "cores", "system"}}
Json run_record(const Console& console, Json seconds, const Execution& execution);

}  // namespace wpga
