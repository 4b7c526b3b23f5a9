#include "wpga/io/model_document.hpp"

#include <string>

#include "wpga/base/named_enum.hpp"
#include "wpga/io/files/statistics_file.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/results_json.hpp"
#include "wpga/study/cautions.hpp"

namespace wpga {

Json model_document(const Model& model) {
  const Analysis& analysis = model.analysis;
  Json all = Json::object();
  all["measures"] = model.names.size();
  all["dimension"] = analysis.mean.dimension();
  all["kind"] = std::string(name_of(model.space.kind));
  all["support"] = analysis.mean.size();
  all.update(results_json(analysis));
  if (!model.reading.empty()) all["reading"] = parsed_json(reading_text(model.reading));
  all["components"] = Json::array();
  const TimeCounts times = time_counts(analysis, model.measure_weights);
  for (std::size_t k = 0; k < analysis.components.size(); ++k) {
    Json component = results_json(analysis.components[k]);
    component["clipped"] = times.clipped[k];
    component["left_out"] = times.left_out[k];
    for (Index draw = 0; draw < model.bootstrap.rows(); ++draw)
      component["bootstrap_explained"].push_back(model.bootstrap(draw, static_cast<Index>(k)));
    all["components"].push_back(std::move(component));
  }
  if (Json statistics = statistics_document(model.statistics); !statistics.empty())
    all["statistics"] = std::move(statistics);
  all["few_measures"] = few_measures(measures_that_count(model), analysis.components.size());
  return all;
}

}  // namespace wpga
