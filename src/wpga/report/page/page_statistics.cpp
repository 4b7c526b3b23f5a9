#include "wpga/report/page/page_statistics.hpp"

#include "wpga/report/page/json_text.hpp"
#include "wpga/study/bootstrap.hpp"

namespace wpga {

namespace {

std::string angles(const Stability& found) {
  std::string list = "[";
  for (Index k = 0; k < found.angles.cols(); ++k)
    list += (k > 0 ? "," : "") + json_numbers(central_interval(found.angles.col(k)));
  return list + "]";
}

}  // namespace

std::string page_statistics(const Statistics& statistics) {
  const auto& held_out = statistics.cross_validation;
  const auto& noise = statistics.noise_floor;
  const bool noise_known = noise && noise->noise_measures > 0;
  return JsonObject()
      .add("folds", held_out ? json_number(static_cast<double>(held_out->folds)) : "null")
      .add("held_out_explained", held_out ? json_numbers(held_out->held_out_explained) : "null")
      .add("held_out_cumulative", held_out ? json_numbers(held_out->held_out_cumulative) : "null")
      .add("helpful", held_out && held_out->foretold.size() > 0
                          ? json_number(static_cast<double>(held_out->helpful))
                          : "null")
      .add("noise_share", noise_known ? json_number(noise->noise_share) : "null")
      .add("noise_measures", noise_known ? json_number(static_cast<double>(noise->noise_measures)) : "null")
      .add("angles", statistics.stability && statistics.stability->angles.rows() > 0
                         ? angles(*statistics.stability)
                         : "null")
      .text();
}

}  // namespace wpga
