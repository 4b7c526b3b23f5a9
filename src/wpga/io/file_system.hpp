// Questions to the file system that do not throw, but for two that say so, and the few changes made there:
// the one door to the functions of std::filesystem.  What cannot be looked at (a folder that may not be
// searched, a name that is too long) is not there.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace wpga {

bool is_there(const std::filesystem::path& path);           // anything, links followed
bool is_file(const std::filesystem::path& path);            // a regular file, links followed
bool is_folder(const std::filesystem::path& path);          // links followed
std::uint64_t bytes_in(const std::filesystem::path& path);  // bytes; 0 of what is no file

// Why is_there is false: "no such file or folder", or what keeps us from looking.
std::string reason_missing(const std::filesystem::path& path);

inline constexpr int most_links = 40;  // on the way to one place, as the system allows

// Where a link leads, one step; nothing where it is no link.
std::optional<std::filesystem::path> link_target(const std::filesystem::path& path);

// Where a path leads when links are followed, whether there is something or not; a ring of links ends
// somewhere on it.
std::filesystem::path followed(const std::filesystem::path& path);

// From the root, without "." and ".."; links keep their names.  Throws InputError where the working folder
// cannot be found out.
std::filesystem::path absolute_path(const std::filesystem::path& path);

// Without ".", ".." and links, as far as the path leads to something; as it is where that cannot be found
// out.
std::filesystem::path canonical_path(const std::filesystem::path& path);

// At most `bytes` of a name, cut between two characters.
std::string shortened(std::string_view name, std::size_t bytes);

struct FolderEntry {
  std::filesystem::path path;
  bool is_file = false, is_folder = false;  // links followed
  bool is_link = false;
  std::error_code
      unseen;  // why neither is known: a link that leads nowhere, a folder that may not be searched
};

// What lies in a folder, in no order.  Throws InputError (folder, reason) when it cannot be read.
std::vector<FolderEntry> entries_of(const std::filesystem::path& folder);

// Make a folder (not its parent), rename, remove (a folder with all that is in it); they tell what went
// wrong, if anything.
std::error_code make_folder(const std::filesystem::path& path);
std::error_code make_new_folder(const std::filesystem::path& path);  // one that is there is file_exists
std::error_code rename_path(const std::filesystem::path& from, const std::filesystem::path& to);
std::error_code remove_everything(const std::filesystem::path& path);

}  // namespace wpga
