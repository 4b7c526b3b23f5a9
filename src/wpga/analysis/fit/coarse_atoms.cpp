#include "wpga/analysis/fit/coarse_atoms.hpp"

#include <algorithm>
#include <limits>

#include "wpga/base/random.hpp"
#include "wpga/measures/quantize.hpp"

namespace wpga {

namespace {

// Mean squared distance of a cluster to its nearest neighbour.
double squared_spacing(const Measure& clusters) {
  double sum = 0;
  for (Index c = 0; c < clusters.size(); ++c) {
    double least = std::numeric_limits<double>::infinity();
    for (Index e = 0; e < clusters.size(); ++e)
      if (e != c) least = std::min(least, (clusters.points.col(e) - clusters.points.col(c)).squaredNorm());
    if (clusters.size() > 1) sum += clusters.weights[c] * least;
  }
  return sum / clusters.weights.sum();
}

}  // namespace

CoarseAtoms::CoarseAtoms(const Measure& mean, Index count) : weights_(mean.weights) {
  Quantization found =
      quantize(mean.points, mean.weights, Random(1), {.colors = static_cast<int>(count), .iterations = 30});
  mean_ = std::move(found.measure);
  cluster_ = std::move(found.assignment);
  const double width = squared_spacing(mean_);
  shares_.setZero(mean_.size(), mean.size());
  for (Index k = 0; k < mean.size(); ++k) {
    const Vector squared = (mean_.points.colwise() - mean.points.col(k)).colwise().squaredNorm();
    const double least = squared.minCoeff();  // so that atoms far from every cluster have one
    if (width > 0)
      shares_.col(k) = (-(squared.array() - least) / (2 * width)).exp();
    else
      shares_(cluster_[static_cast<std::size_t>(k)], k) = 1;
    shares_.col(k) /= shares_.col(k).sum();
  }
}

Matrix CoarseAtoms::averaged(const Matrix& field) const {
  Matrix mean = Matrix::Zero(field.rows(), mean_.size());
  for (Index k = 0; k < field.cols(); ++k)
    mean.col(cluster_[static_cast<std::size_t>(k)]) += weights_[k] * field.col(k);
  return mean.array().rowwise() / mean_.weights.transpose().array();
}

TangentMaps CoarseAtoms::averaged(const TangentMaps& maps) const {
  TangentMaps coarse;
  coarse.root_weights = mean_.weights.cwiseSqrt();
  coarse.measure_weights = maps.measure_weights;
  coarse.squared_distances = maps.squared_distances;
  coarse.variance = maps.variance;
  coarse.not_converged = maps.not_converged;
  coarse.coordinates = maps.coordinates.changed(
      maps.dimension() * mean_.size(), [&](const Eigen::Ref<const Eigen::VectorXf>& map) -> Eigen::VectorXf {
        return coarse.flat(averaged(maps.field(map.cast<double>()))).cast<float>();
      });
  return coarse;
}

Matrix CoarseAtoms::spread(const Matrix& field) const { return field * shares_; }

}  // namespace wpga
