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

// trimmed: the curve is cut to the times in use.  explaining: the same, unless it explains nothing.  whole:
// the curve stays as long as it is, to be combined with others.
enum class KeepRule { trimmed, explaining, whole };

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
  // Needs the curve and its times (hints, or empty).  Adds to its seconds those since the one before.  False
  // for one that is not kept.
  bool keep(Component component, KeepRule rule = KeepRule::trimmed);
  // Begins again with none.
  void forget();
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
