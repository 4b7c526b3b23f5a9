// wpga sample: measures along the components of a model.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <utility>

#include "console/family_summary.hpp"
#include "flags/file_roles.hpp"
#include "flags/option_flags.hpp"
#include "flags/times_argument.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/data_files.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/formats/arrays/npy_file.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/report/component_strips.hpp"
#include "wpga/report/frames/frames.hpp"
#include "wpga/study/project.hpp"
#include "wpga/study/statistics/loadings.hpp"

namespace wpga {

namespace {

constexpr std::size_t most_samples = 100'000;

struct SampleOptions {
  std::vector<int> component;
  std::string times = "5";
  std::vector<std::string> axes;

  static constexpr auto list() {
    using O = SampleOptions;
    return Listing{
        option(
            "component", &O::component,
            "the component to follow, counted from 1, or several together: 1,2; unless given each one alone"),
        option("times", &O::times, "how many times between 0 and 1, or a list such as 0,0.3,1"),
        option("axes", &O::axes,
               "the coordinates that are drawn or written, by name or number: CD4,CD8; unless given all, "
               "which a "
               "picture shows on their principal axes")};
  }
};
static_assert(lists_every_member<SampleOptions>);

// A place in the model: some of its components, and a time on each.
struct Place {
  std::vector<std::size_t> components;
  std::vector<double> times;

  std::string name() const {
    std::string words;
    for (std::size_t i = 0; i < components.size(); ++i)
      words += fmt::format("{}component {} t = {:g}", i == 0 ? "" : ", ", components[i] + 1, times[i]);
    return words;
  }
};

// Every combination of the times; those of the first component change fastest.
std::vector<Place> combinations(const std::vector<std::size_t>& components,
                                const std::vector<double>& times) {
  std::size_t count = 1;
  for (std::size_t i = 0; i < components.size(); ++i) {
    count *= times.size();
    require(count <= most_samples,
            fmt::format("{} times on each of {} components are too many measures; ask for "
                        "fewer --times",
                        times.size(), components.size()));
  }
  std::vector<Place> places;
  for (std::size_t n = 0; n < count; ++n) {
    Place place{components, {}};
    for (std::size_t i = 0, rest = n; i < components.size(); ++i, rest /= times.size())
      place.times.push_back(times[rest % times.size()]);
    places.push_back(std::move(place));
  }
  return places;
}

class SampleCommand : public Command {
 public:
  CommandPage page() const override {
    return {
        .name = "sample",
        .summary = "measures along the components of a model",
        .usage = "model.h5 --component 1 --times 5 -o strip.png|points.csv|points.npz|family.h5",
        .description =
            "Moves the mean along a component from its beginning (time 0) to its end (time 1), or along "
            "several together. A picture (.png, .pdf, .svg) shows a strip for each component; two together "
            "make a grid, the times of the second downwards. Points come as a table with one row an atom, "
            "as arrays (points: samples × atoms × coordinates, weights, components, times) or as a family "
            "file.",
        .examples = {"wpga sample model.h5 -o strips.png",
                     "wpga sample model.h5 --component 1,2 --times 7 -o grid.pdf",
                     "wpga sample model.h5 --component 2 --times 0,0.1,0.9,1 -o points.csv",
                     "wpga sample cells.h5 --axes CD4,CD8 -o strips.png"}};
  }
  std::vector<Positional> positionals() override {
    return {{"MODEL", "a model made by `wpga fit`", 1, 1, &model_}};
  }
  std::vector<FlagGroup> flags() override {
    return {{"Output",
             {file_flag("--output", "-o", "a picture .png, .pdf, .svg, or points .csv, .npz, .h5", output_)}},
            option_flags("Where", options_)};
  }

  void run(Console& console, const Execution&) override {
    require(!output_.empty(), "say where the measures go: -o strips.png, or -o points.csv for their atoms");
    const std::string extension = data_extension(output_);
    const bool points = extension == ".csv" || extension == ".npz" || is_family_path(output_);
    if (points)
      require_writable(output_);
    else
      require_picture(output_);
    FileRoles roles;
    roles.reads(model_[0]);
    roles.writes("-o", output_);
    const std::vector<double> times = parse_times(options_.times);
    Model model = read_model(std::filesystem::path(model_[0]));
    require(!model.analysis.components.empty(),
            fmt::format("{}: this model has no components to follow", displayed(model_[0])));
    if (!options_.axes.empty()) look_along(options_.axes, model);
    if (points)
      write_points(model, places(model, times), extension);
    else
      write_picture(output_, picture(model, times));
    console.say(fmt::format("{}: {} component{}, {} times", output_, chosen(model).size(),
                            chosen(model).size() == 1 ? "" : "s", times.size()));
  }

 private:
  static void look_along(const std::vector<std::string>& axes, Model& model) {
    const Index dimension = model.analysis.mean.dimension();
    const std::vector<Index> chosen = axes_named(axes, model.space, dimension);
    model.analysis = seen_on(model.analysis, chosen);
    model.space = seen_on(model.space, chosen, dimension);
    model.reading = {};  // the data were read with all coordinates
  }

  // Components to follow, counted from 0.
  std::vector<std::size_t> chosen(const Model& model) const {
    const std::size_t count = model.analysis.components.size();
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    if (options_.component.empty()) return all;
    all.clear();
    for (const int number : options_.component) {
      require(number >= 1 && std::cmp_less_equal(number, count),
              fmt::format("--component {}: the model has components 1 to {}", number, count));
      const auto index = static_cast<std::size_t>(number - 1);
      require(std::ranges::find(all, index) == all.end(),
              fmt::format("--component: {} stands there twice", number));
      all.push_back(index);
    }
    return all;
  }

  std::vector<Place> places(const Model& model, const std::vector<double>& times) const {
    const std::vector<std::size_t> components = chosen(model);
    if (!options_.component.empty()) return combinations(components, times);
    std::vector<Place> all;
    for (const std::size_t k : components)
      for (const Place& place : combinations({k}, times)) all.push_back(place);
    return all;
  }

  Canvas picture(const Model& model, const std::vector<double>& times) const {
    const std::vector<std::size_t> components = chosen(model);
    if (options_.component.empty() || components.size() == 1)
      return component_strips(model, components, times);
    require(components.size() == 2,
            fmt::format("a picture shows one component or two together, not {}; write points instead: .csv, "
                        ".npz or .h5",
                        components.size()));
    return component_grid(model, components[0], components[1], times);
  }

  void write_points(const Model& model, const std::vector<Place>& all, const std::string& extension) const {
    MeasureFamily family(model.space);
    family.set_reading(model.reading);
    for (const Place& place : all)
      family.append(measure_at(model.analysis, place.components, place.times).view(), place.name());
    if (extension == ".csv")
      write_file(output_, table(family));
    else if (extension == ".npz")
      write_file(output_, arrays(model.analysis, family, all));
    else
      write_file(output_, family_pieces(family));
  }

  // The long form of docs/tables.md: whose atom, its weight, its coordinates in the units of the data.
  static std::string table(const MeasureFamily& family) {
    const Index d = family.dimension();
    std::vector<std::string> header = {"measure", "weight"}, names;
    const std::vector<std::string> plain = numbered("x", d);
    for (std::size_t i = 0; i < plain.size(); ++i)
      header.push_back(i < family.space().axes.size() ? family.space().axes[i] : plain[i]);
    Matrix numbers(family.atoms(), d + 1);
    numbers.col(0) = family.weights();
    numbers.rightCols(d) = in_units(family).transpose();
    for (Index i = 0; i < family.count(); ++i)
      for (Index k = 0; k < family[i].size(); ++k)
        names.push_back(family.names()[static_cast<std::size_t>(i)]);
    return csv_text(header, names, numbers);
  }

  static std::vector<std::byte> arrays(const Analysis& analysis, const MeasureFamily& family,
                                       const std::vector<Place>& all) {
    require(!analysis.components[0].curve.changes_weights(),
            "a curve of weights has atoms of its own at each time; write .csv or .h5 instead of .npz");
    const Matrix points = in_units(family);
    const auto samples = static_cast<Index>(all.size()), together = static_cast<Index>(all[0].times.size());
    std::vector<double> times;
    std::vector<std::int64_t> components;
    for (const Place& place : all) {
      times.insert(times.end(), place.times.begin(), place.times.end());
      for (const std::size_t k : place.components) components.push_back(static_cast<std::int64_t>(k) + 1);
    }
    const MeasureView first = family[0];
    return encode_npz(
        {{"points", numeric_array({samples, first.size(), first.dimension()},
                                  std::span(points.data(), static_cast<std::size_t>(points.size())))},
         {"weights", numeric_array({first.size()},
                                   std::span(first.weights.data(), static_cast<std::size_t>(first.size())))},
         {"times", numeric_array({samples, together}, times)},
         {"components", numeric_array({samples, together}, std::span<const std::int64_t>(components))}});
  }

  // All atoms, any standardisation undone.
  static Matrix in_units(const MeasureFamily& family) {
    Matrix points = family.points();
    const Space& space = family.space();
    if (space.scale.empty()) return points;
    const VectorView center(space.center.data(), family.dimension()),
        scale(space.scale.data(), family.dimension());
    return (scale.asDiagonal() * points).colwise() + center;
  }

  std::vector<std::string> model_;
  SampleOptions options_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> sample_command() { return std::make_unique<SampleCommand>(); }

}  // namespace wpga
