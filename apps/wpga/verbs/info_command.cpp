// wpga info: what a family file, a model, or any data, holds.
#include <fmt/format.h>

#include <filesystem>

#include "console/analysis_summary.hpp"
#include "console/cautions.hpp"
#include "console/family_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/flag_words.hpp"
#include "flags/option_flags.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/model_document.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/results_json.hpp"
#include "wpga/report/strips.hpp"

namespace wpga {

namespace {

struct InfoOptions {
  int frames = 60;

  static constexpr auto list() {
    return Listing{option("frames", &InfoOptions::frames,
                          "measures on the sheet, evenly spread over the family", between(1, 5000))};
  }
};
static_assert(lists_every_member<InfoOptions>);

class InfoCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "info",
            .summary = "say what a family file, a model, or any data, holds; draw it as a contact sheet",
            .usage = "DATA... [--sheet sheet.png], or --results",
            .description =
                "Count, dimension, atoms, box, labels and size in memory. Takes the flags of convert, so "
                "that data "
                "can be looked at before they are converted. --results tells what every number of a model "
                "means.",
            .examples = {"wpga info family.h5", "wpga info family.h5 --sheet family.png",
                         "wpga info family.h5 --json", "wpga info --results"},
            .main_flags = {"--sheet", "--results", "--as", "--label", "--limit", "--resize", "--colors",
                           "--columns"}};
  }
  std::vector<Positional> positionals() override {
    Positional data = data_.positional();
    data.least = 0;
    return {data};
  }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {option_flags("Output", options_)};
    groups[0].flags.insert(
        groups[0].flags.begin(),
        file_flag("--sheet", "", "draw the family as a contact sheet: .png, .pdf or .svg", sheet_));
    groups[0].flags.insert(
        groups[0].flags.begin() + 1,
        Flag{.name = "--results",
             .sentence =
                 "say what every number of a model means, its unit, and up to where a certificate holds",
             .accept = [this](const std::string&) { results_ = true; }});
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }
  void run(Console& console, const Execution& execution) override {
    validate(options_);
    if (results_) return show_results(console);
    require(!data_.empty(), "say what to look at: wpga info DATA...");
    if (!sheet_.empty()) {
      require_picture(sheet_);
      FileRoles roles;
      data_.declare(roles);
      roles.writes("--sheet", sheet_);
    }
    if (data_.given().size() == 1 && holds_model(data_.given()[0])) return show_model(console);
    const MeasureFamily family = data_.load(console, execution).family;
    if (!sheet_.empty()) {
      write_picture(sheet_, contact_sheet(family, {.limit = options_.frames}));
      console.say(fmt::format("{}: contact sheet", sheet_));
    }
    if (console.json()) {
      Json document = summary_document(family);
      if (!family.reading().empty()) document["reading"] = parsed_json(reading_text(family.reading()));
      console.print_document(document);
    } else {
      console.print(summary_text(family) + reading_line(family.reading()));
    }
  }

 private:
  // The flags that would read raw data in the same way, when any are needed.
  static std::string reading_line(const Reading& reading) {
    const std::string words = with_known_flags(reading_words(reading));
    return words.empty() ? words : fmt::format("read with   {}\n", words);
  }

  void show_results(const Console& console) const {
    require(data_.empty() && sheet_.empty(), "--results is about no file: give it alone");
    if (console.json())
      console.print_document(result_list_json());
    else
      console.print(result_list_text());
  }

  // A model of `wpga fit` or `wpga mean` says what it found.
  void show_model(const Console& console) const {
    require(sheet_.empty(), "--sheet draws a family; `wpga sample` draws a model");
    const Model model = read_model(std::filesystem::path(data_.given()[0]));
    const Analysis& analysis = model.analysis;
    if (!console.json()) {
      console.print(fmt::format("model       of {} measures, kind {}, dimension {}\n{}mean        {}\n{}",
                                model.names.size(), name_of(model.space.kind), analysis.mean.dimension(),
                                reading_line(model.reading), mean_words(analysis), summary_text(analysis)) +
                    time_words(time_counts(analysis, model.measure_weights), measures_that_count(model)));
      return;
    }
    console.print_document(model_document(model));
  }

  DataArguments data_;
  InfoOptions options_;
  std::string sheet_;
  bool results_ = false;
};

}  // namespace

std::unique_ptr<Command> info_command() { return std::make_unique<InfoCommand>(); }

}  // namespace wpga
