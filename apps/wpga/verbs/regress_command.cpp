// wpga regress: the curve of measures that follows a covariate.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "console/analysis_summary.hpp"
#include "console/family_summary.hpp"
#include "console/long_work.hpp"
#include "console/statistics_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/mean_flags.hpp"
#include "flags/option_flags.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/analysis/cone/cone_room.hpp"
#include "wpga/barycenters/starting_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/model_document.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/reading/sample_table.hpp"
#include "wpga/report/strips.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

namespace {

struct RegressChoice {
  std::string on;
  std::vector<double> at;

  static constexpr auto list() {
    using O = RegressChoice;
    return Listing{
        option("on", &O::on, "the column of numbers in the table of `meta` that the curve follows"),
        option("at", &O::at,
               "values of it at which a picture shows the curve; five equal steps unless given")};
  }
};
static_assert(lists_every_member<RegressChoice>);

// The measures that have a value, with these.
struct Explained {
  MeasureFamily family;
  Vector values;
  Index missing = 0;
};

Explained with_values(const MeasureFamily& family, const SampleTable& table, const std::string& on) {
  const auto column = std::ranges::find(table.columns, on, &SampleColumn::name);
  if (column == table.columns.end()) {
    std::string names;
    for (const SampleColumn& known : table.columns)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", displayed(known.name));
    throw InputError(fmt::format("--on {}: the table has no such column; it has {}", displayed(on), names));
  }
  require(column->numeric || !std::ranges::all_of(column->texts, &std::string::empty),
          fmt::format("--on {}: no measure has a value in this column", displayed(on)));
  require(column->numeric,
          fmt::format("--on {}: this column holds words; a regression needs numbers", displayed(on)));
  std::vector<Index> known;
  for (Index i = 0; i < family.count(); ++i)
    if (std::isfinite(column->numbers[i])) known.push_back(i);
  return {subset(family, known), column->numbers(known), family.count() - std::ssize(known)};
}

class RegressCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "regress",
        .summary = "the curve of measures that follows a covariate",
        .usage = "DATA... --meta table.csv --on age -o model.h5|strip.png",
        .description =
            "Geodesic regression: a curve of measures through the mean whose time is a linear (or monotone) "
            "function of a number that is known of every measure, such as an age. Like a component it "
            "consists "
            "of optimal maps from the mean and comes with its proof; R² is the share of the variance that it "
            "explains at the times of the covariate, and a permutation test tells whether as much would be "
            "found in a covariate that means nothing. The table has a row for each measure, joined by name. "
            "A "
            "picture shows the curve at values of the covariate.",
        .examples = {"wpga regress scans/ --meta people.csv --on age -o ages.h5",
                     "wpga regress scans/ --meta people.csv --on age --at 20,40,60,80 -o strip.png",
                     "wpga regress cells/ --meta doses.csv --on dose --time monotone --json"},
        .main_flags = {"--output", "--meta", "--on", "--time", "--at", "--permutations", "--support", "--as",
                       "--seed"}};
  }
  std::vector<Positional> positionals() override { return {data_.positional()}; }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output",
         {file_flag("--output", "-o", "write the model, .h5, or a strip, .png, .pdf, .svg", output_)}},
        {"Covariate", {file_flag("--meta", "", "table with a row for each measure, joined by name", meta_)}},
        option_flags("Curve", choice_),
        without(option_flags("Regression", options_), "--seed"),
        option_flags("Transport", transport_)};
    for (FlagGroup& group : mean_flags_.flags()) groups.push_back(std::move(group));
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  void run(Console& console, const Execution& execution) override {
    settle();
    if (output_.empty() && !console.json())
      console.say("not kept    there is no -o: -o model.h5 keeps the curve, -o strip.png draws it");
    const MeasureFamily all = data_.load(console, execution).family;
    const SampleTable table = read_sample_table(meta_, all.names());
    if (const std::string words = joining_words(meta_, table, all.names().size()); !words.empty())
      console.say("meta        " + words);
    const Explained known = with_values(all, table, choice_.on);
    const MeasureFamily& family = known.family;
    require(family.count() >= 3, fmt::format("--on {}: {} measures have a value; a regression needs three",
                                             choice_.on, family.count()));
    const MeanOptions mean_options = mean_flags_.options_for(family, data_, console, execution);
    say_if_long(family, mean_options, console, execution);
    const Mean mean = find_mean(family, mean_options, transport_, execution);
    RegressionFit found =
        geodesic_regression(family, mean.measure, known.values, transport_, {}, options_, execution);
    OptionValues values;
    values.set("method", "regression");
    values.set("on", choice_.on);
    values.set(values_of(options_));
    values.set(mean_values(mean_method(family, mean_options, transport_), mean_options, transport_, "mean-"));
    values.set(values_of(transport_));
    Model model = model_of(std::move(found.analysis), family, std::move(values));
    model.statistics.regression = std::move(found.regression);
    model.mean_convergence = mean.convergence;
    write(model);
    console.say(summary(model, family, known.missing));
    console.print_document(model_document(model));
    if (stopped_early(model)) console.mark_stopped_early();
  }

 private:
  void settle() {
    require(!meta_.empty(), "--meta names the table that the covariate stands in; give it");
    require(!choice_.on.empty(), "--on names the column to follow; give it");
    if (!output_.empty()) {
      require(is_family_path(output_) || is_picture_path(output_),
              fmt::format("{}: a model must end in .h5, a strip of it in .png, .pdf or .svg", output_));
      require_writable(output_);
    }
    FileRoles roles;
    data_.declare(roles);
    roles.reads(meta_);
    roles.reads(mean_flags_.from());
    roles.writes("-o", output_);
    options_.seed = data_.seed();
    for (const double value : choice_.at)
      require(std::isfinite(value), "--at takes finite numbers, values of the covariate");
    validate(options_);
    validate(transport_);
    require(transport_.mass == MassRule::fixed && !transport_.penalty,
            "a regression moves all mass; --mass free is for distance, mean and fit");
    mean_flags_.settle(data_);
  }

  // One curve of optimal maps, without the search for a start.
  static void say_if_long(const MeasureFamily& family, const MeanOptions& mean, const Console& console,
                          const Execution& execution) {
    const Index atoms = std::min<Index>(family.atoms(), mean.free.support.value_or(default_support));
    if (family.dimension() < many_dimensions) return;
    const double seconds = estimated_seconds(ConeSize{.dimension = family.dimension(), .atoms = atoms});
    if (seconds >= long_work)
      console.say(fmt::format("{}: it grows with the dimension, {}, and the atoms, {}; fewer by --support",
                              long_work_words(seconds, execution), family.dimension(), atoms));
  }

  void write(const Model& model) const {
    if (output_.empty()) return;
    if (is_family_path(output_))
      write_file(output_, encode_model(model));
    else
      write_picture(output_, picture(model));
  }

  std::vector<double> shown_values(const Regression& regression) const {
    const double low = regression.covariate.minCoeff(), high = regression.covariate.maxCoeff();
    std::vector<double> values = choice_.at;
    for (double& value : values) value = std::clamp(value, low, high);
    if (!values.empty()) return values;
    for (int k = 0; k < 5; ++k) values.push_back(low + k * (high - low) / 4);
    return values;
  }

  Canvas picture(const Model& model) const {
    const Regression& regression = *model.statistics.regression;
    require(!model.analysis.components.empty(), "there is no curve to draw: the measures do not differ");
    std::vector<Measure> measures;
    StripRow row{.heading =
                     fmt::format("R² = {:.3f}, p = {:.2g}", regression.r_squared, regression.r_squared_p)};
    for (const double value : shown_values(regression)) {
      const double time = time_for(regression, value);
      measures.push_back(measure_at(model, std::span(&time, 1)));
      row.captions.push_back(fmt::format("{} {:.4g}", displayed(choice_.on), value));
    }
    for (const Measure& measure : measures) row.measures.push_back(measure.view());
    return strips(std::span(&row, 1), model.space, {});
  }

  std::string summary(const Model& model, const MeasureFamily& family, Index missing) const {
    const Regression& regression = *model.statistics.regression;
    std::string text = fmt::format("family      {}\n", one_line_summary(family));
    if (missing > 0)
      text += fmt::format("left out    {} without a value of {}\n", missing, displayed(choice_.on));
    text += fmt::format("mean        {}\n", mean_words(model.analysis));
    text +=
        fmt::format("{:<11} {:.4g} to {:.4g}: R² {:.4f}, p = {:.3g} ({} permutations)\n",
                    displayed(choice_.on), regression.covariate.minCoeff(), regression.covariate.maxCoeff(),
                    regression.r_squared, regression.r_squared_p, options_.permutations);
    text += summary_text(model.analysis);
    for (const double value : choice_.at)
      if (value < regression.covariate.minCoeff() || value > regression.covariate.maxCoeff())
        text += fmt::format("cut off     --at {:g} is beyond the measures: the end of the curve is shown\n",
                            value);
    if (!output_.empty()) text += "written     " + output_ + "\n";
    text.pop_back();
    return text;
  }

  DataArguments data_;
  MeanFlags mean_flags_{"mean-"};
  RegressChoice choice_;
  RegressionOptions options_;
  TransportOptions transport_;
  std::string meta_, output_;
};

}  // namespace

std::unique_ptr<Command> regress_command() { return std::make_unique<RegressCommand>(); }

}  // namespace wpga
