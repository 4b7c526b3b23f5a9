// Figure 3: a generalized geodesic between ν and η with base σ (Definition 1 of the paper).
#include <fmt/format.h>

#include "figures/figure.hpp"
#include "figures/layout.hpp"
#include "wpga/base/random.hpp"
#include "wpga/report/plane.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {

namespace {

constexpr Index atoms = 7;
constexpr double width = 300, height = 176, key_height = 16;
constexpr std::array<double, 3> between_times = {0.25, 0.5, 0.75};

Measure cloud(Random& random, const Eigen::Vector2d& place, const Eigen::Vector2d& stretch) {
  Measure measure{Matrix(2, atoms), Vector::Constant(atoms, 1.0 / atoms)};
  for (Index k = 0; k < atoms; ++k)
    measure.points.col(k) =
        place + Eigen::Vector2d(stretch[0] * random.uniform(-1, 1), stretch[1] * random.uniform(-1, 1));
  return measure;
}

}  // namespace

Figure generalized_figure(const FigureOptions& options, const Execution&) {
  Random random(options.seed, 3);
  const Measure base = cloud(random, {0, -1.15}, {0.8, 0.35}), nu = cloud(random, {-1.6, 0.55}, {0.5, 0.6}),
                eta = cloud(random, {1.6, 0.6}, {0.6, 0.5});
  // Equal weights and as many atoms: the optimal plans from σ are maps.
  const PairCoupling to_nu = couple(base.view(), nu.view(), {}), to_eta = couple(base.view(), eta.view(), {});
  const PairCoupling direct = couple(nu.view(), eta.view(), {});
  const Measure begin{to_nu.map, base.weights}, end{to_eta.map, base.weights};

  Canvas canvas(width + 2 * layout::margin, height + key_height + 2 * layout::margin);
  const std::array<MeasureView, 3> all = {base.view(), nu.view(), eta.view()};
  const Plane plane({layout::margin, layout::margin, width, height}, all, 10, Plane::Vertical::up);
  draw_paths(canvas, plane, base.points, begin.points, base.weights, with_alpha(colors::sky, 0.55), 0.7);
  draw_paths(canvas, plane, base.points, end.points, base.weights, with_alpha(colors::orange, 0.6), 0.7);
  draw_paths(canvas, plane, begin.points, end.points, base.weights, with_alpha(colors::caption, 0.6), 1.1);
  const double area = 260;
  for (const double time : between_times) {
    const Measure between{(1 - time) * begin.points + time * end.points, base.weights};
    draw_atoms(canvas, plane, between.view(),
               {.color = with_alpha(colors::caption, 0.6), .area = 0.45 * area});
  }
  draw_atoms(canvas, plane, base.view(),
             {.form = AtomMarks::Form::square, .color = colors::ink, .area = area});
  draw_atoms(canvas, plane, nu.view(), {.color = colors::blue, .area = area});
  draw_atoms(canvas, plane, eta.view(), {.color = colors::vermilion, .area = area});

  double key = layout::margin;
  const double line = layout::margin + height + key_height - 4;
  key = layout::draw_key(canvas, {key, line}, colors::ink, "base σ");
  key = layout::draw_key(canvas, {key, line}, colors::blue, "ν, t = 0");
  key = layout::draw_key(canvas, {key, line}, with_alpha(colors::caption, 0.6), "t = ¼, ½, ¾");
  layout::draw_key(canvas, {key, line}, colors::vermilion, "η, t = 1");

  double length = 0;
  for (Index k = 0; k < atoms; ++k)
    length += base.weights[k] * (end.points.col(k) - begin.points.col(k)).squaredNorm();
  Figure figure;
  figure.numbers = {
      {"base", atoms_document(base.view())},     {"nu", atoms_document(begin.view())},
      {"eta", atoms_document(end.view())},       {"squared_length", length},
      {"squared_distance", direct.value.primal}, {"geodesic_gap", 1 - direct.value.primal / length}};
  figure.words =
      fmt::format("squared length {:.4f}, W2²(ν, η) {:.4f}: {}", length, direct.value.primal,
                  length > direct.value.primal * (1 + 1e-9) ? "no geodesic between its ends" : "a geodesic");
  figure.pictures.push_back({"generalized", std::move(canvas)});
  return figure;
}

}  // namespace wpga
