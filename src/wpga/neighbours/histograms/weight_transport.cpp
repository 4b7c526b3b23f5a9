#include "wpga/neighbours/histograms/weight_transport.hpp"

#include <algorithm>

#include "wpga/transport/dual_bound.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {

namespace {

struct Solved {
  double primal;
  Vector target_potentials;
  bool converged = true;
};

Solved solve_once(const Measure& source, const MeasureView& target, const TransportOptions& options) {
  const TransportMethod method = chosen_method(options, source.size(), target.size());
  if (source.dimension() == 1 && method == TransportMethod::exact) {
    LineCoupling found = couple_on_line(source.view(), target);
    return {found.value.primal, std::move(found.target_potentials)};
  }
  const auto coupling = make_transport(method, options)->coupling(source.weights);
  coupling->attach(target, {});
  const TransportValue value = coupling->solve(source.points);
  return {value.primal, coupling->target_potentials(), value.convergence.converged()};
}

}  // namespace

double WeightTransport::solve(const Vector& weights) {
  const Solved solved = solve_once(make_measure(points_, weights), target_, options_);
  not_converged_ += solved.converged ? 0 : 1;
  // Made anew on all points, with mass or without, so that they are feasible for all weights.
  bounds_.push_back({c_transform(target_.points, solved.target_potentials, points_),
                     target_.weights.dot(solved.target_potentials)});
  return solved.primal;
}

void WeightTransport::learn_from(const WeightTransport& other) {
  for (const WeightBound& bound : other.bounds_) {
    const Vector at_target = c_transform(other.points_, bound.potentials, target_.points);
    bounds_.push_back({c_transform(target_.points, at_target, points_), target_.weights.dot(at_target)});
  }
}

double WeightTransport::lower_bound(const WeightsRef& weights) const {
  double best = 0;
  for (const WeightBound& bound : bounds_) best = std::max(best, bound.at(weights));
  return best;
}

}  // namespace wpga
