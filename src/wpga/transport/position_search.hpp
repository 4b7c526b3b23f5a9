// A source that may stand at K positions, and for every measure of a family the position from which it is
// cheapest to reach: step 2 of §4 of the paper.
//
// Every pair of position and measure keeps its plan warm from one search to the next; in the first search it
// begins where the neighbouring position ended.  Coordinates are centred as FamilyCouplings centres them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "wpga/parallel/execution.hpp"
#include "wpga/transport/entropic/entropic_solver.hpp"
#include "wpga/transport/family_couplings.hpp"

namespace wpga {

struct CheapestPositions {
  std::vector<Index> positions;  // N
  Vector costs;                  // N: ⟨P, C⟩ there
  std::vector<Matrix> maps;      // N, each d × p: T = X P' D(1/b); of the rank's own share at least
  Index not_converged = 0;       // of the N × K problems
  Index sweeps = 0;              // of Sinkhorn's iteration, over all problems
};

// Before any position is tried: costs are infinite, maps empty.
CheapestPositions none_yet(Index measures);

class PositionSearch {
 public:
  virtual ~PositionSearch() = default;
  // sources: K clouds, d × p, the same K in every call.  The same bits for any number of threads.
  virtual CheapestPositions find(std::span<const Matrix> sources, const Execution& execution) = 0;
};

// One problem after the other, with the engine of the couplings.  Costs are those of plans with exact
// marginals.
std::unique_ptr<PositionSearch> coupled_search(FamilyCouplings& couplings);

// What entropic searches share: one absolute ε for all positions and measures.
struct EntropicSearch {
  const MeasureFamily& family;  // must outlive the search
  Vector center;                // taken from all its points
  Vector source_weights;        // p
  double epsilon;
  SinkhornOptions options;

  EntropicLimits limits(bool cold) const;
};

// ⟨P, C⟩ = bᵀz + aᵀx − 2⟨P, ZᵀX⟩ of a plan whose barycentric map is known.
double cost_of_map(const Matrix& source, const Vector& source_weights, const Matrix& map,
                   const Matrix& target, const WeightsRef& target_weights);

// A kernel for each pair.
std::unique_ptr<PositionSearch> separate_search(EntropicSearch search);

// Entropic with ε = regularization × the mean cost between `mean` and the measures: on the shared support
// where there is one (shared_support_search.hpp), else separately.
std::unique_ptr<PositionSearch> entropic_search(const FamilyCouplings& couplings, const CenteredPoints& mean,
                                                const SinkhornOptions& options);

}  // namespace wpga
