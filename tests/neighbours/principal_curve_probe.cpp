// Reads points from stdin, one a line, and prints the vertices of their smooth principal curve: for the
// comparison with R's princurve.  Arguments: coordinates, degrees of freedom, tolerance, iterations.
#include <fmt/format.h>

#include <cstdlib>
#include <iostream>
#include <vector>

#include "wpga/neighbours/histograms/smooth_curve.hpp"

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const auto dimension = static_cast<wpga::Index>(std::atoi(argv[1]));
  std::vector<double> numbers;
  for (double number; std::cin >> number;) numbers.push_back(number);
  const wpga::Matrix points =
      wpga::MatrixView(numbers.data(), dimension, static_cast<wpga::Index>(numbers.size()) / dimension);
  const wpga::Vector weights = wpga::Vector::Constant(points.cols(), 1 / static_cast<double>(points.cols()));
  const wpga::PrincipalCurve curve = wpga::smooth_curve(points, weights,
                                                        {.degrees_of_freedom = std::atof(argv[2]),
                                                         .tolerance = std::atof(argv[3]),
                                                         .iterations = std::atoi(argv[4])});
  for (wpga::Index k = 0; k < curve.vertices.cols(); ++k)
    fmt::print("{:.17g}\n", fmt::join(curve.vertices.col(k), " "));
}
