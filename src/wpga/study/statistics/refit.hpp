// A fit made again of other measures of its family: some left out, drawn again, or counting differently.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/analysis/fit/warm_fit.hpp"
#include "wpga/study/methods.hpp"
#include "wpga/study/statistics/statistic_shortfalls.hpp"

namespace wpga {

// Curves of moving atoms, or nothing where weights change.
std::vector<GeneralizedGeodesic> moving_curves(const Analysis& analysis);

// What was fitted, and how.
struct FittedFamily {
  const MeasureFamily& family;
  const Analysis& analysis;
  const FitOptions& options;  // settled, options.mean.method said
  bool mean_stays = false;    // the mean was given
};

// What `compute` finds of the same fit with lengths in another unit.
template <class Compute>
auto in_length_unit(double unit, const FittedFamily& fitted, Compute compute) {
  Analysis scaled = fitted.analysis;
  multiply_lengths(scaled, 1 / unit);
  const MeasureFamily measures = in_unit(fitted.family, unit);
  FitOptions options = fitted.options;
  options.transport = in_unit(options.transport, unit);
  return compute(FittedFamily{measures, scaled, options, fitted.mean_stays});
}

// Mean, variance and the leading axes of tangent PCA as components, curves and times alone: at most `count`,
// all that refits which begin on axes need of a fit.  N transport problems.
Analysis leading_axes(const MeasureFamily& family, const Measure& mean, const TransportOptions& transport,
                      Index count, const Execution& execution);

// Which curve is which is decided by a few passes of each alone; what all explain together needs one.
enum class RefitFor { directions, shares };

class Refit {
 public:
  // What it refers to must outlive it.  N transport problems.
  Refit(const FittedFamily& fitted, const Execution& execution, RefitFor purpose = RefitFor::directions);

  // Mean and components of the chosen measures, with their own weights λ_i unless others are given. Principal
  // geodesics go on from those of all measures, on couplings that are warm, to a coarser tolerance: a small
  // part of the cost of a fit.  Other methods are computed anew.  Of the components only curves are filled
  // in.
  Analysis operator()(std::span<const Index> chosen, const Vector& weights = {});

  // The chosen measures as fields R_i = T_i − Y from another mean of as many atoms with the same weights.
  TangentMaps maps_from(const Measure& mean, std::span<const Index> chosen);

  // Scores of all measures on all components of a refit together, N × K.
  Matrix scores_on(const Analysis& found);

  // Of all that was asked for so far.  Passes that refits for shares are not given are not missed.
  const StatisticShortfalls& shortfalls() const { return shortfalls_; }

  // Do refits begin on the axes of their own measures, whatever the curves of all are?
  static bool begins_on_axes(const FitOptions& options, bool mean_stays);

  // Do refits keep the atoms of the mean, one by one, so that fields on them can be compared?
  static bool keeps_atoms(const FittedFamily& fitted);

 private:
  MeasureFamily part(std::span<const Index> chosen, const Vector& weights) const;
  std::vector<RestingCoupling> resting(std::span<const Index> chosen) const;
  Analysis found_anew(const MeasureFamily& measures);

  FittedFamily fitted_;
  const Execution& execution_;
  RefitFor purpose_;
  bool warm_ = false;
  std::unique_ptr<FamilyCouplings> couplings_;  // resting at the mean of all
  StatisticShortfalls shortfalls_;
};

}  // namespace wpga
