// DATA on the command line is files, folders or globs; here they become a list of files.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace wpga {

struct DataFile {
  std::filesystem::path path;
  std::string
      name;  // how a measure that is the whole file is called: its path inside the argument, no extension
  std::string label;  // the folder it lies in, when the files come from several folders; else empty
};

// Files stay in the order given; the files of a folder (searched to any depth) and of a glob come in natural
// order (a2 before a10).  In folders only files with a known extension count, hidden ones never.  Papers that
// lie beside data (README, LICENSE, …, and .txt where no other file is a table) are no data unless they are
// the only argument.  What was passed over goes to `skipped`.  Throws InputError for an argument that does
// not exist, a glob or folder without data, and names that are not UTF-8.
std::vector<DataFile> find_data_files(std::span<const std::string> arguments,
                                      std::vector<std::string>* skipped = nullptr);

// Is a file of this name data in a folder that is read?
bool is_data_file(const std::filesystem::path& path);

// "digits.tar.GZ" has the extension ".gz"; one ".gz" is looked through: "x.csv.gz" gives ".csv".
std::string data_extension(const std::filesystem::path& path);

// a2 before a10: runs of digits compare as numbers.
bool natural_less(std::string_view a, std::string_view b);

// Does the name end in .h5 or .hdf5?
bool is_family_path(const std::string& path);

}  // namespace wpga
