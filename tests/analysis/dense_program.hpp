// The program of field_program.hpp in the open: dense matrices, and two slow solvers that share nothing with
// ours.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <vector>

#include "wpga/analysis/cone/field_program.hpp"

namespace wpga::test {

// min x'Hx − 2g'x,  rows x ≤ or = bounds,  lower ≤ x ≤ upper.  x holds the fields one after the other.
struct DenseProgram {
  Matrix hessian;
  Vector linear;
  Matrix rows;
  Vector bounds;
  std::vector<bool> equality;
  Vector lower, upper;

  double value(const Vector& x) const { return x.dot(hessian * x) - 2 * linear.dot(x); }
};

inline Vector flat(const Fields& fields) {
  Vector x(static_cast<Index>(fields.size()) * fields[0].size());
  for (std::size_t a = 0; a < fields.size(); ++a)
    x.segment(static_cast<Index>(a) * fields[0].size(), fields[0].size()) = fields[a].reshaped();
  return x;
}

inline DenseProgram dense(const QuadraticModel& model, const std::vector<FieldConstraint>& constraints,
                          const FieldBox& box) {
  const Index d = model.linear[0].rows(), n = model.linear[0].size();
  const auto fields = static_cast<Index>(model.linear.size());
  const Vector weights = model.weights.transpose().replicate(d, 1).reshaped();
  DenseProgram program;
  program.hessian.setZero(fields * n, fields * n);
  program.linear.resize(fields * n);
  for (Index a = 0; a < fields; ++a) {
    for (Index c = 0; c < fields; ++c)
      program.hessian.block(a * n, c * n, n, n) = (model.metric(a, c) * weights).asDiagonal();
    program.linear.segment(a * n, n) =
        weights.cwiseProduct(model.linear[static_cast<std::size_t>(a)].reshaped());
  }
  program.rows.setZero(static_cast<Index>(constraints.size()), fields * n);
  program.bounds.resize(static_cast<Index>(constraints.size()));
  for (Index r = 0; r < program.bounds.size(); ++r) {
    const FieldConstraint& constraint = constraints[static_cast<std::size_t>(r)];
    for (std::size_t e = 0; e < constraint.places.size(); ++e)
      program.rows.row(r).segment(constraint.places[e].field * n + constraint.places[e].atom * d, d) +=
          constraint.coefficients.col(static_cast<Index>(e)).transpose();
    program.bounds[r] = constraint.bound;
    program.equality.push_back(constraint.equality);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  program.lower = box.empty() ? Vector::Constant(fields * n, -infinity) : flat(box.lower);
  program.upper = box.empty() ? Vector::Constant(fields * n, infinity) : flat(box.upper);
  return program;
}

inline bool is_feasible(const DenseProgram& program, const Vector& x, double tolerance) {
  if ((x - program.lower).minCoeff() < -tolerance || (program.upper - x).minCoeff() < -tolerance)
    return false;
  const Vector excess = program.rows * x - program.bounds;
  for (Index r = 0; r < excess.size(); ++r)
    if (excess[r] > tolerance || (program.equality[static_cast<std::size_t>(r)] && excess[r] < -tolerance))
      return false;
  return true;
}

// The least feasible value among the minima on all faces: 3^unknowns · 2^rows linear systems.
inline Vector least_of_all_faces(const DenseProgram& program) {
  const Index n = program.linear.size(), m = program.bounds.size();
  const bool boxed = std::isfinite(program.lower[0]);
  Index sides = 1;
  for (Index j = 0; boxed && j < n; ++j) sides *= 3;
  Vector best;
  double least = std::numeric_limits<double>::infinity();
  for (Index side = 0; side < sides; ++side)
    for (Index chosen = 0; chosen < (Index{1} << m); ++chosen) {
      Matrix held(n + m, n);
      Vector values(n + m);
      Index count = 0;
      for (Index r = 0; r < m; ++r)
        if (program.equality[static_cast<std::size_t>(r)] || (chosen >> r & 1)) {
          held.row(count) = program.rows.row(r);
          values[count++] = program.bounds[r];
        }
      for (Index j = 0, rest = side; boxed && j < n; ++j, rest /= 3)
        if (rest % 3 > 0) {
          held.row(count) = Vector::Unit(n, j).transpose();
          values[count++] = rest % 3 == 1 ? program.lower[j] : program.upper[j];
        }
      Matrix system = Matrix::Zero(n + count, n + count);
      system << program.hessian, held.topRows(count).transpose(), held.topRows(count),
          Matrix::Zero(count, count);
      Vector right(n + count);
      right << program.linear, values.head(count);
      const Vector x = system.completeOrthogonalDecomposition().solve(right).head(n);
      if (!is_feasible(program, x, 1e-9) || program.value(x) >= least) continue;
      least = program.value(x);
      best = x;
    }
  return best;
}

// One multiplier after the other, each to its best (Hildreth 1957), bounds as rows, until none moves.  Slow
// and sure.
inline Vector by_hildreth(const DenseProgram& program, int sweeps) {
  const Index n = program.linear.size();
  Matrix rows = program.rows;
  Vector bounds = program.bounds;
  std::vector<bool> equality = program.equality;
  for (Index j = 0; j < n && std::isfinite(program.lower[0]); ++j) {
    rows.conservativeResize(rows.rows() + 2, n);
    rows.bottomRows(2) << Vector::Unit(n, j).transpose(), -Vector::Unit(n, j).transpose();
    bounds.conservativeResize(bounds.size() + 2);
    bounds.tail(2) << program.upper[j], -program.lower[j];
    equality.insert(equality.end(), 2, false);
  }
  const Eigen::LLT<Matrix> factor(program.hessian);
  const Matrix moves = factor.solve(rows.transpose());
  Vector x = factor.solve(program.linear), multipliers = Vector::Zero(bounds.size());
  bool moving = true;
  for (int sweep = 0; sweep < sweeps && moving; ++sweep) {
    moving = false;
    for (Index r = 0; r < bounds.size(); ++r) {
      const double size = rows.row(r).dot(moves.col(r));
      if (!(size > 0)) continue;
      double wanted = multipliers[r] + (rows.row(r).dot(x) - bounds[r]) / size;
      if (!equality[static_cast<std::size_t>(r)]) wanted = std::max(0.0, wanted);
      if (wanted == multipliers[r]) continue;
      const double step = wanted - multipliers[r];
      moving = moving || std::abs(step) * std::sqrt(size) > 1e-14 * (1 + x.norm());
      x -= step * moves.col(r);
      multipliers[r] = wanted;
    }
  }
  return x;
}

}  // namespace wpga::test
