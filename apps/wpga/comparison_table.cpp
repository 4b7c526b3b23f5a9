#include "comparison_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "console/analysis_summary.hpp"
#include "console/statistics_summary.hpp"
#include "flags/flag_words.hpp"
#include "wpga/barycenters/mean.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/files/statistics_file.hpp"
#include "wpga/io/results_json.hpp"
#include "wpga/study/comparison_rows.hpp"

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

Json component_numbers(const ComparedMethod& method, Index k, const Comparison& comparison) {
  Json all = Json::object();
  for (const auto& [name, value] : remainders_of(method, k, comparison))
    if (value) all[name] = *value;
  all.update(proofs_json(method.analysis.components[static_cast<std::size_t>(k)]));
  for (Index draw = 0; draw < method.bootstrap.together.rows(); ++draw) {
    all["bootstrap_cumulative"].push_back(method.bootstrap.together(draw, k));
    all["bootstrap_explained"].push_back(method.bootstrap.alone(draw, k));
  }
  return all;
}

std::string unfinished_methods(const Comparison& comparison) {
  std::string text;
  const auto tell = [&](const std::string& what, const std::string& words) {
    if (!words.empty()) text += fmt::format("unfinished   {}: {}\n", what, words.substr(2));
  };
  for (const ComparedMethod& method : comparison.methods) {
    tell(method.name, shortfall_words(shortfalls_of_fit({}, method.analysis)));
    tell(method.name + ", measures it was fitted to", shortfall_words(method.training.shortfalls));
    if (method.held_out) tell(method.name + ", held out", shortfall_words(method.held_out->shortfalls));
    tell(method.name + ", bootstrap draws", shortfall_words(method.bootstrap.shortfalls));
  }
  return text;
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
    text += fmt::format(" | {:7} | {} | {}\n", method.numbers, worst_words(method.analysis),
                        method.seconds ? fmt::format("{:.3g}", *method.seconds) : std::string("–"));
  }
  for (const ComparedMethod& method : comparison.methods)
    if (method.held_out_seen > 0)
      text +=
          fmt::format("caution      {} was fitted to {} of the held-out measures: no share of unseen ones\n",
                      method.name, method.held_out_seen);
  text += unfinished_methods(comparison);
  for (const RefusedMethod& refused : comparison.refused)
    text += fmt::format("{:<13} not for these data: {}\n", refused.name, with_known_flags(refused.reason));
  return text;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text;
  for (const ComparedMethod& method : comparison.methods)
    for (std::size_t k = 0; k < method.analysis.components.size(); ++k) {
      const NamedNumbers row = comparison_row(method, static_cast<Index>(k), comparison);
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
  Json all = Json::object();
  all["variance"] = comparison.variance;
  if (comparison.held_out_variance) all["held_out_variance"] = *comparison.held_out_variance;
  all["methods"] = Json::object();
  for (const ComparedMethod& method : comparison.methods) {
    Json& one = all["methods"][method.name];
    one["support"] = method.analysis.mean.size();
    one["mean_squared_distance_to_mean"] = method.training.variance;
    one.update(results_json(method.analysis));
    if (method.held_out) one["held_out_mean_squared_distance_to_mean"] = method.held_out->variance;
    if (method.bootstrap.shortfalls.fits > 0) one["draws"] = shortfalls_document(method.bootstrap.shortfalls);
    if (method.seconds) one["seconds"] = *method.seconds;
    if (method.held_out_seen > 0) one["held_out_seen"] = method.held_out_seen;
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
