// Where an interior-point search stands: fields strictly inside the cone of optimal maps, and multipliers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "wpga/analysis/cone/box_side.hpp"

namespace wpga {

// The inequality of one arc between two places of atoms (cone_problem.hpp).
struct ConeArc {
  std::int32_t end;     // of the curve
  std::int32_t source;  // an atom
  std::int32_t target;  // a site
  double slack;
  double multiplier;
};

inline bool in_order(const ConeArc& one, const ConeArc& other) {
  return std::tie(one.source, one.end, one.target) < std::tie(other.source, other.end, other.target);
}

struct ConePoint {
  Matrix ends;                  // E × F: of the program (cone_problem.hpp); inside its cone, in no other
  Matrix fields;                // F·d × p, one field below the other
  Matrix potentials;            // sites × ends
  std::vector<ConeArc> arcs;    // those in the program so far, by source, end and target
  Vector equality_multipliers;  // as many as equalities
  BoxSide low, high;
};

// Points as bytes, to go on later to the same bits.  Unpacking throws InputError for bytes that were damaged
// or belong to another number of atoms.
std::vector<std::byte> packed(const std::vector<ConePoint>& points);
std::vector<ConePoint> unpacked(std::span<const std::byte> bytes, Index atoms);

}  // namespace wpga
