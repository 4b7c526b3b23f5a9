#include "figures/fitted_family.hpp"

#include <algorithm>

#include "console/stopwatch.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/results_json.hpp"

namespace wpga {

FittedFamily fitted_family(MeasureFamily family, double components, std::uint64_t seed,
                           const Execution& execution) {
  Stopwatch watch;
  // Of N measures no more than N − 1 components are there to be found.
  components = std::min(components, static_cast<double>(family.count() - 1));
  const Mean mean = free_support_mean(family, {}, {.seed = seed}, execution);
  FittedFamily fitted{std::move(family), {}, watch.lap(), 0};
  fitted.analysis = principal_geodesics(fitted.family, mean.measure, {},
                                        {.components = components, .seed = seed}, execution);
  require(!fitted.analysis.components.empty(),
          "the measures do not differ from their mean, so that there is no component to draw");
  fitted.component_seconds = watch.lap();
  return fitted;
}

Json component_numbers(const Analysis& analysis) {
  Json all = Json::array();
  for (const Component& component : analysis.components) all.push_back(results_json(component));
  return all;
}

}  // namespace wpga
