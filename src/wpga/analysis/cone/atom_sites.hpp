// The atoms of a mean as the cone of optimal maps sees them: sites, and the arcs to begin with.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "wpga/measures/measure.hpp"

namespace wpga {

// The atoms of a mean.  Those that coincide share one potential, or no point would be strictly inside.
struct AtomSites {
  explicit AtomSites(const Measure& mean);

  Index count() const { return static_cast<Index>(atom.size()); }

  Matrix points;                   // d × p, centred; atoms of one site in one place
  Vector weights;                  // p
  std::vector<std::int32_t> site;  // p
  std::vector<std::int32_t> atom;  // the first at each site
  Vector mass;                     // of each site
  double mean_mass;                // of a site
  // The shortest spanning tree: each site but the first after the one it hangs on.
  std::vector<std::pair<std::int32_t, std::int32_t>> tree;
  // Pairs of an atom and a site to begin with: nearest neighbours, and both ways along the tree.
  std::vector<std::pair<std::int32_t, std::int32_t>> neighbours;
};

}  // namespace wpga
