// Nearest optimal maps to random ones, and how much farther the barycentric projection is
// (docs/optimal_map.md).
#include <fmt/format.h>

#include <chrono>

#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

Matrix normal_matrix(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

void print_nearest_maps() {
  fmt::print("| atoms | gap before | rounds | ms | gap after | barycentric: times farther |\n");
  fmt::print("|---|---|---|---|---|---|\n");
  for (const Index atoms : {20, 50, 80}) {
    Random random(1);
    const Measure mean{normal_matrix(random, 2, atoms),
                       Vector::Constant(atoms, 1 / static_cast<double>(atoms))};
    const Fields wanted = {normal_matrix(random, 2, atoms), normal_matrix(random, 2, atoms)};
    const Fields zero = {Matrix::Zero(2, atoms), Matrix::Zero(2, atoms)};
    OptimalMapProgram program(mean);
    const auto start = std::chrono::steady_clock::now();
    const auto found = program.minimise({mean.weights, Matrix::Identity(2, 2), wanted, 0}, {}, {}, zero,
                                        2.5e-4, {.rounds = 1000});
    const std::chrono::duration<double, std::milli> spent = std::chrono::steady_clock::now() - start;
    const double nearest = squared_norm(mean.weights, found.fields[0] - wanted[0]);
    const double paper = squared_norm(mean.weights, program.barycentric_projection(wanted[0], 0) - wanted[0]);
    fmt::print("| {} | {:.2f} | {} | {:.0f} | {:.1e} | {:.1f} |\n", atoms, map_gap(mean, wanted[0]),
               found.rounds, spent.count(), found.map_gap[0], paper / nearest);
  }
}

}  // namespace
}  // namespace wpga

int main() { wpga::print_nearest_maps(); }
