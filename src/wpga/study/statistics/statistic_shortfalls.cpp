#include "wpga/study/statistics/statistic_shortfalls.hpp"

#include <algorithm>

#include "wpga/barycenters/mean.hpp"

namespace wpga {

namespace {

bool settled(const Analysis& analysis) {
  return (!analysis.together || analysis.together->convergence.converged()) &&
         std::ranges::all_of(analysis.components,
                             [](const Component& component) { return component.convergence.converged(); });
}

}  // namespace

StatisticShortfalls shortfalls_of_fit(const Mean& mean, const Analysis& analysis) {
  StatisticShortfalls all{.fits = 1,
                          .unsettled_fits = mean.convergence.converged() && settled(analysis) ? 0 : 1,
                          .unconverged_transports = mean.unconverged_transports,
                          .contradictions = mean.contradictions};
  all += analysis.shortfalls;
  all += analysis.joint_shortfalls;
  for (const Component& component : analysis.components) all += component.shortfalls;
  return all;
}

}  // namespace wpga
