#include "wpga/analysis/fit/certificates.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/analysis/cone/collinearity.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"

namespace wpga {

double time_gap(const Vector& upper, const Vector& lower, double variance) {
  return variance > 0 ? std::max(0.0, (upper - lower).maxCoeff()) / variance : 0;
}

double geodesic_gap(const Measure& mean, const GeneralizedGeodesic& curve) {
  return map_gap({mean.points - curve.backward, mean.weights}, curve.direction());
}

Certificates certify_curve(const Measure& mean, const GeneralizedGeodesic& curve,
                           std::span<const Matrix> earlier, Orthogonality orthogonality,
                           const std::optional<SpaceBox>& box) {
  Certificates found;
  const MapProof backward = map_proof(mean, -curve.backward), forward = map_proof(mean, curve.forward);
  found.map_gap = {backward.gap, forward.gap};
  found.repaired_mass = {backward.repaired_mass, forward.repaired_mass};
  const MapProof across = map_proof({mean.points - curve.backward, mean.weights}, curve.direction());
  found.geodesic_gap = across.gap;
  found.repaired_pairing = across.repaired_mass;
  found.orthogonality = orthogonality_gap(mean.weights, curve, earlier, orthogonality);
  found.collinearity = collinearity_gap(mean.weights, curve);
  const double sizes = std::sqrt(squared_norm(mean.weights, curve.backward)) +
                       std::sqrt(squared_norm(mean.weights, curve.forward));
  const double nearest = time_nearest_mean(mean.weights, curve);
  if (sizes > 0) found.offset = std::sqrt(squared_norm(mean.weights, displacement(curve, nearest))) / sizes;
  if (box)
    found.outside_box =
        share_outside(*box, mean.weights, points_at(mean.points, curve, 0), points_at(mean.points, curve, 1));
  return found;
}

}  // namespace wpga
