// Solves the problem in a file (int64 p, n, d; float64 Z, X, b, a) for each regularisation on the command
// line and writes to standard output, as float64: primal, dual, regularised value, barycentric map (p × d).
#include <array>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "wpga/transport/sinkhorn.hpp"

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
  }
}
