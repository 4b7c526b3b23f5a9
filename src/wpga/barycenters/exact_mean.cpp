#include "wpga/barycenters/exact_mean.hpp"

#include <algorithm>

#include "wpga/barycenters/linear_program.hpp"
#include "wpga/barycenters/starting_support.hpp"
#include "wpga/barycenters/variance_gap.hpp"
#include "wpga/measures/distinct_atoms.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {

namespace {

std::vector<Index> measures_that_count(const MeasureFamily& family) {
  std::vector<Index> chosen;
  for (Index i = 0; i < family.count(); ++i)
    if (family.measure_weight(i) > 0) chosen.push_back(i);
  return chosen;
}

Mean mean_of_two(const MeasureFamily& family, Index first, Index second, const Execution& execution) {
  const double before = family.measure_weight(first), after = family.measure_weight(second);
  const PairCoupling pair = couple(family[first], family[second], {.transport = TransportMethod::exact});
  Mean mean;
  mean.measure =
      merge_duplicates(
          displaced_by_plan(family[first], family[second], pair.plan, after / (before + after)).view())
          .measure;
  mean.convergence = pair.value.convergence;
  mean.convergence.iterations = 1;
  mean.unconverged_transports = mean.convergence.converged() ? 0 : 1;
  measure_distances(mean, family, execution);
  mean.objective = {mean.variance};
  prove_variance(mean, before * after / (before + after) * pair.value.dual, family);
  return mean;
}

}  // namespace

bool exact_mean_is_cheap(const MeasureFamily& family) {
  constexpr Index most_of_two = 1000;
  constexpr double most_tuples = 20'000;
  const std::vector<Index> chosen = measures_that_count(family);
  if (chosen.size() < 2) return false;
  Index atoms = 0;
  double tuples = 1;
  for (const Index i : chosen) {
    atoms += family[i].size();
    tuples *= static_cast<double>(family[i].size());
  }
  if (chosen.size() == 2) return atoms <= most_of_two;
  return tuples <= most_tuples && atoms - std::ssize(chosen) + 1 <= default_support;
}

Mean exact_mean(const MeasureFamily& family, const Execution& execution) {
  require_measures(family);
  const std::vector<Index> chosen = measures_that_count(family);
  if (chosen.size() == 2) return mean_of_two(family, chosen[0], chosen[1], execution);
  return multimarginal_mean(family, {}, execution);
}

}  // namespace wpga
