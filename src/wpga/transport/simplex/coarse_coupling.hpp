// A quick guess at the optimal plan, good enough to start the simplex near its end: a few sweeps of
// proportional fitting in single precision at falling temperature.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "wpga/transport/simplex/bipartite_nodes.hpp"
#include "wpga/transport/simplex/centered_costs.hpp"

namespace wpga {

struct Arc {
  std::int32_t row;
  std::int32_t column;
};

struct CoarseCoupling {
  std::vector<Arc> arcs;  // that carry more than the product of the marginals would, densest first
  std::vector<double> column_heights;  // as in the simplex: cheap columns for row k are low in m_kj + height
};

// Deterministic; rows × columns floats of memory, about thirty sweeps over them.  Beyond 2²⁸ entries, or when
// all costs are equal, no arcs and heights 0.
CoarseCoupling coarse_coupling(const BipartiteNodes& nodes, const CenteredCosts& costs,
                               std::span<const std::int64_t> masses);

}  // namespace wpga
