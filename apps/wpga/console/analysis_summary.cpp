#include "console/analysis_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "wpga/base/named_enum.hpp"

namespace wpga {

namespace {

constexpr int bar_cells = 24;

// Eighths of a character cell.
std::string bar(double share) {
  static constexpr std::array<std::string_view, 8> parts = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const auto eighths = static_cast<int>(std::lround(8 * bar_cells * std::clamp(share, 0.0, 1.0)));
  std::string drawn;
  for (int i = 0; i < eighths / 8; ++i) drawn += "█";
  drawn += parts[static_cast<std::size_t>(eighths % 8)];
  for (int i = (eighths + 7) / 8; i < bar_cells; ++i) drawn += "·";
  return drawn;
}

std::string ending(const Convergence& convergence) {
  const std::string passes =
      fmt::format("{} iteration{}", convergence.iterations, convergence.iterations == 1 ? "" : "s");
  switch (convergence.termination) {
    case Termination::converged:
      return passes;
    case Termination::iteration_limit:
      return passes + ", stopped at the limit (--iterations)";
    case Termination::no_progress:
      return passes + ", stopped where no step went down";
    case Termination::no_variance_left:
      break;
  }
  return passes + ", no variance left";
}

constexpr double rounding = 1e-8;  // gaps up to this are that of a sound result

constexpr Limits map_limits = limits_of(&Certificates::map_gap),
                 pairing_limits = limits_of(&Certificates::repaired_mass),
                 geodesic_limits = limits_of(&Certificates::geodesic_gap),
                 orthogonality_limits = limits_of(&Certificates::orthogonality),
                 offset_limits = limits_of(&Certificates::offset),
                 box_limits = limits_of(&Certificates::outside_box),
                 mass_limits = limits_of(&WeightCurve::negative_mass);

std::string repaired_words(double gap, double repaired) {
  if (!(repaired > pairing_limits.holds)) return {};
  return fmt::format(" ({} of the mass {} pair otherwise)", percent(repaired),
                     gap <= rounding ? "could nearly as well" : "would rather");
}

std::string map_words(double gap, double repaired) {
  const std::string moved = repaired_words(gap, repaired);
  if (gap <= rounding) return "maps optimal" + moved;
  return (gap <= map_limits.holds ? fmt::format("maps optimal within {}", percent(gap))
                                  : fmt::format("maps not optimal: off by {}", percent(gap))) +
         moved;
}

std::string geodesic_words(double gap, double repaired) {
  const std::string moved = repaired_words(gap, repaired);
  if (gap <= rounding) return "a true geodesic" + moved;
  return (gap <= geodesic_limits.holds ? fmt::format("a true geodesic within {}", percent(gap))
                                       : fmt::format("not a true geodesic: off by {}", percent(gap))) +
         moved;
}

std::string mass_words(const WeightCurve& curve) {
  return curve.negative_mass > mass_limits.holds
             ? fmt::format("no probability measures: up to {} of negative mass", percent(curve.negative_mass))
             : "probability measures throughout";
}

std::string certificate_words(const Component& component) {
  const Certificates& found = component.certificates;
  std::string words = fmt::format("distances proved within {}", percent(found.time_gap));
  if (component.curve.changes_weights()) return words + "; " + mass_words(component.curve.weights());
  words += "; " + map_words(found.map_gap.largest(), found.repaired_mass.largest());
  words += "; " + geodesic_words(found.geodesic_gap, found.repaired_pairing);
  if (found.orthogonality > orthogonality_limits.holds)
    words += fmt::format("; off orthogonal by {}", percent(found.orthogonality));
  if (found.offset > offset_limits.nearly)
    words += fmt::format("; misses the mean by {} of its length", percent(found.offset));
  if (found.outside_box > box_limits.holds)
    words += fmt::format("; {} of its atoms leave the box", percent(found.outside_box));
  return words;
}

std::string counted(Index count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// How sure a share is, where that is worth saying: entropic distances of large measures.
std::string optimal_interval_words(const Component& component) {
  const auto [low, high] = component.explained_interval;
  if (!(high - low > 0.005)) return {};
  if (!std::isfinite(low)) return fmt::format(" (proved: no more than {:.1f} %)", 100 * high);
  return fmt::format(" (proved: {:.1f} to {:.1f} %)", 100 * low, 100 * high);
}

std::string share_words(const Component& component, bool first) {
  std::string words = fmt::format("{:5.1f} % of the variance", 100 * component.explained);
  if (!first) words += " alone";
  words += optimal_interval_words(component);
  if (first) return words;
  if (std::isfinite(component.increment))
    words += fmt::format(", {:.1f} % more than those before", 100 * component.increment);
  return words + fmt::format(", {:.1f} % together", 100 * component.cumulative);
}

std::string finish_words(const Component& component) {
  if (!component.finish) return {};
  const auto [before, after] = *component.finish;
  return fmt::format("; strict finish: mean squared distance {:.6g}, before it {:.6g}", after, before);
}

std::string together_words(const Together& together) {
  return fmt::format("together    fitted on the distances to all of them; {}; maps to measures {}\n",
                     ending(together.convergence),
                     together.map_gap <= rounding
                         ? "optimal"
                         : fmt::format("within {} of optimal", percent(together.map_gap)));
}

Shortfalls of_mean_and_joint(const Analysis& analysis) {
  Shortfalls all = analysis.shortfalls;
  return all += analysis.joint_shortfalls;
}

// A curve is not bound to the plans from the mean: far from it others are cheaper, and it may explain more.
std::string ceiling_words(double ceiling, double explained) {
  return fmt::format(
      "ceiling     {:.1f} % of the variance at most while measures keep their plans from this mean, which "
      "split the mass of its atoms{}\n",
      100 * ceiling, explained > ceiling ? "; these curves changed plans, and explain more" : "");
}

// The maps from the mean have as many directions as there are components; what these leave is mass that plans
// split, or curves that would have to bend.
std::string no_more_words(double cumulative) {
  constexpr double nothing = 5e-4;  // rounds to 100.0 %
  if (1 - cumulative < nothing) return "components  no more: no variance is left\n";
  return fmt::format(
      "components  no more: {:.1f} % of the variance is left, and no further direction of the maps from this "
      "mean explains any of it\n",
      100 * (1 - cumulative));
}

}  // namespace

std::string shortfall_words(const Shortfalls& shortfalls) {
  std::string words;
  if (shortfalls.contradictions > 0)
    words +=
        "; a contradiction: " + counted(shortfalls.contradictions, "lower bound lies", "lower bounds lie") +
        " above the upper one; please report this";
  if (shortfalls.unconverged_transports > 0)
    words += "; " + counted(shortfalls.unconverged_transports, "transport problem", "transport problems") +
             " stopped early";
  if (shortfalls.unfinished_cone_steps > 0)
    words += "; " + counted(shortfalls.unfinished_cone_steps, "step", "steps") +
             " feasible, but not proven the minimum";
  return words;
}

namespace {

template <class Results>
void add_list(std::string& text, std::string_view title, const Results& results) {
  text += fmt::format("{}\n", title);
  const auto add = [&](const ResultName& name, const ResultWords& words, const auto&) {
    const std::string flat = name.flat();
    if (name.part == "forward") {
      text += fmt::format("  {}\n", flat);
      return;
    }
    text += fmt::format("  {:<24} {:<15} {}", flat, words.unit == Unit::none ? "" : name_of(words.unit),
                        words.sentence);
    if (words.limits) text += fmt::format(" [holds up to {:g}]", words.limits->holds);
    text += "\n";
  };
  if constexpr (requires { for_each_number(results, add); })
    for_each_number(results, add);
  else
    for_each_result(results, add);
}

}  // namespace

std::string result_list_text() {
  std::string text;
  add_list(text, "model", Analysis{});
  add_list(text, "each component", Component{});
  add_list(text, "each component that changes weights", WeightCurve{});
  add_list(text, "components fitted together", Together{});
  return text;
}

std::string summary_text(const Analysis& analysis) {
  std::string text;
  for (std::size_t k = 0; k < analysis.components.size(); ++k) {
    const Component& component = analysis.components[k];
    text += fmt::format("component {} {} {}; {}\n            {}{}{}\n", k + 1, bar(component.explained),
                        share_words(component, k == 0), ending(component.convergence),
                        certificate_words(component), finish_words(component),
                        shortfall_words(component.shortfalls));
  }
  if (analysis.together) text += together_words(*analysis.together);
  if (analysis.ceiling && !analysis.components.empty() && *analysis.ceiling < 0.9995)
    text += ceiling_words(*analysis.ceiling, analysis.components.back().cumulative);
  if (analysis.scored_by == TransportMethod::entropic)
    text += "scores      by entropic plans, too large for exact ones: shares are proved as intervals\n";
  if (const std::string words = shortfall_words(of_mean_and_joint(analysis)); !words.empty())
    text += "mean, times " + words.substr(2) + "\n";
  if (analysis.squared_distances.size() == 1)
    text += "components  none: one measure differs from no other\n";
  else if (analysis.termination == Termination::no_variance_left)
    text += !analysis.components.empty() ? no_more_words(analysis.components.back().cumulative)
            : analysis.variance > 0      ? "components  none: no such curve explains any of the variance\n"
                                         : "components  none: the measures do not differ from their mean\n";
  return text;
}

std::string mean_words(const Analysis& analysis) {
  std::string words =
      fmt::format("{} atom{}, variance {:.8g} (root {:.4g})", analysis.mean.size(),
                  analysis.mean.size() == 1 ? "" : "s", analysis.variance, std::sqrt(analysis.variance));
  const double lower = analysis.variance_lower_bound.value_or(analysis.variance);
  if (analysis.variance - lower > rounding * analysis.variance)
    words += fmt::format(", of this mean proved at least {:.8g}", lower);
  return words;
}

}  // namespace wpga
