#include "figures/figure.hpp"

namespace wpga {

Json atoms_document(const MeasureView& measure) {
  Json points = Json::array(), weights = Json::array();
  for (Index k = 0; k < measure.size(); ++k) {
    Json point = Json::array();
    for (Index c = 0; c < measure.dimension(); ++c) point.push_back(measure.points(c, k));
    points.push_back(std::move(point));
    weights.push_back(measure.weights[k]);
  }
  return {{"points", std::move(points)}, {"weights", std::move(weights)}};
}

Vector drawn_weights(Random& random, Index atoms, double ratio) {
  Vector weights(atoms);
  for (double& weight : weights) weight = random.uniform(1, ratio);
  return weights / weights.sum();
}

}  // namespace wpga
