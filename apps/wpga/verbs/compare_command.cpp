// wpga compare: every method on the same measures, with the same exact score.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "comparison_table.hpp"
#include "console/analysis_summary.hpp"
#include "console/cautions.hpp"
#include "console/family_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/mean_flags.hpp"
#include "flags/method_flags.hpp"
#include "flags/option_flags.hpp"
#include "measure_folder.hpp"
#include "palette_photos.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/report/comparison_pictures.hpp"
#include "wpga/report/page/comparison_page.hpp"
#include "wpga/study/alignment.hpp"
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
    return Listing{option("methods", &O::methods, "the methods to compare"),
                   option("frames", &O::frames, "measures in a strip", between(2, 50))};
  }
};

class CompareCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "compare",
        .summary = "principal geodesics and their neighbours on the same data, with the same exact score",
        .usage = "DATA... [--methods geodesics,tangent,…] -o DIR [--page compare.html]",
        .description =
            "Fits every method to the same measures around the same Wasserstein mean, and says of each what "
            "is left of the squared W2 distances, proved as in `wpga fit`; whether its curves are made of "
            "probability measures; whether they are geodesics; and the seconds it took. Tangent PCA stands "
            "there twice: as it is, and with its curves brought to the nearest ones whose maps are optimal. "
            "The folder gets compare.csv, compare.json, scree.png, component_1.png … (components, one "
            "method under the other) and a model of each method that `wpga sample` and `wpga "
            "project` go on from. --page writes one HTML file that shows the methods side by side, each "
            "model's "
            "page inside it. --model takes a model along that was fitted before: the data are read "
            "as its data were.",
        .examples =
            {"wpga compare glyphs/ -o compare/",
             "wpga compare digits.h5 --holdout 0.2 --bootstrap 20 -o compare/",
             "wpga compare ages.csv --as histogram --methods geodesics,tangent,line -o compare/ --json",
             "wpga compare glyphs/ --model model.h5 --page compare.html"},
        .main_flags = {"--output", "--page", "--model", "--methods", "--holdout", "--bootstrap",
                       "--components", "--support", "--as", "--label", "--limit", "--colors", "--seed"}};
  }
  std::vector<Positional> positionals() override { return {data_.positional()}; }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output",
         {file_flag("--output", "-o", "a folder for tables, pictures and models", output_),
          file_flag("--page", "", "the methods side by side and the page of each model, one .html file",
                    page_)}},
        option_flags("Comparison", options_),
        without(option_flags("Comparison of measures", comparison_), "--seed")};
    groups[1].flags.insert(groups[1].flags.end(), groups[2].flags.begin(), groups[2].flags.end());
    groups.pop_back();
    groups[1].flags.push_back(
        file_flag("--model", "",
                  "a model that was fitted before, as one more row; the data are read as its were", model_));
    groups.push_back(picture_flags());
    // Tangent PCA is shown both ways.
    for (FlagGroup& group : method_flags(methods_, typed_))
      groups.push_back(without(std::move(group), "--cone"));
    groups.push_back(option_flags("Transport", methods_.transport));
    for (FlagGroup& group : mean_flags_.flags()) groups.push_back(std::move(group));
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  bool is_shared_out() const override { return true; }
  void run(Console& console, const Execution& execution) override {
    settle();
    if (!model_.empty()) read_given(execution);
    const MeasureFamily family =
        (given_ ? data_.load_into(*given_, console, execution) : data_.load(console, execution)).family;
    methods_.mean = mean_flags_.options_for(family, data_, console, execution);
    FamilyComparison all = compare_on(family, options_.methods, methods_, comparison_, execution);
    if (given_) add_given(all, execution);
    check_stop(execution);
    Json document = comparison_document(all.found);
    if (given_)
      tell_if_far(far_outside(all.found.methods.back().analysis.squared_distances, given_->analysis),
                  document);
    // First the page, which is one file.
    if (!page_.empty()) write_page(all, execution);
    if (!output_.empty())
      fill_folder(output_, [&](const std::filesystem::path& folder) { write(all, document, folder); });
    console.say(summary(all.found, family, all.measures, all.mean));
    say_warning(document, console);
    console.print_document(document);
    bool stopped = !all.mean.convergence.converged() || all.mean.unconverged_transports > 0;
    for (const ComparedMethod& method : all.found.methods)
      stopped = stopped || stopped_early(method.analysis) || method.training.shortfalls.any() ||
                method.bootstrap.shortfalls.any() || (method.held_out && method.held_out->shortfalls.any());
    if (stopped) console.mark_stopped_early();
  }

 private:
  // All but the pictures of components are known by name before the work.
  void check_roles() {
    data_.declare(roles_);
    roles_.reads(mean_flags_.from());
    roles_.reads(model_);
    if (!page_.empty()) {
      require_own_extension(page_, std::array<std::string_view, 2>{".html", ".htm"}, "a page");
      require_writable(page_);
      roles_.writes("--page", page_);
    }
    require(!page_.empty() || picture_flag_.empty(),
            fmt::format("{} is about the pictures of a page; say --page compare.html, or leave it out",
                        picture_flag_));
    if (output_.empty()) return;
    require_own_extension(output_, {}, "a folder");
    require_writable_output(output_, false);
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
    check_roles();
    refuse_flags_of_others(typed_, options_.methods);
    methods_.seed = comparison_.draws.seed = data_.seed();
    share_options_of_geodesics(methods_);
    mean_flags_.settle(data_);
    validate(options_);
    validate(comparison_);
    validate(pictures_);
    validate(photos_);
    FitOptions chosen = settled(methods_);
    for (const Method method : options_.methods) {
      chosen.method = method;
      validate_chosen(chosen);
    }
  }

  // Notes what is given: without a page nothing listens to it.
  FlagGroup picture_flags() {
    FlagGroup group = option_flags("Pictures of the page", pictures_);
    for (Flag& flag : option_flags("", photos_).flags) group.flags.push_back(std::move(flag));
    for (Flag& flag : group.flags)
      flag.accept = [this, accept = flag.accept, name = flag.name](const std::string& text) {
        accept(text);
        picture_flag_ = name;
      };
    return group;
  }

  void read_given(const Execution& execution) {
    given_ = read_model(std::filesystem::path(model_), execution);
    require(!given_->analysis.components.empty(),
            fmt::format("{}: this model has no components to compare", displayed(model_)));
    require(
        alignment_of(given_->options) == Alignment::none,
        fmt::format(
            "{}: the model was fitted to measures aligned onto its mean, which the methods here are not; fit "
            "one without --align",
            displayed(model_)));
    require(options_from<TransportOptions>(given_->options).mass == MassRule::fixed,
            fmt::format("{}: the model was fitted with --mass free, and the methods here move all mass; fit "
                        "one without it",
                        displayed(model_)));
  }

  // As one more row, under the name of its file.
  void add_given(FamilyComparison& all, const Execution& execution) const {
    std::string name = displayed(std::filesystem::path(model_).filename().string());
    if (std::ranges::count(all.found.methods, name, &ComparedMethod::name) > 0) name += " (model)";
    all.found.methods.push_back(measured_again(name, *given_, all.measures, methods_, execution));
  }

  // The model that was given is the last one.
  bool is_given(const Comparison& found, std::size_t place) const {
    return given_ && place + 1 == found.methods.size();
  }

  void write_page(const FamilyComparison& all, const Execution& execution) const {
    const Comparison& found = all.found;
    const MeasureFamily& training = all.measures.training;
    std::vector<Model> models;
    for (std::size_t i = 0; i < found.methods.size(); ++i)
      models.push_back(is_given(found, i) ? *given_ : model_by(found.methods[i], training));
    std::vector<PageContents> pages;
    for (std::size_t i = 0; i < models.size(); ++i)
      pages.push_back({.model = models[i],
                       .options = json_of(models[i].options).dump(),
                       .run = {},
                       .file = found.methods[i].name,
                       .reading = reading_text(models[i].reading),
                       .part_of_comparison = true});
    const PagePhotos photos =
        photos_for(training.space(), data_.given(), training.names(),
                   left_over(found.methods.front().analysis), pictures_.pictures, photos_, execution);
    write_file(page_, comparison_page({.found = found,
                                       .measures = all.measures,
                                       .pages = pages,
                                       .title = fmt::format("{}", fmt::join(data_.given(), " ")),
                                       .frames = options_.frames,
                                       .photos = photos.indices.empty() ? nullptr : &photos},
                                      pictures_));
  }

  void write(const FamilyComparison& all, const Json& document, const std::filesystem::path& folder) const {
    const Comparison& found = all.found;
    const MeasureFamily& training = all.measures.training;
    std::size_t most = 0;
    for (const ComparedMethod& method : found.methods)
      most = std::max(most, method.analysis.components.size());
    std::vector<std::string> pictures;
    for (std::size_t k = 0; k < most; ++k) pictures.push_back(fmt::format("component_{}.png", k + 1));
    roles_.check_inside(folder, pictures);
    write_file(folder / "compare.csv", comparison_csv(found));
    write_file(folder / "compare.json", json_text(document) + "\n");
    write_picture((folder / "scree.png").string(), comparison_scree(found));
    for (std::size_t k = 0; k < most; ++k)
      write_picture((folder / pictures[k]).string(), comparison_strips(found, training, k, options_.frames));
    for (std::size_t i = 0; i < found.methods.size(); ++i)
      if (!is_given(found, i))
        write_file(folder / (found.methods[i].name + ".h5"),
                   encode_model(model_by(found.methods[i], training)));
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
    text += page_.empty() ? "" : "written      " + page_ + "; open it in a browser\n";
    text.pop_back();
    return text;
  }

  DataArguments data_;
  MeanFlags mean_flags_{"mean-"};
  CompareOptions options_;
  ComparisonOptions comparison_;
  FitOptions methods_;
  std::vector<std::string> typed_;  // flags of methods
  PictureOptions pictures_;
  PhotoOptions photos_;
  std::string output_, page_, model_;
  std::string picture_flag_;    // one that was given
  std::optional<Model> given_;  // what --model names
  FileRoles roles_;
};

}  // namespace

std::unique_ptr<Command> compare_command() { return std::make_unique<CompareCommand>(); }

}  // namespace wpga
