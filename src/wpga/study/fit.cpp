#include "wpga/study/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "wpga/base/error.hpp"
#include "wpga/parallel/progress.hpp"
#include "wpga/study/project.hpp"
#include "wpga/study/statistics/permutation.hpp"
#include "wpga/study/statistics/refit.hpp"
#include "wpga/study/weightless.hpp"

namespace wpga {

namespace {

class Clock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

Center found_center(const MeasureFamily& family, const FitOptions& options, const Execution& execution) {
  // A component takes about one and a half times as long as the mean; three where a share is asked for.
  const ComponentsAsked asked = options.components.value_or(3);
  tell_part(execution, "mean", 1, 1, 1.5 * (asked.share() ? 3.0 : static_cast<double>(asked)));
  const Mean mean = find_mean(family, options.mean, options.transport, execution);
  return {mean.measure, mean.convergence, mean.unconverged_transports};
}

Checkpoints checkpoints_of(const FitRun& run, const Center& center) {
  Checkpoints all{.seconds = run.seconds_between_saves};
  all.resume = run.resume;
  if (run.save) all.save = [&run, &center](const FitState& state) { run.save(center, state); };
  return all;
}

BootstrapShares shares_drawn_again(const MeasureFamily& family, const Analysis& analysis, const Measure& mean,
                                   const FitOptions& options, bool mean_stays, const Execution& execution) {
  const InsidePart inside(execution);
  const MeanOf mean_of = [&](const MeasureFamily& drawn) {
    return mean_stays ? Mean{.measure = mean}
                      : find_mean_again(drawn, mean, options.mean, options.transport, inside.execution());
  };
  const auto components = static_cast<Index>(analysis.components.size());
  return bootstrap_shares(family, mean_of, options, components, options.bootstrap, execution);
}

}  // namespace

OptionValues fit_values(const MeasureFamily& family, const FitOptions& given, bool mean_is_given) {
  const FitOptions options = settled(given);
  OptionValues all = method_values(options);
  if (mean_is_given)
    all.set("mean-method", "given");
  else
    all.set(mean_values(mean_method(family, options.mean, options.transport), options.mean, options.transport,
                        "mean-"));
  all.set(values_of(options.transport));
  if (options.statistics.learn_from > 0) {
    all.set("learn-from", options.statistics.learn_from);
    all.set("seed", value_of(options.bootstrap.seed));
  }
  if (options.alignment.align != Alignment::none) all.set(values_of(options.alignment));
  return all;
}

namespace {

// The family as it counted, what was found in it, and what is known of the way there.
struct Found {
  MeasureFamily family;
  Center center;
  Analysis analysis;
  Statistics statistics = {};
  double mean_seconds = 0, analysis_seconds = 0;
};

MeasureFamily with_weights(const MeasureFamily& family, const Vector& factors) {
  MeasureFamily changed = family;
  changed.set_measure_weights(
      Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i) * factors[i]; }));
  return changed;
}

Center center_again(const MeasureFamily& family, const Center& near, const FitOptions& options,
                    const Execution& execution) {
  const Mean mean = find_mean_again(family, near.mean, options.mean, options.transport, execution);
  return {mean.measure, mean.convergence, mean.unconverged_transports};
}

Mean mean_of(const Center& center) {
  return {.measure = center.mean,
          .convergence = center.convergence,
          .unconverged_transports = center.unconverged_transports};
}

// A coarse fit with the weights of a robust mean, weights by the distances to its components, then the fit.
void find_robustly(Found& found, const FitOptions& options, bool mean_stays, const Execution& execution) {
  const MeasureFamily all = found.family;
  Vector weights = Vector::Ones(all.count());
  StatisticShortfalls on_the_way = shortfalls_of_fit(mean_of(found.center), {});
  if (!mean_stays) {
    const RobustMean center = robust_mean(all, found.center.mean, options, execution);
    on_the_way += center.shortfalls;
    weights = center.weights;
    found.center.mean = center.mean;
  }
  FitOptions coarse = options;
  coarse.geodesics.tolerance = std::max(1e-3, options.geodesics.tolerance);
  const Analysis first = analyse(with_weights(all, weights), found.center.mean, coarse, execution);
  on_the_way += shortfalls_of_fit({}, first);
  const Index needed = std::ssize(first.components) + 3;
  require(first.components.empty() || std::ssize(counted_measures(all).counted) >= needed,
          fmt::format(
              "`robust` with {} component{} needs {} measures or more: half of fewer lie on the components "
              "whatever the others do",
              needed - 3, needed == 4 ? "" : "s", needed));
  if (!first.components.empty())
    found.statistics.robust = reweigh({all, first, options, mean_stays}, weights, execution);
  else
    found.statistics.robust = Robustness{.robust_weights = weights};
  found.statistics.robust->shortfalls += on_the_way;
  found.family = with_weights(all, found.statistics.robust->robust_weights);
  if (!mean_stays) found.center = center_again(found.family, found.center, options, execution);
}

constexpr Index fewest_for_folds = 3;
constexpr double most_components = 6;  // that `components` auto looks at

// Folds go on to no finer tolerance, so that a search for the lowest start would be lost on them.
FitOptions roughly(FitOptions options) {
  constexpr double tolerance = 1e-3;
  options.geodesics.tolerance = std::max(tolerance, options.geodesics.tolerance);
  options.geodesics.times.time_tolerance = std::max(tolerance, options.geodesics.times.time_tolerance);
  if (options.geodesics.start == CurveStart::automatic) options.geodesics.start = CurveStart::tangent;
  return options;
}

// What folds go on from: curves found roughly, or the axes alone where folds begin on axes of their own.
Analysis explored(const Found& found, const FitOptions& rough, bool mean_stays, const Execution& execution) {
  if (!Refit::begins_on_axes(rough, mean_stays))
    return analyse(found.family, found.center.mean, rough, execution);
  const Index count = rough.geodesics.components.value_or(1).count();
  return leading_axes(found.family, found.center.mean, rough.transport, count, execution);
}

// All of them roughly, then as many as help on measures held out; one at least.
void find_helpful(Found& found, FitOptions& options, bool mean_stays, const Execution& execution) {
  const Index counted = std::ssize(counted_measures(found.family).counted);
  require(found.center.mean.size() > 1,
          "`components` auto hides half of the mean's atoms and asks what the others foretell; this mean has "
          "one");
  const Index folds = options.statistics.folds > 0 ? options.statistics.folds : 5;
  // The smallest training set must still have as many components.
  const Index training = counted - (counted + folds - 1) / std::min(folds, counted);
  options.components = std::min(most_components, static_cast<double>(training - 1));
  const FitOptions rough = settled(roughly(options));
  found.analysis = explored(found, rough, mean_stays, execution);
  if (found.analysis.components.empty()) {
    found.analysis = analyse(found.family, found.center.mean, options, execution);
    return;
  }
  require(
      !moving_curves(found.analysis).empty(),
      "`components` auto asks what moving atoms foretell of others; methods that change weights have none");
  found.statistics.cross_validation = cross_validate({found.family, found.analysis, rough, mean_stays}, folds,
                                                     options.bootstrap.seed, execution);
  const Index helpful = std::max<Index>(1, found.statistics.cross_validation->helpful);
  options.components = static_cast<double>(helpful);
  if (options.method == Method::geodesics || helpful < std::ssize(found.analysis.components)) {
    found.statistics.cross_validation->shortfalls += shortfalls_of_fit({}, found.analysis);
    found.analysis = analyse(found.family, found.center.mean, options, execution);
  }
}

// Work after the fit, relative to it: a draw fits anew, a refit goes on from what was found.
struct LaterWork {
  double draws, folds, refits;
  double after_fit() const { return draws + folds + refits; }
  double after_draws() const { return draws > 0 ? (folds + refits) / draws : 0; }
  double after_folds() const { return folds > 0 ? refits / folds : 0; }
};

LaterWork later_work(const FitOptions& options, Index measures) {
  constexpr double refit = 0.12;  // 0.03 (40 silhouettes), 0.10 (100 digits), 0.19 (40 histograms) were seen
  const double draws = options.bootstrap.bootstrap;
  const auto left_out = static_cast<double>(measures <= most_for_jackknife ? measures : 0);
  return {draws, refit * static_cast<double>(options.statistics.folds),
          draws > 0 ? refit * (draws + left_out) : 0};
}

// What is asked of a finished fit.
void add_statistics(Found& found, const FitOptions& options, const FitRun& run, const Execution& execution) {
  const FittedFamily fitted{found.family, found.analysis, options, run.center_is_given};
  const std::uint64_t seed = options.bootstrap.seed;
  if (!found.analysis.components.empty() && found.analysis.joint_squared_distances.size() > 0)
    found.statistics.outliers =
        find_outliers(found.analysis, joint_scores(found.analysis, found.analysis.joint_times),
                      found.family.measure_weights());
  if (options.statistics.noise_splits > 0)
    found.statistics.noise_floor = noise_floor(found.family, found.analysis.squared_distances,
                                               options.statistics.noise_splits, seed, execution);
  if (options.transport.mass == MassRule::free)
    found.statistics.free_mass =
        free_mass_shares(found.family, found.analysis.mean, options.transport, execution);
  std::vector<SampleColumn> columns = run.columns;
  if (options.statistics.groups) std::ranges::move(label_column(found.family), std::back_inserter(columns));
  if (!columns.empty())
    found.statistics.covariates =
        find_covariates(fitted, columns, options.statistics.permutations, seed, execution);
  if (found.analysis.components.empty()) return;
  const LaterWork later = later_work(options, found.family.count());
  tell_later_work(execution, later.after_folds());
  if (options.statistics.folds > 0 && !found.statistics.cross_validation)
    found.statistics.cross_validation = cross_validate(fitted, options.statistics.folds, seed, execution);
  tell_later_work(execution, 0);
  if (options.bootstrap.bootstrap > 0 && Refit::keeps_atoms(fitted))
    found.statistics.stability = find_stability(fitted, options.bootstrap.bootstrap, seed, execution);
}

Found found_in(const MeasureFamily& family, FitOptions& options, const Execution& execution,
               const FitRun& run) {
  Clock clock;
  Found found{family, run.center ? *run.center : found_center(family, options, execution), {}};
  if (options.statistics.robust) find_robustly(found, options, run.center_is_given, execution);
  found.mean_seconds = clock.lap();
  tell_part(execution, "components");  // methods that know more tell it
  if (options.choose_components)
    find_helpful(found, options, run.center_is_given, execution);
  else
    found.analysis =
        analyse(found.family, found.center.mean, options, execution, checkpoints_of(run, found.center));
  tell_part(execution, {});
  options = settled(options);
  found.analysis.shortfalls.unconverged_transports += found.center.unconverged_transports;
  found.analysis_seconds = clock.lap();
  return found;
}

bool is_learned_from_sample(const MeasureFamily& family, const FitOptions& options) {
  const Index wanted = options.statistics.learn_from;
  return wanted > 0 && wanted < std::ssize(counted_measures(family).counted);
}

void require_learnable(const FitOptions& options) {
  const StatisticsOptions& asked = options.statistics;
  if (asked.learn_from == 0) return;
  require(
      asked.learn_from >= fewest_learned,
      fmt::format("`learn-from` {} is too few: halves of the sample are fitted too; learn from {} measures "
                  "or more",
                  asked.learn_from, fewest_learned));
  require(
      !asked.robust && asked.folds == 0 && options.bootstrap.bootstrap == 0 && !options.choose_components,
      "`learn-from` tells the error of its shares from halves of the sample; `bootstrap`, `folds`, `robust` "
      "and `components` auto fit to all measures: leave one of them out");
}

// What asks for more measures than there are is refused before any work.
void require_enough_measures(const MeasureFamily& family, const FitOptions& options) {
  const Index counted = std::ssize(counted_measures(family).counted);
  require(!options.choose_components || counted >= fewest_for_signs,
          fmt::format(
              "`components` auto needs five measures or more: of {} no test says at the level of 5 % that a "
              "component helps",
              counted));
  require(options.statistics.folds == 0 || counted >= fewest_for_folds,
          fmt::format("`folds` needs three measures or more to hold some of them out, and there {}",
                      counted == 1 ? "is one" : fmt::format("are {}", counted)));
  require(options.bootstrap.bootstrap == 0 || counted >= 2,
          "`bootstrap` needs two measures or more to draw from");
}

// Squares of coordinates, of which the costs of free mass are made, must tell the penalty from nothing.
void require_penalty_of_some_size(const MeasureFamily& family, const TransportOptions& transport) {
  if (transport.mass != MassRule::free || !transport.penalty) return;
  constexpr double least = 1e-7;
  const auto& points = family.points();
  const double extent = (points.rowwise().maxCoeff() - points.rowwise().minCoeff()).norm();
  require(
      *transport.penalty >= least * extent,
      fmt::format("`penalty` {:g} is less than a ten-millionth of the extent of the points, {:g}: costs have "
                  "too few digits for that; leave out what lies so far away",
                  *transport.penalty, extent));
}

// Mean and components of a sample, told of all measures.
Found learned_in(const MeasureFamily& family, FitOptions& options, const Execution& execution,
                 const FitRun& run) {
  const std::uint64_t seed = options.bootstrap.seed;
  const LearningSample sample = drawn_sample(family, options.statistics.learn_from, seed);
  Found found = found_in(subset(family, sample.learned), options, execution, run);
  Clock clock;
  found.statistics.sampling = sampling_error({found.family, found.analysis, options, run.center_is_given},
                                             family, sample, seed, execution);
  found.analysis =
      told_of_all(std::move(found.analysis), family, options.transport, times_of(options), execution);
  found.family = family;
  found.analysis_seconds += clock.lap();
  return found;
}

}  // namespace

Model fit(const MeasureFamily& measures, const FitOptions& given, const Execution& execution,
          const FitRun& run) {
  FitOptions options = settled(given);
  validate_chosen(options);
  require_learnable(options);
  require(measures.count() > 0, "there are no measures to analyse");
  require_enough_measures(measures, options);
  Clock clock;
  const MeasureFamily family =
      run.center ? aligned_to(measures, run.center->mean, options.alignment.align, execution)
                 : aligned(measures, options.alignment.align, execution);
  require(!options.statistics.groups || !family.labels().empty(),
          "`groups` tests labels, and the measures have none");
  require_penalty_of_some_size(family, options.transport);
  const double align_seconds = clock.lap();
  options.mean.method = mean_method(family, options.mean, options.transport);
  const LaterWork later = later_work(options, family.count());
  tell_later_work(execution, later.after_fit());
  Found found = is_learned_from_sample(family, options) ? learned_in(family, options, execution, run)
                                                        : found_in(family, options, execution, run);
  clock.lap();
  tell_later_work(execution, later.after_draws());
  const BootstrapShares shares = shares_drawn_again(found.family, found.analysis, found.center.mean, options,
                                                    run.center_is_given, execution);
  const double bootstrap_seconds = clock.lap();
  add_statistics(found, options, run, execution);
  check_stop(execution);

  OptionValues values = fit_values(family, given, run.center_is_given);
  keep_aligned_spread(values, options.alignment.align, family);
  if (options.bootstrap.bootstrap > 0) values.set("bootstrap", options.bootstrap.bootstrap);
  if (options.choose_components) values.set("components", "auto");
  const StatisticsOptions asked = options.statistics;
  if (values_of(asked) != values_of(StatisticsOptions())) values.set(values_of(asked));
  Model model = model_of(std::move(found.analysis), found.family, std::move(values));
  model.bootstrap = shares.alone;  // each component alone
  model.statistics = std::move(found.statistics);
  if (shares.alone.size() > 0) model.statistics.draws = shares.shortfalls;
  model.mean_convergence = found.center.convergence;
  model.seconds.align = align_seconds;
  model.seconds.mean = found.mean_seconds;
  model.seconds.analysis = found.analysis_seconds;
  for (const Component& component : model.analysis.components)
    model.seconds.components.push_back(component.seconds);
  if (options.bootstrap.bootstrap > 0) model.seconds.bootstrap = bootstrap_seconds;
  model.seconds.statistics = clock.lap();
  return model;
}

}  // namespace wpga
