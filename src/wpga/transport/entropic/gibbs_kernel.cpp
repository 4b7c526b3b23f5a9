#include "wpga/transport/entropic/gibbs_kernel.hpp"

#include <cassert>
#include <cmath>

#include "wpga/kernels/axis_transform.hpp"
#include "wpga/kernels/gibbs.hpp"
#include "wpga/kernels/matrix_product.hpp"

namespace wpga {

Matrix exponentials_of(Matrix values) {
  kernels::exponentials(values.data(), values.size(), values.data());
  return values;
}

namespace {

template <class T>
using MatrixOf = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

// The table of log_sum_… that multiplies every term by its cost.
Matrix with_costs(const Matrix& table, const Matrix& costs) {
  return (costs.array() > 0).select(table.array() - costs.array().log(), -kernels::nothing);
}

template <class T>
MatrixOf<T> product(const MatrixOf<T>& left, const MatrixOf<T>& right) {
  MatrixOf<T> out(left.rows(), right.cols());
  kernels::ProductWorkspace<T> workspace;
  kernels::matrix_product(left.data(), left.rows(), right.data(), right.rows(), out.data(), out.rows(),
                          left.rows(), left.cols(), right.cols(), workspace);
  return out;
}

// Σ exp(logarithms − shift) through a product in precision T.  Shifts: one for each column (along columns),
// or row.
template <class T>
void apply_in(const MatrixOf<T>& factor, bool along_columns, const Eigen::Ref<const Matrix>& in,
              Eigen::Ref<Matrix> out) {
  MatrixOf<T> powers(in.rows(), in.cols());
  if (along_columns) {
    const Eigen::RowVectorXd shifts = in.colwise().maxCoeff();
    for (Index m = 0; m < in.cols(); ++m)
      kernels::shifted_exponentials(in.col(m).data(), in.rows(), shifts[m], powers.col(m).data());
    const MatrixOf<T> sums = product<T>(factor, powers);
    for (Index m = 0; m < in.cols(); ++m)
      kernels::shifted_logarithms(sums.col(m).data(), sums.rows(), shifts[m], out.col(m).data());
  } else {
    const Vector shifts = in.rowwise().maxCoeff();
    Vector moved(in.rows());
    for (Index m = 0; m < in.cols(); ++m) {
      moved = in.col(m) - shifts;
      kernels::shifted_exponentials(moved.data(), moved.size(), 0, powers.col(m).data());
    }
    const MatrixOf<T> sums = product<T>(powers, factor);
    for (Index m = 0; m < in.cols(); ++m)
      kernels::shifted_logarithms(sums.col(m).data(), sums.rows(), 0, out.col(m).data());
    out.colwise() += shifts;
  }
}

// A matrix of positive numbers in the precision of the products.
class Factor {
 public:
  Factor() = default;
  Factor(const Matrix& values, Precision precision) {
    if (precision == Precision::single_precision)
      single_ = values.cast<float>();
    else
      double_ = values;
  }
  // log (factor · exp(in)), or log (exp(in) · factor); out may be in.
  void apply(bool along_columns, const Eigen::Ref<const Matrix>& in, Eigen::Ref<Matrix> out) const {
    if (double_.size() == 0) return apply_in<float>(single_, along_columns, in, out);
    apply_in<double>(double_, along_columns, in, out);
  }

 private:
  MatrixOf<float> single_;
  Matrix double_;
};

Precision affordable(Precision wanted, double range) {
  return range <= safe_range(Precision::single_precision) ? wanted : Precision::double_precision;
}

class DenseKernel final : public GibbsKernel {
 public:
  DenseKernel(const PointsRef& source, const PointsRef& target, double regularization, Precision precision)
      : source_(source), target_(target), regularization_(regularization) {
    const Vector center = target_.rowwise().mean();
    source_.colwise() -= center;
    target_.colwise() -= center;
    costs_.resize(source_.cols(), target_.cols());
    for (Index j = 0; j < target_.cols(); ++j)
      costs_.col(j) = (source_.colwise() - target_.col(j)).colwise().squaredNorm().transpose();
    const double range = costs_.maxCoeff() / regularization_;
    linear_ = range <= safe_range(Precision::double_precision);
    if (!linear_) return;
    const Matrix kernel = exponentials_of(costs_ / -regularization_);
    to_source_ = Factor(kernel, affordable(precision, range));
    to_target_ = Factor(kernel.transpose(), affordable(precision, range));
    cost_ = Factor(kernel.cwiseProduct(costs_), Precision::double_precision);
  }

  Index size(Side side) const override { return (side == Side::source ? source_ : target_).cols(); }
  double regularization() const override { return regularization_; }

  void log_apply(const Matrix& in, Side to, Matrix& out) const override {
    assert(in.rows() == size(to == Side::source ? Side::target : Side::source));
    if (linear_) return apply_factor(to == Side::source ? to_source_ : to_target_, size(to), in, out);
    log_sums(in, costs_to(to) / regularization_, out);
  }

  void log_apply_cost(const Matrix& in, Matrix& out) const override {
    if (linear_) return apply_factor(cost_, size(Side::source), in, out);
    log_sums(in, with_costs(costs_ / regularization_, costs_), out);
  }

  void c_transform(const Matrix& in, Side to, Matrix& out) const override {
    const Matrix costs = costs_to(to);
    const Matrix negative = -in;
    out.resize(costs.rows(), in.cols());
    kernels::minimum_dense(negative.data(), in.cols(), costs.cols(), costs.data(), costs.rows(), costs.rows(),
                           out.data());
  }

  double product_cost(const Vector& rows, const Vector& columns) const override {
    return source_.colwise().squaredNorm().dot(rows) * columns.sum() +
           target_.colwise().squaredNorm().dot(columns) * rows.sum() -
           2 * (source_ * rows).dot(target_ * columns);
  }

 private:
  // Rows on side `to`.
  Matrix costs_to(Side to) const { return to == Side::source ? costs_ : Matrix(costs_.transpose()); }

  static void apply_factor(const Factor& factor, Index rows, const Matrix& in, Matrix& out) {
    out.resize(rows, in.cols());
    factor.apply(true, in, out);
  }

  static void log_sums(const Matrix& in, const Matrix& table, Matrix& out) {
    out.resize(table.rows(), in.cols());
    for (Index m = 0; m < in.cols(); ++m)
      kernels::log_sum_dense(in.col(m).data(), table.cols(), table.data(), table.rows(), table.rows(),
                             out.col(m).data());
  }

  Matrix source_, target_;  // centred together
  double regularization_;
  bool linear_ = false;
  Matrix costs_;  // p × n
  Factor to_source_, to_target_, cost_;
};

// One axis of a grid: its own costs, and how its kernel is applied.
struct Axis {
  kernels::AxisShape shape;  // outer: of one function
  Matrix costs;              // length × length
  bool linear = false;
  Factor kernel, cost_kernel;
  Matrix table, cost_table;  // where sums of exponentials are taken instead
};

Axis make_axis(kernels::AxisShape shape, double spacing, double regularization, Precision precision) {
  Axis axis{.shape = shape, .costs = Matrix(shape.length, shape.length)};
  for (Index i = 0; i < shape.length; ++i)
    for (Index j = 0; j < shape.length; ++j) {
      const double distance = spacing * static_cast<double>(i - j);
      axis.costs(i, j) = distance * distance;
    }
  const double range = axis.costs.maxCoeff() / regularization;
  axis.linear = range <= safe_range(Precision::double_precision);
  axis.table = axis.costs / regularization;
  if (axis.linear) {
    const Matrix kernel = exponentials_of(-axis.table);
    axis.kernel = Factor(kernel, affordable(precision, range));
    axis.cost_kernel = Factor(kernel.cwiseProduct(axis.costs), Precision::double_precision);
  } else {
    axis.cost_table = with_costs(axis.table, axis.costs);
  }
  return axis;
}

class GridKernel final : public GibbsKernel {
 public:
  GridKernel(const Grid& grid, double regularization, Precision precision)
      : points_(grid.size()), regularization_(regularization) {
    Index outer = 1, inner = grid.size();
    for (std::size_t k = 0; k < grid.shape.size(); ++k) {
      const Index length = grid.shape[k];
      inner /= length;
      const double spacing = grid.spacing.empty() ? 1 : grid.spacing[k];
      axes_.push_back(make_axis({outer, length, inner}, spacing, regularization, precision));
      outer *= length;
    }
    coordinates_ = grid.points();
    coordinates_.colwise() -= Vector(coordinates_.rowwise().mean());
  }

  Index size(Side) const override { return points_; }
  double regularization() const override { return regularization_; }

  // The kernel is a product over the axes, so it is applied one axis after the other.
  void log_apply(const Matrix& in, Side, Matrix& out) const override {
    out = in;
    for (const Axis& axis : axes_) apply(axis, false, out);
  }

  // c is a sum over the axes: one of them carries its cost, the others their kernel.
  void log_apply_cost(const Matrix& in, Matrix& out) const override {
    out = Matrix::Constant(in.rows(), in.cols(), kernels::nothing);
    for (const Axis& costly : axes_) {
      Matrix part = in;
      for (const Axis& axis : axes_) apply(axis, &axis == &costly, part);
      const Matrix greatest = out.cwiseMax(part);
      out = greatest.array() + ((out - greatest).array().exp() + (part - greatest).array().exp()).log();
    }
  }

  void c_transform(const Matrix& in, Side, Matrix& out) const override {
    Matrix values = -in;
    out.resize(in.rows(), in.cols());
    for (const Axis& axis : axes_) {
      kernels::minimum_axis(values.data(), over_columns(axis, in.cols()), axis.costs.data(), out.data());
      values.swap(out);
    }
    out.swap(values);
  }

  double product_cost(const Vector& rows, const Vector& columns) const override {
    const Vector squares = coordinates_.colwise().squaredNorm();
    return squares.dot(rows) * columns.sum() + squares.dot(columns) * rows.sum() -
           2 * (coordinates_ * rows).dot(coordinates_ * columns);
  }

 private:
  static kernels::AxisShape over_columns(const Axis& axis, Index functions) {
    return {axis.shape.outer * functions, axis.shape.length, axis.shape.inner};
  }

  static void apply(const Axis& axis, bool with_cost, Matrix& values) {
    const auto [outer, length, inner] = over_columns(axis, values.cols());
    if (!axis.linear) {
      Matrix out(values.rows(), values.cols());
      kernels::log_sum_axis(values.data(), {outer, length, inner},
                            (with_cost ? axis.cost_table : axis.table).data(), out.data());
      values.swap(out);
      return;
    }
    const Factor& factor = with_cost ? axis.cost_kernel : axis.kernel;
    if (inner == 1) {
      Eigen::Map<Matrix> lines(values.data(), length, outer);
      return factor.apply(true, lines, lines);
    }
    for (Index o = 0; o < outer; ++o) {
      Eigen::Map<Matrix> lines(values.data() + o * length * inner, inner, length);
      factor.apply(false, lines, lines);
    }
  }

  Index points_;
  double regularization_;
  std::vector<Axis> axes_;
  Matrix coordinates_;  // centred
};

}  // namespace

double safe_range(Precision precision) { return precision == Precision::single_precision ? 60 : 675; }

Index Grid::size() const {
  Index count = 1;
  for (const Index length : shape) count *= length;
  return count;
}

Matrix Grid::points() const {
  Matrix points(static_cast<Index>(shape.size()), size());
  for (Index i = 0; i < points.cols(); ++i) {
    Index rest = i;
    for (std::size_t k = shape.size(); k-- > 0; rest /= shape[k])
      points(static_cast<Index>(k), i) =
          (spacing.empty() ? 1 : spacing[k]) * static_cast<double>(rest % shape[k]);
  }
  return points;
}

std::unique_ptr<GibbsKernel> dense_kernel(const PointsRef& source, const PointsRef& target,
                                          double regularization, Precision precision) {
  return std::make_unique<DenseKernel>(source, target, regularization, precision);
}

std::unique_ptr<GibbsKernel> grid_kernel(const Grid& grid, double regularization, Precision precision) {
  return std::make_unique<GridKernel>(grid, regularization, precision);
}

}  // namespace wpga
