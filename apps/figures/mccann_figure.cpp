// Figure 2: McCann's geodesic between two clouds in the plane, without and with mass splitting.
#include <fmt/format.h>

#include "figures/figure.hpp"
#include "figures/layout.hpp"
#include "wpga/base/random.hpp"
#include "wpga/report/plane.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {

namespace {

constexpr double panel = 244, panel_height = 124, panel_gap = 0, title_height = 16, key_height = 16;
constexpr std::array<double, 3> between_times = {0.25, 0.5, 0.75};

struct Pair {
  Measure source, target;
  PairCoupling coupling;
};

// A clump of atoms around a place, stretched along a direction.
Matrix clump(Random& random, Index atoms, const Eigen::Vector2d& place, const Eigen::Vector2d& stretch) {
  Matrix points(2, atoms);
  for (Index k = 0; k < atoms; ++k)
    points.col(k) = place + Eigen::Vector2d(stretch[0] * random.normal(), stretch[1] * random.normal());
  return points;
}

// As many atoms on both sides, all of one weight: some optimal plan is a map.
Pair unsplit_pair(std::uint64_t seed) {
  Random random(seed, 1);
  const Vector weights = Vector::Constant(9, 1.0 / 9);
  Pair pair{{clump(random, 9, {-2, 0.2}, {0.4, 0.7}), weights},
            {clump(random, 9, {2, -0.1}, {0.5, 0.7}), weights},
            {}};
  pair.coupling = couple(pair.source.view(), pair.target.view(), {});
  return pair;
}

// Weights that do not match: some atoms must be split.
Pair split_pair(std::uint64_t seed) {
  Random random(seed, 2);
  Pair pair{{clump(random, 6, {-2, 0}, {0.4, 0.7}), drawn_weights(random, 6, 5)},
            {clump(random, 9, {2, 0}, {0.5, 0.7}), drawn_weights(random, 9, 5)},
            {}};
  pair.coupling = couple(pair.source.view(), pair.target.view(), {});
  return pair;
}

Index split_atoms(const Pair& pair) {
  std::vector<int> targets(static_cast<std::size_t>(pair.source.size()));
  for (const PlanEntry& entry : pair.coupling.plan) ++targets[static_cast<std::size_t>(entry.source)];
  return std::ranges::count_if(targets, [](int count) { return count > 1; });
}

void draw_pair(Canvas& canvas, const Box& box, const Pair& pair) {
  const std::array<MeasureView, 2> both = {pair.source.view(), pair.target.view()};
  const Plane plane(box, both, 10, Plane::Vertical::up);
  const AtomMarks sources{.color = colors::blue, .area = 420, .largest = 7};
  AtomMarks targets = sources, halfway = sources;
  targets.color = colors::vermilion;
  halfway.color = with_alpha(colors::caption, 0.55);
  const Measure begin = displaced_by_plan(both[0], both[1], pair.coupling.plan, 0),
                end = displaced_by_plan(both[0], both[1], pair.coupling.plan, 1);
  draw_paths(canvas, plane, begin.points, end.points, begin.weights, colors::frame, 2);
  for (const double time : between_times)
    draw_atoms(canvas, plane, displaced_by_plan(both[0], both[1], pair.coupling.plan, time).view(), halfway);
  draw_atoms(canvas, plane, both[0], sources);
  draw_atoms(canvas, plane, both[1], targets);
}

Json numbers_of(const Pair& pair) {
  return {{"source", atoms_document(pair.source.view())},
          {"target", atoms_document(pair.target.view())},
          {"paths", pair.coupling.plan.size()},
          {"split_atoms", split_atoms(pair)},
          {"squared_distance", pair.coupling.value.primal},
          {"gap", pair.coupling.value.gap()}};
}

}  // namespace

Figure mccann_figure(const FigureOptions& options, const Execution&) {
  const Pair whole = unsplit_pair(options.seed), split = split_pair(options.seed);
  const double height = title_height + panel_height + key_height;
  Canvas canvas(layout::page_width, height + 2 * layout::margin);
  const double top = layout::margin, left = layout::margin;
  double x = left;
  for (const Pair* pair : {&whole, &split}) {
    const Index count = split_atoms(*pair);
    canvas.text({x, top + 9},
                count == 0 ? std::string("an optimal map: no atom is split")
                           : fmt::format("no map: {} of {} atoms are split", count, pair->source.size()),
                layout::panel_font, colors::ink);
    draw_pair(canvas, {x, top + title_height, panel, panel_height}, *pair);
    x += panel + panel_gap;
  }
  double key = left;
  const double base = top + height - 4;
  key = layout::draw_key(canvas, {key, base}, colors::blue, "ν, t = 0");
  key = layout::draw_key(canvas, {key, base}, with_alpha(colors::caption, 0.55), "t = ¼, ½, ¾");
  layout::draw_key(canvas, {key, base}, colors::vermilion, "η, t = 1");

  Figure figure;
  figure.numbers = {{"map", numbers_of(whole)}, {"split", numbers_of(split)}};
  figure.words = fmt::format("W2² = {:.4f} without splitting, {:.4f} with {} atoms split",
                             whole.coupling.value.primal, split.coupling.value.primal, split_atoms(split));
  figure.pictures.push_back({"mccann", std::move(canvas)});
  return figure;
}

}  // namespace wpga
