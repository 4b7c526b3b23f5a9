#include "wpga/neighbours/maps/measured_components.hpp"

#include <utility>

#include "wpga/analysis/fit/tangent_maps.hpp"

namespace wpga {

MeasuredComponents::MeasuredComponents(const Measure& mean, FamilyCouplings& couplings,
                                       const TransportOptions& transport, const ComponentOptions& options,
                                       const Execution& execution)
    : execution_(execution),
      options_(options),
      goal_(component_goal(options.components, couplings.family().count())),
      analysis_{.mean = mean},
      scores_(couplings, transport),
      box_(box_for(options.box, couplings.family(), mean)) {
  score_mean(analysis_, scores_.get(), execution);
  began_ = std::chrono::steady_clock::now();
}

bool MeasuredComponents::wants_more() {
  if (count() >= goal_.components) return false;
  const bool enough = explains_enough(analysis_, goal_, scores_.get(), execution_);
  if (goal_.share) scored_together_ = count();
  return !enough;
}

bool MeasuredComponents::keep(Component component, KeepRule rule) {
  score(component,
        {analysis_.mean, analysis_.variance, earlier_, Orthogonality::each, box_, options_.times,
         rule == KeepRule::whole, analysis_.variance_lower_bound},
        scores_.get(), execution_);
  if (rule == KeepRule::explaining && !(component.explained > no_variance)) return false;
  const auto now = std::chrono::steady_clock::now();
  component.seconds += std::chrono::duration<double>(now - std::exchange(began_, now)).count();
  earlier_.push_back(component.curve.atoms().direction());
  analysis_.components.push_back(std::move(component));
  return true;
}

void MeasuredComponents::forget() {
  analysis_.components.clear();
  earlier_.clear();
  scored_together_ = 0;
  began_ = std::chrono::steady_clock::now();
}

Analysis MeasuredComponents::finish(std::optional<Termination> early) {
  if (early) analysis_.termination = *early;
  if (scored_together_ < count()) score_jointly(analysis_, scores_.get(), execution_);
  return std::move(analysis_);
}

}  // namespace wpga
