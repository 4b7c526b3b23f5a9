// wpga generate: families of measures with known factors.
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>

#include "commands.hpp"
#include "family_summary.hpp"
#include "option_flags.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/family_file.hpp"
#include "wpga/io/formats/png_image.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/measures/synthetic.hpp"
#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

namespace fs = std::filesystem;

// The image a shape came from: white where the heaviest pixel is.
Image image_of(const MeasureView& shape, const std::vector<std::int64_t>& grid) {
  Image image{.rows = grid[0], .columns = grid[1], .channels = 1, .samples = {}};
  image.samples.assign(static_cast<std::size_t>(image.rows * image.columns), 0.0);
  const double heaviest = shape.weights.maxCoeff();
  for (Index k = 0; k < shape.size(); ++k) {
    const auto column = static_cast<Index>(shape.points(0, k)), row = static_cast<Index>(shape.points(1, k));
    image.samples[static_cast<std::size_t>(row * image.columns + column)] = shape.weights[k] / heaviest;
  }
  return image;
}

// One file a measure: 16-bit PNG for shapes, CSV for everything else.
void write_measures(const MeasureFamily& family, const fs::path& folder, const Execution& execution) {
  const bool images = family.space().kind == Kind::shape;
  Task task(execution, "writing", family.count());
  parallel_for(execution, family.count(), [&](std::int64_t i) {
    const fs::path path = folder / (family.names()[static_cast<std::size_t>(i)] + (images ? ".png" : ".csv"));
    if (images)
      write_file(path, encode_png(image_of(family[i], family.space().grid), 16));
    else
      write_file(path, csv_text(family[i], {}));
    task.advance();
  });
}

// A new folder appears whole or not at all; into one that is there, each file does.
void write_folder(const MeasureFamily& family, const std::string& output, const Execution& execution) {
  const fs::path path(output), folder = path.has_filename() ? path : path.parent_path();
  std::error_code ignored;
  if (fs::is_directory(folder, ignored)) return write_measures(family, folder, execution);
  const fs::path pending =
      folder.parent_path() / fmt::format(".{}.{}.part", folder.filename().string(), ::getpid());
  make_output_folder(pending);
  try {
    write_measures(family, pending, execution);
    fs::rename(pending, folder);
  } catch (...) {
    fs::remove_all(pending, ignored);
    throw;
  }
}

std::string factors_text(const SyntheticFamily& made) {
  std::vector<std::string> header = {"name"};
  header.insert(header.end(), made.factor_names.begin(), made.factor_names.end());
  return csv_text(header, made.family.names(), made.factors.transpose());
}

void require_writable_output(const std::string& output, bool one_file) {
  std::error_code ignored;
  if (!one_file && fs::is_directory(output, ignored)) return;
  const fs::path path(output);
  require_writable(path.has_filename() ? path : path.parent_path());
}

class GenerateCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "generate",
            .summary = "make a family of measures whose factors are known",
            .usage = all_names<Pattern>() + " -o family.h5|FOLDER",
            .description =
                "glyphs: a Chinese character as an image, moved, scaled and turned, as in Figure 1 of the "
                "paper.\n"
                "ellipses: filled ellipses as evenly spread points.\n"
                "gaussians: samples of normal laws whose means and covariances are exactly the factors.\n"
                "translations: one cloud moved along a line, and five times less across it.\n"
                "bells: normal laws on the unit interval as histograms.\n"
                "An output that ends in .h5 is one family file; anything else is a folder of PNG images "
                "(glyphs) or "
                "CSV clouds.",
            .examples = {"wpga generate glyphs -o family.h5", "wpga generate glyphs --count 36 -o glyphs/",
                         "wpga generate gaussians --dimension 3 -o family.h5 --factors truth.csv"}};
  }
  std::vector<Positional> positionals() override {
    return {{"PATTERN", all_names<Pattern>(), 1, 1, &pattern_}};
  }
  std::vector<FlagGroup> flags() override {
    FlagGroup output{"Output", {}};
    output.flags.push_back(file_flag("--output", "-o", "family.h5, or a folder", output_));
    output.flags.push_back(file_flag("--factors", "", "write the known factors to this CSV file", factors_));
    return {output, option_flags("The family", options_)};
  }

  void run(Console& console, const Execution& execution) override {
    Pattern pattern{};
    try {
      parse_value(pattern_[0], pattern);
    } catch (const InputError& error) {
      rethrow_at("PATTERN", error);
    }
    const bool one_file = is_family_path(output_);
    require_writable_output(output_, one_file);
    if (!factors_.empty()) require_writable(factors_);
    const SyntheticFamily made = synthetic_family(pattern, options_, execution);
    if (one_file)
      write_file(output_, encode_family(made.family));
    else
      write_folder(made.family, output_, execution);
    if (!factors_.empty()) write_file(factors_, factors_text(made));
    console.say(fmt::format("{}: {}", output_, one_line_summary(made.family)));
    console.print_document(summary_document(made.family));
  }

 private:
  std::vector<std::string> pattern_;
  std::string output_, factors_;
  SyntheticOptions options_;
};

}  // namespace

std::unique_ptr<Command> generate_command() { return std::make_unique<GenerateCommand>(); }

}  // namespace wpga
