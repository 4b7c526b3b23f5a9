// Exact transport of as much mass as is worth moving: what would have to go farther than `penalty` is taken
// away at one place and added at another instead.  docs/free_mass.md
#pragma once

#include <memory>

#include "wpga/transport/coupling.hpp"

namespace wpga {

// Couplings that minimise Σ P|z − x|² + penalty² (1 − Σ P) over plans P ≥ 0 whose marginals are at most b and
// a: transport with the cost min(|z − x|², penalty²), the square of a metric.  An ordinary transport problem
// with one more atom on each side, solved by the transport simplex: primal and dual are bounds as there, the
// gap is rounding.  `plan` tells what moves.  `barycentric_map` leaves mass that does not move where it is,
// so that b |z' − T|² + a constant lies above the minimum for every z' and touches it at z: maps are
// majorisers as those of all mass are.  Potentials are those of the cost min(|z − x|², penalty²).
std::unique_ptr<TransportEngine> free_mass_transport(double penalty);

}  // namespace wpga
