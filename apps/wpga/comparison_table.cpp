#include "comparison_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "console/analysis_summary.hpp"
#include "flags/flag_words.hpp"
#include "wpga/io/csv_text.hpp"

namespace wpga {

namespace {

// Gaps up to these are those of a sound generalized geodesic and of a true one.
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

// The numbers of one row of the CSV, by name; NaN where one does not apply, which is written as nothing.
using NamedNumbers = std::vector<std::pair<std::string, std::optional<double>>>;

NamedNumbers row_of(const ComparedMethod& method, Index k, const Comparison& comparison) {
  const Component& component = method.analysis.components[static_cast<std::size_t>(k)];
  const bool moves = !component.weight_curve;
  const Certificates& proof = component.certificates;
  const auto when = [](bool applies, double value) {
    return applies ? std::optional(value) : std::optional<double>();
  };
  NamedNumbers row = {{"components", static_cast<double>(k + 1)},
                      {"mean_squared_distance", method.training.together[k]},
                      {"explained", explained_share(method.training.together[k], comparison.variance)},
                      {"alone_mean_squared_distance", method.training.alone[k]},
                      {"alone_explained", explained_share(method.training.alone[k], comparison.variance)}};
  const auto& held = method.held_out;
  const double held_variance = comparison.held_out_variance.value_or(0);
  row.push_back({"held_out_mean_squared_distance", when(held.has_value(), held ? held->together[k] : 0)});
  row.push_back({"held_out_explained",
                 when(held.has_value(), held ? explained_share(held->together[k], held_variance) : 0)});
  row.push_back({"negative_mass", when(!moves, moves ? 0 : component.weight_curve->negative_mass)});
  row.push_back({"mass_above_one", when(!moves, moves ? 0 : component.weight_curve->mass_above_one)});
  row.push_back({"map_gap", when(moves, map_gap_of(component))});
  row.push_back({"geodesic_gap", when(moves, proof.geodesic_gap)});
  row.push_back({"collinearity", when(moves, proof.collinearity)});
  row.push_back({"time_gap", proof.time_gap});
  row.push_back({"seconds", method.seconds});
  return row;
}

Json component_numbers(const ComparedMethod& method, Index k, const Comparison& comparison) {
  Json all;
  for (const auto& [name, value] : row_of(method, k, comparison))
    if (value && name != "seconds" && name != "components") all[name] = *value;
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
  text += " | first curve | seconds\n";
  for (const ComparedMethod& method : comparison.methods) {
    text += fmt::format("{:<13}{}", method.name,
                        shares_words(method.training.together, comparison.variance, columns));
    if (method.held_out)
      text += fmt::format(" |{}",
                          shares_words(method.held_out->together, *comparison.held_out_variance, columns));
    text += fmt::format(
        " | {} | {:.3g}\n",
        method.analysis.components.empty() ? "no component" : curve_words(method.analysis.components[0]),
        method.seconds);
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
    one.update(mean_document(method.analysis));
    if (method.held_out) one["held_out_mean_squared_distance_to_mean"] = method.held_out->variance;
    one["seconds"] = method.seconds;
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
