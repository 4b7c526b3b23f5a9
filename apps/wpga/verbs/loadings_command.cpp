// wpga loadings: which coordinates a component moves along, and where in space mass moves most.
#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "flags/file_roles.hpp"
#include "flags/option_flags.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/json.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/report/motion.hpp"
#include "wpga/study/statistics/loadings.hpp"

namespace wpga {

namespace {

struct LoadingsOptions {
  std::vector<std::string> axes;
  int movers = 3;

  static constexpr auto list() {
    using O = LoadingsOptions;
    return Listing{option("axes", &O::axes,
                          "the two coordinates that a picture shows, by name or number; those with the "
                          "largest loadings of each "
                          "component unless given"),
                   option("movers", &O::movers,
                          "atoms of the mean told for each component, those that move most", at_least(0))};
  }
};
static_assert(lists_every_member<LoadingsOptions>);

class LoadingsCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "loadings",
            .summary = "which coordinates a component moves along, and where",
            .usage = "model.h5 -o loadings.csv|motion.png",
            .description =
                "For each component and each coordinate: its share of the squared motion, how far the mean "
                "of the "
                "coordinate moves from one end of the curve to the other and how its spread changes, in the "
                "units of "
                "the data, and W2 between its marginals at the two ends; and the atoms of the mean that move "
                "most. A "
                "table has a row for each component and coordinate; a picture shows every atom of the mean "
                "on its way "
                "along two coordinates.",
            .examples = {"wpga loadings model.h5", "wpga loadings model.h5 -o loadings.csv",
                         "wpga loadings model.h5 --axes CD4,CD8 -o motion.png"}};
  }
  std::vector<Positional> positionals() override {
    return {{"MODEL", "a model made by `wpga fit`", 1, 1, &model_}};
  }
  std::vector<FlagGroup> flags() override {
    return {{"Output", {file_flag("--output", "-o", "a table .csv, or a picture .png, .pdf, .svg", output_)}},
            option_flags("Loadings", options_)};
  }

  void run(Console& console, const Execution&) override {
    validate(options_);
    const bool table = data_extension(output_) == ".csv";
    if (!output_.empty()) table ? require_writable(output_) : require_picture(output_);
    require(options_.axes.empty() || (!output_.empty() && !table),
            "--axes chooses the two coordinates of a picture, such as -o motion.png; tables and what is "
            "printed have all of them");
    FileRoles roles;
    roles.reads(model_[0]);
    roles.writes("-o", output_);
    const Model model = read_model(std::filesystem::path(model_[0]));
    const Loadings found = find_loadings(model.analysis, model.space);
    if (table)
      write_file(output_, csv(found));
    else if (!output_.empty())
      write_picture(output_, picture(model, found));
    console.say(summary(model, found));
    console.print_document(document(model, found));
  }

 private:
  static std::string csv(const Loadings& found) {
    const Index count = found.loadings.rows(), d = found.loadings.cols();
    const std::vector<std::string> header = {"axis", "component", "loadings", "shift", "spread", "marginal"};
    std::vector<std::string> names;
    Matrix numbers(count * d, 5);
    for (Index k = 0; k < count; ++k)
      for (Index axis = 0; axis < d; ++axis) {
        names.push_back(found.axes[static_cast<std::size_t>(axis)]);
        numbers.row(k * d + axis) << static_cast<double>(k + 1), found.loadings(k, axis),
            found.shift(k, axis), found.spread(k, axis), found.marginal(k, axis);
      }
    return csv_text(header, names, numbers);
  }

  Canvas picture(const Model& model, const Loadings& found) const {
    const Index d = model.analysis.mean.dimension();
    require(d >= 2, "one coordinate has no plane to draw motion in; write a table, .csv");
    std::vector<std::array<Index, 2>> planes;
    if (!options_.axes.empty()) {
      const std::vector<Index> chosen = axes_named(options_.axes, model.space, d);
      require(chosen.size() == 2, "--axes: a picture shows two coordinates");
      planes.assign(model.analysis.components.size(), {chosen[0], chosen[1]});
    } else {
      for (Index k = 0; k < found.loadings.rows(); ++k) {
        Vector shares = found.loadings.row(k);
        std::array<Index, 2> largest{};
        for (Index& axis : largest) {
          shares.maxCoeff(&axis);
          shares[axis] = -1;
        }
        planes.push_back(largest);
      }
    }
    return motion_picture(model, planes);
  }

  std::string summary(const Model& model, const Loadings& found) const {
    std::string text;
    for (Index k = 0; k < found.loadings.rows(); ++k) {
      text += fmt::format("component {}\n", k + 1);
      for (Index axis = 0; axis < found.loadings.cols(); ++axis)
        text += fmt::format(
            "  {:<20} {:5.1f} % of the motion; mean moves {:+.4g}, spread × {:.3g}, W2 of marginals {:.4g}\n",
            displayed(found.axes[static_cast<std::size_t>(axis)]), 100 * found.loadings(k, axis),
            found.shift(k, axis), found.spread(k, axis), found.marginal(k, axis));
      for (const MovingAtom& mover : movers(model, static_cast<std::size_t>(k)))
        text += fmt::format("  atom {}: {:.1f} % of the motion, from ({:.4g}) to ({:.4g})\n", mover.atom,
                            100 * mover.share, fmt::join(mover.from, ", "), fmt::join(mover.to, ", "));
    }
    if (!output_.empty()) text += "written     " + output_ + "\n";
    text.pop_back();
    return text;
  }

  std::vector<MovingAtom> movers(const Model& model, std::size_t k) const {
    return largest_movers(model.analysis, model.space, k, static_cast<std::size_t>(options_.movers));
  }

  Json document(const Model& model, const Loadings& found) const {
    Json all = Json::object();
    all["axes"] = found.axes;
    all["components"] = Json::array();
    const auto row = [](const Matrix& values, Index k) {
      const Vector numbers = values.row(k);
      return std::vector<double>(numbers.begin(), numbers.end());
    };
    for (Index k = 0; k < found.loadings.rows(); ++k) {
      Json component = {{"loadings", row(found.loadings, k)},
                        {"shift", row(found.shift, k)},
                        {"spread", row(found.spread, k)},
                        {"marginal", row(found.marginal, k)},
                        {"movers", Json::array()}};
      for (const MovingAtom& mover : movers(model, static_cast<std::size_t>(k)))
        component["movers"].push_back({{"atom", mover.atom},
                                       {"share", mover.share},
                                       {"from", std::vector<double>(mover.from.begin(), mover.from.end())},
                                       {"to", std::vector<double>(mover.to.begin(), mover.to.end())}});
      all["components"].push_back(std::move(component));
    }
    return all;
  }

  std::vector<std::string> model_;
  LoadingsOptions options_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> loadings_command() { return std::make_unique<LoadingsCommand>(); }

}  // namespace wpga
