#include "console/statistics_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "console/analysis_summary.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/study/bootstrap.hpp"
#include "wpga/study/interval_words.hpp"
#include "wpga/study/statistics/permutation.hpp"

namespace wpga {

namespace {

constexpr std::size_t names_shown = 5;
constexpr double most_turn = 90;  // degrees between two directions

std::string listed(const std::vector<std::string>& names) {
  std::string words;
  for (std::size_t k = 0; k < std::min(names.size(), names_shown); ++k)
    words += fmt::format("{}{}", k > 0 ? ", " : "", displayed(names[k]));
  if (names.size() > names_shown) words += fmt::format(" and {} more", names.size() - names_shown);
  return words;
}

std::string ordinal(Index number) {
  static const std::vector<std::string> words = {"first", "second", "third", "fourth", "fifth", "sixth"};
  return number <= std::ssize(words) ? words[static_cast<std::size_t>(number - 1)]
                                     : fmt::format("component {}", number);
}

std::string held_out_words(const CrossValidation& found, Index measures) {
  std::string text;
  for (Index k = 0; k < found.held_out_explained.size(); ++k) {
    text += fmt::format("{:<11} component {}: {:.1f} %", k == 0 ? "held out" : "", k + 1,
                        100 * found.held_out_explained[k]);
    if (k > 0) text += fmt::format(" alone, {:.1f} % together", 100 * found.held_out_cumulative[k]);
    if (found.foretold.size() > 0)
      text += fmt::format("; foretells {:.1f} % of hidden atoms{} (p = {:.2g})", 100 * found.foretold[k],
                          k > 0 ? " with those before" : "", found.foretold_p[k]);
    text += k == 0 ? fmt::format("; {} folds{}\n", found.folds,
                                 found.folds == measures ? ", one for each measure" : "")
                   : "\n";
  }
  return text;
}

std::string how_many_words(const CrossValidation& found, Index measures) {
  const Index all = found.foretold.size();
  if (all == 0) return {};
  if (measures < fewest_for_signs)
    return fmt::format("how many    not known: of {} measures no test says so at the level of 5 %\n",
                       measures);
  if (found.helpful == 0) return "how many    none: not even the first helps on held-out data\n";
  if (found.helpful == all) return fmt::format("how many    {}: all of them help on held-out data\n", all);
  return fmt::format("how many    {}: the {} does not help on held-out data\n", found.helpful,
                     ordinal(found.helpful + 1));
}

std::string outlier_words(const Outliers& found, const std::vector<std::string>& names) {
  std::vector<std::string> along, off;
  for (Index i = 0; i < found.flags.size(); ++i) {
    const std::string& name = names[static_cast<std::size_t>(i)];
    if (found.flags[i] == 1 || found.flags[i] == 3) along.push_back(name);
    if (found.flags[i] >= 2) off.push_back(name);
  }
  std::string text;
  if (!along.empty())
    text += fmt::format("outliers    far along the components (beyond {:.2f}): {}\n", found.score_cutoff,
                        listed(along));
  if (!off.empty())
    text += fmt::format("{:<11} far off the components (W2 beyond {:.4g}): {}\n",
                        text.empty() ? "outliers" : "", found.residual_cutoff, listed(off));
  return text;
}

std::string robust_words(const Robustness& found) {
  const Index none = (found.robust_weights.array() == 0).count();
  const Index less = (found.robust_weights.array() < 0.5).count() - none;
  return fmt::format(
      "robust      {} of {} measures lost their weight, {} more than half of it; W2 of {:.4g} leaves 1/e\n",
      none, found.robust_weights.size(), less, found.robust_scale);
}

std::string noise_words(const NoiseFloor& found, const Analysis& analysis) {
  if (found.noise_measures == 0)
    return "noise       not known: no measure has 16 atoms of one weight, as samples have\n";
  std::string text = fmt::format(
      "noise       {:.1f} % of the variance is sampling noise ({} measures, falling as n^-{:.2f})",
      100 * found.noise_share, found.noise_measures, found.noise_rate);
  if (!analysis.components.empty() && analysis.components.back().cumulative >= 1 - found.noise_share)
    text += "; the components reach what is left";
  return text + "\n";
}

std::string free_mass_words(const FreeMassShares& found) {
  return fmt::format(
      "free mass   {:.1f} to {:.1f} % of a measure is taken away and added, not moved: {:.1f} % of the "
      "variance\n",
      100 * found.unmatched.minCoeff(), 100 * found.unmatched.maxCoeff(), 100 * found.unmatched_share);
}

std::string stability_words(const Stability& found) {
  std::string text;
  for (Index k = 0; k < found.angles.cols(); ++k) {
    const std::array<double, 2> interval = central_interval(found.angles.col(k));
    text += fmt::format("{:<11} component {} turns by {:.1f} to {:.1f}° ({})", k == 0 ? "directions" : "",
                        k + 1, interval[0], interval[1], interval_words(found.angles.rows()));
    if (found.angle_error.size() > 0)
      text += found.angle_error[k] < most_turn ? fmt::format("; jackknife ±{:.1f}°", found.angle_error[k])
                                               : "; by the jackknife it may be any other";
    text += "\n";
  }
  return text;
}

// Correlation with a column of numbers; share of the scores between the categories of a column of words.
std::string association_words(double association, double p, bool numeric) {
  if (!std::isfinite(association)) return "no scores to hold it against";
  return numeric ? fmt::format("r = {:.2f} (p = {:.2g})", association, p)
                 : fmt::format("{:.1f} % between groups (p = {:.2g})", 100 * association, p);
}

std::string covariate_words(const Covariates& found, double measures, std::span<const SampleColumn> columns) {
  std::string text;
  for (Index c = 0; c < found.share.size(); ++c) {
    const bool numeric = c < std::ssize(columns) && columns[static_cast<std::size_t>(c)].numeric;
    text += fmt::format("{:<11} {}", c == 0 ? "columns" : "",
                        displayed(found.columns[static_cast<std::size_t>(c)]));
    if (found.measures[c] == 0) {
      text += ": not tested, no measure has a value\n";
      continue;
    }
    if (found.measures[c] < measures)
      text += fmt::format(" (known of {:.0f} of {:.0f} measures)", found.measures[c], measures);
    if (!(found.share[c] >= 0)) {
      text += ": not tested (the same for all, or another for each)\n";
      continue;
    }
    text += fmt::format(": {:.1f} % of all motion (p = {:.2g})", 100 * found.share[c], found.share_p[c]);
    if (found.apart[c] >= 0) text += fmt::format(", means W2 {:.4g} apart", std::sqrt(found.apart[c]));
    for (Index k = 0; k < found.association.cols(); ++k)
      text += fmt::format("; component {}: {}", k + 1,
                          association_words(found.association(c, k), found.association_p(c, k), numeric));
    text += "\n";
  }
  return text;
}

std::string sampling_words(const Sampling& found, const Analysis& analysis) {
  std::string text =
      fmt::format("learned     from {} of {} measures; shares are those of all, ± 1 standard error\n",
                  found.learned_from, found.sampled.size());
  for (Index k = 0; k < found.explained_error.size(); ++k) {
    const Component& component = analysis.components[static_cast<std::size_t>(k)];
    text += fmt::format("{:<11} component {}: {:.2f} ± {:.2f} %", "", k + 1, 100 * component.explained,
                        100 * found.explained_error[k]);
    if (k > 0)
      text += fmt::format(", together {:.2f} ± {:.2f} %", 100 * component.cumulative,
                          100 * found.cumulative_error[k]);
    text += "\n";
  }
  return text;
}

// Of the fits and transport problems behind a statistic, where something stopped early.
std::string unfinished_words(const Statistics& statistics) {
  static const std::map<std::string_view, std::string_view> behind = {{"cross_validation", "folds"},
                                                                      {"stability", "refits of the draws"},
                                                                      {"sampling", "halves of the sample"},
                                                                      {"robust", "reweighted fits"},
                                                                      {"draws", "bootstrap draws"},
                                                                      {"covariates", "columns"},
                                                                      {"noise_floor", "noise"},
                                                                      {"free_mass", "free mass"}};
  std::string text;
  for_each_shortfalls(statistics, [&](std::string_view name, const StatisticShortfalls& found) {
    if (const std::string words = shortfall_words(found); !words.empty())
      text +=
          fmt::format("{:<11} {}: {}\n", text.empty() ? "unfinished" : "", behind.at(name), words.substr(2));
  });
  return text;
}

}  // namespace

std::string shortfall_words(const StatisticShortfalls& found) {
  std::string words;
  if (found.unsettled_fits > 0)
    words += fmt::format("; {} of {} fit{} ended before the tolerance was reached", found.unsettled_fits,
                         found.fits, found.fits == 1 ? "" : "s");
  return words + shortfall_words(found.alone());
}

std::string joining_words(const std::string& file, const SampleTable& table, std::size_t measures) {
  std::string text;
  if (const std::size_t count = table.unused.size(); count > 0)
    text = fmt::format("{} row{} of {} belong{} to no measure: {}", count, count == 1 ? "" : "s",
                       displayed(file), count == 1 ? "s" : "", listed(table.unused));
  if (table.unmatched > 0)
    text += fmt::format("{}{} of {} measures have no row{}", text.empty() ? "" : "; ", table.unmatched,
                        measures, text.empty() ? " in " + displayed(file) : "");
  return text;
}

std::string statistics_words(const Model& model, std::span<const SampleColumn> columns) {
  const Statistics& found = model.statistics;
  const Index measures = measures_that_count(model);
  std::string text;
  if (found.sampling) text += sampling_words(*found.sampling, model.analysis);
  if (found.cross_validation)
    text +=
        held_out_words(*found.cross_validation, measures) + how_many_words(*found.cross_validation, measures);
  if (found.stability)
    text += stability_words(*found.stability);
  else if (model.bootstrap.size() > 0)
    text +=
        "directions  not compared with those of the draws, whose means have other atoms; --mean-method free "
        "keeps them\n";
  if (found.noise_floor) text += noise_words(*found.noise_floor, model.analysis);
  if (found.free_mass) text += free_mass_words(*found.free_mass);
  if (found.robust) text += robust_words(*found.robust);
  if (found.covariates) text += covariate_words(*found.covariates, static_cast<double>(measures), columns);
  if (found.outliers) text += outlier_words(*found.outliers, model.names);
  text += unfinished_words(found);
  return text;
}

}  // namespace wpga
