#include "wpga/study/comparison.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <set>
#include <string_view>

#include "wpga/barycenters/mean.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/parallel/progress.hpp"
#include "wpga/study/free_numbers.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

namespace {

struct Entry {
  std::string name;
  FitOptions options;
};

std::vector<Entry> entries(std::span<const Method> methods, const FitOptions& options) {
  std::vector<Entry> all;
  for (const Method method : methods) {
    FitOptions chosen = options;
    chosen.method = method;
    all.push_back({std::string(name_of(method)), chosen});
    if (method != Method::tangent) continue;
    all.back().options.tangent.cone = false;
    all.push_back({"tangent-cone", chosen});
    all.back().options.tangent.cone = true;
  }
  return all;
}

double variance_about(const Measure& mean, const MeasureFamily& family, const Execution& execution) {
  Mean measured{.measure = mean};
  measure_distances(measured, family, execution);
  return measured.variance;
}

Remainders remainders_of(const Analysis& analysis, const MeasureFamily& family) {
  Remainders left{.variance = analysis.variance};
  const auto count = static_cast<Index>(analysis.components.size());
  left.alone.resize(count);
  left.together.resize(count);
  for (Index k = 0; k < count; ++k) {
    left.alone[k] = analysis.components[static_cast<std::size_t>(k)].mean_squared_distance;
    left.together[k] = weighted_mean(family, analysis.joint_squared_distances.col(k));
  }
  return left;
}

Remainders remainders_of(const AnalysisProjections& found, const MeasureFamily& family) {
  Remainders left{.variance = weighted_mean(family, found.squared_distances_to_mean),
                  .shortfalls = found.shortfalls()};
  const auto count = static_cast<Index>(found.single.size());
  left.alone.resize(count);
  left.together.resize(count);
  for (Index k = 0; k < count; ++k) {
    left.alone[k] = weighted_mean(family, found.single[static_cast<std::size_t>(k)].squared_distances);
    left.together[k] = weighted_mean(family, found.joint.squared_distances.col(k));
  }
  return left;
}

Remainders remainders_on(const Analysis& analysis, const MeasureFamily& family,
                         const TransportOptions& transport, const ProjectionOptions& times,
                         const Execution& execution) {
  if (analysis.components.empty())
    return {variance_about(analysis.mean, family, execution), Vector(0), Vector(0)};
  return remainders_of(project_on(analysis, family, transport, times, execution), family);
}

// Every draw is made, and its mean found, once for all methods.
void draw_for_all(Comparison& all, std::span<const Entry> fitted, const MeasureFamily& family,
                  const MeanOf& mean_of, const BootstrapOptions& draws, const Execution& execution) {
  for (ComparedMethod& method : all.methods) {
    const auto components = static_cast<Index>(method.analysis.components.size());
    method.bootstrap = {.alone = Matrix::Zero(draws.bootstrap, components),
                        .together = Matrix::Zero(draws.bootstrap, components)};
  }
  const InsidePart inside(execution);
  for (Index draw = 0; draw < draws.bootstrap; ++draw) {
    check_stop(execution);
    tell_part(execution, "bootstrap draw", draw + 1, draws.bootstrap);
    const MeasureFamily drawn = drawn_again(family, draws.seed, draw);
    const Mean mean = mean_of(drawn);
    for (std::size_t i = 0; i < fitted.size(); ++i)
      fill_shares(all.methods[i].bootstrap, draw, drawn, mean, fitted[i].options, inside.execution());
  }
}

}  // namespace

Split split_family(const MeasureFamily& family, double holdout, std::uint64_t seed) {
  const Index count = family.count();
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  Random random(seed, 0x5b117);
  for (Index i = count - 1; i > 0; --i)
    std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(random.below(i + 1))]);
  Index held = 0;
  if (holdout > 0) {
    require(count >= 3, "`holdout` needs three measures or more");
    const auto asked = static_cast<Index>(std::lround(holdout * static_cast<double>(count)));
    held = std::clamp<Index>(asked, 1, count - 2);
  }
  const auto middle = order.begin() + held;
  std::sort(order.begin(), middle);
  std::sort(middle, order.end());
  const std::span<const Index> all(order);
  const auto at = static_cast<std::size_t>(held);
  return {subset(family, all.subspan(at)), held > 0 ? subset(family, all.first(at)) : MeasureFamily()};
}

Comparison compare(const Split& measures, const Measure& mean, const MeanOf& mean_of,
                   std::span<const Method> methods, const FitOptions& given,
                   const ComparisonOptions& comparison, const Execution& execution) {
  validate(comparison);
  const bool holds_out = measures.held_out.count() > 0;
  Comparison all{.variance = variance_about(mean, measures.training, execution)};
  if (holds_out) all.held_out_variance = variance_about(mean, measures.held_out, execution);
  FitOptions asked = given;
  // Principal curves would stop at one unless asked for as many as the others.
  if (const Index most = measures.training.count() - 1; !asked.components && most > 0)
    asked.components = static_cast<double>(std::min<Index>(3, most));
  const FitOptions options = settled(asked);
  std::vector<Entry> fitted;
  const std::vector<Entry> wanted = entries(methods, options);
  const InsidePart inside(execution);
  // A draw fits every method anew.
  tell_later_work(execution, static_cast<double>(comparison.draws.bootstrap));
  for (std::int64_t number = 1; const Entry& entry : wanted) {
    tell_part(execution, "method", number++, std::ssize(wanted));
    ComparedMethod compared{.name = entry.name};
    try {
      const auto began = std::chrono::steady_clock::now();
      compared.analysis = analyse(measures.training, mean, entry.options, inside.execution());
      compared.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    } catch (const InputError& error) {
      all.refused.push_back({entry.name, error.what()});
      continue;
    }
    if (!compared.analysis.components.empty())
      compared.numbers = free_numbers(compared.analysis.components.front(), entry.options);
    compared.training = remainders_of(compared.analysis, measures.training);
    if (holds_out)
      compared.held_out = remainders_on(compared.analysis, measures.held_out, for_scores(options.transport),
                                        options.geodesics.times, inside.execution());
    all.methods.push_back(std::move(compared));
    fitted.push_back(entry);
  }
  if (all.methods.empty() && !all.refused.empty()) throw InputError(all.refused[0].reason);
  tell_later_work(execution, 0);
  draw_for_all(all, fitted, measures.training, mean_of, comparison.draws, execution);
  tell_part(execution, {});
  return all;
}

namespace {

// The options by which free numbers are counted, as far as the model tells them.
FitOptions options_told_by(const Model& model) {
  FitOptions options;
  const auto word = [&](std::string_view name) {
    const OptionValue* value = model.options.find(name);
    return value && value->text() ? *value->text() : std::string();
  };
  options.method = value_named<Method>(word("method")).value_or(Method::geodesics);
  options.geodesics.curve = value_named<CurveKind>(word("curve")).value_or(options.geodesics.curve);
  options.deformation.deformation =
      value_named<Deformation>(word("deformation")).value_or(options.deformation.deformation);
  return options;
}

// Times and distances of other measures on the same curves.
void place_on_curves(Analysis& analysis, const AnalysisProjections& found, const MeasureFamily& family) {
  analysis.squared_distances = found.squared_distances_to_mean;
  analysis.joint_times = found.joint.times;
  analysis.joint_squared_distances = found.joint.squared_distances;
  for (std::size_t k = 0; k < analysis.components.size(); ++k) {
    Component& component = analysis.components[k];
    component.times = found.single[k].times;
    component.scores = found.scores[k];
    component.squared_distances = found.single[k].squared_distances;
    component.lower_bounds = found.single[k].lower_bounds;
    component.mean_squared_distance = weighted_mean(family, component.squared_distances);
    component.certificates.time_gap = found.time_gaps[k];
  }
}

// How many of the measures, found by their names, the model was fitted to.
Index seen_by(const Model& model, const MeasureFamily& measures) {
  const std::set<std::string_view> known(model.names.begin(), model.names.end());
  return std::ranges::count_if(measures.names(),
                               [&](const std::string& name) { return known.contains(name); });
}

}  // namespace

bool runs_against(const Component& component, const Component& other) {
  const Vector mine = component.times.array() - component.times.mean();
  const Vector its = other.times.array() - other.times.mean();
  return mine.dot(its) < 0;
}

ComparedMethod measured_again(std::string name, const Model& model, const Split& measures,
                              const FitOptions& given, const Execution& execution) {
  const FitOptions options = settled(given);
  const TransportOptions transport = for_scores(options.transport);
  ComparedMethod compared{.name = std::move(name), .analysis = model.analysis};
  const AnalysisProjections found =
      project_on(model.analysis, measures.training, transport, options.geodesics.times, execution);
  place_on_curves(compared.analysis, found, measures.training);
  compared.training = remainders_of(found, measures.training);
  compared.numbers = free_numbers(model.analysis.components.front(), options_told_by(model));
  compared.held_out_seen = seen_by(model, measures.held_out);
  if (measures.held_out.count() > 0)
    compared.held_out =
        remainders_on(model.analysis, measures.held_out, transport, options.geodesics.times, execution);
  return compared;
}

FamilyComparison compare_on(const MeasureFamily& family, std::span<const Method> methods,
                            const FitOptions& given, const ComparisonOptions& comparison,
                            const Execution& execution) {
  require(given.transport.mass == MassRule::fixed,
          "methods are compared with all mass moved; `mass` free is for fits by geodesics or tangent PCA");
  FamilyComparison all{.measures = split_family(family, comparison.holdout, comparison.draws.seed)};
  const MeasureFamily& training = all.measures.training;
  MeanOptions mean = settled(given).mean;
  mean.method = mean_method(training, mean, given.transport);
  all.mean = find_mean(training, mean, given.transport, execution);
  const InsidePart inside(execution);
  const MeanOf mean_of = [&](const MeasureFamily& drawn) {
    return find_mean_again(drawn, all.mean.measure, mean, given.transport, inside.execution());
  };
  all.found = compare(all.measures, all.mean.measure, mean_of, methods, given, comparison, execution);
  return all;
}

}  // namespace wpga
