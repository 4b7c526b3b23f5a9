#include "wpga/study/comparison_rows.hpp"

#include <array>

namespace wpga {

namespace {

std::optional<double> when(bool applies, double value) {
  return applies ? std::optional(value) : std::optional<double>();
}

void add_proofs(NamedNumbers& row, const Component& component) {
  const bool weights = component.curve.changes_weights();
  for_each_result(component.certificates,
                  [&](const ResultName& name, const ResultWords& words, double value) {
                    row.push_back({name.flat(), when(!weights || words.scope != Scope::moving_atoms, value)});
                  });
  const WeightCurve none;
  for_each_result(weights ? component.curve.weights() : none,
                  [&](const ResultName& name, const ResultWords& words, double value) {
                    if (words.limits) row.push_back({name.flat(), when(weights, value)});
                  });
}

}  // namespace

NamedNumbers remainders_of(const ComparedMethod& method, Index k, const Comparison& comparison) {
  NamedNumbers row = {{"joint_mean_squared_distance", method.training.together[k]},
                      {"cumulative", explained_share(method.training.together[k], comparison.variance)},
                      {"mean_squared_distance", method.training.alone[k]},
                      {"explained", explained_share(method.training.alone[k], comparison.variance)}};
  const auto& held = method.held_out;
  const double held_variance = comparison.held_out_variance.value_or(0);
  row.push_back(
      {"held_out_joint_mean_squared_distance", when(held.has_value(), held ? held->together[k] : 0)});
  row.push_back({"held_out_cumulative",
                 when(held.has_value(), held ? explained_share(held->together[k], held_variance) : 0)});
  return row;
}

NamedNumbers comparison_row(const ComparedMethod& method, Index k, const Comparison& comparison) {
  NamedNumbers row = {{"components", static_cast<double>(k + 1)}};
  for (auto& number : remainders_of(method, k, comparison)) row.push_back(std::move(number));
  add_proofs(row, method.analysis.components[static_cast<std::size_t>(k)]);
  row.push_back({"numbers", static_cast<double>(method.numbers)});
  row.push_back({"seconds", method.seconds});
  if (method.bootstrap.together.rows() == 0) return row;
  const std::array<double, 2> interval = central_interval(method.bootstrap.together.col(k));
  row.push_back({"bootstrap_cumulative_low", interval[0]});
  row.push_back({"bootstrap_cumulative_high", interval[1]});
  return row;
}

}  // namespace wpga
