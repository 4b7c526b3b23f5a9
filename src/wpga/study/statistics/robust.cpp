#include "wpga/study/statistics/robust.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/study/find_mean.hpp"
#include "wpga/study/project.hpp"
#include "wpga/study/statistics/outliers.hpp"
#include "wpga/study/statistics/refit.hpp"
#include "wpga/study/weightless.hpp"

namespace wpga {

namespace {

// A measure at the median distance keeps 89 % of its weight, one at six times that 2 %.
constexpr double medians_in_scale = 3;
constexpr double least_weight = 1e-6;  // less is none
constexpr double weights_settled = 0.01;
constexpr int most_reweightings = 20;
constexpr double least_scale = 1e-3;  // of the root of the variance: families without residuals have no scale

Vector weights_for(const Vector& squared_distances, double scale) {
  return squared_distances.unaryExpr([&](double value) {
    const double weight = loss_weight(value, scale);
    return weight < least_weight ? 0 : weight;
  });
}

double loss_scale(const Vector& squared_distances, double variance) {
  return std::max(medians_in_scale * std::sqrt(std::max(0.0, median(squared_distances))),
                  least_scale * std::sqrt(variance));
}

Vector own_weights(const MeasureFamily& family) {
  return Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i); });
}

double total_loss(const MeasureFamily& family, const Vector& squared_distances, double scale) {
  double sum = 0;
  for (Index i = 0; i < family.count(); ++i)
    sum += family.measure_weight(i) * bounded_loss(squared_distances[i], scale);
  return sum;
}

MeasureFamily reweighted(const MeasureFamily& family, const Vector& weights) {
  MeasureFamily changed = family;
  changed.set_measure_weights(own_weights(family).cwiseProduct(weights));
  return changed;
}

// W2² of every measure to the components of a refit with the weights.
Vector distances_off(Refit& refit, const FittedFamily& fitted, const Vector& weights,
                     StatisticShortfalls& shortfalls, const Execution& execution) {
  const Vector lambda = own_weights(fitted.family).cwiseProduct(weights);
  std::vector<Index> counting;
  for (Index i = 0; i < lambda.size(); ++i)
    if (lambda[i] > 0) counting.push_back(i);
  const Analysis found = refit(counting, lambda(counting));
  if (found.components.empty()) return fitted.analysis.squared_distances;
  const AnalysisProjections placed = project_on(found, fitted.family, for_scores(fitted.options.transport),
                                                ProjectionOptions{.time_tolerance = 1e-3}, execution);
  shortfalls += placed.shortfalls();
  return placed.joint.squared_distances.rightCols(1);
}

}  // namespace

double bounded_loss(double squared_distance, double scale) {
  const double square = scale * scale;
  return square > 0 ? -square * std::expm1(-std::max(0.0, squared_distance) / square) : 0;
}

double loss_weight(double squared_distance, double scale) {
  const double square = scale * scale;
  return square > 0 ? std::exp(-std::max(0.0, squared_distance) / square) : 1;
}

RobustMean robust_mean(const MeasureFamily& family, const Measure& start, const FitOptions& options,
                       const Execution& execution) {
  RobustMean found{start, Vector::Ones(family.count())};
  for (int round = 0; round < most_reweightings; ++round) {
    check_stop(execution);
    Mean mean{.measure = found.mean};
    measure_about(mean, family, options.transport, execution);
    found.shortfalls += Shortfalls{.unconverged_transports = mean.unconverged_transports,
                                   .contradictions = mean.contradictions};
    const Vector weights =
        weights_for(mean.squared_distances, loss_scale(mean.squared_distances, mean.variance));
    const double change = (weights - found.weights).cwiseAbs().maxCoeff();
    found.weights = weights;
    if (change <= weights_settled) break;
    const Mean again =
        find_mean_again(reweighted(family, weights), found.mean, options.mean, options.transport, execution);
    found.shortfalls += shortfalls_of_fit(again, {});
    found.mean = again.measure;
  }
  return found;
}

Robustness reweigh(const FittedFamily& fitted, const Vector& first_weights, const Execution& execution) {
  Refit refit(fitted, execution);
  Robustness found{.robust_weights = first_weights};
  Vector distances = distances_off(refit, fitted, first_weights, found.shortfalls, execution);
  // The scale stays as it is from here on: only then is each reweighting a step down.
  found.robust_scale = loss_scale(distances, fitted.analysis.variance);
  found.objective.push_back(total_loss(fitted.family, distances, found.robust_scale));
  found.robust_weights = weights_for(distances, found.robust_scale);
  for (int round = 1; round < most_reweightings; ++round) {
    check_stop(execution);
    distances = distances_off(refit, fitted, found.robust_weights, found.shortfalls, execution);
    const double loss = total_loss(fitted.family, distances, found.robust_scale);
    if (loss > found.objective.back()) break;
    found.objective.push_back(loss);
    const Vector weights = weights_for(distances, found.robust_scale);
    const double change = (weights - found.robust_weights).cwiseAbs().maxCoeff();
    found.robust_weights = weights;
    if (change <= weights_settled) break;
  }
  found.shortfalls += refit.shortfalls();
  return found;
}

}  // namespace wpga
