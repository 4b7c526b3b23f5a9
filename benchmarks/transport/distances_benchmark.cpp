// A batch of 1000 ragged problems on one thread and on two: the same matrix, the ratio of the times.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "wpga/base/random.hpp"
#include "wpga/transport/distances.hpp"

namespace {

wpga::MeasureFamily ragged(wpga::Index count, std::uint64_t seed) {
  wpga::Random random(seed);
  wpga::MeasureFamily family;
  for (wpga::Index i = 0; i < count; ++i) {
    const wpga::Index atoms = 64 + random.below(192);
    family.append(wpga::Matrix::NullaryExpr(2, atoms, [&] { return random.normal(); }),
                  wpga::Vector::NullaryExpr(atoms, [&] { return random.uniform() + 0.1; }),
                  std::to_string(i));
  }
  return family;
}

double seconds_with(int threads, const wpga::MeasureFamily& first, const wpga::MeasureFamily& second) {
  const auto start = std::chrono::steady_clock::now();
  wpga::distance_matrix(first, second, {}, {.threads = threads});
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

int main() {
  const wpga::MeasureFamily first = ragged(20, 1), second = ragged(50, 2);
  std::vector<double> one, two;
  for (int repeat = 0; repeat < 7; ++repeat) {
    one.push_back(seconds_with(1, first, second));
    two.push_back(seconds_with(2, first, second));
  }
  const double best_one = *std::min_element(one.begin(), one.end()),
               best_two = *std::min_element(two.begin(), two.end());
  fmt::print(
      "1000 exact problems of 64 to 255 atoms: {:.0f} ms on one thread, {:.0f} ms on two, ratio {:.2f}\n",
      1e3 * best_one, 1e3 * best_two, best_one / best_two);
}
