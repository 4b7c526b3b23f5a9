#include "wpga/report/comparison_pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "wpga/report/component_strips.hpp"
#include "wpga/report/component_words.hpp"
#include "wpga/report/strips.hpp"
#include "wpga/study/interval_words.hpp"

namespace wpga {

namespace {

constexpr double picture_margin = 14, bar_width = 11, group_gap = 26, plot_height = 220, axis_width = 34;
constexpr double legend_line = 13, label_height = 18;
constexpr Font label_font{.size = 8}, title_font{.size = 10, .bold = true};

struct MethodColor {
  std::string_view method;
  Color color;
};

// One colour for a method in every picture; those of one idea (maps, histograms) are alike.  Light enough for
// lines in ink to be seen on them.
constexpr std::array method_colors = {
    MethodColor{"geodesics", mixed(colors::blue, colors::paper, 0.15)},
    MethodColor{"tangent", mixed(colors::vermilion, colors::paper, 0.2)},
    MethodColor{"tangent-cone", mixed(colors::vermilion, colors::paper, 0.6)},
    MethodColor{"linear", mixed(colors::purple, colors::paper, 0.15)},
    MethodColor{"template", mixed(colors::green, colors::paper, 0.2)},
    MethodColor{"line", mixed(colors::sky, colors::paper, 0.2)},
    MethodColor{"euclidean", mixed(colors::black, colors::paper, 0.5)},
    MethodColor{"curve", mixed(colors::black, colors::paper, 0.75)},
    MethodColor{"gaussian", mixed(colors::orange, colors::paper, 0.2)},
    MethodColor{"gaussian-geodesic", mixed(colors::orange, colors::paper, 0.6)}};

Color color_of_method(std::string_view name) {
  const auto known = std::ranges::find(method_colors, name, &MethodColor::method);
  return known == method_colors.end() ? colors::frame : known->color;
}

// Empty where there is no such column.
std::vector<double> column_of(const Matrix& values, Index column) {
  if (column >= values.cols()) return {};
  return {values.col(column).begin(), values.col(column).end()};
}

class ScreePage {
 public:
  explicit ScreePage(const Comparison& comparison) : comparison_(comparison) {
    for (const ComparedMethod& method : comparison.methods) {
      groups_ = std::max(groups_, method.analysis.components.size());
      for (Index k = 0; k < method.training.together.size(); ++k) {
        lowest_ = std::min(lowest_, explained_share(method.training.together[k], comparison.variance));
        if (method.held_out)
          lowest_ =
              std::min(lowest_, explained_share(method.held_out->together[k], *comparison.held_out_variance));
        for (const double drawn : column_of(method.bootstrap.together, k)) lowest_ = std::min(lowest_, drawn);
      }
    }
    cut_ = lowest_ < -1;
    lowest_ = std::max(-1.0, std::floor(5 * lowest_ - 1e-9 + (lowest_ == 0 ? 1e-9 : 0)) / 5);
  }

  Canvas draw() const {
    Canvas canvas(width(), height());
    canvas.text({picture_margin, picture_margin + 9}, "share of the variance explained", title_font,
                colors::ink);
    draw_axis(canvas);
    for (std::size_t k = 0; k < groups_; ++k) draw_group(canvas, k);
    draw_legend(canvas);
    return canvas;
  }

 private:
  double group_width() const {
    return bar_width * static_cast<double>(comparison_.methods.size()) + group_gap;
  }
  double width() const {
    return std::max(320.0, 2 * picture_margin + axis_width + group_width() * static_cast<double>(groups_));
  }
  double top() const { return picture_margin + 22; }
  double height() const {
    return top() + plot_height + label_height + legend_line * (static_cast<double>(rows()) + 1) +
           picture_margin;
  }
  std::size_t rows() const { return (comparison_.methods.size() + 2) / 3; }
  double level(double value) const {
    return top() + plot_height * (1 - std::clamp(value, lowest_, 1.0)) / (1 - lowest_);
  }

  void draw_axis(Canvas& canvas) const {
    for (int fifth = static_cast<int>(std::lround(5 * lowest_)); fifth <= 5; ++fifth) {
      const double y = level(fifth / 5.0);
      const std::array<Point, 2> path = {Point{picture_margin + axis_width - 6, y},
                                         Point{width() - picture_margin, y}};
      canvas.line(path, fifth == 0 ? colors::caption : colors::frame, 0.5);
      canvas.text({picture_margin + axis_width - 9, y + 3},
                  fmt::format("{}{} %", fifth < 0 ? "−" : "", 20 * std::abs(fifth)), label_font,
                  colors::caption, Align::right);
    }
  }

  void draw_group(Canvas& canvas, std::size_t k) const {
    const double left = picture_margin + axis_width + group_width() * static_cast<double>(k);
    for (std::size_t place = 0; place < comparison_.methods.size(); ++place)
      draw_bar(canvas, left + bar_width * static_cast<double>(place), place, k);
    const std::string words = k == 0 ? std::string("1 component") : fmt::format("{} together", k + 1);
    canvas.text({left + (group_width() - group_gap) / 2, top() + plot_height + 12}, words, label_font,
                colors::caption, Align::center);
  }

  void draw_bar(Canvas& canvas, double left, std::size_t place, std::size_t k) const {
    const ComparedMethod& method = comparison_.methods[place];
    if (k >= method.analysis.components.size()) return;
    const auto column = static_cast<Index>(k);
    const double y = level(explained_share(method.training.together[column], comparison_.variance));
    canvas.rectangle({left + 1, std::min(y, level(0)), bar_width - 2, std::abs(level(0) - y)},
                     color_of_method(method.name));
    const double middle = left + bar_width / 2;
    if (method.bootstrap.together.rows() > 0) {
      const std::array<double, 2> interval = central_interval(method.bootstrap.together.col(column));
      const std::array<Point, 2> bar = {Point{middle, level(interval[0])}, Point{middle, level(interval[1])}};
      canvas.line(bar, colors::ink, 1.2);
    }
    if (!method.held_out) return;
    const double held =
        level(explained_share(method.held_out->together[column], comparison_.held_out_variance.value_or(0)));
    const std::array<Point, 2> tick = {Point{left + 2, held}, Point{left + bar_width - 2, held}};
    canvas.line(tick, colors::ink, 1.6);
  }

  void draw_legend(Canvas& canvas) const {
    const double first = top() + plot_height + label_height + legend_line;
    const double column = (width() - 2 * picture_margin) / 3;
    for (std::size_t place = 0; place < comparison_.methods.size(); ++place) {
      const std::size_t row = place / 3;
      const double x = picture_margin + column * static_cast<double>(place % 3),
                   y = first + legend_line * static_cast<double>(row);
      canvas.rectangle({x, y - 7, 8, 8}, color_of_method(comparison_.methods[place].name));
      canvas.text({x + 12, y}, comparison_.methods[place].name, label_font, colors::ink);
    }
    std::string note;
    if (comparison_.held_out_variance) note = "tick: held out";
    const auto drawn = std::ranges::find_if(
        comparison_.methods, [](const auto& method) { return method.bootstrap.together.size() > 0; });
    if (drawn != comparison_.methods.end())
      note += std::string(note.empty() ? "" : " · ") +
              "line: " + interval_words(drawn->bootstrap.together.rows());
    if (cut_) note += std::string(note.empty() ? "" : " · ") + "cut at −100 %";
    canvas.text({picture_margin, first + legend_line * static_cast<double>(rows())}, note, label_font,
                colors::caption);
  }

  const Comparison& comparison_;
  std::size_t groups_ = 0;
  double lowest_ = 0;  // share at the foot of the page: 0, or below where a method does worse than the mean
  bool cut_ = false;
};

// The window of the data: atoms that a method puts far beyond it would shrink everything else.
struct DataWindow {
  Vector low, high;

  explicit DataWindow(const MeasureFamily& family) {
    const Vector least = family.points().rowwise().minCoeff(), most = family.points().rowwise().maxCoeff();
    const Vector air = 0.05 * (most - least);
    low = least - air;
    high = most + air;
  }

  // The mass outside; the atoms there are taken away.
  double cut(Measure& measure) const {
    std::vector<Index> kept;
    double outside = 0;
    for (Index k = 0; k < measure.size(); ++k) {
      const auto point = measure.points.col(k).array();
      if ((point >= low.array()).all() && (point <= high.array()).all())
        kept.push_back(k);
      else
        outside += measure.weights[k];
    }
    if (outside > 0) measure = {Matrix(measure.points(Eigen::all, kept)), Vector(measure.weights(kept))};
    return outside;
  }
};

// Shapes have the window of their grid, palettes none, and weights stand on points of the data.
bool needs_window(const MeasureFamily& family, const Component& component) {
  const Kind kind = family.space().kind;
  return family.count() > 0 && !component.curve.changes_weights() &&
         (kind == Kind::points || kind == Kind::histogram);
}

}  // namespace

Canvas comparison_strips(const Comparison& comparison, const MeasureFamily& data, std::size_t component,
                         int times) {
  std::vector<std::vector<Measure>> sampled;
  const Component* first = nullptr;
  const DataWindow window(data);
  std::vector<std::string> headings;
  std::vector<double> full;
  for (const ComparedMethod& method : comparison.methods) {
    if (component >= method.analysis.components.size()) continue;
    const Component& shown = method.analysis.components[component];
    sampled.emplace_back();
    if (first == nullptr) first = &shown;
    const bool backwards = runs_against(shown, *first);
    double outside = 0;
    for (int i = 0; i < times; ++i) {
      const double time = static_cast<double>(backwards ? times - 1 - i : i) / (times - 1);
      DrawnMeasure drawn = drawn_at(method.analysis, std::span(&component, 1), std::span(&time, 1));
      if (needs_window(data, shown)) outside = std::max(outside, window.cut(drawn.measure));
      sampled.back().push_back(std::move(drawn.measure));
      full.resize(sampled.size(), drawn.full);
    }
    const double left = method.training.alone[static_cast<Index>(component)];
    const double percents = 100 * explained_share(left, comparison.variance);
    headings.push_back(fmt::format("{}: {}{:.1f} % explained · {}", method.name, percents < 0 ? "−" : "",
                                   std::abs(percents), curve_words(shown)));
    if (outside > 0) headings.back() += fmt::format(" · cut: up to {} beyond the data", percent(outside));
  }
  std::vector<StripRow> rows;
  for (std::size_t r = 0; r < sampled.size(); ++r) {
    rows.push_back({headings[r], {}, {}, full[r]});
    for (const Measure& measure : sampled[r]) rows.back().measures.push_back(measure.view());
  }
  return strips(rows, data.space(), {.title = fmt::format("component {}, method by method", component + 1)});
}

Canvas comparison_scree(const Comparison& comparison) { return ScreePage(comparison).draw(); }

}  // namespace wpga
