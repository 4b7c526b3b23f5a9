#include "wpga/analysis/fit/map_columns.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/parallel/ordered_sum.hpp"

namespace wpga {

namespace {

const auto no_results = [](Parcel&, std::int64_t) {};
const auto no_workspace = [] { return 0; };

// body(first, length) for runs that are the same whatever the number of threads.
template <class Body>
void in_runs(const Execution& execution, Index count, Body&& body) {
  constexpr Index length = 128;
  parallel_for(execution, (count + length - 1) / length,
               [&](Index run) { body(run * length, std::min(length, count - run * length)); });
}

}  // namespace

void MapColumns::resize(Index rows, Index columns, const Execution& execution) {
  rows_ = rows;
  columns_ = columns;
  execution_ = are_few() ? without_ranks(execution) : execution;
  const Share own = own_share(execution_, columns);
  first_ = own.first;
  numbers_.resize(static_cast<std::size_t>(rows * own.size()));
}

Eigen::VectorXf MapColumns::column(Index i) const {
  const Share own = own_share(execution_, columns_);
  Eigen::VectorXf found(rows_);
  if (own.first <= i && i < own.last) found = col(i);
  gather(execution_, columns_, [&](Parcel& parcel, std::int64_t k) {
    if (k == i) parcel(found);
  });
  return found;
}

Eigen::MatrixXf MapColumns::combined(const Eigen::MatrixXf& factors) const {
  Eigen::MatrixXf sum = Eigen::MatrixXf::Zero(rows_, factors.rows());
  walk([&](Index first, const View& part) {
    const Eigen::MatrixXf turned = factors.middleCols(first, part.cols()).transpose();
    in_runs(execution_, rows_, [&](Index row, Index height) {
      const Eigen::MatrixXf more = part.middleRows(row, height) * turned;
      auto rows = sum.middleRows(row, height);
      rows = first == 0 ? more : Eigen::MatrixXf(rows + more);
    });
  });
  return sum;
}

Eigen::VectorXf MapColumns::sum(const Eigen::VectorXf& factors) const {
  Eigen::VectorXf total = Eigen::VectorXf::Zero(rows_);
  if (!are_few())
    return shared_sum(
        execution_, columns_, total, no_workspace,
        [&](int&, Eigen::VectorXf& sum, std::int64_t i) { sum += factors[i] * col(i); }, no_results);
  walk([&](Index first, const View& part) {
    const Eigen::VectorXf more = part * factors.segment(first, part.cols());
    total = first == 0 ? more : Eigen::VectorXf(total + more);
  });
  return total;
}

Eigen::MatrixXf MapColumns::along(const Eigen::MatrixXf& fields) const {
  Eigen::MatrixXf products(fields.cols(), columns_);
  if (are_few())
    walk([&](Index first, const View& part) {
      in_runs(execution_, part.cols(), [&](Index column, Index width) {
        products.middleCols(first + column, width) = fields.transpose() * part.middleCols(column, width);
      });
    });
  else
    shared_for(
        execution_, columns_, no_workspace,
        [&](int&, std::int64_t i) { products.col(i).noalias() = fields.transpose() * col(i); },
        [&](Parcel& parcel, std::int64_t i) { parcel(products.col(i)); });
  return products;
}

Vector MapColumns::along(const Eigen::VectorXf& field) const {
  Vector products(columns_);
  if (are_few())
    walk([&](Index first, const View& part) {
      products.segment(first, part.cols()) = (part.transpose() * field).cast<double>();
    });
  else
    shared_for(
        execution_, columns_, no_workspace,
        [&](int&, std::int64_t i) { products[i] = static_cast<double>(col(i).dot(field)); },
        [&](Parcel& parcel, std::int64_t i) { parcel(products[i]); });
  return products;
}

Matrix MapColumns::folded(const Matrix& fields, const Vector& weights) const {
  const Matrix zero = Matrix::Zero(rows_, fields.cols());
  const Eigen::MatrixXf directions = fields.cast<float>();
  if (are_few()) {
    const Matrix factors = along(directions).cast<double>() * weights.asDiagonal();
    const double largest = factors.size() > 0 ? factors.cwiseAbs().maxCoeff() : 0;
    if (!(largest > 0)) return zero;
    return combined((factors / std::exp2(std::ilogb(largest))).cast<float>()).cast<double>();
  }
  return shared_sum(
      execution_, columns_, zero, [&] { return Eigen::VectorXf(fields.cols()); },
      [&](Eigen::VectorXf& products, Matrix& total, std::int64_t i) {
        const auto column = col(i);
        products.noalias() = directions.transpose() * column;
        for (Index c = 0; c < total.cols(); ++c)
          total.col(c) += weights[i] * static_cast<double>(products[c]) * column.cast<double>();
      },
      no_results);
}

Matrix MapColumns::second_moments(const Matrix& fields, const Vector& weights) const {
  const Eigen::MatrixXf directions = fields.cast<float>();
  if (are_few()) {
    const Matrix scores = along(directions).cast<double>();
    return scores * weights.asDiagonal() * scores.transpose();
  }
  const Matrix zero = Matrix::Zero(fields.cols(), fields.cols());
  return shared_sum(
      execution_, columns_, zero, [&] { return Vector(fields.cols()); },
      [&](Vector& scores, Matrix& total, std::int64_t i) {
        scores = (directions.transpose() * col(i)).cast<double>();
        total += weights[i] * scores * scores.transpose();
      },
      no_results);
}

Vector MapColumns::squared_norms() const {
  Vector found(columns_);
  shared_for(
      execution_, columns_, no_workspace,
      [&](int&, std::int64_t i) { found[i] = col(i).cast<double>().squaredNorm(); },
      [&](Parcel& parcel, std::int64_t i) { parcel(found[i]); });
  return found;
}

double MapColumns::squared_norm(const Vector& weights) const {
  double sum = 0;
  if (!are_few())
    return shared_sum(
        execution_, columns_, sum, no_workspace,
        [&](int&, double& total, std::int64_t i) {
          total += weights[i] * col(i).cast<double>().squaredNorm();
        },
        no_results);
  for (Index i = 0; i < columns_; ++i) sum += weights[i] * col(i).cast<double>().squaredNorm();
  return sum;
}

}  // namespace wpga
