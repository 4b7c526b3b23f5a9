// Transport problems that a proven projection takes for each measure (docs/projection.md).
#include <fmt/format.h>

#include "wpga/analysis/curves/projection.hpp"
#include "wpga/analysis/fit/curve_start.hpp"

namespace wpga {
namespace {

Matrix normal_matrix(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

MeasureFamily moved_clouds(Random& random, Index dimension, double shift) {
  MeasureFamily family;
  for (int i = 0; i < 60; ++i) {
    const Matrix linear =
        0.3 * normal_matrix(random, dimension, dimension) + Matrix::Identity(dimension, dimension);
    const Vector place = shift * normal_matrix(random, dimension, 1);
    const Matrix points = linear * normal_matrix(random, dimension, 80);
    family.append(points.colwise() + place, Vector::NullaryExpr(80, [&] { return random.uniform(0.2, 1); }),
                  std::to_string(i));
  }
  return family;
}

void print_solves() {
  fmt::print("| dimension | shifts | tolerance 1e-2 | 1e-3 | 1e-4 |\n|---|---|---|---|---|\n");
  for (const Index dimension : {2, 3})
    for (const double shift : {0.0, 1.0}) {
      Random random(3);
      const MeasureFamily family = moved_clouds(random, dimension, shift);
      const Measure mean{normal_matrix(random, dimension, 80), Vector::Constant(80, 1 / 80.0)};
      FamilyCouplings couplings(family, {}, mean.weights);
      const TangentMaps maps = tangent_maps(couplings.centered(mean.points), couplings, {});
      const CurveAtStart start = start_curve(maps, {}, CurveStart::tangent, Random(1));
      fmt::print("| {} | {} |", dimension, shift);
      for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
        const Projections found = project(mean, start.curve, couplings, maps.variance, start.times,
                                          {.time_tolerance = tolerance}, {.threads = 1});
        fmt::print(" {:.1f} |", static_cast<double>(found.solves) / 60);
      }
      fmt::print("\n");
    }
}

}  // namespace
}  // namespace wpga

int main() { wpga::print_solves(); }
