// model.run.json: what is true of one run and not of its result.
#pragma once

#include <optional>
#include <string>

#include "console/console.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

// "folder/model.h5" gives "folder/model.run.json".
std::string run_record_path(const std::string& output);

// The text of such a file; nothing where it is no record of a run, or longer than a megabyte.
std::optional<std::string> run_record_in(const std::string& path);

// Throws InputError when the path cannot be written, or holds something that is no record of a run.
void require_run_record_place(const std::string& path);

// {"command", "version", "seconds", "threads", "machine": {"processor", "cores", "system"}}
Json run_record(const Console& console, Json seconds, const Execution& execution);

}  // namespace wpga
