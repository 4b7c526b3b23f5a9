// wpga mean: a Wasserstein mean, by several methods that are measured with the same exact distances.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "console/analysis_summary.hpp"
#include "console/family_summary.hpp"
#include "console/stopwatch.hpp"
#include "flags/data_arguments.hpp"
#include "flags/mean_flags.hpp"
#include "flags/option_flags.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/report/strips.hpp"
#include "wpga/study/model.hpp"

namespace wpga {

namespace {

// The mean between its measures: of those from the nearest to the farthest, a few evenly spread.
Canvas mean_picture(const Mean& mean, const MeasureFamily& family) {
  std::vector<Index> order(static_cast<std::size_t>(family.count()));
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<Index>(i);
  std::ranges::stable_sort(order, {}, [&](Index i) { return mean.squared_distances[i]; });
  const std::size_t shown = std::min<std::size_t>(order.size(), 8);
  StripRow center{.heading = fmt::format("mean of {} measures", family.count()),
                  .measures = {mean.measure.view()},
                  .captions = {fmt::format("variance {:.4g}", mean.variance)}};
  StripRow around{.heading = "from the nearest to the farthest"};
  for (std::size_t i = 0; i < shown; ++i) {
    const Index at = order[shown == 1 ? 0 : i * (order.size() - 1) / (shown - 1)];
    around.measures.push_back(family[at]);
    around.captions.push_back(fmt::format("W2 {:.3g}", std::sqrt(mean.squared_distances[at])));
  }
  const std::vector<StripRow> rows = {center, around};
  return strips(rows, family.space(), {.ink_scale = InkScale::each});
}

Shortfalls shortfalls_of(const Mean& mean) {
  return {.unconverged_transports = mean.unconverged_transports, .contradictions = mean.contradictions};
}

class MeanCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "mean",
        .summary = "a Wasserstein mean of a family",
        .usage = "DATA... -o mean.h5|mean.csv|mean.png",
        .description =
            "The measure that is nearest to all others: it minimises the weighted mean of the squared "
            "Wasserstein distances, called the variance. Whatever the method, the distances reported are "
            "those of exact transport plans, so that methods can be compared. A picture shows the mean above "
            "a few of its measures.",
        .examples = {"wpga mean train-images-idx3-ubyte --label 2 --limit 1000 --support 100 -o two.png",
                     "wpga mean palettes.h5 --restarts 5 -o mean.h5",
                     "wpga mean family.h5 --weights optimize --json"},
        .main_flags = {"--output", "--method", "--support", "--weights", "--restarts", "--from",
                       "--transport", "--as", "--label", "--limit", "--colors", "--seed"}};
  }
  std::vector<Positional> positionals() override { return {data_.positional()}; }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output",
         {file_flag("--output", "-o", "write the mean: .h5, .csv, or a picture .png, .pdf, .svg", output_)}}};
    for (FlagGroup& group : mean_flags_.flags()) groups.push_back(std::move(group));
    groups.push_back(mean_flags_.for_free_atoms(option_flags("Transport (free)", transport_)));
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  bool is_shared_out() const override { return true; }

  void run(Console& console, const Execution& execution) override {
    check_output();
    check_roles();
    mean_flags_.settle(data_);
    validate(transport_);
    validate_mass(transport_);
    const MeasureFamily family = data_.load(console, execution).family;
    MeanOptions options = mean_flags_.options_for(family, data_, console, execution);
    options.method = mean_method(family, options, transport_);
    Stopwatch watch;
    const Mean mean = find_mean(family, options, transport_, execution);
    const double seconds = watch.lap();
    check_stop(execution);
    write(mean, family, options);
    console.say(summary(mean, family, options.method, seconds));
    console.print_document(document(mean, family, options.method, seconds));
    if (!mean.convergence.converged() || shortfalls_of(mean).any()) console.mark_stopped_early();
  }

 private:
  bool is_table() const { return data_extension(output_) == ".csv"; }

  void check_output() const {
    if (output_.empty()) return;
    if (is_table() || is_family_path(output_)) return require_writable(output_);
    require(is_picture_path(output_),
            fmt::format("{}: a mean is written as .h5, .csv, or as a picture .png, .pdf or .svg", output_));
    require_picture(output_);
  }

  void check_roles() const {
    FileRoles roles;
    data_.declare(roles);
    roles.reads(mean_flags_.from());
    roles.writes("-o", output_);
  }

  void write(const Mean& mean, const MeasureFamily& family, const MeanOptions& options) const {
    if (output_.empty()) return;
    if (is_table())
      write_file(output_, csv_text(mean.measure.view(), family.space().axes));
    else if (is_family_path(output_))
      write_file(output_,
                 encode_model(model_of(mean, family, mean_values(options.method, options, transport_, ""))));
    else
      write_picture(output_, mean_picture(mean, family));
  }

  // The program knows of no other atoms than those it was given.
  static std::string_view reach_of(MeanMethod method) {
    return method == MeanMethod::lp ? " for these atoms" : "";
  }

  std::string summary(const Mean& mean, const MeasureFamily& family, MeanMethod method,
                      double seconds) const {
    std::string text = fmt::format("mean        {} atom{}, of {}\n", mean.measure.size(),
                                   mean.measure.size() == 1 ? "" : "s", one_line_summary(family));
    text += fmt::format("variance    {:.8g}", mean.variance);
    if (mean.variance_lower_bound)
      text += fmt::format(", of this mean proved at least {:.8g}", *mean.variance_lower_bound);
    if (mean.gap)
      text += fmt::format(", at most {:.2g} above the least possible{}", *mean.gap, reach_of(method));
    if (mean.restarts.size() > 1) {
      const auto [low, high] = std::ranges::minmax(mean.restarts);
      text += fmt::format("; {} starts reached {:.8g} to {:.8g}", mean.restarts.size(), low, high);
    }
    if (mean.mass_lost) text += fmt::format("; pruned mass {:.2g}", *mean.mass_lost);
    text += fmt::format("\nW2          {:.4g} to {:.4g}\n", std::sqrt(mean.squared_distances.minCoeff()),
                        std::sqrt(mean.squared_distances.maxCoeff()));
    text += fmt::format("iterations  {}, {}, {:.3g} s", mean.convergence.iterations,
                        name_of(mean.convergence.termination), seconds);
    text += shortfall_words(shortfalls_of(mean));
    return output_.empty() ? text : text + "\nwritten     " + output_;
  }

  static Json document(const Mean& mean, const MeasureFamily& family, MeanMethod method, double seconds) {
    Json all = Json::object();
    all["measures"] = family.count();
    all["dimension"] = family.dimension();
    all["method"] = std::string(name_of(method));
    all["support"] = mean.measure.size();
    all["variance"] = mean.variance;
    if (mean.variance_lower_bound) all["variance_lower_bound"] = *mean.variance_lower_bound;
    all["scored_by"] = std::string(name_of(mean.scored_by));
    if (mean.gap) all["gap"] = *mean.gap;
    if (mean.mass_lost) all["mass_lost"] = *mean.mass_lost;
    if (!mean.restarts.empty()) all["restarts"] = mean.restarts;
    all["iterations"] = mean.convergence.iterations;
    all["termination"] = std::string(name_of(mean.convergence.termination));
    all["residual"] = mean.convergence.residual;
    all["objective"] = mean.objective;
    all["seconds"] = seconds;
    all["unconverged_transports"] = mean.unconverged_transports;
    all["contradictions"] = mean.contradictions;
    return all;
  }

  DataArguments data_;
  MeanFlags mean_flags_;
  TransportOptions transport_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> mean_command() { return std::make_unique<MeanCommand>(); }

}  // namespace wpga
