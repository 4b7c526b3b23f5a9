#include "wpga/study/statistics/stability.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/products.hpp"
#include "wpga/parallel/progress.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/statistics/refit.hpp"
#include "wpga/study/weightless.hpp"

namespace wpga {

namespace {

constexpr double right_angle = 90;

double degrees_of(double cosine) {
  return std::acos(std::clamp(std::abs(cosine), 0.0, 1.0)) * 180 / std::numbers::pi;
}

std::vector<Matrix> directions_of(const Analysis& analysis) {
  std::vector<Matrix> fields;
  for (const GeneralizedGeodesic& curve : moving_curves(analysis)) fields.push_back(curve.direction());
  return fields;
}

// Coefficients that make orthonormal fields of these: W G^−½.
Matrix whitening(const Matrix& gram) {
  const SymmetricEigen eigen = symmetric_eigen(gram);
  const Vector roots =
      eigen.values.unaryExpr([](double value) { return value > 0 ? 1 / std::sqrt(value) : 0; });
  return times_transposed(eigen.vectors, roots, eigen.vectors);
}

Matrix cross_products(const Vector& weights, std::span<const Matrix> first, std::span<const Matrix> second) {
  Matrix products(std::ssize(first), std::ssize(second));
  for (std::size_t a = 0; a < first.size(); ++a)
    for (std::size_t b = 0; b < second.size(); ++b)
      products(static_cast<Index>(a), static_cast<Index>(b)) = inner_product(weights, first[a], second[b]);
  return products;
}

bool same_atoms(const Measure& one, const Measure& other) {
  return one.size() == other.size() && (one.weights - other.weights).cwiseAbs().maxCoeff() < 1e-12;
}

// One row of angles, and of scores with the signs of the fit.
struct Comparer {
  const FittedFamily& fitted;
  std::vector<Matrix> directions;

  Vector angles(const Analysis& found) const {
    const std::vector<Matrix> others = directions_of(found);
    Vector row = Vector::Constant(std::ssize(directions), right_angle);
    for (std::size_t k = 0; k < std::min(others.size(), directions.size()); ++k)
      row[static_cast<Index>(k)] = angle_between(found.mean.weights, directions[k], others[k]);
    return row;
  }
  Matrix signed_scores(const Analysis& found, Refit& refit) const {
    const std::vector<Matrix> others = directions_of(found);
    Matrix all = Matrix::Zero(fitted.family.count(), std::ssize(directions));
    if (others.empty()) return all;
    const Matrix scores = refit.scores_on(found);
    for (Index k = 0; k < std::min(scores.cols(), all.cols()); ++k) {
      const auto at = static_cast<std::size_t>(k);
      const bool backward = inner_product(found.mean.weights, directions[at], others[at]) < 0;
      all.col(k) = backward ? Vector(-scores.col(k)) : Vector(scores.col(k));
    }
    return all;
  }
};

void leave_out_each(Refit& refit, const Comparer& comparer, Stability& found, const Execution& execution) {
  const std::vector<Index> counted = counted_measures(comparer.fitted.family).counted;
  const auto count = static_cast<double>(counted.size());
  const Index components = std::ssize(comparer.directions);
  found.influence = Matrix::Zero(comparer.fitted.family.count(), components);
  for (std::int64_t number = 1; const Index left_out : counted) {
    check_stop(execution);
    tell_part(execution, "refit without one measure", number++, std::ssize(counted));
    std::vector<Index> others;
    std::ranges::copy_if(counted, std::back_inserter(others), [&](Index i) { return i != left_out; });
    found.influence.row(left_out) = comparer.angles(refit(others));
  }
  found.angle_error =
      ((count - 1) / count * found.influence.array().square().colwise().sum()).sqrt().transpose();
}

}  // namespace

double angle_between(const Vector& weights, const Matrix& first, const Matrix& second) {
  const double size = std::sqrt(squared_norm(weights, first) * squared_norm(weights, second));
  return size > 0 ? degrees_of(inner_product(weights, first, second) / size) : right_angle;
}

Vector principal_angles_between(const Vector& weights, std::span<const Matrix> first,
                                std::span<const Matrix> second) {
  Vector angles = Vector::Constant(std::ssize(first), right_angle);
  if (first.empty() || second.empty()) return angles;
  const Matrix cosines =
      product(whitening(gram_matrix(weights, first)), cross_products(weights, first, second),
              whitening(gram_matrix(weights, second)));
  const Vector squares = symmetric_eigenvalues(times_transposed(cosines, cosines));  // rising
  for (Index k = 0; k < angles.size(); ++k)
    angles[k] = degrees_of(std::sqrt(std::clamp(squares[angles.size() - 1 - k], 0.0, 1.0)));
  return angles;
}

Stability find_stability(const FittedFamily& fitted, int draws, std::uint64_t seed,
                         const Execution& execution) {
  const MeasureFamily& family = fitted.family;
  if (const double unit = length_unit(family, fitted.analysis.mean.points); unit != 1) {
    Stability found = in_length_unit(unit, fitted, [&](const FittedFamily& scaled) {
      return find_stability(scaled, draws, seed, execution);
    });
    found.score_low *= unit;
    found.score_high *= unit;
    return found;
  }
  const Comparer comparer{fitted, directions_of(fitted.analysis)};
  const auto components = std::ssize(comparer.directions);
  require(components > 0, "only directions of atoms that move can be compared with those of other draws");
  const InsidePart inside(execution);
  Refit refit(fitted, inside.execution());
  Stability found{.angles = Matrix(draws, components), .principal_angles = Matrix(draws, components)};
  std::vector<Matrix> scores;
  for (int draw = 0; draw < draws; ++draw) {
    check_stop(execution);
    tell_part(execution, "refit of a draw", draw + 1, draws);
    const DrawnMeasures drawn = draw_measures(family, seed, draw);
    const Analysis again = refit(drawn.chosen, drawn.weights);
    require(
        same_atoms(fitted.analysis.mean, again.mean),
        "directions can be compared with those of other draws only where the atoms of the mean stay the same "
        "ones: `mean-method` free with uniform weights");
    found.angles.row(draw) = comparer.angles(again);
    found.principal_angles.row(draw) =
        principal_angles_between(fitted.analysis.mean.weights, comparer.directions, directions_of(again));
    scores.push_back(comparer.signed_scores(again, refit));
  }
  found.score_low.resize(family.count(), components);
  found.score_high.resize(family.count(), components);
  for (Index i = 0; i < family.count(); ++i)
    for (Index k = 0; k < components; ++k) {
      const Vector drawn =
          Vector::NullaryExpr(draws, [&](Index b) { return scores[static_cast<std::size_t>(b)](i, k); });
      const std::array<double, 2> interval = central_interval(drawn);
      found.score_low(i, k) = interval[0];
      found.score_high(i, k) = interval[1];
    }
  if (std::ssize(counted_measures(family).counted) <= most_for_jackknife)
    leave_out_each(refit, comparer, found, execution);
  found.shortfalls = refit.shortfalls();
  tell_part(execution, {});
  return found;
}

}  // namespace wpga
