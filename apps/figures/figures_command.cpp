#include "figures/figures_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "console/stopwatch.hpp"
#include "figures/figure.hpp"
#include "flags/file_roles.hpp"
#include "flags/flag_words.hpp"
#include "flags/option_flags.hpp"
#include "measure_folder.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/file_system.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

Figure make_figure(FigureName name, const FigureOptions& options, const Execution& execution) {
  switch (name) {
    case FigureName::glyph:
      return glyph_figure(options, execution);
    case FigureName::mccann:
      return mccann_figure(options, execution);
    case FigureName::generalized:
      return generalized_figure(options, execution);
    case FigureName::toys:
      return toys_figure(options, execution);
    case FigureName::digits:
      return digits_figure(options, execution);
    case FigureName::two_four:
      return two_four_figure(options, execution);
    case FigureName::palettes:
      return palettes_figure(options, execution);
    case FigureName::recolor:
      return recolor_figure(options, execution);
  }
  return {};
}

class FiguresCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "figures",
        .typed_as = "wpga-figures",
        .summary = "the figures of the paper, computed and drawn",
        .usage = "[" + all_names<FigureName>() + "|all] -o DIR",
        .description =
            "Computes what the figures of Seguy & Cuturi (2015) show and draws each as a PNG and a PDF, "
            "with its numbers as JSON beside it. Digits need MNIST (--digits; `make figures` fetches it), "
            "palettes need photos (--photos, or those of Debian's mate-backgrounds). With `all` a figure "
            "whose data are missing is left out, and the reason said.",
        .examples = {"wpga-figures toys generalized -o figures/",
                     "wpga-figures glyph --font wqy-zenhei.ttc --character 永 -o figures/",
                     "wpga-figures all --digits mnist/ -o figures/",
                     "wpga-figures palettes --photos holiday/ -o figures/"}};
  }
  std::vector<Positional> positionals() override {
    return {{"NAME", all_names<FigureName>() + ", or all", 0, -1, &names_, detail::choices_of<FigureName>()}};
  }
  std::vector<FlagGroup> flags() override {
    return {{"Output", {file_flag("--output", "-o", "a folder for pictures and numbers", output_)}},
            option_flags("Figures", options_)};
  }

  void run(Console& console, const Execution& execution) override {
    const bool all = names_.empty() || std::ranges::find(names_, "all") != names_.end();
    const std::vector<FigureName> wanted = chosen(all);
    validate(options_);
    require_folder();
    declare_roles();
    Json document = Json::object();
    for (const FigureName name : wanted) {
      Stopwatch watch;
      std::optional<Figure> figure;
      try {
        figure = make_figure(name, options_, execution);
      } catch (const InputError& error) {
        if (!all) throw;
        console.say(fmt::format("{:<12} left out: {}", name_of(name), with_known_flags(error.what())));
        continue;
      }
      check_stop(execution);
      const double seconds = watch.lap();
      figure->numbers["seconds"] = seconds;
      write(name, *figure);
      console.say(fmt::format("{:<12} {:.3g} s   {}", name_of(name), seconds, figure->words));
      document[std::string(name_of(name))] = figure->numbers;
    }
    console.print_document(document);
  }

 private:
  std::vector<FigureName> chosen(bool all) const {
    std::vector<FigureName> wanted;
    for (std::size_t i = 0; i < names(FigureName{}).size(); ++i)
      if (all) wanted.push_back(static_cast<FigureName>(i));
    for (const std::string& word : names_) {
      if (word == "all") continue;
      FigureName name{};
      try {
        parse_value(word, name);
      } catch (const InputError& error) {
        rethrow_at("NAME", error);
      }
      if (std::ranges::find(wanted, name) == wanted.end()) wanted.push_back(name);
    }
    return wanted;
  }

  void require_folder() const {
    require(!output_.empty(), "name the folder for the figures: -o DIR");
    require(
        !is_there(output_) || is_folder(output_),
        fmt::format("{}: this is a file, but figures go into a folder; name another", displayed(output_)));
    require_own_extension(output_, {}, "a folder");
    require_writable_output(output_, false);
  }

  // Folders of data that are not there are told by the figure that misses them.
  void declare_roles() {
    for (const std::string& folder : {options_.digits, options_.photos})
      if (is_folder(folder)) roles_.reads_data(std::span(&folder, 1));
    roles_.reads(options_.font);
    roles_.writes_folder("-o", output_);
  }

  static std::vector<std::string> file_names(FigureName name, const Figure& figure) {
    std::vector<std::string> files = {fmt::format("{}.json", name_of(name))};
    for (const FigurePicture& picture : figure.pictures)
      for (const char* ending : {".png", ".pdf"}) files.push_back(picture.name + ending);
    for (const FigureTable& table : figure.tables) files.push_back(table.name + ".csv");
    return files;
  }

  void write(FigureName name, const Figure& figure) const {
    const std::filesystem::path folder = output_;
    make_output_folder(folder);
    roles_.check_inside(folder, file_names(name, figure));
    for (const FigurePicture& picture : figure.pictures) {
      write_file(folder / (picture.name + ".png"),
                 picture.canvas.bytes(PictureFormat::png, options_.dpi / 72.0));
      write_file(folder / (picture.name + ".pdf"), picture.canvas.bytes(PictureFormat::pdf));
    }
    for (const FigureTable& table : figure.tables) write_file(folder / (table.name + ".csv"), table.csv);
    write_file(folder / fmt::format("{}.json", name_of(name)), json_text(figure.numbers) + "\n");
  }

  std::vector<std::string> names_;
  FigureOptions options_;
  std::string output_;
  FileRoles roles_;
};

}  // namespace

std::unique_ptr<Command> figures_command() { return std::make_unique<FiguresCommand>(); }

}  // namespace wpga
