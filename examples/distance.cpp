// Transport alone: the distance between two clouds of the plane, with its proof, and where each atom goes.
#include <fmt/format.h>

#include <cmath>
#include <wpga/transport/displacement.hpp>

int main() {
  const wpga::Matrix here{{0, 1, 2}, {0, 1, 0}}, there{{0, 3}, {2, 2}};  // a point is a column
  const wpga::Measure a = wpga::make_measure(here, wpga::Vector{{1, 1, 2}});
  const wpga::Measure b = wpga::make_measure(there, wpga::Vector{{1, 1}});
  const wpga::PairCoupling found = wpga::couple(a.view(), b.view(), {});
  fmt::print("W2 = {:.6f}, at most {:.2g} above the minimum\n", std::sqrt(found.value.primal),
             found.value.primal - found.value.dual);
  for (const wpga::PlanEntry& entry : found.plan)
    fmt::print("  mass {:.3f} from atom {} to atom {}\n", entry.mass, entry.source, entry.target);
}
