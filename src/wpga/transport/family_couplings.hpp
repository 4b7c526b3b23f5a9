// One source coupled with every measure of a family, each coupling kept warm between visits.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "wpga/measures/measure_family.hpp"
#include "wpga/parallel/execution.hpp"
#include "wpga/transport/centered_points.hpp"
#include "wpga/transport/engine_choice.hpp"
#include "wpga/transport/resting_couplings.hpp"

namespace wpga {

// Coordinates are centred on the pooled mean of the family, or where the caller says, for the source as for
// the targets: −2 Z'X far from the origin would lose every digit.
class FamilyCouplings {
 public:
  // The family must outlive this object.  `weights` are those of the source.
  FamilyCouplings(const MeasureFamily& family, const TransportOptions& options, const Vector& weights);
  FamilyCouplings(const MeasureFamily& family, const TransportOptions& options, const Vector& weights,
                  Vector center);

  // What one thread needs to visit one measure after the other.
  struct Worker {
    std::unique_ptr<Coupling> coupling;
    Matrix target = {};            // centred
    RestingCoupling resting = {};  // where it stopped last time
  };

  const MeasureFamily& family() const { return family_; }
  const Vector& center() const { return center_; }
  const Vector& weights() const { return weights_; }
  TransportMethod method() const { return method_; }
  double largest_cost() const { return largest_cost_; }  // of moving a unit of mass (engine_choice.hpp)
  CenteredPoints centered(const PointsRef& points) const {
    return CenteredPoints(points.colwise() - center_);
  }

  Worker worker() const { return {.coupling = engine_->coupling(weights_)}; }
  // The coupling with measure i, where it stopped last time.
  Coupling& attach(Worker& worker, Index i) const;
  // Remembers where the coupling with measure i stopped.
  void rest(const Worker& worker, Index i);

  // Forgets every coupling: the source has other weights now.
  void restart(const Vector& weights);

  // Of all measures; where ranks share them, of the own ones.
  std::vector<RestingCoupling> resting() const;
  // Of the chosen measures, from the ranks that have them.
  std::vector<RestingCoupling> resting(std::span<const Index> chosen, const Execution& execution) const;
  void set_resting(std::vector<RestingCoupling> resting);

 private:
  const MeasureFamily& family_;
  TransportMethod method_;
  std::unique_ptr<TransportEngine> engine_;
  double largest_cost_;
  Vector center_;
  Vector weights_;
  RestingCouplings resting_;
};

}  // namespace wpga
