// wpga compare: every method on the same measures, with the same exact score.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "comparison_table.hpp"
#include "console/analysis_summary.hpp"
#include "console/family_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/mean_flags.hpp"
#include "flags/method_flags.hpp"
#include "flags/option_flags.hpp"
#include "measure_folder.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/report/comparison_pictures.hpp"
#include "wpga/study/fit.hpp"

namespace wpga {

namespace {

struct CompareOptions {
  std::vector<Method> methods = {
      Method::geodesics, Method::tangent,   Method::linear, Method::template_deformation,
      Method::line,      Method::euclidean, Method::curve,  Method::gaussian};
  int frames = 7;

  static constexpr auto list() {
    using O = CompareOptions;
    return std::tuple{option("methods", &O::methods, "the methods to compare"),
                      option("frames", &O::frames, "measures in a strip", between(2, 50))};
  }
};

class CompareCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "compare",
        .summary = "principal geodesics and their neighbours on the same data, with the same exact score",
        .usage = "DATA... [--methods geodesics,tangent,…] -o DIR",
        .description =
            "Fits every method to the same measures around the same Wasserstein mean, and says of each what "
            "is left of the squared W2 distances, proved as in `wpga fit`; whether its curves are made of "
            "probability measures; whether they are geodesics; and the seconds it took. Tangent PCA stands "
            "there twice: as it is, and with its curves brought to the nearest ones whose maps are optimal. "
            "The folder gets compare.csv, compare.json, scree.png, component_1.png … (components, one "
            "method under the other) and a model of each method that `wpga sample` and `wpga "
            "project` go on from.",
        .examples =
            {"wpga compare glyphs/ -o compare/",
             "wpga compare digits.h5 --holdout 0.2 --bootstrap 20 -o compare/",
             "wpga compare ages.csv --as histogram --methods geodesics,tangent,line -o compare/ --json"},
        .main_flags = {"--output", "--methods", "--holdout", "--bootstrap", "--components", "--support",
                       "--as", "--label", "--limit", "--colors", "--seed"}};
  }
  std::vector<Positional> positionals() override { return {data_.positional()}; }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output", {file_flag("--output", "-o", "a folder for tables, pictures and models", output_)}},
        option_flags("Comparison", options_),
        without(option_flags("Comparison of measures", comparison_), "--seed")};
    groups[1].flags.insert(groups[1].flags.end(), groups[2].flags.begin(), groups[2].flags.end());
    groups.pop_back();
    // Tangent PCA is shown both ways.
    for (FlagGroup& group : method_flags(methods_, typed_))
      groups.push_back(without(std::move(group), "--cone"));
    groups.push_back(option_flags("Transport", methods_.transport));
    for (FlagGroup& group : mean_flags_.flags()) groups.push_back(std::move(group));
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  void run(Console& console, const Execution& execution) override {
    settle();
    const MeasureFamily family = data_.load(console, execution).family;
    methods_.mean = mean_flags_.options_for(family, data_, console, execution);
    const auto [measures, mean, found] =
        compare_on(family, options_.methods, methods_, comparison_, execution);
    check_stop(execution);
    if (!output_.empty())
      fill_folder(output_, [&, &all = found, &split = measures](const std::filesystem::path& folder) {
        write(all, split, folder);
      });
    console.say(summary(found, family, measures, mean));
    console.print_document(comparison_document(found));
    bool stopped = !mean.convergence.converged() || mean.unconverged_transports > 0;
    for (const ComparedMethod& method : found.methods)
      stopped =
          stopped || stopped_early(method.analysis) || (method.held_out && method.held_out->shortfalls.any());
    if (stopped) console.mark_stopped_early();
  }

 private:
  // All but the pictures of components are known by name before the work.
  void check_roles() {
    data_.declare(roles_);
    roles_.reads(mean_flags_.from());
    roles_.writes_folder("-o", output_);
    std::vector<std::string> files = {"compare.csv", "compare.json", "scree.png", "tangent-cone.h5"};
    for (const std::string_view method : names(Method{})) files.push_back(std::string(method) + ".h5");
    roles_.check_inside(output_, files);
  }

  void settle() {
    require(!options_.methods.empty(), "--methods names none");
    for (const Method method : options_.methods)
      require(std::ranges::count(options_.methods, method) == 1,
              fmt::format("--methods names {} twice", name_of(method)));
    if (!output_.empty()) {
      require(!is_file(output_),
              fmt::format("{} is a file, and a comparison needs a folder; choose another name", output_));
      require_own_extension(output_, {}, "a folder");
      require_writable_output(output_, false);
      check_roles();
    }
    refuse_flags_of_others(typed_, options_.methods);
    methods_.seed = comparison_.draws.seed = data_.seed();
    share_options_of_geodesics(methods_);
    mean_flags_.settle(data_);
    validate(options_);
    validate(comparison_);
    FitOptions chosen = settled(methods_);
    for (const Method method : options_.methods) {
      chosen.method = method;
      validate_chosen(chosen);
    }
  }

  void write(const Comparison& found, const Split& measures, const std::filesystem::path& folder) const {
    std::size_t most = 0;
    for (const ComparedMethod& method : found.methods)
      most = std::max(most, method.analysis.components.size());
    std::vector<std::string> pictures;
    for (std::size_t k = 0; k < most; ++k) pictures.push_back(fmt::format("component_{}.png", k + 1));
    roles_.check_inside(folder, pictures);
    write_file(folder / "compare.csv", comparison_csv(found));
    write_file(folder / "compare.json", comparison_document(found).dump(2) + "\n");
    write_picture((folder / "scree.png").string(), comparison_scree(found));
    for (std::size_t k = 0; k < most; ++k)
      write_picture((folder / pictures[k]).string(),
                    comparison_strips(found, measures.training, k, options_.frames));
    for (const ComparedMethod& method : found.methods)
      write_file(folder / (method.name + ".h5"), encode_model(model_by(method, measures.training)));
  }

  Model model_by(const ComparedMethod& method, const MeasureFamily& family) const {
    FitOptions chosen = settled(methods_);
    chosen.method = value_named<Method>(method.name).value_or(Method::tangent);
    if (chosen.method == Method::tangent) chosen.tangent.cone = method.name == "tangent-cone";
    OptionValues options = fit_values(family, chosen, false);
    options.set(values_of(comparison_));
    Model model = model_of(method.analysis, family, std::move(options));
    model.bootstrap = method.bootstrap.alone;
    return model;
  }

  std::string summary(const Comparison& found, const MeasureFamily& family, const Split& measures,
                      const Mean& mean) const {
    std::string text = fmt::format("family       {}\n", one_line_summary(family));
    if (measures.held_out.count() > 0)
      text += fmt::format("held out     {} measure{}\n", measures.held_out.count(),
                          measures.held_out.count() == 1 ? "" : "s");
    text += fmt::format("mean         {} atoms, variance {:.8g}\n", mean.measure.size(), found.variance);
    text += comparison_text(found);
    text += output_.empty() ? "" : "written      " + output_ + "\n";
    text.pop_back();
    return text;
  }

  DataArguments data_;
  MeanFlags mean_flags_{"mean-"};
  CompareOptions options_;
  ComparisonOptions comparison_;
  FitOptions methods_;
  std::vector<std::string> typed_;  // flags of methods
  std::string output_;
  FileRoles roles_;
};

}  // namespace

std::unique_ptr<Command> compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace wpga
