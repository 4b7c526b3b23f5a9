#include "wpga/report/page/page_exact.hpp"

#include <algorithm>

#include "wpga/report/page/base64.hpp"
#include "wpga/report/page/json_text.hpp"
#include "wpga/study/alignment.hpp"

namespace wpga {

namespace {

void append(std::vector<double>& numbers, const PointsRef& values) {
  for (Index column = 0; column < values.cols(); ++column)
    for (Index row = 0; row < values.rows(); ++row) numbers.push_back(values(row, column));
}

}  // namespace

std::string page_exact_model(const Model& model, double most_megabytes) {
  const Measure& mean = model.analysis.mean;
  const std::vector<Component>& components = model.analysis.components;
  if (components.empty() ||
      std::ranges::any_of(components, [](const Component& one) { return one.curve.changes_weights(); }))
    return "null";
  if (alignment_of(model.options) != Alignment::none ||
      options_from<TransportOptions>(model.options).mass == MassRule::free)
    return "null";
  const double count =
      static_cast<double>(mean.points.size()) * (1.0 + 2.0 * static_cast<double>(components.size()));
  if (count * sizeof(double) > most_megabytes * 1e6) return "null";
  std::vector<double> numbers;
  append(numbers, mean.points);
  append(numbers, mean.weights);
  for (const Component& one : components) {
    append(numbers, one.curve.atoms().backward);
    append(numbers, one.curve.atoms().forward);
  }
  const auto dimension = static_cast<std::size_t>(mean.dimension());
  const bool raw = model.space.scale.empty();
  return JsonObject()
      .add("numbers", json_string(base64_of(std::span<const double>(numbers))))
      .add("variance", json_number(model.analysis.variance))
      .add("center", json_numbers(raw ? std::vector<double>(dimension, 0.0) : model.space.center))
      .add("scale", json_numbers(raw ? std::vector<double>(dimension, 1.0) : model.space.scale))
      .text();
}

}  // namespace wpga
