#include "wpga/io/files/annotated_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "wpga/base/error.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/hdf5_source.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

// Numbers of a matrix at a time; more where the pieces of the file are larger, each of which is then unpacked
// once.
constexpr std::int64_t usual_block = std::int64_t{1} << 20, largest_block = 16 * usual_block;
constexpr Index widest_reduced = 100'000;  // columns of a layer obsm/NAME; real ones have at most thousands

std::string path_of_layer(const std::string& layer) {
  if (layer.empty()) return "/X";
  if (layer == "raw") return "/raw/X";
  return layer.starts_with("obsm/") ? "/" + layer : "/layers/" + layer;
}

// One word for one value.
std::string attribute_word(const Hdf5Reader& file, const std::string& path, const std::string& name) {
  if (!file.has_attribute(path, name)) return {};
  const std::vector<std::string> words = file.attribute_strings(path, name);
  return words.empty() ? std::string() : words.front();
}

// Each different text is a level, in order of first appearance.
CellLabels as_levels(const std::vector<std::string>& texts) {
  CellLabels labels;
  std::unordered_map<std::string_view, std::int32_t> known;
  for (const std::string& text : texts) {
    const auto [place, is_new] = known.try_emplace(text, static_cast<std::int32_t>(labels.levels.size()));
    if (is_new) labels.levels.push_back(text);
    labels.codes.push_back(text.empty() ? -1 : place->second);
  }
  return labels;
}

std::vector<std::string> plain_texts(const Hdf5Reader& file, const std::string& path) {
  return file.holds_strings(path) ? file.read_strings(path) : file.read_number_texts(path);
}

// What may be missing is values and a mask; calls `forget` with the index of each missing one.
template <class Forget>
void forget_missing(const Hdf5Reader& file, const std::string& path, std::size_t count,
                    const Forget& forget) {
  const std::vector<double> mask = file.read_doubles(path + "/mask");
  if (mask.size() != count)
    file.fail(path + "/mask", fmt::format("has {} entries for {} values", mask.size(), count));
  for (std::size_t i = 0; i < count; ++i)
    if (mask[i] != 0) forget(i);
}

bool is_masked(const Hdf5Reader& file, const std::string& path) { return file.has(path + "/values"); }

// Texts, or numbers and truths as texts; empty where one is missing.
std::vector<std::string> texts_at(const Hdf5Reader& file, const std::string& path) {
  if (!is_masked(file, path)) return plain_texts(file, path);
  std::vector<std::string> texts = plain_texts(file, path + "/values");
  forget_missing(file, path, texts.size(), [&](std::size_t i) { texts[i].clear(); });
  return texts;
}

CellLabels labels_of(const Hdf5Reader& file, const std::string& codes, const std::string& categories) {
  CellLabels labels{.levels = texts_at(file, categories), .codes = {}};
  for (const std::int64_t code : file.read_integers(codes)) {
    if (code < -1 || code >= std::ssize(labels.levels))
      file.fail(codes, fmt::format("has the code {} for {} categories", code, labels.levels.size()));
    labels.codes.push_back(static_cast<std::int32_t>(code));
  }
  return labels;
}

CellLabels labels_at(const Hdf5Reader& file, const std::string& path) {
  if (!file.has(path + "/codes")) return as_levels(texts_at(file, path));
  return labels_of(file, path + "/codes", path + "/categories");
}

std::vector<std::string> names_at(const Hdf5Reader& file, const std::string& path) {
  const CellLabels labels = labels_at(file, path);
  std::vector<std::string> names;
  for (const std::int32_t code : labels.codes)
    names.push_back(code < 0 ? std::string() : labels.levels[static_cast<std::size_t>(code)]);
  return names;
}

struct Run {
  std::int64_t first, end;
};

// Of the entries of the chosen columns; those that share a piece of the file are one, what lies between them
// included.
std::vector<Run> runs_of(const std::vector<Index>& place, const std::vector<std::int64_t>& begins,
                         std::int64_t piece) {
  std::vector<Run> runs;
  for (std::size_t column = 0; column < place.size(); ++column) {
    const Run run{begins[column], begins[column + 1]};
    if (place[column] < 0 || run.first == run.end) continue;
    const std::int64_t last = runs.empty() ? -1 : runs.back().end;
    if (last >= 0 && (run.first == last || run.first / piece == (last - 1) / piece))
      runs.back().end = run.end;
    else
      runs.push_back(run);
  }
  return runs;
}

}  // namespace

AnnotatedFile::AnnotatedFile(const std::filesystem::path& path, const std::string& layer)
    : file_(path),
      matrix_(path_of_layer(layer)),
      most_values_(static_cast<Index>(bytes_in(path) * largest_compression)) {
  if (!file_.has_attribute("/obs", "_index"))
    file_.fail("/obs", "is missing, or of anndata before 0.7; write the file again with a newer one");
  sparse_ = file_.has(matrix_ + "/indptr");
  if (!sparse_ && !file_.has(matrix_)) file_.fail(matrix_, "is missing; see `layer`");
  read_extent();
  check_cells();
  columns_ = file_.attribute_strings("/obs", "column-order");
  read_variables(layer);
}

void AnnotatedFile::read_extent() {
  std::vector<std::int64_t> shape;
  if (sparse_) {
    std::string kind = attribute_word(file_, matrix_, "encoding-type");
    const bool old = kind.empty();
    if (old) kind = attribute_word(file_, matrix_, "h5sparse_format") + "_matrix";
    if (kind != "csr_matrix" && kind != "csc_matrix")
      file_.fail(matrix_, fmt::format("is a sparse matrix of an unknown kind, {}", shown(kind)));
    by_rows_ = kind == "csr_matrix";
    shape = file_.attribute_integers(matrix_, old ? "h5sparse_shape" : "shape");
  } else {
    for (const std::uint64_t extent : file_.shape(matrix_))
      shape.push_back(static_cast<std::int64_t>(extent));
    if (shape.size() == 1) shape.push_back(1);
  }
  if (shape.size() != 2 || std::ranges::any_of(shape, [](auto n) { return n < 1; }))
    file_.fail(matrix_, "must have two axes, cells and variables, and be not empty");
  cells_ = shape[0];
  width_ = shape[1];
}

void AnnotatedFile::check_size(Index rows, Index columns) const {
  if (columns > most_values_ / rows)
    file_.fail(matrix_,
               fmt::format("claims {} × {} values, more than a file of this size can hold; write the "
                           "file again",
                           rows, columns));
}

void AnnotatedFile::check_cells() const {
  std::string names = "/obs/" + attribute_word(file_, "/obs", "_index");
  // Values and a mask, or codes of categories.
  for (const char* part : {"/values", "/codes"})
    if (file_.has(names + part)) names += part;
  const std::vector<std::uint64_t> shape = file_.shape(names);
  if (shape.size() != 1 || shape[0] != static_cast<std::uint64_t>(cells_))
    file_.fail(names,
               fmt::format("names {} cells, but the matrix has {}", shape.empty() ? 1 : shape[0], cells_));
}

void AnnotatedFile::read_variables(const std::string& layer) {
  if (layer.starts_with("obsm/")) {
    if (width_ > widest_reduced)
      file_.fail(matrix_,
                 fmt::format("has {} columns, where a layer of obsm may have {}; keep those you need", width_,
                             widest_reduced));
    for (Index k = 1; k <= width_; ++k) variables_.push_back(fmt::format("{} {}", layer.substr(5), k));
    return;
  }
  const std::string group = layer == "raw" ? "/raw/var" : "/var";
  const std::string index = attribute_word(file_, group, "_index");
  variables_ = names_at(file_, group + "/" + (index.empty() ? "_index" : index));
  if (static_cast<Index>(variables_.size()) != width_)
    file_.fail(group, fmt::format("names {} variables, but the matrix has {}", variables_.size(), width_));
}

std::size_t AnnotatedFile::find(const std::string& variable) const {
  const auto found = std::ranges::find(variables_, variable);
  if (found != variables_.end()) {
    if (std::find(found + 1, variables_.end(), variable) != variables_.end())
      throw InputError(fmt::format("two variables are called {}; choose one by its number", shown(variable)));
    return static_cast<std::size_t>(found - variables_.begin());
  }
  const std::optional<double> number = number_in(variable);
  if (number && *number >= 1 && *number <= static_cast<double>(width_) && *number == std::floor(*number))
    return static_cast<std::size_t>(*number) - 1;
  std::string known;
  for (std::size_t k = 0; k < variables_.size() && k < 12; ++k) known += (k ? ", " : "") + variables_[k];
  throw InputError(fmt::format("there is no variable {}; they are {}{}", shown(variable), known,
                               variables_.size() > 12 ? ", …" : ""));
}

bool AnnotatedFile::has_column(const std::string& name) const {
  return std::ranges::find(columns_, name) != columns_.end();
}

std::string AnnotatedFile::column_path(const std::string& name) const {
  if (!has_column(name))
    throw InputError(fmt::format("obs has no column {}; its columns are {}", shown(name),
                                 columns_.empty() ? "none" : fmt::format("{}", fmt::join(columns_, ", "))));
  return "/obs/" + name;
}

CellLabels AnnotatedFile::labels(const std::string& column) const {
  const std::string path = column_path(column);
  const std::string old = "/obs/__categories/" + column;
  const bool is_old = !file_.has(path + "/codes") && file_.has(old);
  const CellLabels labels = is_old ? labels_of(file_, path, old) : labels_at(file_, path);
  if (static_cast<Index>(labels.codes.size()) != cells_)
    file_.fail(path, fmt::format("has {} values for {} cells", labels.codes.size(), cells_));
  return labels;
}

std::vector<double> AnnotatedFile::numbers(const std::string& column) const {
  const std::string path = column_path(column);
  if (file_.has(path + "/codes")) file_.fail(path, "holds categories, where numbers are wanted");
  const bool masked = is_masked(file_, path);
  std::vector<double> numbers = file_.read_doubles(masked ? path + "/values" : path);
  if (masked)
    forget_missing(file_, path, numbers.size(),
                   [&](std::size_t i) { numbers[i] = std::numeric_limits<double>::quiet_NaN(); });
  if (static_cast<Index>(numbers.size()) != cells_)
    file_.fail(path, fmt::format("has {} values for {} cells", numbers.size(), cells_));
  return numbers;
}

Matrix AnnotatedFile::values(const std::vector<std::size_t>& chosen) const {
  check_size(cells_, static_cast<Index>(chosen.size()));
  return sparse_ ? sparse_values(chosen) : dense_values(chosen);
}

Matrix AnnotatedFile::dense_values(const std::vector<std::size_t>& chosen) const {
  Matrix values(static_cast<Index>(chosen.size()), cells_);
  const auto [rows, width] = tile();
  std::vector<Index> order(chosen.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::sort(order, {}, [&](Index d) { return chosen[static_cast<std::size_t>(d)]; });
  std::vector<std::uint64_t> columns;  // those in one tile
  for (std::size_t begin = 0; begin < order.size(); begin += columns.size()) {
    columns.clear();
    const auto tile_of = [&](std::size_t k) {
      return chosen[static_cast<std::size_t>(order[k])] / static_cast<std::size_t>(width);
    };
    for (std::size_t k = begin; k < order.size() && tile_of(k) == tile_of(begin); ++k)
      columns.push_back(chosen[static_cast<std::size_t>(order[k])]);
    for (Index first = 0; first < cells_; first += rows) {
      const Index here = std::min(rows, cells_ - first);
      const std::vector<double> part = file_.read_doubles(matrix_, static_cast<std::uint64_t>(first),
                                                          static_cast<std::uint64_t>(first + here), columns);
      if (part.size() != columns.size() * static_cast<std::size_t>(here))
        file_.fail(matrix_, fmt::format("gave {} values where {} × {} were asked for", part.size(), here,
                                        columns.size()));
      const MatrixView read(part.data(), std::ssize(columns), here);
      for (Index cell = 0; cell < here; ++cell)
        for (Index k = 0; k < read.rows(); ++k)
          values(order[begin + static_cast<std::size_t>(k)], first + cell) = read(k, cell);
    }
  }
  return values;
}

// Whole pieces of the file where it lies in pieces, so that each is unpacked once, unless they are huge.
AnnotatedFile::Tile AnnotatedFile::tile() const {
  const std::vector<std::uint64_t> chunk = file_.chunk(matrix_);
  const auto extent = [&](std::size_t axis, Index all, Index otherwise) {
    return axis < chunk.size() ? static_cast<Index>(std::clamp<std::uint64_t>(
                                     chunk[axis], 1, static_cast<std::uint64_t>(all)))
                               : otherwise;
  };
  Tile tile{.rows = extent(0, cells_, 1), .columns = extent(1, width_, width_)};
  tile.rows = std::min(tile.rows, std::max<Index>(1, largest_block / tile.columns));
  tile.columns = std::min(width_, tile.columns * std::max<Index>(1, usual_block / tile.rows / tile.columns));
  tile.rows *= std::max<Index>(1, usual_block / tile.rows / tile.columns);
  return tile;
}

// The larger piece in which indices or values lie in the file; 1 where they lie in one.
std::int64_t AnnotatedFile::piece_of_entries(std::int64_t entries) const {
  std::uint64_t piece = 1;
  for (const char* part : {"/indices", "/data"})
    if (const std::vector<std::uint64_t> chunk = file_.chunk(matrix_ + part); !chunk.empty())
      piece = std::max(piece, chunk[0]);
  return static_cast<std::int64_t>(std::clamp<std::uint64_t>(piece, 1, static_cast<std::uint64_t>(entries)));
}

Matrix AnnotatedFile::sparse_values(const std::vector<std::size_t>& chosen) const {
  const Index lines = by_rows_ ? cells_ : width_, others = by_rows_ ? width_ : cells_;
  const std::vector<std::int64_t> begins = file_.read_integers(matrix_ + "/indptr");
  if (static_cast<Index>(begins.size()) != lines + 1 || begins.front() != 0 ||
      !std::ranges::is_sorted(begins))
    file_.fail(matrix_ + "/indptr", "does not say where the rows or columns begin");
  // Where a variable goes; −1: nowhere.
  std::vector<Index> place(static_cast<std::size_t>(width_), -1);
  for (std::size_t d = 0; d < chosen.size(); ++d) place[chosen[d]] = static_cast<Index>(d);
  Matrix values = Matrix::Zero(static_cast<Index>(chosen.size()), cells_);
  const auto read = [&](std::int64_t first, std::int64_t end) {
    const auto from = static_cast<std::uint64_t>(first), to = static_cast<std::uint64_t>(end);
    const std::vector<std::int64_t> indices = file_.read_integers(matrix_ + "/indices", from, to);
    const std::vector<double> numbers = file_.read_doubles(matrix_ + "/data", from, to);
    if (indices.size() != to - from || numbers.size() != to - from)
      file_.fail(matrix_, "must have one index and one value for each entry");
    Index line = std::ranges::upper_bound(begins, first) - begins.begin() - 1;
    for (std::size_t k = 0; k < indices.size(); ++k) {
      while (begins[static_cast<std::size_t>(line) + 1] <= first + static_cast<std::int64_t>(k)) ++line;
      if (indices[k] < 0 || indices[k] >= others)
        file_.fail(matrix_ + "/indices",
                   fmt::format("has {} where {} is the largest", indices[k], others - 1));
      const Index variable = by_rows_ ? indices[k] : line, cell = by_rows_ ? line : indices[k];
      // Entries that stand twice are summed, as SciPy does.
      if (const Index d = place[static_cast<std::size_t>(variable)]; d >= 0) values(d, cell) += numbers[k];
    }
  };
  const std::int64_t entries = begins.back();
  if (entries == 0) return values;
  const std::int64_t piece = piece_of_entries(entries);
  const std::int64_t step = std::min(largest_block, piece * std::max<std::int64_t>(1, usual_block / piece));
  const std::vector<Run> runs = by_rows_ ? std::vector<Run>{{0, entries}} : runs_of(place, begins, piece);
  for (const Run& run : runs)
    for (std::int64_t first = run.first, end = first; first < run.end; first = end) {
      end = first + std::min(run.end - first, step - first % step);
      read(first, end);
    }
  return values;
}

}  // namespace wpga
