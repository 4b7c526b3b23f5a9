// An output file appears whole or not at all: it is written beside its place and renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

namespace wpga {

// Throws InputError (path, reason) and leaves nothing behind when the disk is full, the folder does not exist
// or may not be written.  A device (/dev/null, /dev/stdout) is written in place.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, std::string_view text);

// The check to make before hours of work: throws InputError when write_file could not succeed there.
void require_writable(const std::filesystem::path& path);

// For a process that finds the same as another which writes it: from now on nothing is written, no place is
// asked whether it could be, and writes_files() is false.
void leave_writing_to_another();
bool writes_files();

// Makes the folder (and only it: its parent must exist) when it is not there yet.
void make_output_folder(const std::filesystem::path& folder);

}  // namespace wpga
