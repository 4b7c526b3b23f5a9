#include "wpga/transport/family_couplings.hpp"

#include <algorithm>
#include <cassert>

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
    : family_(family),
      method_(chosen_method(options, weights.size(), largest_measure(family))),
      engine_(make_transport(method_, options)),
      center_(pooled_moments(family).mean),
      weights_(weights),
      resting_(static_cast<std::size_t>(family.count())) {}

Coupling& FamilyCouplings::attach(Worker& worker, Index i) const {
  const MeasureView measure = family_[i];
  worker.target = measure.points.colwise() - center_;
  worker.coupling->attach(
      {MatrixView(worker.target.data(), worker.target.rows(), worker.target.cols()), measure.weights},
      resting_[static_cast<std::size_t>(i)]);
  return *worker.coupling;
}

void FamilyCouplings::rest(const Worker& worker, Index i) {
  resting_[static_cast<std::size_t>(i)] = worker.coupling->rest();
}

void FamilyCouplings::restart(const Vector& weights) {
  weights_ = weights;
  std::ranges::fill(resting_, RestingCoupling{});
}

void FamilyCouplings::set_resting(std::vector<RestingCoupling> resting) {
  assert(resting.size() == resting_.size());
  resting_ = std::move(resting);
}

}  // namespace wpga
