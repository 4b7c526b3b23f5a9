// A column of single precision for each measure.  Of many, those that were not looked at lately may lie in a
// scratch file (base/large_array.hpp); sums over all of them go along runs of columns, and their bits depend
// on the number of rows alone.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include "wpga/base/large_array.hpp"
#include "wpga/base/linear_algebra.hpp"

namespace wpga {

class MapColumns {
 public:
  using View = Eigen::Map<const Eigen::MatrixXf>;

  MapColumns() = default;
  MapColumns& operator=(const Eigen::MatrixXf& values) {
    resize(values.rows(), values.cols());
    Eigen::Map<Eigen::MatrixXf>(numbers_.data(), rows_, columns_) = values;
    return *this;
  }

  void resize(Index rows, Index columns) {
    rows_ = rows;
    columns_ = columns;
    numbers_.resize(static_cast<std::size_t>(rows * columns));
  }
  Index rows() const { return rows_; }
  Index cols() const { return columns_; }

  Eigen::Map<Eigen::VectorXf> col(Index i) {
    numbers_.visit(static_cast<std::size_t>(rows_));
    return {numbers_.data() + i * rows_, rows_};
  }
  Eigen::Map<const Eigen::VectorXf> col(Index i) const {
    numbers_.visit(static_cast<std::size_t>(rows_));
    return {numbers_.data() + i * rows_, rows_};
  }

  View all() const { return {numbers_.data(), rows_, columns_}; }
  template <class Scalar>
  auto cast() const {
    return all().template cast<Scalar>();
  }

  // look(first, columns) for one run of columns after the other.
  template <class Look>
  void walk(Look&& look) const {
    if (rows_ == 0) return;
    numbers_.walk(
        static_cast<std::size_t>(run() * rows_), [&](std::size_t first, std::span<const float> part) {
          look(static_cast<Index>(first) / rows_, View(part.data(), rows_, std::ssize(part) / rows_));
        });
  }

  // Σ_i factors_ci column_i, a column for each row c of the factors.
  Eigen::MatrixXf times(const Eigen::MatrixXf& factors) const {
    Eigen::MatrixXf sum = Eigen::MatrixXf::Zero(rows_, factors.rows());
    walk([&](Index first, const View& part) {
      const Eigen::MatrixXf more = part * factors.middleCols(first, part.cols()).transpose();
      sum = first == 0 ? more : Eigen::MatrixXf(sum + more);
    });
    return sum;
  }

  // Σ_i factors_i column_i.
  Eigen::VectorXf sum(const Eigen::VectorXf& factors) const {
    Eigen::VectorXf total = Eigen::VectorXf::Zero(rows_);
    walk([&](Index first, const View& part) {
      const Eigen::VectorXf more = part * factors.segment(first, part.cols());
      total = first == 0 ? more : Eigen::VectorXf(total + more);
    });
    return total;
  }

  // ⟨column of `fields`, column_i⟩ for all of both.
  Eigen::MatrixXf along(const Eigen::MatrixXf& fields) const {
    Eigen::MatrixXf products(fields.cols(), columns_);
    walk([&](Index first, const View& part) {
      products.middleCols(first, part.cols()) = fields.transpose() * part;
    });
    return products;
  }

 private:
  // Columns of 32 megabytes, in sixteens.
  Index run() const { return std::max<Index>(1, (Index{1} << 23) / rows_ / 16) * 16; }

  Index rows_ = 0, columns_ = 0;
  LargeArray<float> numbers_;
};

}  // namespace wpga
