// AnnData files (.h5ad): cells as rows of a matrix, `obs` tells of the cells, `var` of the columns.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/files/hdf5_reader.hpp"

namespace wpga {

// A column of `obs` as text: cell i has level codes[i].
struct CellLabels {
  std::vector<std::string> levels;
  std::vector<std::int32_t> codes;  // −1: missing
};

// The layouts of anndata 0.7 to 0.12, and the texts with a mask that come after.  Everything throws
// InputError naming file and dataset.
class AnnotatedFile {
 public:
  // `layer`: empty for X, the name of a layer, "raw", or "obsm/NAME".
  AnnotatedFile(const std::filesystem::path& path, const std::string& layer);

  Index cells() const { return cells_; }
  const std::vector<std::string>& variables() const { return variables_; }  // names of the matrix' columns
  // The column with this name, or else with this number, counted from 1.
  std::size_t find(const std::string& variable) const;

  const std::vector<std::string>& columns() const { return columns_; }  // of obs
  bool has_column(const std::string& name) const;
  CellLabels labels(const std::string& column) const;  // texts, categories, numbers, truths
  std::vector<double> numbers(const std::string& column) const;

  // The chosen columns of the matrix: one row each, one column a cell.  Dense, or sparse by rows or columns,
  // of which no more than a part is held at a time.
  Matrix values(const std::vector<std::size_t>& chosen) const;

 private:
  std::string column_path(const std::string& name) const;
  void read_extent();
  void check_cells() const;
  void check_size(Index rows, Index columns) const;
  void read_variables(const std::string& layer);
  // So much of a dense matrix is read at once.
  struct Tile {
    Index rows, columns;
  };
  Tile tile() const;
  Matrix dense_values(const std::vector<std::size_t>& chosen) const;
  Matrix sparse_values(const std::vector<std::size_t>& chosen) const;
  std::int64_t piece_of_entries(std::int64_t entries) const;

  Hdf5Reader file_;
  std::string matrix_;  // its path
  bool sparse_ = false;
  bool by_rows_ = true;  // csr
  Index cells_ = 0, width_ = 0;
  Index most_values_ = 0;  // that a file of this size can hold
  std::vector<std::string> columns_, variables_;
};

}  // namespace wpga
