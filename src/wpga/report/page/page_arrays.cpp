#include "wpga/report/page/page_arrays.hpp"

#include "wpga/report/printable.hpp"

namespace wpga {

std::string floats(const PointsRef& values) {
  const Eigen::MatrixXf single = values.cast<float>();
  return json_string(base64_of(std::span(single.data(), static_cast<std::size_t>(single.size()))));
}

std::string printable_names(const std::vector<std::string>& names) {
  std::vector<std::string> shown;
  shown.reserve(names.size());
  for (const std::string& name : names) shown.push_back(printable(name));
  return json_strings(shown);
}

}  // namespace wpga
