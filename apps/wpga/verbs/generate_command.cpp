// wpga generate: families of measures with known factors.
#include <fmt/format.h>

#include <array>

#include "console/family_summary.hpp"
#include "flags/file_roles.hpp"
#include "flags/option_flags.hpp"
#include "font_character.hpp"
#include "measure_folder.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/synthetic/synthetic.hpp"

namespace wpga {

namespace {

std::string factors_text(const SyntheticFamily& made) {
  std::vector<std::string> header = {"name"};
  header.insert(header.end(), made.factor_names.begin(), made.factor_names.end());
  return csv_text(header, made.family.names(), made.factors.transpose());
}

class GenerateCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "generate",
            .summary = "make a family of measures whose factors are known",
            .usage = all_names<Pattern>() + " -o family.h5|FOLDER",
            .description =
                "glyphs: a Chinese character as an image, moved, scaled and turned, as in Figure 1 of the "
                "paper; with --font and --character, any character of any font.\n"
                "ellipses: filled ellipses as evenly spread points.\n"
                "gaussians: samples of normal laws whose means and covariances are exactly the factors.\n"
                "translations: one cloud moved along a line, and five times less across it.\n"
                "bells: normal laws on the unit interval as histograms.\n"
                "An output that ends in .h5 is one family file; anything else is a folder of PNG images "
                "(glyphs) or "
                "CSV clouds.",
            .examples = {"wpga generate glyphs -o family.h5", "wpga generate glyphs --count 36 -o glyphs/",
                         "wpga generate glyphs --font wqy-zenhei.ttc --character 永 -o family.h5",
                         "wpga generate gaussians --dimension 3 -o family.h5 --factors truth.csv"}};
  }
  std::vector<Positional> positionals() override {
    return {{"PATTERN", all_names<Pattern>(), 1, 1, &pattern_, detail::choices_of<Pattern>()}};
  }
  std::vector<FlagGroup> flags() override {
    FlagGroup output{"Output", {}};
    output.flags.push_back(file_flag("--output", "-o", "family.h5, or a folder", output_));
    output.flags.push_back(file_flag("--factors", "", "write the known factors to this CSV file", factors_));
    FlagGroup family = option_flags("The family", options_);
    for (Flag& flag : family.flags)
      flag.accept = [this, accept = flag.accept, name = flag.name.substr(2)](const std::string& text) {
        accept(text);
        typed_.push_back(name);
      };
    return {output, family, character_flags()};
  }

  void run(Console& console, const Execution& execution) override {
    Pattern pattern{};
    try {
      parse_value(pattern_[0], pattern);
    } catch (const InputError& error) {
      rethrow_at("PATTERN", error);
    }
    require(pattern == Pattern::glyphs || !character_.given(),
            fmt::format("--font and --character draw glyphs, not {}", name_of(pattern)));
    for (const std::string& name : typed_)
      require(uses(pattern, name), fmt::format("{} have no use for --{}", name_of(pattern), name));
    const bool one_file = is_family_path(output_);
    const FileRoles roles = check_outputs(one_file);
    const SyntheticFamily made = pattern == Pattern::glyphs ? glyph_family(character_, options_, execution)
                                                            : synthetic_family(pattern, options_, execution);
    if (one_file)
      write_file(output_, family_pieces(made.family));
    else
      write_folder(made.family, output_, roles, execution);
    if (!factors_.empty()) write_file(factors_, factors_text(made));
    console.say(fmt::format("{}: {}", output_, one_line_summary(made.family)));
    console.print_document(summary_document(made.family));
  }

 private:
  FileRoles check_outputs(bool one_file) const {
    require_writable_output(output_, one_file);
    FileRoles roles;
    roles.reads(character_.font);
    if (one_file) {
      roles.writes("-o", output_);
    } else {
      require_own_extension(output_, {}, "a folder");
      roles.writes_folder("-o", output_);
    }
    if (factors_.empty()) return roles;
    require_own_extension(factors_, std::array<std::string_view, 1>{".csv"}, "a table");
    require_writable(factors_);
    roles.writes("--factors", factors_);
    return roles;
  }

  FlagGroup character_flags() {
    FlagGroup group{"The character", {}};
    group.flags.push_back(file_flag(
        "--font", "", "glyphs: the font (.ttf, .otf, .ttc) to draw --character in", character_.font));
    group.flags.push_back({.name = "--character",
                           .value = "X",
                           .sentence = "glyphs: the character of --font to draw instead of our own 木",
                           .accept = [this](const std::string& text) {
                             require(!text.empty(), "it is empty; give one character");
                             character_.character = text;
                           }});
    return group;
  }

  std::vector<std::string> pattern_;
  std::string output_, factors_;
  std::vector<std::string> typed_;  // options that were given
  SyntheticOptions options_;
  FontCharacter character_;
};

}  // namespace

std::unique_ptr<Command> generate_command() { return std::make_unique<GenerateCommand>(); }

}  // namespace wpga
