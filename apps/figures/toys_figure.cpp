// Figure 4: a few small clouds in the plane, their exact mean and their first components.
#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "figures/figure.hpp"
#include "figures/layout.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/base/random.hpp"
#include "wpga/report/plane.hpp"

namespace wpga {

namespace {

constexpr double panel = 244, panel_height = 150, title_height = 16, key_height = 16;
constexpr double mark_area = 260;
constexpr std::array<Color, 4> cloud_colors = {colors::blue, colors::green, colors::purple, colors::sky};
constexpr Color first_color = with_alpha(colors::ink, 0.6), second_color = with_alpha(colors::orange, 0.9);

struct Toy {
  MeasureFamily family{Space{.kind = Kind::points, .axes = {"x", "y"}}};
  Mean mean;
  Analysis analysis;
};

// From left to right the clouds spread: place and spread vary together.
MeasureFamily spreading_clouds(std::uint64_t seed) {
  MeasureFamily family(Space{.kind = Kind::points, .axes = {"x", "y"}});
  for (int i = 0; i < 4; ++i) {
    Random random(seed, static_cast<std::uint64_t>(10 + i));
    const double spread = 0.4 + 0.4 * i, x = -2.4 + 1.6 * i;
    const Index atoms = 5 + i % 2;
    Matrix points(2, atoms);
    for (Index k = 0; k < atoms; ++k) {
      const double angle = 2 * std::numbers::pi * (static_cast<double>(k) + 0.25 * random.uniform(-1, 1)) /
                           static_cast<double>(atoms);
      points.col(k) << x + 0.6 * spread * std::cos(angle), spread * std::sin(angle) + 0.1 * random.normal();
    }
    family.append(points, drawn_weights(random, atoms, 3), fmt::format("cloud {}", i + 1));
  }
  return family;
}

// Atoms on ellipses about one place, with half axes and weights of their own.
MeasureFamily elliptic_clouds(std::uint64_t seed) {
  MeasureFamily family(Space{.kind = Kind::points, .axes = {"x", "y"}});
  constexpr std::array<std::array<double, 2>, 3> half_axes = {{{2.6, 0.7}, {1.9, 1.2}, {1.3, 1.5}}};
  for (std::size_t i = 0; i < half_axes.size(); ++i) {
    Random random(seed, 20 + i);
    constexpr Index atoms = 9;
    Matrix points(2, atoms);
    for (Index k = 0; k < atoms; ++k) {
      const double angle =
          2 * std::numbers::pi * (static_cast<double>(k) + 0.35 * random.uniform(-1, 1)) / atoms;
      points.col(k) << half_axes[i][0] * std::cos(angle), half_axes[i][1] * std::sin(angle);
    }
    family.append(points, drawn_weights(random, atoms, 3), fmt::format("ellipse {}", i + 1));
  }
  return family;
}

Toy fitted(MeasureFamily family, double components, const Execution& execution) {
  Toy toy;
  toy.family = std::move(family);
  toy.mean = multimarginal_mean(toy.family, {}, execution);
  toy.analysis = principal_geodesics(toy.family, toy.mean.measure, {}, {.components = components}, execution);
  return toy;
}

void draw_component(Canvas& canvas, const Plane& plane, const Toy& toy, std::size_t k, const Color& color,
                    double thickness) {
  const GeneralizedGeodesic& curve = toy.analysis.components[k].curve.atoms();
  const Measure& mean = toy.mean.measure;
  draw_paths(canvas, plane, points_at(mean.points, curve, 0), points_at(mean.points, curve, 1), mean.weights,
             color, thickness);
}

void draw_toy(Canvas& canvas, const Box& box, const Toy& toy) {
  std::vector<MeasureView> all;
  for (Index i = 0; i < toy.family.count(); ++i) all.push_back(toy.family[i]);
  std::vector<Measure> ends;
  for (const Component& component : toy.analysis.components)
    for (const double time : {0.0, 1.0})
      ends.push_back(
          {points_at(toy.mean.measure.points, component.curve.atoms(), time), toy.mean.measure.weights});
  for (const Measure& end : ends) all.push_back(end.view());
  const Plane plane(box, all, 10, Plane::Vertical::up);
  const auto count = static_cast<std::size_t>(toy.family.count());
  for (std::size_t i = 0; i < count; ++i)
    draw_atoms(canvas, plane, all[i], {.color = with_alpha(cloud_colors[i], 0.8), .area = mark_area});
  if (toy.analysis.components.size() > 1) draw_component(canvas, plane, toy, 1, second_color, 1.8);
  draw_component(canvas, plane, toy, 0, first_color, 2.4);
  draw_atoms(canvas, plane, toy.mean.measure.view(),
             {.form = AtomMarks::Form::square, .color = colors::vermilion, .area = 0.7 * mark_area});
}

Json numbers_of(const Toy& toy) {
  Json all = {{"mean", atoms_document(toy.mean.measure.view())},
              {"variance", toy.analysis.variance},
              {"mean_gap", toy.mean.gap.value_or(0)}};
  for (Index i = 0; i < toy.family.count(); ++i) all["measures"].push_back(atoms_document(toy.family[i]));
  for (const Component& component : toy.analysis.components)
    all["components"].push_back(
        {{"explained", component.explained}, {"geodesic_gap", component.certificates.geodesic_gap}});
  return all;
}

}  // namespace

Figure toys_figure(const FigureOptions& options, const Execution& execution) {
  const Toy four = fitted(spreading_clouds(options.seed), 1, execution),
            three = fitted(elliptic_clouds(options.seed), 2, execution);
  const double height = title_height + panel_height + key_height;
  Canvas canvas(layout::page_width, height + 2 * layout::margin);
  const double top = layout::margin;
  double x = layout::margin;
  for (const Toy* toy : {&four, &three}) {
    canvas.text({x, top + 9},
                fmt::format("{} measures, their exact mean, {}", toy->family.count(),
                            toy->analysis.components.size() == 1 ? "first component" : "two components"),
                layout::panel_font, colors::ink);
    draw_toy(canvas, {x, top + title_height, panel, panel_height}, *toy);
    x += panel;
  }
  const double base = top + height - 4;
  double key = layout::margin;
  for (std::size_t i = 0; i < cloud_colors.size(); ++i)
    key = layout::draw_key(canvas, {key, base}, with_alpha(cloud_colors[i], 0.8),
                           fmt::format("measure {}", i + 1));
  key = layout::draw_key(canvas, {key, base}, colors::vermilion, "mean");
  key = layout::draw_key(canvas, {key, base}, first_color, "first component");
  key = layout::draw_key(canvas, {key, base}, second_color, "second component");

  Figure figure;
  figure.numbers = {{"four", numbers_of(four)}, {"three", numbers_of(three)}};
  figure.words =
      fmt::format("four clouds: {:.1f} % explained by one component; three: {:.1f} % and {:.1f} %",
                  100 * four.analysis.components[0].explained, 100 * three.analysis.components[0].explained,
                  100 * three.analysis.components[1].cumulative);
  figure.pictures.push_back({"toys", std::move(canvas)});
  return figure;
}

}  // namespace wpga
