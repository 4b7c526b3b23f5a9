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

// Gaps up to this are the rounding of a sound result; up to `small` they are worth a number, not a warning.
constexpr double rounding = 1e-8, small = 1e-3;

std::string map_words(double gap, double repaired) {
  const std::string moved = repaired > small
                                ? fmt::format(" ({} of the mass {} pair otherwise)", percent(repaired),
                                              gap <= rounding ? "could nearly as well" : "would rather")
                                : "";
  if (gap <= rounding) return "maps optimal" + moved;
  return (gap <= 5 * small ? fmt::format("maps optimal within {}", percent(gap))
                           : fmt::format("maps not optimal: off by {}", percent(gap))) +
         moved;
}

std::string geodesic_words(double gap) {
  if (gap <= rounding) return "a true geodesic";
  return gap <= small ? fmt::format("a true geodesic within {}", percent(gap))
                      : fmt::format("not a true geodesic: off by {}", percent(gap));
}

std::string mass_words(const WeightCurve& curve) {
  return curve.negative_mass > rounding
             ? fmt::format("no probability measures: up to {} of negative mass", percent(curve.negative_mass))
             : "probability measures throughout";
}

std::string certificate_words(const Component& component) {
  const Certificates& found = component.certificates;
  std::string words = fmt::format("distances proved within {}", percent(found.time_gap));
  if (component.weight_curve) return words + "; " + mass_words(*component.weight_curve);
  words += "; " + map_words(std::max(found.backward_map_gap, found.forward_map_gap),
                            std::max(found.backward_repaired_mass, found.forward_repaired_mass));
  words += "; " + geodesic_words(found.geodesic_gap);
  if (found.orthogonality > small)
    words += fmt::format("; off orthogonal by {}", percent(found.orthogonality));
  if (found.offset > 0.05)
    words += fmt::format("; misses the mean by {} of its length", percent(found.offset));
  if (found.outside_box > 0)
    words += fmt::format("; {} of its atoms leave the box", percent(found.outside_box));
  return words;
}

std::string counted(Index count, const char* one, const char* many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

// How sure a share is, where that is worth saying: entropic distances of large measures.
std::string interval_words(const Component& component) {
  const auto [low, high] = component.explained_interval;
  if (!(high - low > 0.005)) return {};
  if (!std::isfinite(low)) return fmt::format(" (proved: no more than {:.1f} %)", 100 * high);
  return fmt::format(" (proved: {:.1f} to {:.1f} %)", 100 * low, 100 * high);
}

std::string share_words(const Component& component, bool first) {
  std::string words = fmt::format("{:5.1f} % of the variance", 100 * component.explained);
  if (!first) words += " alone";
  words += interval_words(component);
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
    text += fmt::format(
        "ceiling     {:.1f} % of the variance at most while measures keep their plans from this mean, which "
        "split the mass of its atoms\n",
        100 * *analysis.ceiling);
  if (analysis.scored_by == TransportMethod::entropic)
    text += "scores      by entropic plans, too large for exact ones: shares are proved as intervals\n";
  if (const std::string words = shortfall_words(of_mean_and_joint(analysis)); !words.empty())
    text += "mean, times " + words.substr(2) + "\n";
  if (analysis.squared_distances.size() == 1)
    text += "components  none: one measure differs from no other\n";
  else if (analysis.termination == Termination::no_variance_left)
    text += !analysis.components.empty() ? "components  no more: no variance is left\n"
            : analysis.variance > 0      ? "components  none: no such curve explains any of the variance\n"
                                         : "components  none: the measures do not differ from their mean\n";
  return text;
}

std::string mean_words(const Analysis& analysis) {
  return fmt::format("{} atom{}, variance {:.8g} (root {:.4g})", analysis.mean.size(),
                     analysis.mean.size() == 1 ? "" : "s", analysis.variance, std::sqrt(analysis.variance));
}

Json mean_document(const Analysis& analysis) {
  Json all = Json::object();
  if (analysis.variance_lower_bound) all["variance_lower_bound"] = *analysis.variance_lower_bound;
  if (analysis.ceiling) all["ceiling"] = *analysis.ceiling;
  all["scored_by"] = std::string(name_of(analysis.scored_by));
  all["unconverged_transports"] = analysis.shortfalls.unconverged_transports;
  all["contradictions"] = analysis.shortfalls.contradictions;
  all["joint_unconverged_transports"] = analysis.joint_shortfalls.unconverged_transports;
  if (analysis.together)
    all["together"] = {{"iterations", analysis.together->convergence.iterations},
                       {"termination", std::string(name_of(analysis.together->convergence.termination))},
                       {"objective", analysis.together->objective.back()},
                       {"map_gap", analysis.together->map_gap},
                       {"map_gap_measures", analysis.together->map_gap_measures}};
  return all;
}

Json component_document(const Component& component) {
  const Certificates& found = component.certificates;
  Json all;
  all["mean_squared_distance"] = component.mean_squared_distance;
  all["explained"] = component.explained;
  all["cumulative"] = component.cumulative;
  all["time_gap"] = found.time_gap;
  if (component.weight_curve) {
    all["negative_mass"] = component.weight_curve->negative_mass;
    all["mass_above_one"] = component.weight_curve->mass_above_one;
  } else {
    all["map_gap"] = {{"backward", found.backward_map_gap}, {"forward", found.forward_map_gap}};
    all["geodesic_gap"] = found.geodesic_gap;
    all["orthogonality"] = found.orthogonality;
    all["collinearity"] = found.collinearity;
    all["offset"] = found.offset;
    all["outside_box"] = found.outside_box;
  }
  all["iterations"] = component.convergence.iterations;
  all["termination"] = std::string(name_of(component.convergence.termination));
  all["increment"] = component.increment;
  all["explained_interval"] = component.explained_interval;
  if (!component.weight_curve)
    all["repaired_mass"] = {{"backward", found.backward_repaired_mass},
                            {"forward", found.forward_repaired_mass}};
  all["unfinished_cone_steps"] = component.shortfalls.unfinished_cone_steps;
  all["unconverged_transports"] = component.shortfalls.unconverged_transports;
  all["contradictions"] = component.shortfalls.contradictions;
  if (component.finish)
    all["finish"] = {{"before", component.finish->front()}, {"after", component.finish->back()}};
  return all;
}

}  // namespace wpga
