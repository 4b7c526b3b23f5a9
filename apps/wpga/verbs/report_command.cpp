// wpga report: an analysis to look at in the browser.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>

#include "console/cautions.hpp"
#include "console/run_record.hpp"
#include "console/statistics_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/option_flags.hpp"
#include "palette_photos.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/reading/sample_table.hpp"
#include "wpga/report/page/page.hpp"

namespace wpga {

namespace {

// What model.run.json beside the model says, or nothing.
std::string run_beside(const std::string& model, const Console& console) {
  const std::string path = run_record_path(model);
  if (!is_file(path)) return {};
  std::optional<std::string> found = run_record_in(path);
  if (!found) console.say(fmt::format("{} is left out: it is no record of a run", displayed(path)));
  return std::move(found).value_or("");
}

class ReportCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "report",
        .summary = "an analysis as one interactive HTML file",
        .usage = "model.h5 [--data DATA...] -o report.html",
        .description =
            "One file that opens from disk, without a network: the morph along every component, the plane "
            "of any two, the scree plot, the residuals and the certificates. With the data the analysis "
            "was made of, samples are pictures; without, they are dots. The data are read as they "
            "were for the fit, which the model remembers; --label and --limit choose among them. Where the "
            "data "
            "are photos read as palettes, small photos stand beside these, in --photo-megabytes at most. "
            "The page shows what the file says and computes nothing anew.",
        .examples = {"wpga report model.h5 -o report.html",
                     "wpga report model.h5 --data photos/*.jpg -o report.html",
                     "wpga report model.h5 --meta patients.csv -o report.html",
                     "wpga report model.h5 --project new.h5 -o report.html"},
        .main_flags = {"--output", "--data", "--meta", "--project", "--pictures", "--picture-megabytes",
                       "--photo-megabytes", "--as", "--label", "--limit"}};
  }
  std::vector<Positional> positionals() override {
    Positional more = data_.positional();
    more.least = 0;
    more.sentence = "the data of the analysis after the first, which follows --data";
    return {{"MODEL", "the analysis, as `wpga fit` writes it", 1, 1, &model_}, more};
  }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output", {file_flag("--output", "-o", "the page, .html", output_)}},
        {"Samples",
         {file_flag("--data", "", "the data of the analysis, for pictures; several may follow", first_),
          file_flag("--meta", "",
                    "a table with a row for each measure, found by its name; its columns become colours",
                    meta_),
          file_flag("--project", "",
                    "new data, a file or a folder: projected on the components and shown in the plane beside "
                    "the fitted measures",
                    project_)}},
        option_flags("Pictures", options_)};
    for (Flag& flag : option_flags("", photo_options_).flags) groups.back().flags.push_back(std::move(flag));
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  void run(Console& console, const Execution& execution) override {
    validate(options_);
    validate(photo_options_);
    settle();
    const std::filesystem::path model(model_[0]);
    const Model record = read_model(model);
    const std::string run = run_beside(model_[0], console);
    const std::string file = model.filename().string();
    MeasureFamily family;
    PagePhotos photos, fresh_photos;
    Json told = {{"measures", record.names.size()}, {"components", record.analysis.components.size()}};
    if (!data_.empty()) {
      family = data_.load_into(record, console, execution).family;
      tell_if_far(far_outside(least_squared_distances(family, record.analysis.mean), record.analysis), told);
      photos = photos_for(record.space, data_.given(), record.names, left_over(record.analysis),
                          options_.pictures, photo_options_, execution);
    }
    SampleTable table;
    if (!meta_.empty()) {
      table = read_sample_table(meta_, record.names);
      if (const std::string words = joining_words(meta_, table, record.names.size()); !words.empty())
        console.say(words);
      told["columns"] = table.columns.size();
    }
    MeasureFamily fresh;
    AnalysisProjections placed;
    if (!project_.empty()) {
      require(!record.analysis.components.empty(),
              fmt::format("{}: this model has no components to project on", displayed(model_[0])));
      fresh = fresh_.load_into(record, console, execution).family;
      placed = project(record, fresh, {}, execution);
      fresh_photos =
          photos_for(record.space, fresh_.given(), fresh.names(), placed.joint.squared_distances.rightCols(1),
                     most_projected_pictures, photo_options_, execution);
      told["projected"] = fresh.count();
    }
    const NewSamples samples = {
        .family = fresh, .placed = placed, .photos = fresh_photos.indices.empty() ? nullptr : &fresh_photos};
    check_stop(execution);
    const std::string document = report_page({.model = record,
                                              .options = json_of(record.options).dump(),
                                              .run = run,
                                              .file = file,
                                              .family = data_.empty() ? nullptr : &family,
                                              .columns = table.columns,
                                              .reading = reading_text(record.reading),
                                              .projected = project_.empty() ? nullptr : &samples,
                                              .photos = photos.indices.empty() ? nullptr : &photos},
                                             options_);
    write_file(output_, document);
    const double megabytes = static_cast<double>(document.size()) / 1e6;
    console.say(fmt::format("written     {}, {:.2g} MB; open it in a browser", output_, megabytes));
    say_warning(told, console);
    told["bytes"] = document.size();
    console.print_document(told);
  }

 private:
  void settle() {
    require(!output_.empty(), "say where the page goes: -o report.html");
    if (first_.empty() && !data_.empty())
      throw InputError(
          fmt::format("'{}' is one argument too many; data follow --data", displayed(data_.first())));
    if (!first_.empty()) data_.put_first(first_);
    require_own_extension(output_, std::array<std::string_view, 2>{".html", ".htm"}, "a page");
    require_writable(output_);
    FileRoles roles;
    roles.reads(model_[0]);
    roles.reads(run_record_path(model_[0]));
    if (!meta_.empty()) roles.reads(meta_);
    data_.declare(roles);
    if (!project_.empty()) fresh_.put_first(project_);
    fresh_.declare(roles);
    roles.writes("-o", output_);
  }

  DataArguments data_, fresh_;
  PictureOptions options_;
  PhotoOptions photo_options_;
  std::vector<std::string> model_;
  std::string output_, first_, meta_, project_;
};

}  // namespace

std::unique_ptr<Command> report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace wpga
