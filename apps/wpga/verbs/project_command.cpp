// wpga project: new measures on the components of a model.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>

#include "console/analysis_summary.hpp"
#include "console/cautions.hpp"
#include "console/family_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/option_flags.hpp"
#include "measure_folder.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/files/projection_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

class ProjectCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "project",
        .summary = "where new measures stand on the components of a model",
        .usage = "model.h5 DATA... -o times.csv|times.json|times.h5",
        .description =
            "For each measure and each component the time at which the curve is nearest, its score (the "
            "signed length along the curve, in the units of the data), the squared distance there and a "
            "proven lower bound of it; then the times on all components together. Data are read as those "
            "of the model were, which it remembers (--resize, --center, --columns, …), and standardised with "
            "its numbers; a flag that contradicts it is refused.",
        .examples = {"wpga project model.h5 new/ -o times.csv",
                     "wpga project twos.h5 t10k-images-idx3-ubyte --label 2 -o times.h5",
                     "wpga project model.h5 family.h5 --reconstruct nearest/ --json"},
        .main_flags = {"--output", "--reconstruct", "--as", "--label", "--limit"}};
  }
  std::vector<Positional> positionals() override {
    return {{"MODEL", "a model made by `wpga fit`", 1, 1, &model_}, data_.positional()};
  }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output",
         {file_flag("--output", "-o", "write times and distances: .csv, .json or .h5", output_),
          file_flag(
              "--reconstruct", "",
              "write what the model keeps of each measure, its point on all components together: a folder "
              "of images or clouds, or a family file .h5",
              reconstruct_)}},
        option_flags("Times", times_),
        option_flags("Transport", transport_)};
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  bool is_shared_out() const override { return true; }

  void run(Console& console, const Execution& execution) override {
    const FileRoles roles = check_outputs();
    validate(times_);
    validate(transport_);
    const Model model = read_model(std::filesystem::path(model_[0]), execution);
    require(!model.analysis.components.empty(),
            fmt::format("{}: this model has no components to project on", displayed(model_[0])));
    const MeasureFamily family = data_.load_into(model, console, execution).family;
    const AnalysisProjections table = project(model, family, {transport_, times_}, execution);
    check_stop(execution);
    Json told = summary_document(table, family);
    tell_if_far(far_outside(table.squared_distances_to_mean, model.analysis), told);
    const Index seen = fitted_to(model, family.names(), table.squared_distances_to_mean);
    if (seen > 0) told["held_out_seen"] = seen;
    // First the folder, which may be refused for what is in it.
    if (!reconstruct_.empty()) write_reconstructions(model, table, family, roles, execution);
    write(table, family, told);
    console.say(summary(model, table, family, seen));
    say_warning(told, console);
    console.print_document(told);
    if (table.shortfalls().any() || unproven(model, table, family) > 0) console.mark_stopped_early();
  }

 private:
  FileRoles check_outputs() const {
    FileRoles roles;
    roles.reads(model_[0]);
    data_.declare(roles);
    if (!output_.empty()) {
      const std::string extension = data_extension(output_);
      require(extension == ".csv" || extension == ".json" || is_family_path(output_),
              fmt::format("{}: times are written to .csv, .json or .h5", displayed(output_)));
      require_writable(output_);
      roles.writes("-o", output_);
    }
    if (reconstruct_.empty()) return roles;
    const bool one_file = is_family_path(reconstruct_);
    if (!one_file) require_own_extension(reconstruct_, {}, "a folder");
    require_writable_output(reconstruct_, one_file);
    one_file ? roles.writes("--reconstruct", reconstruct_)
             : roles.writes_folder("--reconstruct", reconstruct_);
    return roles;
  }

  void write(const AnalysisProjections& table, const MeasureFamily& family, const Json& told) const {
    if (output_.empty()) return;
    const std::string extension = data_extension(output_);
    if (extension == ".csv")
      write_file(output_, projection_csv(table, family));
    else if (extension == ".json")
      write_file(output_, json_text(projection_document(table, family, told)) + "\n");
    else
      write_file(output_, encode_projections(table, family));
  }

  void write_reconstructions(const Model& model, const AnalysisProjections& table,
                             const MeasureFamily& family, const FileRoles& roles,
                             const Execution& execution) const {
    std::vector<std::size_t> all(model.analysis.components.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    MeasureFamily nearest(model.space);
    nearest.set_reading(model.reading);
    for (Index i = 0; i < family.count(); ++i) {
      const Vector times = table.joint.times.row(i);
      const auto at = static_cast<std::size_t>(i);
      const std::span<const double> each(times.data(), static_cast<std::size_t>(times.size()));
      nearest.append(measure_at(model.analysis, all, each).view(), family.names()[at],
                     family.labels().empty() ? std::string() : family.labels()[at]);
    }
    if (is_family_path(reconstruct_))
      write_file(reconstruct_, family_pieces(nearest));
    else
      write_folder(nearest, reconstruct_, roles, execution);
  }

  // Components on which exact plans did not prove every distance as nearly as was asked.
  std::size_t unproven(const Model& model, const AnalysisProjections& table,
                       const MeasureFamily& family) const {
    constexpr double rounding = 1e-9;
    if (times_.times_search != TimesSearch::certified || model.analysis.components[0].curve.changes_weights())
      return 0;
    for (Index i = 0; i < family.count(); ++i)
      if (chosen_method(transport_, model.analysis.mean.size(), family[i].size()) != TransportMethod::exact)
        return 0;
    const double allowed = std::max(times_.time_tolerance, rounding);
    return static_cast<std::size_t>(
        std::ranges::count_if(table.time_gaps, [&](double gap) { return gap > allowed; }));
  }

  // `seen`: measures that the model was fitted to.
  std::string summary(const Model& model, const AnalysisProjections& table, const MeasureFamily& family,
                      Index seen) const {
    std::string text = fmt::format("family      {}\n", one_line_summary(family));
    const double total = weighted_mean(family, table.squared_distances_to_mean);
    text += fmt::format("mean        W2 {:.4g} away (root mean square)\n", std::sqrt(total));
    const HeldOutShares shares = held_out_shares(table, family);
    for (std::size_t k = 0; k < table.single.size(); ++k) {
      const double alone = weighted_mean(family, table.single[k].squared_distances);
      const double joint = weighted_mean(family, table.joint.squared_distances.col(static_cast<Index>(k)));
      text += fmt::format(
          "component {} W2 {:.4g} away, {:.4g} with those before; held out {:.1f} % of their variance "
          "alone, {:.1f} % together; distances proved within {}\n",
          k + 1, std::sqrt(alone), std::sqrt(joint), 100 * shares.held_out_explained[static_cast<Index>(k)],
          100 * shares.held_out_cumulative[static_cast<Index>(k)], percent(table.time_gaps[k]));
    }
    text += time_words(time_counts(table), family.count());
    if (seen > 0)
      text += fmt::format(
          "caution     the model was fitted to {} of these {} measures: no share of unseen ones\n", seen,
          family.count());
    if (const std::size_t components = unproven(model, table, family); components > 0)
      text += fmt::format(
          "unproven    distances to {} component{}, where --time-tolerance asks for {:g} %; more --solves "
          "prove more\n",
          components, components == 1 ? "" : "s", 100 * times_.time_tolerance);
    if (const std::string words = shortfall_words(table.shortfalls()); !words.empty())
      text += "times       " + words.substr(2) + "\n";
    if (!output_.empty()) text += "written     " + output_ + "\n";
    if (!reconstruct_.empty()) text += "nearest     " + reconstruct_ + "\n";
    text.pop_back();
    return text;
  }

  std::vector<std::string> model_;
  DataArguments data_;
  ProjectionOptions times_;
  TransportOptions transport_;
  std::string output_, reconstruct_;
};

}  // namespace

std::unique_ptr<Command> project_command() { return std::make_unique<ProjectCommand>(); }

}  // namespace wpga
