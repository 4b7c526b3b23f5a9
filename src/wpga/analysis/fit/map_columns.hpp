// A column of single precision for each measure.  Of many, those that were not looked at lately may lie in a
// scratch file (base/large_array.hpp), and where ranks share the measures each of them has the columns of its
// own; sums over all columns are then made by all ranks together, and their bits depend on the columns alone.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "wpga/base/large_array.hpp"
#include "wpga/base/linear_algebra.hpp"
#include "wpga/parallel/ranks.hpp"

namespace wpga {

class MapColumns {
 public:
  using View = Eigen::Map<const Eigen::MatrixXf>;

  // So many are on every rank, and added run by run; of more each rank has its share.
  static constexpr Index few = 1024;

  MapColumns() = default;
  MapColumns& operator=(const Eigen::MatrixXf& values) {
    resize(values.rows(), values.cols());
    Eigen::Map<Eigen::MatrixXf>(numbers_.data(), rows_, columns_) = values;
    return *this;
  }

  // Sums are made by the threads, and with the ranks, of `execution`.
  void resize(Index rows, Index columns, const Execution& execution = {.threads = 1});
  Index rows() const { return rows_; }
  Index cols() const { return columns_; }  // on all ranks

  // Each rank has the columns of its own share of them only.
  bool is_divided() const { return is_shared(execution_); }

  // Of a column that is here.
  Eigen::Map<Eigen::VectorXf> col(Index i) {
    numbers_.visit(static_cast<std::size_t>(rows_));
    return {numbers_.data() + (i - first_) * rows_, rows_};
  }
  Eigen::Map<const Eigen::VectorXf> col(Index i) const {
    numbers_.visit(static_cast<std::size_t>(rows_));
    return {numbers_.data() + (i - first_) * rows_, rows_};
  }
  // Of any column, on all ranks.
  Eigen::VectorXf column(Index i) const;

  // Where they are not divided.
  View all() const { return {numbers_.data(), rows_, columns_}; }
  template <class Scalar>
  auto cast() const {
    return all().template cast<Scalar>();
  }

  // look(first, columns) for one run of the columns that are here after the other.
  template <class Look>
  void walk(Look&& look) const {
    if (rows_ == 0) return;
    numbers_.walk(
        static_cast<std::size_t>(run() * rows_), [&](std::size_t first, std::span<const float> part) {
          look(static_cast<Index>(first) / rows_, View(part.data(), rows_, std::ssize(part) / rows_));
        });
  }

  // As many columns of `rows` entries, each made from one of these where it lies: made = change(column).
  template <class Change>
  MapColumns changed(Index rows, Change&& change) const {
    MapColumns made;
    made.resize(rows, columns_, execution_);
    const Share own = own_share(execution_, columns_);
    for (Index i = own.first; i < own.last; ++i) made.col(i) = change(col(i));
    return made;
  }

  // Σ_i factors_i column_i.
  Eigen::VectorXf sum(const Eigen::VectorXf& factors) const;

  // ⟨column of `fields`, column_i⟩ for all of both.
  Eigen::MatrixXf along(const Eigen::MatrixXf& fields) const;
  Vector along(const Eigen::VectorXf& field) const;

  // Σ_i weights_i column_i ⟨column_i, column of `fields`⟩, up to a common factor: squares of small units
  // would underflow in single precision.
  Matrix folded(const Matrix& fields, const Vector& weights) const;

  // Σ_i weights_i s_i s_i' with s_i = ⟨columns of `fields`, column_i⟩.
  Matrix second_moments(const Matrix& fields, const Vector& weights) const;

  // ‖column_i‖², and Σ_i weights_i ‖column_i‖².
  Vector squared_norms() const;
  double squared_norm(const Vector& weights) const;

 private:
  bool are_few() const { return columns_ <= few; }

  // Columns of 32 megabytes, in sixteens.
  Index run() const { return std::max<Index>(1, (Index{1} << 23) / rows_ / 16) * 16; }

  // Σ_i factors_ci column_i, a column for each row c of the factors, of columns that are all here.
  Eigen::MatrixXf combined(const Eigen::MatrixXf& factors) const;

  Index rows_ = 0, columns_ = 0;
  Index first_ = 0;  // of those here
  Execution execution_ = {.threads = 1};
  LargeArray<float> numbers_;
};

}  // namespace wpga
