// wpga report: an analysis to look at in the browser.
#include <fmt/format.h>

#include <filesystem>

#include "commands.hpp"
#include "data_arguments.hpp"
#include "option_flags.hpp"
#include "wpga/io/analysis_file.hpp"
#include "wpga/io/bootstrap_file.hpp"
#include "wpga/io/input_file.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/report/page.hpp"

namespace wpga {

namespace {

// model.run.json beside model.h5, or nothing.
std::string run_beside(const std::filesystem::path& model) {
  std::filesystem::path path = model;
  path.replace_extension(".run.json");
  std::error_code failure;
  if (!std::filesystem::is_regular_file(path, failure)) return {};
  const std::vector<std::byte> bytes = read_file(path);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
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
            "was made of, samples are pictures; without, they are dots. The data are read with the same "
            "flags as for the fit. The page shows what the file says and computes nothing anew.",
        .examples = {"wpga report model.h5 -o report.html",
                     "wpga report model.h5 --data photos/*.jpg --as palette -o report.html"}};
  }
  std::vector<Positional> positionals() override {
    return {{"MODEL", "the analysis, as `wpga fit` writes it", 1, 1, &model_},
            {"DATA", "more data after the first of --data", 0, -1, &more_}};
  }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output", {file_flag("--output", "-o", "the page, .html", output_)}},
        {"Samples",
         {file_flag("--data", "", "the data of the analysis, for pictures; several may follow", first_)}},
        option_flags("Pictures", options_)};
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  void run(Console& console, const Execution& execution) override {
    validate(options_);
    check_arguments();
    const AnalysisRecord record = read_analysis(model_[0]);
    const std::string run = run_beside(model_[0]);
    const std::optional<Matrix> bootstrap =
        read_bootstrap(Hdf5Reader(model_[0]), static_cast<Index>(record.analysis.components.size()));
    MeasureFamily family;
    if (!first_.empty()) family = load_data(console, execution);
    check_stop(execution);
    const std::string file = std::filesystem::path(model_[0]).filename().string();
    const std::string document = report_page({.analysis = record.analysis,
                                              .names = record.names,
                                              .labels = record.labels,
                                              .measure_weights = record.measure_weights,
                                              .space = record.space,
                                              .options = record.options,
                                              .run = run,
                                              .file = file,
                                              .family = first_.empty() ? nullptr : &family,
                                              .bootstrap = bootstrap ? &*bootstrap : nullptr},
                                             options_);
    write_file(output_, document);
    const double megabytes = static_cast<double>(document.size()) / 1e6;
    console.say(fmt::format("written     {}, {:.2g} MB; open it in a browser", output_, megabytes));
    console.print_document({{"measures", record.names.size()},
                            {"components", record.analysis.components.size()},
                            {"bytes", document.size()}});
  }

 private:
  void check_arguments() const {
    require(!output_.empty(), "say where the page goes: -o report.html");
    require(first_.empty() ? more_.empty() : true,
            more_.empty() ? "" : fmt::format("'{}' is one argument too many; data follow --data", more_[0]));
    require_writable(output_);
  }

  MeasureFamily load_data(const Console& console, const Execution& execution) const {
    std::vector<std::string> data = {first_};
    data.insert(data.end(), more_.begin(), more_.end());
    return data_.load(data, console, execution);
  }

  DataArguments data_;
  PictureOptions options_;
  std::vector<std::string> model_, more_;
  std::string output_, first_;
};

}  // namespace

std::unique_ptr<Command> report_command() { return std::make_unique<ReportCommand>(); }

}  // namespace wpga
