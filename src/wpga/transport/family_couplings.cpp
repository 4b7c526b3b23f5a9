#include "wpga/transport/family_couplings.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "wpga/parallel/shared_for.hpp"

namespace wpga {

namespace {

Index largest_measure(const MeasureFamily& family) {
  Index most = 0;
  for (Index i = 0; i < family.count(); ++i) most = std::max(most, family[i].size());
  return most;
}

}  // namespace

FamilyCouplings::FamilyCouplings(const MeasureFamily& family, const TransportOptions& options,
                                 const Vector& weights)
    : FamilyCouplings(family, options, weights, pooled_moments(family).mean) {}

FamilyCouplings::FamilyCouplings(const MeasureFamily& family, const TransportOptions& options,
                                 const Vector& weights, Vector center)
    : family_(family),
      method_(chosen_method(options, weights.size(), largest_measure(family))),
      engine_(make_transport(method_, options)),
      largest_cost_(wpga::largest_cost(options)),
      center_(std::move(center)),
      weights_(weights),
      resting_(family, weights.size(), method_ == TransportMethod::exact && options.mass == MassRule::fixed) {
}

Coupling& FamilyCouplings::attach(Worker& worker, Index i) const {
  const MeasureView measure = family_[i];
  worker.target = measure.points.colwise() - center_;
  worker.coupling->attach(
      {MatrixView(worker.target.data(), worker.target.rows(), worker.target.cols()), measure.weights},
      resting_.at(i, worker.resting));
  return *worker.coupling;
}

void FamilyCouplings::rest(const Worker& worker, Index i) { resting_.set(i, worker.coupling->rest()); }

void FamilyCouplings::restart(const Vector& weights) {
  weights_ = weights;
  resting_.clear();
}

std::vector<RestingCoupling> FamilyCouplings::resting() const {
  std::vector<RestingCoupling> found(static_cast<std::size_t>(family_.count()));
  for (Index i = 0; i < family_.count(); ++i) found[static_cast<std::size_t>(i)] = resting_.copy(i);
  return found;
}

std::vector<RestingCoupling> FamilyCouplings::resting(std::span<const Index> chosen,
                                                      const Execution& execution) const {
  std::vector<RestingCoupling> found(chosen.size());
  for (std::size_t k = 0; k < chosen.size(); ++k) found[k] = resting_.copy(chosen[k]);
  if (!is_shared(execution)) return found;
  std::vector<std::vector<std::size_t>> places(
      static_cast<std::size_t>(family_.count()));  // of each measure in `found`
  for (std::size_t k = 0; k < chosen.size(); ++k) places[static_cast<std::size_t>(chosen[k])].push_back(k);
  gather(execution, family_.count(), [&](Parcel& parcel, std::int64_t i) {
    for (const std::size_t k : places[static_cast<std::size_t>(i)]) parcel(found[k].state);
  });
  return found;
}

void FamilyCouplings::set_resting(std::vector<RestingCoupling> resting) {
  assert(std::ssize(resting) == family_.count());
  for (Index i = 0; i < family_.count(); ++i)
    resting_.set(i, std::move(resting[static_cast<std::size_t>(i)]));
}

}  // namespace wpga
