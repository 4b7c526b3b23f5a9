#include "wpga/study/fit.hpp"

#include <chrono>

#include "wpga/base/error.hpp"
#include "wpga/parallel/progress.hpp"

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
  tell_part(execution, "mean");
  const Mean mean = find_mean(family, options.mean, options.transport, execution);
  return {mean.measure, mean.convergence, mean.unconverged_transports};
}

Checkpoints checkpoints_of(const FitRun& run, const Center& center) {
  Checkpoints all{.seconds = run.seconds_between_saves};
  all.resume = run.resume;
  if (run.save) all.save = [&run, &center](const FitState& state) { run.save(center, state); };
  return all;
}

// Shares of each component alone in measures drawn again, B × K.
Matrix shares_drawn_again(const MeasureFamily& family, const Analysis& analysis, const Measure& mean,
                          const FitOptions& options, bool mean_stays, const Execution& execution) {
  const MeanOf mean_of = [&](const MeasureFamily& drawn) {
    return mean_stays ? mean
                      : find_mean_again(drawn, mean, options.mean, options.transport, execution).measure;
  };
  const auto components = static_cast<Index>(analysis.components.size());
  return bootstrap_shares(family, mean_of, options, components, options.bootstrap, execution).alone;
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
  return all;
}

Model fit(const MeasureFamily& family, const FitOptions& given, const Execution& execution,
          const FitRun& run) {
  FitOptions options = settled(given);
  validate_chosen(options);
  require(family.count() > 0, "there are no measures to analyse");
  options.mean.method = mean_method(family, options.mean, options.transport);
  Clock clock;
  const Center center = run.center ? *run.center : found_center(family, options, execution);
  const double mean_seconds = clock.lap();
  Analysis analysis = analyse(family, center.mean, options, execution, checkpoints_of(run, center));
  tell_part(execution, {});
  analysis.shortfalls.unconverged_transports += center.unconverged_transports;
  clock.lap();
  const Matrix shares =
      shares_drawn_again(family, analysis, center.mean, options, run.center_is_given, execution);
  check_stop(execution);

  OptionValues values = fit_values(family, given, run.center_is_given);
  if (options.bootstrap.bootstrap > 0) values.set("bootstrap", options.bootstrap.bootstrap);
  Model model = model_of(std::move(analysis), family, std::move(values));
  model.bootstrap = shares;
  model.mean_convergence = center.convergence;
  model.seconds.mean = mean_seconds;
  for (const Component& component : model.analysis.components)
    model.seconds.components.push_back(component.seconds);
  if (options.bootstrap.bootstrap > 0) model.seconds.bootstrap = clock.lap();
  return model;
}

}  // namespace wpga
