#include "comparison_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "console/analysis_summary.hpp"
#include "flags/flag_words.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/results_json.hpp"

namespace wpga {

namespace {

std::size_t most_components(const Comparison& comparison) {
  std::size_t most = 0;
  for (const ComparedMethod& method : comparison.methods)
    most = std::max(most, method.analysis.components.size());
  return most;
}

std::string shares_words(const Vector& together, double variance, std::size_t columns) {
  std::string words;
  for (std::size_t k = 0; k < columns; ++k)
    words += std::cmp_less(k, together.size())
                 ? fmt::format(" {:6.1f}", 100 * explained_share(together[static_cast<Index>(k)], variance))
                 : std::string("      –");
  return words;
}

// "component 2: map gap 3.1 %", of the one furthest from a geodesic of measures.
std::string worst_words(const Analysis& analysis) {
  if (analysis.components.empty()) return "no component";
  const std::size_t worst = worst_component(analysis);
  const std::string words = curve_words(analysis.components[worst]);
  return analysis.components.size() == 1 ? words : fmt::format("{}: {}", worst + 1, words);
}

// Numbers by name; what does not apply is written as nothing.
using NamedNumbers = std::vector<std::pair<std::string, std::optional<double>>>;

std::optional<double> when(bool applies, double value) {
  return applies ? std::optional(value) : std::optional<double>();
}

// What is left of the measures, and its share of the variance about the common mean.
NamedNumbers remainders_of(const ComparedMethod& method, Index k, const Comparison& comparison) {
  NamedNumbers row = {{"mean_squared_distance", method.training.together[k]},
                      {"explained", explained_share(method.training.together[k], comparison.variance)},
                      {"alone_mean_squared_distance", method.training.alone[k]},
                      {"alone_explained", explained_share(method.training.alone[k], comparison.variance)}};
  const auto& held = method.held_out;
  const double held_variance = comparison.held_out_variance.value_or(0);
  row.push_back({"held_out_mean_squared_distance", when(held.has_value(), held ? held->together[k] : 0)});
  row.push_back({"held_out_explained",
                 when(held.has_value(), held ? explained_share(held->together[k], held_variance) : 0)});
  return row;
}

// Every certificate that some curve has.
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

NamedNumbers row_of(const ComparedMethod& method, Index k, const Comparison& comparison) {
  NamedNumbers row = {{"components", static_cast<double>(k + 1)}};
  for (auto& number : remainders_of(method, k, comparison)) row.push_back(std::move(number));
  add_proofs(row, method.analysis.components[static_cast<std::size_t>(k)]);
  row.push_back({"numbers", static_cast<double>(method.numbers)});
  row.push_back({"seconds", method.seconds});
  return row;
}

Json component_numbers(const ComparedMethod& method, Index k, const Comparison& comparison) {
  Json all;
  for (const auto& [name, value] : remainders_of(method, k, comparison))
    if (value) all[name] = *value;
  all.update(proofs_json(method.analysis.components[static_cast<std::size_t>(k)]));
  for (Index draw = 0; draw < method.bootstrap.together.rows(); ++draw) {
    all["bootstrap_explained"].push_back(method.bootstrap.together(draw, k));
    all["bootstrap_alone_explained"].push_back(method.bootstrap.alone(draw, k));
  }
  return all;
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  const std::size_t columns = most_components(comparison);
  std::string text = fmt::format("{:<13}", "method");
  text += columns == 0   ? std::string(" no components")
          : columns == 1 ? std::string("% explained by 1 component")
                         : fmt::format("% explained by 1 … {} components", columns);
  if (comparison.held_out_variance) text += " | held out";
  text += fmt::format(" | numbers | {} | seconds\n", columns > 1 ? "worst curve" : "curve");
  for (const ComparedMethod& method : comparison.methods) {
    text += fmt::format("{:<13}{}", method.name,
                        shares_words(method.training.together, comparison.variance, columns));
    if (method.held_out)
      text += fmt::format(" |{}",
                          shares_words(method.held_out->together, *comparison.held_out_variance, columns));
    text +=
        fmt::format(" | {:7} | {} | {:.3g}\n", method.numbers, worst_words(method.analysis), method.seconds);
  }
  for (const RefusedMethod& refused : comparison.refused)
    text += fmt::format("{:<13} not for these data: {}\n", refused.name, with_known_flags(refused.reason));
  return text;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text;
  for (const ComparedMethod& method : comparison.methods)
    for (std::size_t k = 0; k < method.analysis.components.size(); ++k) {
      const NamedNumbers row = row_of(method, static_cast<Index>(k), comparison);
      if (text.empty()) {
        text = "method";
        for (const auto& [name, value] : row) text += "," + name;
        text += "\n";
      }
      text += csv_cell(method.name);
      for (const auto& [name, value] : row) text += value ? fmt::format(",{}", *value) : std::string(",");
      text += "\n";
    }
  return text.empty() ? "method\n" : text;
}

Json comparison_document(const Comparison& comparison) {
  Json all;
  all["variance"] = comparison.variance;
  if (comparison.held_out_variance) all["held_out_variance"] = *comparison.held_out_variance;
  all["methods"] = Json::object();
  for (const ComparedMethod& method : comparison.methods) {
    Json& one = all["methods"][method.name];
    one["support"] = method.analysis.mean.size();
    one["mean_squared_distance_to_mean"] = method.training.variance;
    one.update(results_json(method.analysis));
    if (method.held_out) one["held_out_mean_squared_distance_to_mean"] = method.held_out->variance;
    one["seconds"] = method.seconds;
    one["numbers"] = method.numbers;
    one["components"] = Json::array();
    for (std::size_t k = 0; k < method.analysis.components.size(); ++k)
      one["components"].push_back(component_numbers(method, static_cast<Index>(k), comparison));
  }
  all["refused"] = Json::object();
  for (const RefusedMethod& refused : comparison.refused)
    all["refused"][refused.name] = with_known_flags(refused.reason);
  return all;
}

}  // namespace wpga
