// wpga fit: the mean of a family and the principal geodesics through it, or what a neighbouring method finds.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <numeric>

#include "console/analysis_summary.hpp"
#include "console/cautions.hpp"
#include "console/family_summary.hpp"
#include "console/long_work.hpp"
#include "console/run_record.hpp"
#include "console/statistics_summary.hpp"
#include "console/stopwatch.hpp"
#include "console/terminal_text.hpp"
#include "flags/data_arguments.hpp"
#include "flags/mean_flags.hpp"
#include "flags/method_flags.hpp"
#include "flags/option_flags.hpp"
#include "flags/times_argument.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/analysis/cone/cone_room.hpp"
#include "wpga/barycenters/starting_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/files/checkpoint_file.hpp"
#include "wpga/io/files/content_hash.hpp"
#include "wpga/io/model_document.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/reading/sample_table.hpp"
#include "wpga/report/component_strips.hpp"
#include "wpga/study/fit.hpp"
#include "wpga/study/interval_words.hpp"

namespace wpga {

namespace {

Json seconds_document(const FitSeconds& seconds, double reading) {
  Json all = {{"read", reading},
              {"align", seconds.align},
              {"mean", seconds.mean},
              {"analysis", seconds.analysis},
              {"components", seconds.components}};
  if (seconds.bootstrap > 0) all["bootstrap"] = seconds.bootstrap;
  all["statistics"] = seconds.statistics;
  return all;
}

const std::string nothing_kept =
    "not kept    there is no -o: -o model.h5 keeps the model, -o strips.png draws it";

struct CheckpointOptions {
  double every = 30;

  static constexpr auto list() {
    return Listing{option("checkpoint-every", &CheckpointOptions::every,
                          "seconds that pass between two states kept by --checkpoint", at_least(0))};
  }
};
static_assert(lists_every_member<CheckpointOptions>);

class FitCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "fit",
        .summary = "the mean of a family and its principal geodesics",
        .usage = "DATA... -o model.h5",
        .description =
            "Finds a Wasserstein mean, and curves of measures through it that follow the family most "
            "closely, as principal components do for vectors. Each component comes "
            "with its proof: how near every distance is to its minimum along the curve, how near the maps "
            "from the mean are to optimal ones, how near the curve is to a true geodesic. The model is an "
            "HDF5 file that `wpga project` and `wpga sample` go on from; a picture (.png, .pdf, .svg) "
            "shows strips of the components instead. --method chooses a neighbouring method, measured in the "
            "same way. model.run.json beside the model tells the command, "
            "the seconds and the machine.",
        .examples = {"wpga fit glyphs/ -o model.h5",
                     "wpga fit train-images-idx3-ubyte --label 2 --limit 1000 --support 100 -o twos.h5",
                     "wpga fit palettes.h5 --components 0.9 -o model.h5 --json",
                     "wpga fit family.h5 --mean mean.h5 --curve geodesic -o strips.png",
                     "wpga fit family.h5 --method template --deformation scale -o model.h5",
                     "wpga fit family.h5 --bootstrap 20 -o model.h5",
                     "wpga fit large.h5 --checkpoint fit.part.h5 --resume -o model.h5"},
        .main_flags = {"--output", "--checkpoint", "--resume", "--method", "--components", "--folds",
                       "--robust", "--bootstrap", "--mean", "--support", "--as", "--label", "--limit",
                       "--colors", "--seed"}};
  }
  std::vector<Positional> positionals() override { return {data_.positional()}; }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output",
         {file_flag("--output", "-o", "write the model, .h5, or strips of it, .png, .pdf, .svg", output_),
          file_flag("--checkpoint", "", "keep the state of the fit in this file until it is done",
                    checkpoint_),
          {.name = "--resume",
           .sentence = "go on from the checkpoint when there is one",
           .accept = [this](const std::string&) { resume_ = true; }}}},
        option_flags("Checkpoint", checkpoint_options_),
        option_flags("Alignment", options_.alignment),
        option_flags("Method", method_),
        without(option_flags("Bootstrap", options_.bootstrap), "--seed"),
        option_flags("Statistics", options_.statistics),
        {"About the measures",
         {file_flag(
             "--meta", "",
             "table with a row for each measure, joined by name: its columns are tested against the scores",
             meta_)}},
        option_flags("Transport", options_.transport),
        {"An existing mean",
         {file_flag("--mean", "", "take the mean of this model, made by `wpga mean` or `wpga fit`",
                    mean_file_)}}};
    std::vector<FlagGroup> components = method_flags(options_, typed_);
    accept_auto(components);
    groups.insert(groups.begin() + 5, components.begin(), components.end());
    for (FlagGroup& group : mean_flags_.flags()) groups.push_back(std::move(group));
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  bool is_shared_out() const override { return true; }

  void run(Console& console, const Execution& execution) override {
    settle();
    if (output_.empty() && !console.json()) console.say(nothing_kept);
    Stopwatch watch;
    if (!checkpoint_.empty())
      given_marks_ = content_mark(mean_file_) + "\n" + content_mark(mean_flags_.from());
    const std::optional<Model> given = given_model(execution);
    const MeasureFamily family =
        (given ? data_.load_into(*given, console, execution) : data_.load(console, execution)).family;
    options_.mean = mean_flags_.options_for(family, data_, console, execution);
    const double reading = watch.lap();
    say_if_long(family, console, execution);
    const std::optional<Checkpoint> saved = saved_fit(family, console, execution);
    FitRun run = fit_run(family, saved, given);
    if (!meta_.empty()) run.columns = read_columns(family.names(), console);
    const Model model = fitted(family, run, console, execution);
    write(model, reading, console, execution);
    console.say(summary(model, family, reading, run.columns));
    Json told = model_document(model);
    told["seconds"] = seconds_document(model.seconds, reading);
    if (given) tell_if_far(far_outside(model.analysis.squared_distances, given->analysis), told);
    say_warning(told, console);
    console.print_document(told);
    if (stopped_early(model)) console.mark_stopped_early();
  }

 private:
  // --components auto, which no method knows of.
  void accept_auto(std::vector<FlagGroup>& groups) {
    for (FlagGroup& group : groups)
      for (Flag& flag : group.flags) {
        if (flag.name != "--components") continue;
        flag.sentence += "; auto: as many as help on measures held out, up to 6";
        flag.accept = [this, number = flag.accept](const std::string& text) {
          options_.choose_components = text == "auto";
          if (!options_.choose_components) number(text);
        };
      }
  }

  void settle() {
    require(!resume_ || !checkpoint_.empty(),
            "--resume goes on from a checkpoint; name it with --checkpoint FILE");
    if (!output_.empty()) {
      require(is_family_path(output_) || is_picture_path(output_),
              fmt::format("{}: a model must end in .h5, strips of it in .png, .pdf or .svg", output_));
      require_writable(output_);
    }
    if (!checkpoint_.empty()) {
      require_own_extension(checkpoint_, std::array<std::string_view, 2>{".h5", ".hdf5"}, "a checkpoint");
      require_writable(checkpoint_);
    }
    check_roles();
    if (!checkpoint_.empty()) require_checkpoint_place();
    options_.method = method_.method;
    refuse_flags_of_others(typed_, std::span(&method_.method, 1));
    require(checkpoint_.empty() || options_.method == Method::geodesics,
            "--checkpoint is for --method geodesics; the other methods take seconds");
    require(
        checkpoint_.empty() || !(options_.choose_components || options_.statistics.robust),
        "--checkpoint keeps one fit, and --components auto and --robust make several; leave one of them out");
    require(checkpoint_.empty() || options_.alignment.align == Alignment::none,
            "--checkpoint does not keep what --align did; leave one of them out");
    require(options_.statistics.permutations == StatisticsOptions().permutations || !meta_.empty() ||
                options_.statistics.groups,
            "--permutations is for the tests of --meta and --groups; ask for one of them");
    options_.seed = data_.seed();
    share_options_of_geodesics(options_);
    mean_flags_.settle(data_);
    if (!mean_file_.empty()) mean_flags_.refuse_all(displayed(mean_file_));
    validate(checkpoint_options_);
    validate_chosen(settled(options_));
  }

  void check_roles() const {
    FileRoles roles;
    data_.declare(roles);
    roles.reads(mean_file_);
    roles.reads(meta_);
    roles.reads(mean_flags_.from());
    roles.writes("-o", output_);
    roles.writes("--checkpoint", checkpoint_);
    if (output_.empty() || !is_family_path(output_)) return;
    const std::string record = run_record_path(output_);
    roles.writes("the record of the run beside -o,", record);
    require_run_record_place(record);
  }

  // A checkpoint replaces a checkpoint, and nothing else.
  void require_checkpoint_place() const {
    require(
        !is_file(checkpoint_) || holds_checkpoint(checkpoint_),
        fmt::format("{}: this file is no checkpoint of wpga fit, so it is not replaced by one; name another",
                    displayed(checkpoint_)));
  }

  // What grows with the dimension; a fit in few dimensions tells its progress.
  void say_if_long(const MeasureFamily& family, const Console& console, const Execution& execution) const {
    const Index atoms = std::min<Index>(family.atoms(), options_.mean.free.support.value_or(default_support));
    const auto say = [&](double seconds, std::string_view growth, std::string_view instead) {
      if (seconds >= long_work)
        console.say(fmt::format("{}: it grows with the {}dimension, {}; {} is quick",
                                long_work_words(seconds, execution), growth, family.dimension(), instead));
    };
    if (options_.method == Method::template_deformation)
      say(static_cast<double>(family.count()) *
              estimated_seconds(options_.deformation.deformation, atoms, family.dimension()),
          "cube of the ", "--deformation scale");
    if (options_.method == Method::gaussian || options_.method == Method::gaussian_geodesic)
      say(estimated_seconds_of_laws(family, atoms), "cube of the ", "--method tangent");
    if (options_.method == Method::geodesics) say(seconds_of_maps(family, atoms), "", "--curve geodesic");
  }

  // Components fitted together take two times more.
  double seconds_of_maps(const MeasureFamily& family, Index atoms) const {
    const GeodesicOptions& options = options_.geodesics;
    if (family.dimension() < many_dimensions || options.curve != CurveKind::generalized ||
        options.maps == MapRule::free || options.projection != MapProjection::cone)
      return 0;
    const auto usual = static_cast<double>(std::min<Index>(3, family.count() - 1));
    const ComponentsAsked asked = options.components.value_or(std::max(usual, 1.0));
    const double components = asked.share() ? usual : static_cast<double>(asked);
    return (components > 1 ? 3 * components : 1) *
           estimated_seconds(ConeSize{.dimension = family.dimension(),
                                      .atoms = atoms,
                                      .boxed = options.box.kind == BoxChoice::Kind::bounds});
  }

  // What was found before an interruption is not lost where there is a checkpoint.
  Model fitted(const MeasureFamily& family, const FitRun& run, const Console& console,
               const Execution& execution) const {
    try {
      return fit(family, options_, execution, run);
    } catch (const Interrupted&) {
      if (holds_checkpoint(checkpoint_))
        console.say(
            fmt::format("the state of the fit is kept in {}; --resume goes on from there", checkpoint_));
      else if (checkpoint_.empty() && options_.method == Method::geodesics)
        console.say("nothing is kept of this fit; --checkpoint FILE keeps its state for --resume");
      throw;
    }
  }

  // A mean that was given counts by what is in its file, wherever that lies.
  std::string fingerprint_of(const MeasureFamily& family) const {
    const std::string values = json_of(fit_values(family, options_, !mean_file_.empty())).dump();
    return fingerprint(family, values + "\n" + given_marks_);
  }

  std::optional<Checkpoint> saved_fit(const MeasureFamily& family, const Console& console,
                                      const Execution& execution) const {
    if (!resume_) return std::nullopt;
    std::optional<Checkpoint> saved = read_checkpoint(checkpoint_, fingerprint_of(family), execution);
    if (saved)
      console.say(fmt::format("going on from {}: {} component{} finished", checkpoint_,
                              saved->state.analysis.components.size(),
                              saved->state.analysis.components.size() == 1 ? "" : "s"));
    return saved;
  }

  std::optional<Model> given_model(const Execution& execution) const {
    if (mean_file_.empty()) return std::nullopt;
    return read_model(std::filesystem::path(mean_file_), execution);
  }

  FitRun fit_run(const MeasureFamily& family, const std::optional<Checkpoint>& saved,
                 const std::optional<Model>& given) const {
    FitRun run{.center_is_given = given.has_value(), .seconds_between_saves = checkpoint_options_.every};
    if (saved) {
      run.center = {saved->mean, saved->mean_convergence, saved->mean_unconverged_transports};
      run.resume = &saved->state;
    } else if (given) {
      run.center = {given->analysis.mean, {}};
    }
    if (checkpoint_.empty()) return run;
    run.save = [this, mark = fingerprint_of(family)](const Center& center, const FitState& state) {
      if (!writes_files()) return;
      require_checkpoint_place();
      write_file(checkpoint_, encode_checkpoint({center.mean, center.convergence, mark, state,
                                                 center.unconverged_transports}));
    };
    return run;
  }

  void write(const Model& model, double reading, const Console& console, const Execution& execution) const {
    if (output_.empty()) return;
    if (is_family_path(output_)) {
      write_file(output_, encode_model(model));
      write_file(run_record_path(output_),
                 json_text(run_record(console, seconds_document(model.seconds, reading), execution)) + "\n");
    } else {
      std::vector<std::size_t> all(model.analysis.components.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      write_picture(output_, component_strips(model, all, parse_times("7")));
    }
    if (writes_files() && holds_checkpoint(checkpoint_))
      static_cast<void>(remove_everything(followed(checkpoint_)));
  }

  std::vector<SampleColumn> read_columns(const std::vector<std::string>& names,
                                         const Console& console) const {
    SampleTable table = read_sample_table(meta_, names);
    if (const std::string words = joining_words(meta_, table, names.size()); !words.empty())
      console.say("meta        " + words);
    return std::move(table.columns);
  }

  std::string summary(const Model& model, const MeasureFamily& family, double reading,
                      std::span<const SampleColumn> columns) const {
    const Analysis& analysis = model.analysis;
    const Matrix& shares = model.bootstrap;
    const FitSeconds& seconds = model.seconds;
    std::string text = fmt::format("family      {}\n", one_line_summary(family));
    text += fmt::format("mean        {}\n", mean_words(analysis));
    text += summary_text(analysis);
    text += unproven_words(analysis, model.options);
    text += few_measures_words(measures_that_count(model), analysis.components.size());
    text += time_words(time_counts(analysis, family.measure_weights()), measures_that_count(model));
    for (Index k = 0; shares.rows() > 0 && k < shares.cols(); ++k) text += bootstrap_words(k, shares);
    text += statistics_words(model, columns);
    const bool asked =
        options_.statistics.folds > 0 || options_.bootstrap.bootstrap > 0 || options_.choose_components;
    if (analysis.components.empty() && asked)
      text += "statistics  there are no components to hold against other measures\n";
    text += fmt::format("seconds     {:.3g} in all: reading {:.3g}, mean {:.3g}, components {:.3g}",
                        reading + seconds.all(), reading, seconds.mean, seconds.analysis);
    if (seconds.align >= 0.01 * seconds.all()) text += fmt::format(", aligning {:.3g}", seconds.align);
    if (shares.rows() > 0) text += fmt::format(", bootstrap {:.3g}", seconds.bootstrap);
    if (seconds.statistics >= 0.01 * seconds.all())
      text += fmt::format(", statistics {:.3g}", seconds.statistics);
    return text + "\n" + (output_.empty() ? nothing_kept : "written     " + output_);
  }

  static std::string bootstrap_words(Index k, const Matrix& shares) {
    const std::array<double, 2> interval = central_interval(shares.col(k));
    return fmt::format("{:<11} component {}: {:.1f} to {:.1f} % ({})\n", k == 0 ? "bootstrap" : "", k + 1,
                       100 * interval[0], 100 * interval[1], interval_words(shares.rows()));
  }

  DataArguments data_;
  MeanFlags mean_flags_{"mean-"};
  CheckpointOptions checkpoint_options_;
  MethodChoice method_;
  FitOptions options_;
  std::vector<std::string> typed_;  // flags of methods
  std::string output_, checkpoint_, mean_file_, meta_;
  std::string given_marks_;  // of the contents of --mean and --from when they were read
  bool resume_ = false;
};

}  // namespace

std::unique_ptr<Command> fit_command() { return std::make_unique<FitCommand>(); }

}  // namespace wpga
