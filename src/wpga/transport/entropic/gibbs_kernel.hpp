// The Gibbs kernel exp(−c/ε) between two supports, c_ij = |z_i − x_j|², applied to many functions at once.
//
// Functions are the columns of a matrix and stay in the log domain, where nothing overflows; kernels::nothing
// is the logarithm of zero.  Inside, products are matrix–matrix products wherever the range of the costs
// allows (every column shifted by its maximum), and sums of exponentials relative to their largest term
// elsewhere.  This is all that Sinkhorn's iteration and iterative Bregman projections ask of a kernel.  Calls
// may run in parallel.
#pragma once

#include <memory>
#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

// Of every entry, by vector instructions.
Matrix exponentials_of(Matrix values);

enum class Side { source, target };
enum class Precision { single_precision, double_precision };  // of the products; in and out are double

class GibbsKernel {
 public:
  virtual ~GibbsKernel() = default;

  virtual Index size(Side side) const = 0;
  virtual double regularization() const = 0;

  // out(i,m) = log Σ_j exp(in(j,m) − c_ij/ε), from functions on the other side to functions on side `to`.
  virtual void log_apply(const Matrix& in, Side to, Matrix& out) const = 0;

  // out(i,m) = log Σ_j c_ij exp(in(j,m) − c_ij/ε), from target to source: what it costs.
  virtual void log_apply_cost(const Matrix& in, Matrix& out) const = 0;

  // out(i,m) = min_j (c_ij − in(j,m)), the limit of −ε log_apply(in/ε); exact in double precision.
  virtual void c_transform(const Matrix& in, Side to, Matrix& out) const = 0;

  // Σ_ij rows_i columns_j c_ij, in closed form.
  virtual double product_cost(const Vector& rows, const Vector& columns) const = 0;
};

// Points at spacing_k × (index along axis k); the last axis runs fastest, as the pixels of an image row by
// row.
struct Grid {
  std::vector<Index> shape;
  std::vector<double> spacing;  // one for each axis; empty: all 1

  Index size() const;
  Matrix points() const;  // axes × size
};

// Any two clouds.  Memory: at most 32 p n bytes.
std::unique_ptr<GibbsKernel> dense_kernel(const PointsRef& source, const PointsRef& target,
                                          double regularization,
                                          Precision precision = Precision::double_precision);

// Source and target on the same grid: one small kernel for each axis, applied axis after axis.
std::unique_ptr<GibbsKernel> grid_kernel(const Grid& grid, double regularization,
                                         Precision precision = Precision::double_precision);

// The largest max c/ε for which dense products are safe in the given precision.
double safe_range(Precision precision);

}  // namespace wpga
