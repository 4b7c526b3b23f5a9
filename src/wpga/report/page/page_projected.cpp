#include "wpga/report/page/page_projected.hpp"

#include <algorithm>
#include <numeric>

#include "wpga/report/page/page_arrays.hpp"

namespace wpga {

namespace {

std::string pictures(const NewSamples& samples, const PageUnits& units, PictureOptions options) {
  options.pictures = std::min<int>(options.pictures, most_projected_pictures);
  options.picture_megabytes = std::min(options.picture_megabytes, 1.0);
  std::vector<Index> where(static_cast<std::size_t>(samples.family.count()));
  std::iota(where.begin(), where.end(), Index{0});
  const Vector left = samples.placed.joint.squared_distances.rightCols(1);
  return samples_text(page_samples(samples.family, where, left, units.origin, options), units.coordinate);
}

}  // namespace

std::string page_projected(const NewSamples& samples, const PageUnits& units, const PictureOptions& options) {
  const AnalysisProjections& placed = samples.placed;
  const double square = units.length * units.length;
  std::string components = "[";
  for (std::size_t k = 0; k < placed.single.size(); ++k)
    components += (k > 0 ? "," : "") +
                  JsonObject()
                      .add("times", floats(placed.single[k].times))
                      .add("scores", floats(placed.scores[k] / units.along))
                      .add("squared_distances", floats(placed.single[k].squared_distances / square))
                      .add("lower_bounds", floats(placed.single[k].lower_bounds / square))
                      .add("time_gap", json_number(placed.time_gaps[k]))
                      .text();
  const Shortfalls shortfalls = placed.shortfalls();
  return JsonObject()
      .add("names", printable_names(samples.family.names()))
      .add("labels", printable_names(samples.family.labels()))
      .add("squared_distances", floats(placed.squared_distances_to_mean / square))
      .add("components", components + "]")
      .add("joint", JsonObject()
                        .add("times", floats(placed.joint.times.transpose()))
                        .add("squared_distances", floats(placed.joint.squared_distances.transpose() / square))
                        .text())
      .add("unconverged_transports", json_number(static_cast<double>(shortfalls.unconverged_transports)))
      .add("contradictions", json_number(static_cast<double>(shortfalls.contradictions)))
      .add("samples", pictures(samples, units, options))
      .add("photos", samples.photos ? photos_text(*samples.photos) : "null")
      .text();
}

}  // namespace wpga
