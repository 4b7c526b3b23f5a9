#include "wpga/transport/effort.hpp"

#include <algorithm>
#include <cmath>

namespace wpga {

namespace {

constexpr double exact_nanoseconds = 50;  // for a pair of atoms, 10,000 on each side, in the plane
constexpr double entropic_nanoseconds = 60;

}  // namespace

double estimated_seconds(TransportMethod method, Index source_atoms, Index target_atoms, Index dimension) {
  const double larger = static_cast<double>(std::max(source_atoms, target_atoms));
  const double pairs = static_cast<double>(source_atoms) * static_cast<double>(target_atoms);
  const double wide =
      1 + static_cast<double>(std::max<Index>(dimension - 2, 0)) / 6;  // costs are sums over coordinates
  if (method == TransportMethod::entropic) return 1e-9 * entropic_nanoseconds * pairs * wide;
  // Pivots grow a little faster than atoms.
  return 1e-9 * exact_nanoseconds * pairs * wide * std::pow(std::max(larger, 2000.0) / 10000, 0.3);
}

}  // namespace wpga
