#include "wpga/report/component_strips.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "wpga/report/strips.hpp"
#include "wpga/study/interval_words.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

namespace {

std::string heading(const Model& model, std::size_t k) {
  return fmt::format("component {}: {:.1f} % of the variance", k + 1,
                     100 * model.analysis.components[k].explained);
}

// Owns the measures of a row while views of them are drawn.
struct SampledRow {
  std::string heading;
  std::vector<Measure> measures;
  std::vector<std::string> captions;
  double full = 0;
  std::vector<TimeBand> bands = {};
  std::vector<double> times = {};
  std::string band_words = {};

  void add(DrawnMeasure drawn, double time) {
    measures.push_back(std::move(drawn.measure));
    captions.push_back(fmt::format("t = {:.3g}", time));
    full = drawn.full;
  }
};

Canvas drawn(std::span<const SampledRow> sampled, const Space& space, const std::string& title) {
  std::vector<StripRow> rows;
  for (const SampledRow& row : sampled) {
    rows.push_back({row.heading, {}, row.captions, row.full, row.bands, row.times, row.band_words});
    for (const Measure& measure : row.measures) rows.back().measures.push_back(measure.view());
  }
  return strips(rows, space, {.title = title});
}

}  // namespace

DrawnMeasure drawn_at(const Analysis& analysis, std::span<const std::size_t> components,
                      std::span<const double> times) {
  const std::vector<Curve> curves = curves_of(analysis, components);
  return {drawn_at(analysis.mean, curves, times),
          curves.front().changes_weights() ? curves.front().weights().full : 0};
}

Canvas component_strips(const Model& model, std::span<const std::size_t> components,
                        std::span<const double> times) {
  std::vector<SampledRow> rows;
  for (const std::size_t k : components) {
    rows.push_back({.heading = heading(model, k)});
    if (std::ranges::adjacent_find(times, std::ranges::greater_equal()) == times.end()) {  // they rise
      rows.back().bands = time_bands(model, k);
      if (model.statistics.stability)
        rows.back().band_words = interval_words(model.statistics.stability->angles.rows());
      rows.back().times.assign(times.begin(), times.end());
    }
    for (const double time : times) {
      rows.back().add(drawn_at(model.analysis, std::span(&k, 1), std::span(&time, 1)), time);
    }
  }
  if (rows.empty()) rows.push_back({"the mean: there are no components", {model.analysis.mean}, {}});
  return drawn(rows, model.space, {});
}

Canvas component_grid(const Model& model, std::size_t across, std::size_t down,
                      std::span<const double> times) {
  const std::array<std::size_t, 2> components = {across, down};
  std::vector<SampledRow> rows;
  for (const double second : times) {
    rows.push_back({fmt::format("component {} at t = {:.3g}", down + 1, second), {}, {}});
    for (const double first : times) {
      rows.back().add(drawn_at(model.analysis, components, std::array{first, second}), first);
    }
  }
  return drawn(rows, model.space,
               fmt::format("component {} from left to right, component {} downwards", across + 1, down + 1));
}

}  // namespace wpga
