#include "wpga/io/data_files.hpp"

#include <fmt/format.h>
#include <glob.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_identity.hpp"
#include "wpga/io/file_system.hpp"

namespace wpga {

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 23> known_extensions = {
    ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".pgm", ".ppm",  ".pbm", ".pnm",   ".pam", ".npy", ".npz",
    ".csv", ".tsv", ".txt",  ".ply", ".xyz",  ".h5",  ".hdf5", ".idx", "-ubyte", ".fcs", ".h5ad"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return text;
}

bool has_glob_characters(const std::string& text) { return text.find_first_of("*?[") != std::string::npos; }

void require_utf8(const fs::path& path) {
  if (!is_utf8(path.string()))
    throw InputError(
        fmt::format("{}: the file name is not UTF-8; rename the file", displayed(path.string())));
}

std::vector<fs::path> in_natural_order(std::vector<fs::path> paths) {
  std::sort(paths.begin(), paths.end(),
            [](const fs::path& a, const fs::path& b) { return natural_less(a.string(), b.string()); });
  return paths;
}

bool is_hidden(const FolderEntry& entry) { return entry.path.filename().string().starts_with("."); }

// A link to what is not there, or to itself; a file that was removed meanwhile.
bool leads_nowhere(const FolderEntry& entry) {
  return entry.unseen == std::errc::no_such_file_or_directory || entry.unseen == std::errc::not_a_directory ||
         entry.unseen == std::errc::too_many_symbolic_link_levels;
}

// In an order that no disk decides: a folder is known by its own name before a link to it is met.  What
// cannot be looked at may be a measure.
std::vector<FolderEntry> visible_in(const fs::path& folder) {
  std::vector<FolderEntry> entries = entries_of(folder);
  std::erase_if(entries, is_hidden);
  for (const FolderEntry& entry : entries)
    if (entry.unseen && !leads_nowhere(entry))
      throw InputError(
          fmt::format("cannot look at {}: {}", displayed(entry.path.string()), entry.unseen.message()));
  std::ranges::sort(entries, {}, [](const FolderEntry& entry) {
    return std::pair(entry.is_link, entry.path.filename().string());
  });
  return entries;
}

// Links to folders are followed, but no folder is entered twice: a link may lead back to its own folder.
void collect_files(const fs::path& folder, std::set<FileIdentity>& entered, std::vector<fs::path>& paths,
                   std::vector<std::string>& skipped) {
  const std::optional<FileIdentity> identity = identity_of(folder);
  if (!identity || !entered.insert(*identity).second) return;
  for (const FolderEntry& entry : visible_in(folder)) {
    if (leads_nowhere(entry))
      skipped.push_back(entry.path.string() + (entry.is_link ? " (a link that leads nowhere)" : " (gone)"));
    else if (entry.is_folder)
      collect_files(entry.path, entered, paths, skipped);
    else if (entry.is_file && is_data_file(entry.path))
      paths.push_back(entry.path);
    else if (entry.is_file)
      skipped.push_back(entry.path.string());
  }
}

std::vector<fs::path> files_of_folder(const fs::path& folder, std::vector<std::string>& skipped) {
  std::vector<fs::path> paths;
  std::set<FileIdentity> entered;
  collect_files(folder, entered, paths, skipped);
  if (paths.empty())
    throw InputError(
        fmt::format("{}: the folder has no data in it; looked for images, .csv, .tsv, .npy, .npz, .ply, "
                    ".xyz, .fcs, .h5ad, .h5 and IDX files",
                    displayed(folder.string())));
  return in_natural_order(std::move(paths));
}

// A folder that a pattern leads through, and that cannot be looked into.
struct Unread {
  std::string folder;
  int error = 0;
};
thread_local Unread unread;

extern "C" int note_unread(const char* folder, int error) {
  unread = {folder, error};
  return 1;  // end the search
}

std::vector<fs::path> files_of_glob(const std::string& pattern) {
  glob_t found{};
  std::vector<fs::path> paths;
  // NOLINTNEXTLINE(concurrency-mt-unsafe): one thread looks for data
  const int flaw = ::glob(pattern.c_str(), GLOB_NOSORT, note_unread, &found);
  if (flaw == 0) paths.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  ::globfree(&found);
  if (flaw == GLOB_NOSPACE) throw std::bad_alloc();
  if (flaw == GLOB_ABORTED)
    throw InputError(fmt::format("{}: cannot look into {}: {}", displayed(pattern), displayed(unread.folder),
                                 std::generic_category().message(unread.error)));
  if (paths.empty()) throw InputError(fmt::format("{}: no file matches", displayed(pattern)));
  return in_natural_order(std::move(paths));
}

std::string name_without_extension(const fs::path& path) {
  fs::path name = path;
  if (lower(name.extension().string()) == ".gz") name.replace_extension();
  name.replace_extension();
  return name.generic_string();
}

void add_argument(const fs::path& path, std::vector<DataFile>& files, std::vector<std::string>& skipped) {
  if (is_folder(path)) {
    for (const fs::path& file : files_of_folder(path, skipped))
      files.push_back({file, name_without_extension(file.lexically_relative(path)), {}});
    return;
  }
  if (!is_there(path))
    throw InputError(fmt::format("{}: {}", displayed(path.string()), reason_missing(path)));
  files.push_back({path, name_without_extension(path.filename()), {}});
}

// README, LICENSE and their like, whatever follows the word; notes and a table about the samples by their
// whole name.
bool is_paper(const fs::path& path) {
  constexpr std::array<std::string_view, 6> tables = {"meta",  "metadata", "meta_data",
                                                      "notes", "note",     "covariates"};
  constexpr std::array<std::string_view, 9> papers = {"readme",  "license",   "licence",
                                                      "copying", "changelog", "notice",
                                                      "authors", "citation",  "contributing"};
  const std::string extension = data_extension(path), name = lower(path.filename().string());
  if (extension != ".txt" && extension != ".csv" && extension != ".tsv") return false;
  const std::string stem = lower(path.stem().string());
  if (std::ranges::find(tables, stem) != tables.end()) return true;
  return std::ranges::any_of(papers, [&](std::string_view word) { return name.starts_with(word); });
}

bool is_table(const fs::path& path) {
  const std::string extension = data_extension(path);
  return extension == ".csv" || extension == ".tsv";
}

// A text file beside pictures, events or clouds is a note or a list of settings, not a measure.
void leave_out_papers(std::vector<DataFile>& files, std::vector<std::string>& skipped) {
  if (files.size() < 2) return;
  const auto is_text = [](const DataFile& file) { return data_extension(file.path) == ".txt"; };
  const bool any_data = !std::ranges::all_of(files, is_text);
  const bool any_table = std::ranges::any_of(files, [](const DataFile& file) { return is_table(file.path); });
  std::erase_if(files, [&](const DataFile& file) {
    const bool out = is_paper(file.path) || (any_data && !any_table && is_text(file));
    if (out) skipped.push_back(file.path.string());
    return out;
  });
  if (files.empty())
    throw InputError(fmt::format("{}: a text beside data is not read with others; name it alone to read it",
                                 displayed(skipped.back())));
}

// Folder names are labels only where there is more than one folder to tell apart.
void label_by_folder(std::vector<DataFile>& files) {
  const auto folder = [](const DataFile& file) { return absolute_path(file.path).parent_path(); };
  std::set<fs::path> folders;
  for (const DataFile& file : files) folders.insert(folder(file));
  if (folders.size() < 2) return;
  for (DataFile& file : files) file.label = folder(file).filename().string();
}

}  // namespace

bool is_data_file(const fs::path& path) {
  if (path.filename().string().starts_with(".")) return false;
  const std::string extension = data_extension(path);
  return std::find(known_extensions.begin(), known_extensions.end(), extension) != known_extensions.end();
}

std::string data_extension(const fs::path& path) {
  fs::path name = path.filename();
  std::string extension = lower(name.extension().string());
  if (extension == ".gz") extension = lower(name.replace_extension().extension().string());
  // MNIST's files: train-images-idx3-ubyte, also spelt train-images.idx3-ubyte.
  if (lower(name.string()).ends_with("-ubyte")) return "-ubyte";
  return extension;
}

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_digit(a[i]) && is_digit(b[j])) {
      const auto run = [](std::string_view text, std::size_t& at) {
        while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
        const std::size_t begin = at;
        while (at < text.size() && is_digit(text[at])) ++at;
        return text.substr(begin, at - begin);
      };
      const std::string_view left = run(a, i), right = run(b, j);
      if (left.size() != right.size()) return left.size() < right.size();
      if (left != right) return left < right;
    } else {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
      ++i, ++j;
    }
  }
  if (a.size() - i != b.size() - j) return a.size() - i < b.size() - j;
  return a < b;  // equal but for leading zeros
}

std::vector<DataFile> find_data_files(std::span<const std::string> arguments,
                                      std::vector<std::string>* skipped) {
  std::vector<DataFile> files;
  std::vector<std::string> passed_over;
  for (const std::string& argument : arguments) {
    if (has_glob_characters(argument) && !is_there(argument))
      for (const fs::path& path : files_of_glob(argument)) add_argument(path, files, passed_over);
    else
      add_argument(argument, files, passed_over);
  }
  for (const DataFile& file : files) require_utf8(file.path);
  leave_out_papers(files, passed_over);
  label_by_folder(files);
  if (skipped) *skipped = std::move(passed_over);
  return files;
}

bool is_family_path(const std::string& path) {
  const std::string extension = data_extension(path);
  return extension == ".h5" || extension == ".hdf5";
}

}  // namespace wpga
