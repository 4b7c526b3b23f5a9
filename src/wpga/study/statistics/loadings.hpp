// Which features: how the motion along each component divides among the coordinates, and where in space mass
// moves most.  docs/loadings.md
#pragma once

#include <span>
#include <string>
#include <vector>

#include "wpga/analysis/analysis.hpp"
#include "wpga/base/options.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

struct Loadings {
  std::vector<std::string> axes;  // d
  Matrix
      loadings;  // K × d: share of the squared motion Σ b |v1 + v2|² along each coordinate; rows add up to 1
  Matrix shift;  // K × d: how far the mean of the coordinate moves from time 0 to 1, in the units of the data
  Matrix spread;    // K × d: standard deviation of the coordinate at time 1 over that at time 0
  Matrix marginal;  // K × d: W2 between the marginals at the two ends, in the units of the data

  static constexpr auto list() {
    using O = Loadings;
    return Listing{
        option("axes", &O::axes, "names of the coordinates"),
        option("loadings", &O::loadings, "share of the squared motion along each coordinate"),
        option("shift", &O::shift, "motion of the mean of each coordinate from time 0 to 1, data units"),
        option("spread", &O::spread, "standard deviation of each coordinate at time 1 over that at time 0"),
        option("marginal", &O::marginal, "W2 between the marginals at the two ends, data units")};
  }
};
static_assert(lists_every_member<Loadings>);

// Throws InputError for curves of weights, which move no atoms, and without components.
Loadings find_loadings(const Analysis& analysis, const Space& space);

// The atoms of the mean that move most mass farthest along a component, largest b |v1 + v2|² first.
struct MovingAtom {
  Index atom = 0;
  double share = 0;  // of the squared motion of the component
  Vector from, to;   // d: at times 0 and 1, in the units of the data
};
std::vector<MovingAtom> largest_movers(const Analysis& analysis, const Space& space, std::size_t component,
                                       std::size_t count);

// Names of the coordinates, x1, x2, … where there are none.
std::vector<std::string> axis_names(const Space& space, Index dimension);

// The coordinates with these names, or else with these numbers counted from 1, in that order.  Throws
// InputError naming those there are, and for one that stands twice.
std::vector<Index> axes_named(std::span<const std::string> wanted, const Space& space, Index dimension);

// The analysis as it is seen in some of the coordinates: mean and curves, nothing measured anew.
Analysis seen_on(const Analysis& analysis, const std::vector<Index>& axes);
Space seen_on(const Space& space, const std::vector<Index>& axes, Index dimension);

}  // namespace wpga
