// A Wasserstein mean of clouds that are in memory, exact since they are few and small.
#include <fmt/format.h>

#include <wpga/base/random.hpp>
#include <wpga/study/find_mean.hpp>

int main() {
  wpga::Random random(1);
  wpga::MeasureFamily family;
  for (int i = 0; i < 3; ++i) {
    wpga::Matrix points(2, 6);
    for (double& coordinate : points.reshaped()) coordinate = random.normal() + i;
    family.append(points, wpga::Vector::Ones(6), fmt::format("cloud {}", i + 1));
  }
  const wpga::Mean mean = wpga::find_mean(family);
  fmt::print("{} atoms, variance {:.6f}\n", mean.measure.size(), mean.variance);
}
