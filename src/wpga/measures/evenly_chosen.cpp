#include "wpga/measures/evenly_chosen.hpp"

namespace wpga {

std::vector<Index> evenly_chosen(const Vector& weights, Index most) {
  const double spacing = 1 / static_cast<double>(most);
  std::vector<Index> chosen;
  double passed = 0, next = 0.5 * spacing;
  for (Index i = 0; i < weights.size(); ++i) {
    passed += weights[i];
    if (weights.size() > most && passed <= next) continue;
    chosen.push_back(i);
    while (next < passed) next += spacing;
  }
  return chosen;
}

}  // namespace wpga
