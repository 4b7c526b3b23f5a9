// Figure 5: the first three components of a thousand images of each digit, and the same by other methods.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "figures/digit_opponents.hpp"
#include "figures/figure.hpp"
#include "figures/fitted_family.hpp"
#include "figures/layout.hpp"
#include "figures/mnist_digits.hpp"
#include "wpga/base/error.hpp"

namespace wpga {

namespace {

constexpr int components = 3;

layout::StripBlock block_of(int digit, const FittedFamily& fitted) {
  const Analysis& analysis = fitted.analysis;
  layout::StripBlock block{fmt::format("digit {}, together {:.0f} % of the variance", digit,
                                       100 * analysis.components.back().cumulative),
                           {0, 0.25, 0.5, 0.75, 1},
                           {}};
  for (std::size_t k = 0; k < analysis.components.size(); ++k)
    block.rows.push_back(
        {fmt::format("PC {}", k + 1), fmt::format("{:.0f} %", 100 * analysis.components[k].explained),
         layout::measures_along(analysis.mean, analysis.components[k].curve.atoms(), block.times)});
  return block;
}

Canvas page_of(const std::vector<int>& digits, const std::map<int, FittedFamily>& fitted) {
  std::vector<layout::StripBlock> blocks;
  for (const int digit : digits) blocks.push_back(block_of(digit, fitted.at(digit)));
  return layout::block_page(blocks, fitted.at(digits[0]).family.space());
}

std::string csv_row(int digit, const FittedFamily& fitted) {
  const Analysis& analysis = fitted.analysis;
  std::string line =
      fmt::format("{},{},{},{:.6g}", digit, fitted.family.count(), analysis.mean.size(), analysis.variance);
  double time_gap = 0, map_gap = 0, geodesic_gap = 0, orthogonality = 0;
  for (const Component& component : analysis.components) {
    line += fmt::format(",{:.4f}", component.explained);
    const Certificates& proof = component.certificates;
    time_gap = std::max(time_gap, proof.time_gap);
    map_gap = std::max(map_gap, proof.map_gap.largest());
    geodesic_gap = std::max(geodesic_gap, proof.geodesic_gap);
    orthogonality = std::max(orthogonality, proof.orthogonality);
  }
  line.append(components - analysis.components.size(), ',');  // what is not there is left empty
  return line + fmt::format(",{:.4f},{:.1e},{:.1e},{:.1e},{:.1e},{:.3g},{:.3g}\n",
                            analysis.components.back().cumulative, time_gap, map_gap, geodesic_gap,
                            orthogonality, fitted.mean_seconds, fitted.component_seconds);
}

}  // namespace

Figure digits_figure(const FigureOptions& options, const Execution& execution) {
  require(options.opponents == 0 || options.opponents > components,
          fmt::format("--opponents {}: three components need four images of a digit at least; 0 leaves the "
                      "comparison out",
                      options.opponents));
  std::map<int, FittedFamily> fitted;
  Figure figure;
  std::string table =
      "digit,images,atoms,variance,explained_1,explained_2,explained_3,together,time_gap,map_gap,geodesic_"
      "gap,"
      "orthogonality,mean_seconds,component_seconds\n";
  Index images = 0;
  double seconds = 0;
  for (int digit = 0; digit < 10; ++digit) {
    fitted.emplace(digit, fitted_family(mnist_digits(digit, options.images, options, execution), components,
                                        options.seed, execution));
    const FittedFamily& of_digit = fitted.at(digit);
    table += csv_row(digit, of_digit);
    images += of_digit.family.count();
    seconds += of_digit.mean_seconds + of_digit.component_seconds;
    figure.numbers["digits"].push_back({{"digit", digit},
                                        {"images", of_digit.family.count()},
                                        {"variance", of_digit.analysis.variance},
                                        {"mean_seconds", of_digit.mean_seconds},
                                        {"component_seconds", of_digit.component_seconds},
                                        {"components", component_numbers(of_digit.analysis)}});
  }
  figure.pictures.push_back({"digits", page_of({1, 2, 3, 4}, fitted)});
  figure.pictures.push_back({"digits_all", page_of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, fitted)});
  figure.tables.push_back({"digits", table});
  figure.words = fmt::format("{} images of ten digits: {:.3g} s for the means and three components of all",
                             images, seconds);
  if (options.opponents > 0) add_opponents(figure, {1, 2, 3, 4}, options, execution);
  return figure;
}

}  // namespace wpga
