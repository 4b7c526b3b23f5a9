// Solves the problem in a file (int64 p, n, d; float64 Z, X, b, a) for each regularisation on the command
// line and writes to standard output, as float64: primal, dual, regularised value, barycentric map (p × d),
// then cost and map of the same problem solved together with others on its support.
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "wpga/transport/entropic/sinkhorn.hpp"
#include "wpga/transport/shared_support_search.hpp"

int main(int argc, char** argv) {
  using wpga::Matrix, wpga::Vector;
  std::ifstream file(argv[1], std::ios::binary);
  std::array<std::int64_t, 3> sizes{};
  file.read(reinterpret_cast<char*>(sizes.data()), sizeof sizes);
  const auto [p, n, d] = sizes;
  Matrix source(d, p);
  wpga::Measure target{Matrix(d, n), Vector(n)};
  Vector weights(p);
  const auto read = [&](auto& values) {
    file.read(reinterpret_cast<char*>(values.data()), values.size() * 8);
  };
  read(source);
  read(target.points);
  read(weights);
  read(target.weights);
  if (!file) return 1;
  for (int k = 2; k < argc; ++k) {
    const double regularization = std::atof(argv[k]);
    const auto coupling =
        wpga::sinkhorn_transport({.regularization = regularization, .marginal_tolerance = 1e-10})
            ->coupling(weights);
    coupling->attach(target.view(), {});
    const wpga::TransportValue value = coupling->solve(source);
    Matrix map(d, p);
    coupling->barycentric_map(map);
    const std::array<double, 3> numbers{value.primal, value.dual, value.primal + value.bias};
    std::cout.write(reinterpret_cast<const char*>(numbers.data()), sizeof numbers);
    std::cout.write(reinterpret_cast<const char*>(map.data()), map.size() * 8);

    wpga::MeasureFamily family;
    family.append(target.view(), "target");
    family.append(target.points, Vector::Ones(n), "uniform");
    const double mean_cost = source.colwise().squaredNorm().dot(weights) +
                             target.points.colwise().squaredNorm().dot(target.weights) -
                             2 * (source * weights).dot(target.points * target.weights);
    const wpga::CheapestPositions found =
        wpga::shared_support_search({family,
                                     Vector::Zero(d),
                                     weights,
                                     regularization * mean_cost,
                                     {.regularization = regularization, .marginal_tolerance = 1e-5}})
            ->find(std::array{source}, {});
    std::cout.write(reinterpret_cast<const char*>(&found.costs[0]), 8);
    std::cout.write(reinterpret_cast<const char*>(found.maps[0].data()), found.maps[0].size() * 8);
  }
}
