// What a program of optimal maps takes: memory, which may not be there, and time.
#pragma once

#include <cstdint>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

struct ConeSize {
  Index dimension = 0, atoms = 0;
  Index fields = 2, ends = 2;
  bool boxed = false;
};

// Roughly, of one program: gradients of the arcs, iterates, blocks of Newton's matrix.
double estimated_bytes(const ConeSize& size);

// Throws InputError where that is more than the machine has.
void require_room(const ConeSize& size);
void require_room(const ConeSize& size, double bytes_there);

// Rough processor seconds of all programs of one component of a fit, in spaces of dozens of dimensions and
// more: within a factor of four on a machine of 2020.  docs/optimal_map.md has the measurements.
double estimated_seconds(const ConeSize& size);

}  // namespace wpga
