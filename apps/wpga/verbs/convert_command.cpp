// wpga convert: data of any format in, one family file out.
#include <fmt/format.h>

#include "console/family_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/option_flags.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/output_file.hpp"

namespace wpga {

namespace {

class ConvertCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "convert",
        .summary = "read measures of any format and write them as one family file",
        .usage = "DATA... -o family.h5",
        .description =
            "Reads PNG, JPEG, TIFF, PGM/PPM images (as shapes or palettes), MNIST's IDX files, NumPy's .npy "
            "and "
            ".npz, CSV/TSV tables, FCS and AnnData (.h5ad) files of cells, PLY and XYZ clouds and family "
            "files; .gz is "
            "looked through. The result is "
            "an "
            "HDF5 file that h5py opens in one line, and remembers how the data were read.",
        .examples = {"wpga convert photos/ --as palette --colors 128 -o palettes.h5",
                     "wpga convert train-images-idx3-ubyte --label 2 --limit 1000 -o twos.h5",
                     "wpga convert cells/*.csv --columns CD4,CD8 --transform log10 --sample 2000 -o cells.h5",
                     "wpga convert plate/*.fcs --columns CD4,CD8 --transform 'asinh(150)' -o plate.h5",
                     "wpga convert pbmc.h5ad --name-columns donor --layer obsm/X_pca -o pbmc.h5",
                     "wpga convert ages.csv --label-column sex -o ages.h5"},
        .main_flags = {"--output", "--as", "--label", "--limit", "--standardize", "--resize", "--colors",
                       "--columns", "--seed"}};
  }
  std::vector<Positional> positionals() override { return {data_.positional()}; }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output", {file_flag("--output", "-o", "the family file to write, .h5", output_)}}};
    for (FlagGroup& group : data_.flags()) groups.push_back(std::move(group));
    return groups;
  }
  bool is_shared_out() const override { return true; }
  void run(Console& console, const Execution& execution) override {
    require_writable(output_);
    if (!is_family_path(output_)) throw InputError(fmt::format("{}: a family file must end in .h5", output_));
    FileRoles roles;
    data_.declare(roles);
    roles.writes("-o", output_);
    const MeasureFamily family = data_.load(console, execution).family;
    check_stop(execution);
    write_file(output_, family_pieces(family));
    console.say(fmt::format("{}: {}", output_, one_line_summary(family)));
    console.print_document(summary_document(family));
  }

 private:
  DataArguments data_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> convert_command() { return std::make_unique<ConvertCommand>(); }

}  // namespace wpga
