#include "wpga/analysis/fit/start_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/fit/coarse_atoms.hpp"
#include "wpga/analysis/fit/geodesic_step.hpp"
#include "wpga/analysis/fit/majoriser.hpp"
#include "wpga/measures/evenly_chosen.hpp"

namespace wpga {

namespace {

constexpr Index most_measures = 64;
constexpr Index most_atoms = 80;         // of the mean; of more, as many clusters
constexpr double coarse_map_gap = 2e-2;  // of true geodesics: a tenth of the time of a step within 5e-4
constexpr double coarse = 1e-2;          // a fall of the objective that ends the steps of a descent
constexpr Index most_axes = 5;
constexpr int angles = 8;       // of lines in the plane of the two leading axes, themselves among them
constexpr int most_sweeps = 8;  // maps of an unfinished Sinkhorn iteration are optimal maps too

// What entropic plans are blurred by: a share of the cost of the product coupling, or of the variance that a
// line leaves; 0 stands for the plans of the fit.
struct Level {
  enum class Of { cost, rest } of;
  double blur;
  int rounds;
  std::size_t kept;  // of the descents, for the next level
};

// Strong blur compares distant local minima.  After it only one descent is left, and the leading line is
// added again, because what looks best under strong blur need not be best under little.
constexpr std::array<Level, 5> blurred = {{{Level::Of::cost, 0.2, 3, 4},
                                           {Level::Of::cost, 0.1, 2, 1},
                                           {Level::Of::rest, 0.7, 2, 3},
                                           {Level::Of::rest, 0.07, 2, 2},
                                           {Level::Of::rest, 0, 2, 2}}};
constexpr std::size_t level_of_leading_line = 2;

// Where the two that are left then differ by more than this they lie in different valleys, and there are
// others.
constexpr double other_valley = 1e-3;
constexpr int most_mixed_axes = 4;
constexpr std::array<Level, 4> from_mixed_axes = {{{Level::Of::rest, 0.7, 1, 8},
                                                   {Level::Of::rest, 0.07, 1, 8},
                                                   {Level::Of::rest, 0, 2, 2},
                                                   {Level::Of::rest, 0, 4, 1}}};

// The lowest is blurred once more, its copy led back to the plans of the fit, and after some rounds there the
// lower of the two kept: fewer rounds do not tell which of two valleys is deeper.
constexpr std::array<Level, 2> blurred_again = {
    {{Level::Of::rest, 0.3, 2, 1}, {Level::Of::rest, 0.03, 2, 1}}};
constexpr Level both_sharp = {Level::Of::rest, 0, 6, 1};

// On the line plans never change, so that true geodesics have local minima among their centres only; off it
// their steps cost too much for more than a few.
constexpr std::array<Level, 3> plain = {
    {{Level::Of::rest, 0, 4, 8}, {Level::Of::rest, 0, 8, 3}, {Level::Of::rest, 0, 16, 1}}};
constexpr std::array<Level, 2> brief = {{{Level::Of::rest, 0, 1, 2}, {Level::Of::rest, 0, 2, 1}}};
constexpr int centers = 21;

// Σ_i λ_i of what a product coupling of the mean with measure i costs.
double product_cost(const Measure& mean, const MeasureFamily& family) {
  const Vector center = mean_of(mean.view());
  double sum = squared_norm(mean.weights, mean.points.colwise() - center);
  for (Index i = 0; i < family.count(); ++i)
    sum += family.measure_weight(i) * squared_norm(family[i].weights, family[i].points.colwise() - center);
  return sum;
}

// One descent, with cutting planes of its own: those of another descent would only slow it down.
struct Try {
  std::unique_ptr<CurveStep> by;
  Fields ends;
  Vector times;  // of the chosen measures
  QuadraticModel model;
  double value = 0;
};

class Search {
 public:
  Search(const MeasureFamily& family, const TangentMaps& maps, const TransportOptions& transport,
         const StepSetting& setting, const Execution& execution)
      : maps_(maps),
        transport_(transport),
        options_(setting.options),
        setting_{setting.mean, setting.box, setting.earlier, setting.penalty, options_},
        execution_(execution),
        chosen_(evenly_chosen(maps.measure_weights, most_measures)),
        sample_(subset(family, chosen_)),
        axes_(leading_directions(maps, setting.earlier, most_axes)) {
    rest_ = std::max(0.0, maps.variance - axes_.variances[0]) / product_cost(setting.mean, sample_);
  }

  GeneralizedGeodesic run() {
    if (options_.curve == CurveKind::geodesic)
      descend_geodesics();
    else
      descend_on_blurred_plans();
    return curve_between(tries_.front().by->step(tries_.front().model, tries_.front().ends, setting_));
  }

 private:
  void descend_on_blurred_plans() {
    options_.tolerance = std::max(options_.tolerance, coarse);
    for (const Matrix& axis : axes_.fields) add(line_of(axis));
    add_between_leading_axes();
    for (std::size_t level = 0; level < blurred.size(); ++level) {
      if (level == level_of_leading_line) add_leading();
      descend(blurred[level]);
    }
    const bool many_valleys = tries_.size() > 1 && tries_[1].value > (1 + other_valley) * tries_[0].value;
    keep_lowest(0, 1);
    descend_from_blurred_lowest();
    if (many_valleys) descend_from_mixed_axes();
  }

  // Begins on lines themselves: plans at the mean lead most of them into the valley of the leading one.
  void descend_from_mixed_axes() {
    const std::size_t found = tries_.size();
    add_mixed_axes();
    begin_with_plans_of(from_mixed_axes.front(), std::span(tries_).subspan(found));
    for (const Level& level : from_mixed_axes) {
      descend(level, std::span(tries_).subspan(found));
      keep_lowest(found, level.kept);
    }
    keep_lowest(0, 1);
  }

  void descend_from_blurred_lowest() {
    const Try& lowest = tries_.front();
    tries_.push_back({make_curve_step(setting_.mean, options_), lowest.ends, lowest.times, lowest.model});
    for (const Level& level : blurred_again) descend(level, std::span(tries_).last(1));
    descend(both_sharp);
  }

  void descend_geodesics() {
    const bool on_line = setting_.mean.dimension() == 1;
    options_.tolerance = 0;  // other centres are tried by other descents
    if (!on_line) options_.map_tolerance = std::max(options_.map_tolerance, coarse_map_gap);
    const std::size_t axes = std::min<std::size_t>(on_line ? 3 : 2, axes_.fields.size());
    for (std::size_t c = 0; c < axes; ++c) add(line_of(axes_.fields[c]));
    if (on_line) add_centres();
    for (const Level& level : on_line ? std::span<const Level>(plain) : std::span<const Level>(brief))
      descend(level);
  }

  CurveAtStart line_of(const Matrix& axis) const { return line_along(axis, inner_products(maps_, axis)); }

  // The plans at the mean serve for the first step.
  void add(const CurveAtStart& line, std::unique_ptr<CurveStep> by) {
    check_stop(execution_);
    Fields ends = by->start(ends_of(line.curve), setting_);
    tries_.push_back({std::move(by), std::move(ends), of_chosen(line.times),
                      tangent_majoriser(maps_, line.times, setting_.mean.weights)});
  }
  void add(const CurveAtStart& line) { add(line, make_curve_step(setting_.mean, options_)); }

  // Where the two leading variances are nearly one, as in families that turn, the axes are any two of their
  // plane: lines at all angles in it make the search the same whichever they are.
  void add_between_leading_axes() {
    if (axes_.fields.size() < 2) return;
    for (int k = 1; k < angles; ++k) {
      if (2 * k == angles) continue;  // the second axis itself
      const double angle = std::numbers::pi * k / angles;
      add(line_of(std::cos(angle) * axes_.fields[0] + std::sin(angle) * axes_.fields[1]));
    }
  }

  // The leading axes, each as long as it varies, added with all signs: the same lines whichever way an axis
  // points.
  void add_mixed_axes() {
    const int axes = std::min<int>(most_mixed_axes, static_cast<int>(axes_.fields.size()));
    for (int signs = 0; 2 * signs < 1 << axes; ++signs) {
      Matrix sum = Matrix::Zero(setting_.mean.dimension(), setting_.mean.size());
      for (int c = 0; c < axes; ++c)
        sum += ((signs >> c) % 2 == 0 ? 1 : -1) * std::sqrt(std::max(0.0, axes_.variances[c])) *
               axes_.fields[static_cast<std::size_t>(c)];
      const double size = std::sqrt(squared_norm(setting_.mean.weights, sum));
      if (!(size > 0)) continue;
      auto by = make_curve_step(setting_.mean, options_);
      Fields ends = by->nearest(ends_of(line_of(sum / size).curve), setting_);
      Vector times = of_chosen(times_along(maps_, curve_between(ends)));
      tries_.push_back({std::move(by), std::move(ends), std::move(times), {}});
    }
  }

  void add_leading() {
    add(line_of(axes_.fields[0]));
    if (setting_.penalty > 0)
      add(line_of(axes_.fields[0]), make_collinear_step(setting_.mean, options_.maps));
  }

  // The leading line divided by the mean in several ways.
  void add_centres() {
    const Matrix whole = line_of(axes_.fields[0]).curve.direction();
    for (int k = 0; k < centers; ++k) {
      const double share = static_cast<double>(k) / (centers - 1);
      const GeneralizedGeodesic curve{share * whole, (1 - share) * whole};
      add({curve, times_along(maps_, curve)});
    }
  }

  Vector of_chosen(const Vector& values) const {
    Vector some(std::ssize(chosen_));
    for (std::size_t k = 0; k < chosen_.size(); ++k) some[static_cast<Index>(k)] = values[chosen_[k]];
    return some;
  }

  TransportOptions plans_of(const Level& level) const {
    TransportOptions options = transport_;
    const double blur = level.of == Level::Of::cost ? level.blur : level.blur * rest_;
    const bool given = transport_.transport == TransportMethod::entropic;
    // Blurred plans move all mass.
    if (transport_.mass == MassRule::free) return options;
    if (!(blur > (given ? transport_.sinkhorn.regularization : 1e-6))) return options;
    options.transport = TransportMethod::entropic;
    options.sinkhorn.regularization = blur;
    options.sinkhorn.marginal_tolerance = std::max(1e-2, transport_.sinkhorn.marginal_tolerance);
    options.sinkhorn.iterations = most_sweeps;
    return options;
  }

  void begin_with_plans_of(const Level& level, std::span<Try> tries) {
    FamilyCouplings couplings(sample_, plans_of(level), setting_.mean.weights);
    const CenteredPoints centered = couplings.centered(setting_.mean.points);
    for (Try& one : tries) {
      check_stop(execution_);
      one.model = majorise(centered, curve_between(one.ends), one.times, couplings, execution_).model;
    }
  }

  void descend(const Level& level, std::span<Try> tries) {
    FamilyCouplings couplings(sample_, plans_of(level), setting_.mean.weights);
    const CenteredPoints centered = couplings.centered(setting_.mean.points);
    for (Try& one : tries)
      for (int round = 0; round < level.rounds; ++round) {
        check_stop(execution_);
        one.ends = one.by->step(one.model, one.ends, setting_);
        const GeneralizedGeodesic curve = curve_between(one.ends);
        MajoriserPass pass = majorise(centered, curve, one.times, couplings, execution_);
        one.value = pass.objective + setting_.penalty * collinearity_penalty(setting_.mean.weights, curve);
        one.model = std::move(pass.model);
      }
  }

  void descend(const Level& level) {
    descend(level, tries_);
    keep_lowest(0, level.kept);
  }

  // Of the tries from number `first` on.
  void keep_lowest(std::size_t first, std::size_t kept) {
    std::ranges::stable_sort(std::span(tries_).subspan(first), {}, &Try::value);
    if (tries_.size() > first + kept)
      tries_.erase(tries_.begin() + static_cast<std::ptrdiff_t>(first + kept), tries_.end());
  }

  const TangentMaps& maps_;
  const TransportOptions& transport_;
  GeodesicOptions options_;
  StepSetting setting_;
  const Execution& execution_;
  std::vector<Index> chosen_;
  MeasureFamily sample_;
  TangentDirections axes_;
  double rest_;  // what the leading line leaves, as a share of the cost of product couplings
  std::vector<Try> tries_;
};

}  // namespace

GeneralizedGeodesic search_start(const MeasureFamily& family, const TangentMaps& maps,
                                 const TransportOptions& transport, const StepSetting& setting,
                                 const Execution& execution) {
  // True geodesics are found on the atoms themselves: no detail of their fields may be lost.
  if (setting.mean.size() <= most_atoms || setting.options.curve == CurveKind::geodesic)
    return Search(family, maps, transport, setting, execution).run();
  const CoarseAtoms coarse(setting.mean, most_atoms);
  const TangentMaps coarse_maps = coarse.averaged(maps);
  StepSetting within{coarse.mean(), setting.box, {}, setting.penalty, setting.options};
  for (const Matrix& direction : setting.earlier) within.earlier.push_back(coarse.averaged(direction));
  const GeneralizedGeodesic found = Search(family, coarse_maps, transport, within, execution).run();
  return {coarse.spread(found.backward), coarse.spread(found.forward)};
}

}  // namespace wpga
