#include "wpga/study/statistics/permutation.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

// Sums in another order differ in their last digits.
constexpr double tie_rounding = 1e-12;

double share_at_least(int exceeding, int permutations) { return (1.0 + exceeding) / (1.0 + permutations); }

}  // namespace

std::vector<Index> shuffled(Index count, Random& random) {
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), Index{0});
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[static_cast<std::size_t>(random.below(static_cast<std::int64_t>(i)))]);
  return order;
}

double permutation_p(Index count, int permutations, std::uint64_t seed,
                     const std::function<double(const std::vector<Index>&)>& statistic) {
  std::vector<Index> given(static_cast<std::size_t>(count));
  std::iota(given.begin(), given.end(), Index{0});
  const double observed = statistic(given);
  const double least = observed - tie_rounding * std::abs(observed);
  int exceeding = 0;
  for (int k = 0; k < permutations; ++k) {
    check_stop();
    Random random(seed, 1 + static_cast<std::uint64_t>(k));
    if (statistic(shuffled(count, random)) >= least) ++exceeding;
  }
  return share_at_least(exceeding, permutations);
}

double sign_flip_p(const Vector& gains, int permutations, std::uint64_t seed) {
  const double least = gains.sum() - tie_rounding * gains.cwiseAbs().sum();
  int exceeding = 0;
  for (int k = 0; k < permutations; ++k) {
    Random random(seed, 1 + static_cast<std::uint64_t>(k));
    double sum = 0;
    for (const double gain : gains) sum += random.uniform() < 0.5 ? gain : -gain;
    if (sum >= least) ++exceeding;
  }
  return share_at_least(exceeding, permutations);
}

Vector in_binary_unit(const Vector& numbers) {
  const double largest = numbers.size() > 0 ? numbers.cwiseAbs().maxCoeff() : 0;
  if (!(largest > 0)) return numbers;
  const int exponent = std::ilogb(largest);
  return numbers.unaryExpr([&](double number) { return std::ldexp(number, -exponent); });
}

}  // namespace wpga
