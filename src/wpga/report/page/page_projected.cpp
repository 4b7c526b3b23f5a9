#include "wpga/report/page/page_projected.hpp"

#include "wpga/report/page/base64.hpp"
#include "wpga/report/page/json_text.hpp"
#include "wpga/report/printable.hpp"

namespace wpga {

namespace {

std::string floats(const Matrix& values) {
  const Eigen::MatrixXf single = values.cast<float>();
  return json_string(base64_of(std::span(single.data(), static_cast<std::size_t>(single.size()))));
}

std::vector<std::string> printable_all(const std::vector<std::string>& texts) {
  std::vector<std::string> result;
  for (const std::string& text : texts) result.push_back(printable(text));
  return result;
}

}  // namespace

std::string page_projected(const NewSamples& samples, double length, double along) {
  const AnalysisProjections& placed = samples.placed;
  const double square = length * length;
  std::string components = "[";
  for (std::size_t k = 0; k < placed.single.size(); ++k)
    components += (k > 0 ? "," : "") +
                  JsonObject()
                      .add("times", floats(placed.single[k].times))
                      .add("scores", floats(placed.scores[k] / along))
                      .add("squared_distances", floats(placed.single[k].squared_distances / square))
                      .add("lower_bounds", floats(placed.single[k].lower_bounds / square))
                      .add("time_gap", json_number(placed.time_gaps[k]))
                      .text();
  const Shortfalls shortfalls = placed.shortfalls();
  return JsonObject()
      .add("names", json_strings(printable_all(samples.family.names())))
      .add("labels", json_strings(printable_all(samples.family.labels())))
      .add("squared_distances", floats(placed.squared_distances_to_mean / square))
      .add("components", components + "]")
      .add("joint", JsonObject()
                        .add("times", floats(placed.joint.times.transpose()))
                        .add("squared_distances", floats(placed.joint.squared_distances.transpose() / square))
                        .text())
      .add("unconverged_transports", json_number(static_cast<double>(shortfalls.unconverged_transports)))
      .add("contradictions", json_number(static_cast<double>(shortfalls.contradictions)))
      .text();
}

}  // namespace wpga
