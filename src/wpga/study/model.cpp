#include "wpga/study/model.hpp"

#include <algorithm>
#include <string_view>

#include "wpga/study/unproven.hpp"

namespace wpga {

Model model_of(Analysis analysis, const MeasureFamily& family, OptionValues options) {
  return {.analysis = std::move(analysis),
          .names = family.names(),
          .labels = family.labels(),
          .measure_weights = family.measure_weights(),
          .space = family.space(),
          .options = std::move(options),
          .bootstrap = {},
          .reading = family.reading()};
}

Index measures_that_count(const Model& model) {
  return model.measure_weights.size() > 0 ? (model.measure_weights.array() > 0).count()
                                          : static_cast<Index>(model.names.size());
}

bool stopped_early(const Analysis& analysis) {
  Shortfalls around = analysis.shortfalls;
  around += analysis.joint_shortfalls;
  if (around.any()) return true;
  if (analysis.together && !analysis.together->convergence.converged()) return true;
  return std::ranges::any_of(analysis.components, [](const Component& component) {
    return !component.convergence.converged() || component.shortfalls.any();
  });
}

bool stopped_early(const Statistics& statistics) {
  bool any = false;
  for_each_shortfalls(statistics,
                      [&](std::string_view, const StatisticShortfalls& found) { any = any || found.any(); });
  return any;
}

bool stopped_early(const Model& model) {
  return !model.mean_convergence.converged() || stopped_early(model.analysis) ||
         stopped_early(model.statistics) || unproven(model.analysis, model.options).any();
}

}  // namespace wpga
