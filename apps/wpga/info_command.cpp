// wpga info: what a family file, or any data, holds.
#include <fmt/format.h>

#include "commands.hpp"
#include "data_arguments.hpp"
#include "family_summary.hpp"
#include "option_flags.hpp"
#include "picture_file.hpp"
#include "wpga/report/strips.hpp"

namespace wpga {

namespace {

struct InfoOptions {
  int frames = 60;

  static constexpr auto list() {
    return std::tuple{option("frames", &InfoOptions::frames,
                             "measures on the sheet, evenly spread over the family", between(1, 5000))};
  }
};
static_assert(lists_every_member<InfoOptions>);

class InfoCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "info",
            .summary = "say what a family file, or any data, holds; draw it as a contact sheet",
            .usage = "DATA... [--sheet sheet.png]",
            .description =
                "Count, dimension, atoms, box, labels and size in memory. Takes the flags of convert, so "
                "that data "
                "can be looked at before they are converted.",
            .examples = {"wpga info family.h5", "wpga info family.h5 --sheet family.png",
                         "wpga info family.h5 --json"}};
  }
  std::vector<Positional> positionals() override { return {data_.positional()}; }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {option_flags("Output", options_)};
    groups[0].flags.insert(
        groups[0].flags.begin(),
        file_flag("--sheet", "", "draw the family as a contact sheet: .png, .pdf or .svg", sheet_));
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }
  void run(Console& console, const Execution& execution) override {
    validate(options_);
    if (!sheet_.empty()) require_picture(sheet_);
    const MeasureFamily family = data_.load(console, execution);
    if (!sheet_.empty()) {
      write_picture(sheet_, contact_sheet(family, {.limit = options_.frames}));
      console.say(fmt::format("{}: contact sheet", sheet_));
    }
    if (console.json())
      console.print_document(summary_document(family));
    else
      console.print(summary_text(family));
  }

 private:
  DataArguments data_;
  InfoOptions options_;
  std::string sheet_;
};

}  // namespace

std::unique_ptr<Command> info_command() { return std::make_unique<InfoCommand>(); }

}  // namespace wpga
