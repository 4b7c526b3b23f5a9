#include "figures/digit_opponents.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "console/stopwatch.hpp"
#include "figures/fitted_family.hpp"
#include "figures/layout.hpp"
#include "figures/mnist_digits.hpp"
#include "wpga/analysis/fit/principal_geodesics.hpp"
#include "wpga/barycenters/fixed_support.hpp"
#include "wpga/neighbours/maps/linear.hpp"
#include "wpga/report/comparison_pictures.hpp"
#include "wpga/study/project.hpp"

namespace wpga {

namespace {

constexpr double components = 3;
constexpr double paper_regularization = 0.01;  // of the mean cost: its lowest, docs/paper_algorithm.md

// One method on the images of one digit, and the mean it starts from.
struct Contender {
  std::string name, mean;
  Analysis analysis;
  double seconds = 0;        // mean (or template) and components
  std::vector<double> left;  // mean squared W2 distance with 0 … 3 components, exact
};

// Whatever plans a method worked with, its curves are measured with exact ones.
std::vector<double> exact_remainders(const Analysis& analysis, const MeasureFamily& family,
                                     const Execution& execution) {
  const AnalysisProjections found = project_on(analysis, family, {}, {}, execution);
  std::vector<double> left = {weighted_mean(family, found.squared_distances_to_mean)};
  for (Index k = 0; k < found.joint.squared_distances.cols(); ++k)
    left.push_back(weighted_mean(family, found.joint.squared_distances.col(k)));
  return left;
}

// The paper's algorithm on the mean it had and on ours, so that it is not charged with a blurred mean.
std::vector<Contender> contenders(const MeasureFamily& family, const FigureOptions& options,
                                  const Execution& execution) {
  std::vector<Contender> all;
  Stopwatch watch;
  FittedFamily fitted = fitted_family(family, components, options.seed, execution);
  const Measure free = fitted.analysis.mean;
  const double free_seconds = fitted.mean_seconds;
  all.push_back({"default", "free", std::move(fitted.analysis), watch.lap(), {}});
  const Measure grid = grid_mean(family, {}, execution).measure;
  const double grid_seconds = watch.lap();

  const auto add = [&](std::string name, std::string mean, Analysis analysis, double mean_seconds) {
    all.push_back({std::move(name), std::move(mean), std::move(analysis), mean_seconds + watch.lap(), {}});
  };
  const TransportOptions entropic{.sinkhorn = {.regularization = paper_regularization}};
  const double wanted = std::min(components, static_cast<double>(family.count() - 1));
  const GeodesicOptions theirs{.components = wanted, .algorithm = FitAlgorithm::paper, .seed = options.seed};
  add("paper", "bregman", principal_geodesics(family, grid, entropic, theirs, execution), grid_seconds);
  add("paper", "free", principal_geodesics(family, free, entropic, theirs, execution), free_seconds);

  LinearOptions linear_options;
  linear_options.of.components = wanted;
  linear_options.seed = options.seed;
  add("linear", "template", linear_analysis(family, free, {}, linear_options, execution), 0);
  for (Contender& contender : all) contender.left = exact_remainders(contender.analysis, family, execution);
  return all;
}

layout::StripBlock block_of(int digit, const std::vector<Contender>& all) {
  layout::StripBlock block{fmt::format("digit {}, first component", digit), {0, 0.25, 0.5, 0.75, 1}, {}};
  for (const Contender& contender : all) {
    block.rows.push_back(
        {fmt::format("{}, {}", contender.name, contender.mean), fmt::format("{:.2f} px²", contender.left[1]),
         layout::measures_along(contender.analysis.mean, contender.analysis.components[0].curve.atoms(),
                                block.times)});
    // All in the same sense, which is a convention.
    if (runs_against(contender.analysis.components[0], all[0].analysis.components[0]))
      std::ranges::reverse(block.rows.back().measures);
  }
  return block;
}

double largest_map_gap(const Analysis& analysis) {
  double gap = 0;
  for (const Component& component : analysis.components)
    gap = std::max(gap, component.certificates.map_gap.largest());
  return gap;
}

}  // namespace

void add_opponents(Figure& figure, const std::vector<int>& digits, const FigureOptions& options,
                   const Execution& execution) {
  std::vector<layout::StripBlock> blocks;
  Space space;
  std::string table = "digit,method,mean,images,atoms,left_0,left_1,left_2,left_3,map_gap,seconds\n";
  for (const int digit : digits) {
    const MeasureFamily family = mnist_digits(digit, options.opponents, options, execution);
    space = family.space();
    const std::vector<Contender> all = contenders(family, options, execution);
    blocks.push_back(block_of(digit, all));
    for (const Contender& contender : all) {
      table += fmt::format("{},{},{},{},{}", digit, contender.name, contender.mean, family.count(),
                           contender.analysis.mean.size());
      for (const double left : contender.left) table += fmt::format(",{:.5g}", left);
      table += fmt::format(",{:.1e},{:.3g}\n", largest_map_gap(contender.analysis), contender.seconds);
      figure.numbers["methods"].push_back({{"digit", digit},
                                           {"method", contender.name},
                                           {"mean", contender.mean},
                                           {"images", family.count()},
                                           {"atoms", contender.analysis.mean.size()},
                                           {"left", contender.left},
                                           {"map_gap", largest_map_gap(contender.analysis)},
                                           {"seconds", contender.seconds}});
    }
  }
  figure.tables.push_back({"digit_methods", table});
  figure.pictures.push_back({"digit_methods", layout::block_page(blocks, space)});
}

}  // namespace wpga
