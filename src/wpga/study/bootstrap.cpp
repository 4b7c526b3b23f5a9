#include "wpga/study/bootstrap.hpp"

#include <algorithm>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/parallel/progress.hpp"
#include "wpga/study/find_mean.hpp"

namespace wpga {

namespace {

// How often each of the measures that count is drawn.
std::vector<int> draw_counts(Index measures, Random& random) {
  std::vector<int> times(static_cast<std::size_t>(measures), 0);
  for (Index i = 0; i < measures; ++i) ++times[static_cast<std::size_t>(random.below(measures))];
  return times;
}

}  // namespace

double explained_share(double left, double variance) { return variance > 0 ? 1 - left / variance : 0; }

DrawnMeasures draw_measures(const MeasureFamily& family, std::uint64_t seed, Index draw) {
  std::vector<Index> counting;
  for (Index i = 0; i < family.count(); ++i)
    if (family.measure_weight(i) > 0) counting.push_back(i);
  const auto count = static_cast<Index>(counting.size());
  require(count >= 2, "`bootstrap` needs two measures or more to draw from");
  Random random(seed, 1 + static_cast<std::uint64_t>(draw));
  std::vector<int> times;
  do times = draw_counts(count, random);
  while (std::ranges::count(times, 0) == count - 1);
  std::vector<Index> chosen;
  std::vector<double> weights;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (times[i] == 0) continue;
    chosen.push_back(counting[i]);
    weights.push_back(times[i] * family.measure_weight(counting[i]));
  }
  return {std::move(chosen), VectorView(weights.data(), static_cast<Index>(weights.size()))};
}

MeasureFamily drawn_again(const MeasureFamily& family, std::uint64_t seed, Index draw) {
  const DrawnMeasures drawn = draw_measures(family, seed, draw);
  MeasureFamily measures = subset(family, drawn.chosen);
  measures.set_measure_weights(drawn.weights);
  return measures;
}

void fill_shares(BootstrapShares& shares, Index draw, const MeasureFamily& drawn, const Mean& mean,
                 const FitOptions& options, const Execution& execution) {
  const Index wanted = shares.alone.cols();
  if (wanted == 0) return;
  FitOptions asked = options;
  asked.components = static_cast<double>(std::min(wanted, drawn.count() - 1));
  const Analysis found = analyse(drawn, mean.measure, asked, execution);
  shares.shortfalls += shortfalls_of_fit(mean, found);
  Mean about{.measure = mean.measure};
  measure_about(about, drawn, options.transport, execution);
  shares.shortfalls += Shortfalls{.unconverged_transports = about.unconverged_transports,
                                  .contradictions = about.contradictions};
  double together = 0;
  for (Index k = 0; k < wanted; ++k) {
    const bool there = k < static_cast<Index>(found.components.size());
    if (there)
      together = explained_share(weighted_mean(drawn, found.joint_squared_distances.col(k)), about.variance);
    shares.together(draw, k) = together;
    shares.alone(draw, k) =
        there ? explained_share(found.components[static_cast<std::size_t>(k)].mean_squared_distance,
                                about.variance)
              : 0;
  }
}

std::array<double, 2> central_interval(const Vector& shares) {
  std::vector<double> sorted(shares.begin(), shares.end());
  std::ranges::sort(sorted);
  const auto at_level = [&](double level) {
    // One draw more falls between the ends in 90 % on average (Weibull's plotting positions).
    const double at = std::clamp(level * static_cast<double>(sorted.size() + 1) - 1, 0.0,
                                 static_cast<double>(sorted.size() - 1));
    const auto below = static_cast<std::size_t>(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
  };
  return {at_level(0.05), at_level(0.95)};
}

BootstrapShares bootstrap_shares(const MeasureFamily& family, const MeanOf& mean_of,
                                 const FitOptions& options, Index components,
                                 const BootstrapOptions& bootstrap, const Execution& execution) {
  validate(bootstrap);
  BootstrapShares shares{Matrix::Zero(bootstrap.bootstrap, components),
                         Matrix::Zero(bootstrap.bootstrap, components)};
  const InsidePart inside(execution);
  for (Index draw = 0; draw < bootstrap.bootstrap; ++draw) {
    check_stop(execution);
    const MeasureFamily drawn = drawn_again(family, bootstrap.seed, draw);
    tell_part(execution, "bootstrap draw", draw + 1, bootstrap.bootstrap);
    fill_shares(shares, draw, drawn, mean_of(drawn), options, inside.execution());
  }
  if (bootstrap.bootstrap > 0) tell_part(execution, {});
  return shares;
}

}  // namespace wpga
