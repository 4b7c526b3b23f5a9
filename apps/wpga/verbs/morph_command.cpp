// wpga morph: McCann's interpolation between two measures.
#include <fmt/format.h>

#include <cmath>

#include "console/family_summary.hpp"
#include "flags/data_arguments.hpp"
#include "flags/option_flags.hpp"
#include "flags/times_argument.hpp"
#include "picture_file.hpp"
#include "verbs/commands.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/files/family_file.hpp"
#include "wpga/io/output_file.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/report/flow.hpp"
#include "wpga/report/strips.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {

namespace {

enum class Mover { plan, map };
constexpr std::array<std::string_view, 2> names(Mover) { return {"plan", "map"}; }

enum class Drawing { strip, arrows };
constexpr std::array<std::string_view, 2> names(Drawing) { return {"strip", "arrows"}; }

struct MorphOptions {
  std::string times = "5";
  Mover by = Mover::plan;
  Drawing draw = Drawing::strip;

  static constexpr auto list() {
    using O = MorphOptions;
    return Listing{
        option("times", &O::times, "how many times between 0 and 1, or a list such as 0,0.3,1"),
        option(
            "by", &O::by,
            "plan: every entry of the plan travels, masses split; map: atoms stay whole and go to their mean "
            "target"),
        option("draw", &O::draw, "a strip of measures, or one picture of arrows (clouds in the plane)")};
  }
};
static_assert(lists_every_member<MorphOptions>);

class MorphCommand : public Command {
 public:
  CommandPage page() const override {
    return {.name = "morph",
            .summary = "McCann's interpolation between two measures",
            .usage = "A B --times 7 -o strip.png",
            .description =
                "Moves the mass of A to B along straight lines, as optimal transport pairs it. A picture "
                "(.png, .pdf, .svg) "
                "shows the way; a family file (.h5) holds the measures at the times.",
            .examples = {"wpga morph a.png b.png --times 7 -o strip.png",
                         "wpga morph a.csv b.csv --draw arrows -o arrows.pdf",
                         "wpga morph a.csv b.csv --times 0,0.5,1 --by map -o between.h5"},
            .main_flags = {"--output", "--times", "--by", "--draw", "--transport", "--as", "--resize",
                           "--colors"}};
  }
  std::vector<Positional> positionals() override {
    return {{"A", "the measure to start from", 1, 1, &first_},
            {"B", "the measure to arrive at", 1, 1, &second_}};
  }
  std::vector<FlagGroup> flags() override {
    std::vector<FlagGroup> groups = {
        {"Output", {file_flag("--output", "-o", "a picture, or a family file", output_)}},
        option_flags("The way", options_),
        option_flags("Transport", transport_)};
    for (FlagGroup& group : reading_.flags()) groups.push_back(std::move(group));
    return groups;
  }

  void run(Console& console, const Execution& execution) override {
    validate(options_);
    validate(transport_);
    require(transport_.mass == MassRule::fixed && !transport_.penalty,
            "a morph moves all mass; --mass free is for distance, mean and fit");
    require(!output_.empty(), "say where the measures go: -o strip.png, or -o family.h5 for their atoms");
    const std::vector<double> times = parse_times(options_.times);
    const bool as_family = is_family_path(output_);
    if (as_family)
      require_writable(output_);
    else
      require_picture(output_);
    require(!as_family || options_.draw == Drawing::strip,
            "--draw arrows makes a picture; name a .png, .pdf or .svg file");
    FileRoles roles;
    roles.reads_data(first_);
    roles.reads_data(second_);
    reading_.declare(roles);
    roles.writes("-o", output_);
    const auto [first, second, notes] = reading_.load_pair(first_[0], second_[0], console, execution);
    require(first.count() == 1 && second.count() == 1,
            fmt::format("morph goes from one measure to another, but A holds {} and B holds {}; choose with "
                        "--label and --limit 1",
                        first.count(), second.count()));
    require(
        options_.draw != Drawing::arrows || as_family || first.dimension() == 2,
        fmt::format("arrows are drawn in the plane, but these measures live in dimension {}; draw a strip",
                    first.dimension()));
    const PairCoupling pair = couple(first[0], second[0], transport_);
    if (!pair.value.convergence.converged()) console.mark_stopped_early();
    check_stop(execution);
    if (as_family)
      write_family(first, second, pair, times);
    else if (options_.draw == Drawing::arrows)
      write_picture(output_,
                    flow_picture(first[0], second[0], arrows_of(first[0], second[0], pair), first.space()));
    else
      write_strip(first, second, pair, times);
    say_result(console, pair, first[0].size(), times);
  }

 private:
  void say_result(const Console& console, const PairCoupling& pair, Index atoms,
                  const std::vector<double>& times) const {
    const double distance = std::sqrt(pair.value.primal),
                 gap = distance - std::sqrt(std::max(0.0, pair.value.dual));
    const Index split = split_atoms(pair, atoms);
    console.say(fmt::format("{}: W2 = {:.6g} ({}, gap {:.2g}), {} of {} atoms are split", output_, distance,
                            name_of(pair.method), gap, split, atoms));
    Json document = Json::object();
    document["distance"] = distance;
    document["gap"] = gap;
    document["method"] = std::string(name_of(pair.method));
    document["atoms"] = atoms;
    document["split_atoms"] = split;
    document["times"] = times;
    console.print_document(document);
  }

  static Index split_atoms(const PairCoupling& pair, Index atoms) {
    Vector targets = Vector::Zero(atoms);
    for (const PlanEntry& entry : pair.plan) targets[entry.source] += 1;
    return (targets.array() > 1).count();
  }

  Measure at(const MeasureView& source, const MeasureView& target, const PairCoupling& pair,
             double time) const {
    return options_.by == Mover::plan ? displaced_by_plan(source, target, pair.plan, time)
                                      : displaced_by_map(source, pair.map, time);
  }

  std::vector<Arrow> arrows_of(const MeasureView& source, const MeasureView& target,
                               const PairCoupling& pair) const {
    std::vector<Arrow> arrows;
    if (options_.by == Mover::map)
      for (Index k = 0; k < source.size(); ++k)
        arrows.push_back({source.points.col(k), pair.map.col(k), source.weights[k]});
    else
      for (const PlanEntry& entry : pair.plan)
        arrows.push_back({source.points.col(entry.source), target.points.col(entry.target), entry.mass});
    return arrows;
  }

  Space joint_space(const MeasureFamily& first, const MeasureFamily& second) const {
    Space space = first.space();
    if (space.grid.size() == second.space().grid.size())
      for (std::size_t i = 0; i < space.grid.size(); ++i)
        space.grid[i] = std::max(space.grid[i], second.space().grid[i]);
    else
      space.grid.clear();
    return space;
  }

  void write_family(const MeasureFamily& first, const MeasureFamily& second, const PairCoupling& pair,
                    const std::vector<double>& times) const {
    MeasureFamily between(joint_space(first, second));
    between.set_reading(common_reading(first.reading(), second.reading()));
    for (const double time : times)
      between.append(at(first[0], second[0], pair, time).view(), fmt::format("t = {:g}", time));
    write_file(output_, family_pieces(between));
  }

  void write_strip(const MeasureFamily& first, const MeasureFamily& second, const PairCoupling& pair,
                   const std::vector<double>& times) const {
    std::vector<Measure> measures;
    std::vector<std::string> captions;
    for (const double time : times) {
      measures.push_back(at(first[0], second[0], pair, time));
      captions.push_back(fmt::format("t = {:.3g}", time));
    }
    std::vector<MeasureView> views;
    for (const Measure& measure : measures) views.push_back(measure.view());
    write_picture(output_, strip(views, joint_space(first, second), captions, {}));
  }

  std::vector<std::string> first_, second_;
  DataArguments reading_;
  MorphOptions options_;
  TransportOptions transport_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> morph_command() { return std::make_unique<MorphCommand>(); }

}  // namespace wpga
