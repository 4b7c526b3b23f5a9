// A mean with few atoms in place of one with many, for searches that need no detail: clusters of neighbouring
// atoms, with fields carried from one to the other.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/analysis/fit/tangent_maps.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

class CoarseAtoms {
 public:
  // At most `count` clusters of the atoms of a mean (k-means); all atoms where there are no more.
  CoarseAtoms(const Measure& mean, Index count);

  const Measure& mean() const { return mean_; }

  // d × p to d × clusters: the mean of the field over each cluster, its projection in L²(mean) on fields that
  // are constant on clusters.
  Matrix averaged(const Matrix& field) const;
  // The same for every map.
  TangentMaps averaged(const TangentMaps& maps) const;

  // d × clusters to d × p, smoothly: means of the field at neighbouring clusters, weighted by a Gaussian as
  // wide as clusters are apart.
  Matrix spread(const Matrix& field) const;

 private:
  Measure mean_;
  Vector weights_;                     // p: of the atoms
  std::vector<std::int32_t> cluster_;  // p: of each atom
  Matrix shares_;                      // clusters × p: columns sum to 1
};

}  // namespace wpga
