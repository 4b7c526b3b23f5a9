#include "wpga/study/statistics/cross_validation.hpp"

#include <algorithm>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/analysis/curves/joint_times.hpp"
#include "wpga/base/error.hpp"
#include "wpga/parallel/progress.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/find_mean.hpp"
#include "wpga/study/project.hpp"
#include "wpga/study/statistics/permutation.hpp"
#include "wpga/study/statistics/refit.hpp"
#include "wpga/study/weightless.hpp"

namespace wpga {

namespace {

constexpr double helpful_level = 0.05;
constexpr int sign_flips = 1999;

// Sums over held-out measures, λ_i of the whole family.
struct HeldOutSums {
  double variance = 0;
  Vector alone, together;  // K
  Matrix hidden;           // N × (K + 1), λ_i times the errors on hidden atoms
  StatisticShortfalls shortfalls = {};
};

struct Fold {
  std::vector<Index> training, held_out;
};

Fold fold_at(const std::vector<Index>& fold_of, Index fold) {
  Fold parts;
  for (std::size_t i = 0; i < fold_of.size(); ++i)
    if (fold_of[i] >= 0)
      (fold_of[i] == fold ? parts.held_out : parts.training).push_back(static_cast<Index>(i));
  return parts;
}

void add_distances(const Analysis& found, const FittedFamily& fitted, const Fold& fold, HeldOutSums& sums,
                   const Execution& execution) {
  const MeasureFamily held_out = subset(fitted.family, fold.held_out);
  ProjectionOptions times;
  times.time_tolerance = 1e-3;
  const AnalysisProjections placed =
      project_on(found, held_out, for_scores(fitted.options.transport), times, execution);
  sums.shortfalls += placed.shortfalls();
  const auto count = static_cast<Index>(placed.single.size());
  for (Index row = 0; row < held_out.count(); ++row) {
    const double lambda = fitted.family.measure_weight(fold.held_out[static_cast<std::size_t>(row)]);
    const double to_mean = placed.squared_distances_to_mean[row];
    sums.variance += lambda * to_mean;
    for (Index k = 0; k < sums.alone.size(); ++k) {
      const bool there = k < count;
      sums.alone[k] +=
          lambda * (there ? placed.single[static_cast<std::size_t>(k)].squared_distances[row] : to_mean);
      sums.together[k] += lambda * placed.joint.squared_distances(row, std::min(k, count - 1));
    }
  }
}

// Without variance in the other folds there is no curve, and nothing is explained.
void add_mean_alone(const Measure& center, const FittedFamily& fitted, const Fold& fold, HeldOutSums& sums,
                    const Execution& execution) {
  Mean mean{.measure = center};
  measure_about(mean, subset(fitted.family, fold.held_out), fitted.options.transport, execution);
  sums.shortfalls.unconverged_transports += mean.unconverged_transports;
  sums.shortfalls.contradictions += mean.contradictions;
  for (std::size_t row = 0; row < fold.held_out.size(); ++row) {
    const double distance =
        fitted.family.measure_weight(fold.held_out[row]) * mean.squared_distances[static_cast<Index>(row)];
    sums.variance += distance;
    sums.alone.array() += distance;
    sums.together.array() += distance;
  }
}

void add_hidden(const Analysis& found, Refit& refit, const FittedFamily& fitted, const Fold& fold,
                std::uint64_t seed, HeldOutSums& sums) {
  const std::vector<GeneralizedGeodesic> curves = moving_curves(found);
  if (curves.empty()) return;
  const TangentMaps maps = refit.maps_from(found.mean, fold.held_out);
  for (std::size_t row = 0; row < fold.held_out.size(); ++row) {
    const Index i = fold.held_out[row];
    const Vector flat = maps.coordinates.col(static_cast<Index>(row)).cast<double>();
    const Vector errors =
        hidden_errors(found.mean, curves, maps.field(flat), Random(seed, 1 + static_cast<std::uint64_t>(i)));
    for (Index k = 0; k < sums.hidden.cols(); ++k)
      sums.hidden(i, k) = fitted.family.measure_weight(i) * errors[std::min(k, errors.size() - 1)];
  }
}

CrossValidation told(const HeldOutSums& sums, Index folds, bool foretells, std::uint64_t seed) {
  const Index count = sums.alone.size();
  CrossValidation found{.folds = folds, .shortfalls = sums.shortfalls};
  const auto shares = [&](const Vector& left) -> Vector {
    return left.unaryExpr([&](double value) { return explained_share(value, sums.variance); });
  };
  found.held_out_explained = shares(sums.alone);
  found.held_out_cumulative = shares(sums.together);
  if (!foretells) return found;
  const Vector hidden = sums.hidden.colwise().sum();
  found.foretold.resize(count);
  found.foretold_p.resize(count);
  bool helps = true;
  for (Index k = 0; k < count; ++k) {
    found.foretold[k] = explained_share(hidden[k + 1], hidden[0]);
    found.foretold_p[k] = sign_flip_p(sums.hidden.col(k) - sums.hidden.col(k + 1), sign_flips, seed);
    helps = helps && found.foretold_p[k] <= helpful_level;
    if (helps) ++found.helpful;
  }
  return found;
}

// Least squares of the field on some atoms, times in [0, 1].
Vector times_on(const Vector& weights, const std::vector<Matrix>& directions, const Matrix& start,
                const Matrix& field) {
  const auto count = static_cast<Index>(directions.size());
  const Matrix gram = gram_matrix(weights, directions);
  Vector times = Vector::Zero(count), slope(count);
  for (Index c = 0; c < count; ++c)
    slope[c] = inner_product(weights, start - field, directions[static_cast<std::size_t>(c)]);
  improve_times(gram, times, slope);
  return times;
}

}  // namespace

std::vector<Index> fold_of_measures(const MeasureFamily& family, Index folds, std::uint64_t seed) {
  const std::vector<Index> counted = counted_measures(family).counted;
  Random random(seed, 7);
  const std::vector<Index> order = shuffled(std::ssize(counted), random);
  std::vector<Index> fold_of(static_cast<std::size_t>(family.count()), -1);
  for (std::size_t place = 0; place < order.size(); ++place)
    fold_of[static_cast<std::size_t>(counted[static_cast<std::size_t>(order[place])])] =
        static_cast<Index>(place) % folds;
  return fold_of;
}

Vector hidden_errors(const Measure& mean, const std::vector<GeneralizedGeodesic>& curves, const Matrix& field,
                     Random random) {
  const auto count = static_cast<Index>(curves.size());
  const std::vector<Index> order = shuffled(mean.size(), random);
  Vector errors = Vector::Zero(count + 1);
  for (const Index half : {0, 1}) {
    Vector seen = Vector::Zero(mean.size()), hidden = Vector::Zero(mean.size());
    for (std::size_t place = 0; place < order.size(); ++place)
      (static_cast<Index>(place) % 2 == half ? seen : hidden)[order[place]] = mean.weights[order[place]];
    Matrix start = Matrix::Zero(field.rows(), field.cols());
    std::vector<Matrix> directions;
    errors[0] += squared_norm(hidden, field);
    for (Index k = 0; k < count; ++k) {
      const GeneralizedGeodesic& curve = curves[static_cast<std::size_t>(k)];
      directions.push_back(curve.direction());
      start -= curve.backward;
      const Vector times = times_on(seen, directions, start, field);
      Matrix left = start - field;
      for (Index c = 0; c <= k; ++c) left += times[c] * directions[static_cast<std::size_t>(c)];
      errors[k + 1] += squared_norm(hidden, left);
    }
  }
  return errors;
}

CrossValidation cross_validate(const FittedFamily& fitted, Index folds, std::uint64_t seed,
                               const Execution& execution) {
  const MeasureFamily& family = fitted.family;
  if (const double unit = length_unit(family, fitted.analysis.mean.points); unit != 1)
    return in_length_unit(unit, fitted, [&](const FittedFamily& scaled) {
      return cross_validate(scaled, folds, seed, execution);
    });
  const Index counted = std::ssize(counted_measures(family).counted);
  require(counted >= 3, "cross-validation needs three measures or more");
  require(!fitted.analysis.components.empty(), "cross-validation needs a component");
  folds = std::clamp<Index>(folds, 2, counted);
  const auto count = static_cast<Index>(fitted.analysis.components.size());
  HeldOutSums sums{0, Vector::Zero(count), Vector::Zero(count), Matrix::Zero(family.count(), count + 1)};
  const InsidePart inside(execution);
  Refit refit(fitted, inside.execution(), RefitFor::shares);
  const std::vector<Index> fold_of = fold_of_measures(family, folds, seed);
  for (Index fold = 0; fold < folds; ++fold) {
    check_stop(execution);
    tell_part(execution, "fold", fold + 1, folds);
    const Fold parts = fold_at(fold_of, fold);
    const Analysis found = refit(parts.training);
    if (found.components.empty()) {
      add_mean_alone(found.mean, fitted, parts, sums, inside.execution());
      continue;
    }
    add_distances(found, fitted, parts, sums, inside.execution());
    add_hidden(found, refit, fitted, parts, seed, sums);
  }
  tell_part(execution, {});
  sums.shortfalls += refit.shortfalls();
  // Of a single atom no half can be hidden.
  const bool foretells = !moving_curves(fitted.analysis).empty() && fitted.analysis.mean.size() > 1;
  return told(sums, folds, foretells, seed);
}

}  // namespace wpga
