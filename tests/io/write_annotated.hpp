// AnnData files as anndata 0.8 writes them, made by hand.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga::testing {

// What may be wrong with one.
struct AnnotatedParts {
  bool obs = true;
  std::vector<std::string> cells = {"c1", "c2", "c3", "c4", "c5"};
  std::vector<std::string> variables = {"CD3", "CD4", "CD8"};
  std::vector<std::int64_t> codes = {1, 0, 1, -1, 0};
  std::vector<double> ages = {1.5, 2, 1.5, 2, 2};
  std::int64_t bad_index = -1;  // an index of X, where not −1
  std::int64_t bad_begin = -1;  // the end of its last row
};

// Three variables of five cells, one column a cell.
inline Matrix annotated_matrix() {
  Matrix values(3, 5);
  values << 1, 0, 0, 4, 0, /**/ 0, 2, 0, 5.5, 0, /**/ 0, 3, 7, -6, 0;
  return values;
}

namespace detail {

struct Sparse {
  std::vector<double> data;
  std::vector<std::int64_t> indices, begins = {0};
};

// Column by column of the matrix: by rows for cells as rows.
inline Sparse sparse_columns(const Matrix& matrix) {
  Sparse sparse;
  for (Index c = 0; c < matrix.cols(); ++c) {
    for (Index r = 0; r < matrix.rows(); ++r)
      if (matrix(r, c) != 0) {
        sparse.data.push_back(matrix(r, c));
        sparse.indices.push_back(r);
      }
    sparse.begins.push_back(static_cast<std::int64_t>(sparse.data.size()));
  }
  return sparse;
}

inline void write_sparse(Hdf5Writer& file, const std::string& path, const Sparse& sparse,
                         const std::string& kind) {
  file.write(path + "/data", sparse.data, {sparse.data.size()});
  file.write(path + "/indices", sparse.indices, {sparse.indices.size()});
  file.write(path + "/indptr", sparse.begins, {sparse.begins.size()});
  file.set_attribute(path, "encoding-type", kind);
  file.set_attribute(path, "shape", std::vector<std::int64_t>{5, 3});
}

inline void write_obs(Hdf5Writer& file, const AnnotatedParts& parts) {
  using Texts = std::vector<std::string>;
  file.write("/obs/_index", parts.cells);
  file.write("/obs/sample/codes", parts.codes, {parts.codes.size()});
  file.write("/obs/sample/categories", Texts{"b", "a", "unused"});
  file.write("/obs/__categories/old", Texts{"p", "q"});
  file.write("/obs/old", std::vector<std::int64_t>{0, 0, 1, 1, 0}, {5});
  file.write("/obs/donor", Texts{"d1", "d2", "d1", "d2", "d2"});
  file.write("/obs/age", parts.ages, {5});
  file.set_attribute("/obs", "_index", std::string("_index"));
  file.set_attribute("/obs", "column-order", Texts{"sample", "old", "donor", "age"});
}

}  // namespace detail

inline std::vector<std::byte> encode_annotated(const AnnotatedParts& parts = {}) {
  Hdf5Writer file;
  const Matrix matrix = annotated_matrix();
  detail::Sparse rows = detail::sparse_columns(matrix);
  if (parts.bad_index >= 0) rows.indices[1] = parts.bad_index;
  if (parts.bad_begin >= 0) rows.begins.back() = parts.bad_begin;
  detail::write_sparse(file, "/X", rows, "csr_matrix");
  detail::write_sparse(file, "/raw/X", detail::sparse_columns(matrix), "csr_matrix");
  detail::write_sparse(file, "/layers/csc", detail::sparse_columns(matrix.transpose()), "csc_matrix");
  file.write("/layers/dense", {matrix.data(), 15}, {5, 3});
  Matrix reduced(2, 5);
  reduced << matrix.row(0), matrix.row(1) + matrix.row(2);
  file.write("/obsm/X_pca", {reduced.data(), 10}, {5, 2});
  for (const char* group : {"/var", "/raw/var"}) {
    file.write(std::string(group) + "/_index", parts.variables);
    file.set_attribute(group, "_index", std::string("_index"));
  }
  if (parts.obs) detail::write_obs(file, parts);
  return file.finish();
}

inline void write_annotated(const std::filesystem::path& path, const AnnotatedParts& parts = {}) {
  write_file(path, encode_annotated(parts));
}

}  // namespace wpga::testing
