// Components of moving atoms kept one after another, each measured as principal geodesics are, until as many
// are found as were asked for or they explain the share asked for.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/analysis/cone/space_box.hpp"
#include "wpga/analysis/fit/component_goal.hpp"
#include "wpga/analysis/fit/scoring.hpp"
#include "wpga/neighbours/maps/component_options.hpp"

namespace wpga {

class MeasuredComponents {
 public:
  // Measures the mean: N solves.  What it refers to must outlive it.
  MeasuredComponents(const Measure& mean, FamilyCouplings& couplings, const TransportOptions& transport,
                     const ComponentOptions& options, const Execution& execution);

  Index most() const { return goal_.components; }
  Index count() const { return std::ssize(analysis_.components); }
  double variance() const { return analysis_.variance; }
  const std::optional<SpaceBox>& box() const { return box_; }

  bool wants_more();
  // Needs the curve and its times (hints, or empty).  Its seconds are those since the one before.
  void keep(Component component);
  // With the shares of all components together.
  Analysis finish(std::optional<Termination> early = {});

 private:
  const Execution& execution_;
  const ComponentOptions& options_;
  ComponentGoal goal_;
  Analysis analysis_;
  ScoreCouplings scores_;
  std::optional<SpaceBox> box_;
  std::vector<Matrix> earlier_;
  Index scored_together_ = 0;
  std::chrono::steady_clock::time_point began_;
};

}  // namespace wpga
