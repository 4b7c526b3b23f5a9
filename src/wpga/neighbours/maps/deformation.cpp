#include "wpga/neighbours/maps/deformation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/base/decompositions.hpp"
#include "wpga/base/products.hpp"
#include "wpga/parallel/stop.hpp"
#include "wpga/transport/bures.hpp"

namespace wpga {

namespace {

constexpr int most_turns = 100;
constexpr double smallest_fall = 1e-6;

Matrix positive_part(const Matrix& symmetric) {
  const SymmetricEigen eigen = symmetric_eigen(symmetric);
  return times_transposed(eigen.vectors, eigen.values.cwiseMax(0.0), eigen.vectors);
}

// min tr A S A − tr A C over positive A, for diagonal S and twice_cross = C.  In B = D A D with D⁴ = S, which
// is positive where A is, the entry (j, k) has the curvature (σj + σk) / √(σj σk): the condition number is
// half the root of that of S.  Accelerated projected gradients (Beck & Teboulle 2009), begun anew whenever
// the pace leads uphill (O'Donoghue & Candès 2015), which makes them linear.
Matrix on_positive_cone(const Matrix& start, const Vector& spread, const Matrix& twice_cross) {
  constexpr int most_steps = 400;
  constexpr double smallest_gain = 1e-13;  // of tr A S A, which the turns of plan and map need to 1e-6
  const Vector unit = spread.cwiseSqrt().cwiseSqrt(), inverse = unit.cwiseInverse();
  const Vector half = unit.cwiseAbs2(), inverse_half = inverse.cwiseAbs2();
  const Matrix curvature = half * inverse_half.transpose() + inverse_half * half.transpose();
  const Matrix slope = scaled_on_both_sides(twice_cross, inverse);
  const double steepest = curvature.maxCoeff();
  Matrix found = positive_part(scaled_on_both_sides(start, unit)), ahead = found;
  double pace = 1;
  for (int step = 0; step < most_steps; ++step) {
    check_stop();
    const Matrix gradient = curvature.cwiseProduct(ahead) - slope;
    const Matrix next = positive_part(ahead - gradient / steepest);
    const Matrix moved = next - found;
    const bool leads_uphill = (ahead - next).cwiseProduct(moved).sum() > 0;
    found = next;
    const double size = curvature.cwiseProduct(found.cwiseAbs2()).sum() / 2;
    if (steepest * moved.squaredNorm() <= smallest_gain * size) break;
    const double next_pace = leads_uphill ? 1 : (1 + std::sqrt(1 + 4 * pace * pace)) / 2;
    ahead = leads_uphill ? found : Matrix(found + (pace - 1) / next_pace * moved);
    pace = next_pace;
  }
  return scaled_on_both_sides(found, inverse);
}

// What the plans from source points need to know of the target.
class Fitter {
 public:
  Fitter(const Measure& source, const MeasureView& target, Coupling& coupling)
      : source_(source),
        coupling_(coupling),
        center_(mean_of(source.view())),
        target_law_(fitted_gaussian(target)),
        spread_(source.points.colwise() - center_),
        scatter_(times_transposed(spread_, source.weights, spread_)) {}

  Vector shift() const { return target_law_.mean - center_; }
  const Matrix& scatter() const { return scatter_; }
  Matrix start() const { return optimal_linear_map(scatter_, target_law_.covariance); }

  // Solves for A (x − mean) + shift; cross() then is Σ b (T − target mean) (x − mean)' of its plan.
  double solve(const Matrix& linear) {
    return coupling_.solve(product(linear, spread_).colwise() + target_law_.mean).primal;
  }
  Matrix cross() const {
    Matrix map(spread_.rows(), spread_.cols());
    coupling_.barycentric_map(map);
    return times_transposed(map.colwise() - target_law_.mean, source_.weights, spread_);
  }

 private:
  const Measure& source_;
  Coupling& coupling_;
  Vector center_;
  Gaussian target_law_;
  Matrix spread_, scatter_;
};

Matrix nearest_scale(Fitter& fitter) {
  const Matrix identity = Matrix::Identity(fitter.scatter().rows(), fitter.scatter().cols());
  const double size = fitter.scatter().trace();
  if (!(size > 0)) return identity;
  fitter.solve(identity);
  return std::max(0.0, fitter.cross().trace() / size) * identity;
}

AffineMap nearest_scatter(Fitter& fitter) {
  AffineMap found{fitter.start(), fitter.shift(), {.termination = Termination::iteration_limit}};
  double last = std::numeric_limits<double>::infinity();
  for (int& turn = found.convergence.iterations; turn < most_turns;) {
    ++turn;
    const double value = fitter.solve(found.linear);
    found.convergence.residual = std::isfinite(last) && last > 0 ? (last - value) / last : 0;
    if (!(value < (1 - smallest_fall) * last)) {
      found.convergence.termination = Termination::converged;
      break;
    }
    last = value;
    found.linear = positive_least_squares(fitter.scatter(), fitter.cross(), &found.linear);
  }
  return found;
}

}  // namespace

Matrix positive_least_squares(const Matrix& scatter, const Matrix& cross, const Matrix* near) {
  const SymmetricEigen eigen = symmetric_eigen(scatter);
  const Matrix& axes = eigen.vectors;
  const Vector spread = eigen.values.cwiseMax(0.0);  // rising
  const Matrix twice_cross = product(transposed_times(axes, cross + cross.transpose()), axes);
  const double nothing = 1e-12 * spread.maxCoeff();
  // Without the sign A S + S A = C + C', entry by entry in the axes of S.
  Matrix solved = Matrix::Identity(cross.rows(), cross.cols());
  for (Index j = 0; j < solved.rows(); ++j)
    for (Index k = 0; k < solved.cols(); ++k)
      if (spread[j] + spread[k] > nothing) solved(j, k) = twice_cross(j, k) / (spread[j] + spread[k]);
  const Index rank = (spread.array() > nothing).count();
  if (rank == 0) return solved;  // one place only, which every map keeps in one place
  const Matrix range = solved.bottomRightCorner(rank, rank);
  if (symmetric_eigenvalues(range).minCoeff() < 0) {
    const Matrix within = axes.rightCols(rank);
    const Matrix start = near ? product(transposed_times(within, *near), within) : range;
    solved.bottomRightCorner(rank, rank) =
        on_positive_cone(start, spread.tail(rank), twice_cross.bottomRightCorner(rank, rank));
  }
  return times_transposed(product(axes, solved), axes);
}

AffineMap nearest_deformation(const Measure& source, const MeasureView& target, Deformation kind,
                              Coupling& coupling) {
  Fitter fitter(source, target, coupling);
  switch (kind) {
    case Deformation::translation:
      break;
    case Deformation::scale:
      return {nearest_scale(fitter), fitter.shift(), {}};
    case Deformation::scatter:
      return nearest_scatter(fitter);
  }
  return {Matrix::Identity(source.dimension(), source.dimension()), fitter.shift(), {}};
}

double estimated_seconds(Deformation kind, Index atoms, Index dimension) {
  if (kind != Deformation::scatter) return 0;
  constexpr double nanoseconds_of_turns = 10,
                   nanoseconds_on_the_cone = 90;  // decompositions, some and dozens
  const auto all = static_cast<double>(dimension), rank = static_cast<double>(std::min(atoms, dimension));
  return 1e-9 * (nanoseconds_of_turns * all * all * all + nanoseconds_on_the_cone * rank * rank * rank);
}

}  // namespace wpga
