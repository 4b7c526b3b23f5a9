#include "console/cautions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "wpga/report/component_words.hpp"

namespace wpga {

namespace {

// "component 1: 3, component 2: 1", those that have any.
std::string listed(const std::vector<Index>& counts) {
  std::string words;
  for (std::size_t k = 0; k < counts.size(); ++k)
    if (counts[k] > 0)
      words += fmt::format("{}component {}: {}", words.empty() ? "" : ", ", k + 1, counts[k]);
  return words;
}

}  // namespace

std::string few_measures_words(Index measures, std::size_t components) {
  if (!few_measures(measures, components)) return {};
  return fmt::format(
      "caution     {} measures are few for {} component{}: shares on new measures will be lower; see "
      "`wpga compare --holdout 0.2`\n",
      measures, components, components == 1 ? "" : "s");
}

std::string time_words(const TimeCounts& counts, Index measures) {
  std::string text;
  if (const std::string clipped = listed(counts.clipped); !clipped.empty())
    text += fmt::format("clipped     times at an end of the curve, of {} measures: {}\n", measures, clipped);
  if (const std::string left_out = listed(counts.left_out); !left_out.empty())
    text += fmt::format("left out    of {} measures, nearer without the component: {}\n", measures, left_out);
  return text;
}

std::string unproven_words(const Analysis& analysis, const OptionValues& asked) {
  const Unproven found = unproven(analysis, asked);
  std::string text;
  for (const std::size_t k : found.times)
    text += fmt::format(
        "unproven    component {}: distances within {}, where --time-tolerance asks for {:g} %; "
        "more --solves prove more\n",
        k + 1, percent(analysis.components[k].certificates.time_gap), 100 * found.time_tolerance);
  for (const std::size_t k : found.maps) {
    const Certificates& proved = analysis.components[k].certificates;
    text += fmt::format("unproven    component {}: maps within {}, where --map-tolerance asks for {:g} %\n",
                        k + 1, percent(std::max(proved.map_gap.largest(), proved.geodesic_gap)),
                        100 * found.map_tolerance);
  }
  return text;
}

void tell_if_far(const FarOutside& found, Json& document) {
  document["far_outside"] = found.far;
  if (!found.many()) return;
  document["warning"] = fmt::format(
      "{} of {} measures are more than {:g} times as far from the mean as any of the model's (W2 up to "
      "{:.4g}, "
      "there {:.4g}): are they of the same kind, size and units?",
      found.far, found.measures, far_factor, found.farthest, found.training);
}

void say_warning(const Json& document, const Console& console) {
  if (const auto found = document.find("warning"); found != document.end())
    console.say("warning     " + found->get<std::string>());
}

}  // namespace wpga
