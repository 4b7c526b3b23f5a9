// The nearest pair of optimal maps: by interior points on arcs, and by cutting planes from cycles
// (docs/optimal_map.md).
//
//   optimal_map_benchmark [ATOMS...]
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <vector>

#include "analysis/cycle_program.hpp"
#include "wpga/analysis/cone/cone_program.hpp"
#include "wpga/analysis/cone/optimal_map.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

constexpr double small = 1e-6;  // of the square of the wanted fields
constexpr Index most_for_cycles = 80;

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class Body>
double timed(Body&& body) {
  const double start = processor_seconds();
  body();
  return processor_seconds() - start;
}

Matrix normal_matrix(Random& random, Index rows, Index columns) {
  return Matrix::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

// Wild fields: standard normal ones on standard normal atoms in the plane.  Warm: after a change of 2 %.
void print_row(Index atoms) {
  Random random(1);
  const Measure mean{normal_matrix(random, 2, atoms),
                     Vector::Constant(atoms, 1 / static_cast<double>(atoms))};
  QuadraticModel model{mean.weights, Matrix{{1, 0.3}, {0.3, 0.6}}, {}, 0};
  for (int a = 0; a < 2; ++a) model.linear.push_back(normal_matrix(random, 2, atoms));
  QuadraticModel next = model;
  for (Matrix& linear : next.linear) linear += 0.02 * normal_matrix(random, 2, atoms);
  ConeProgram cone(mean);
  ConeProgram::Result found;
  const double cold = timed([&] { found = cone.minimise(model, {}, {}, {.gap = small}); });
  const double warm = timed([&] { cone.minimise(next, {}, {}, {.gap = small}); });
  fmt::print("| {} | {:.2f} | {:.1f} / {:.1f} | {:.7f} | {:.0e} |", atoms, map_gap(mean, model.linear[0]),
             1e3 * cold, 1e3 * warm, model.value(found.fields), map_gap(mean, found.fields[0]));
  if (atoms > most_for_cycles) {
    fmt::print(" | |\n");
    return;
  }
  test::CycleProgram cycles(mean);
  test::CycleProgram::Result other;
  const double cycles_cold = timed([&] { other = cycles.minimise(model, {}, {}, 2.5e-4); });
  const double cycles_warm = timed([&] { cycles.minimise(next, {}, {}, 2.5e-4); });
  fmt::print(" {:.1f} / {:.1f} | {:.7f} |\n", 1e3 * cycles_cold, 1e3 * cycles_warm,
             model.value(other.fields));
}

}  // namespace
}  // namespace wpga

int main(int count, char** words) {
  fmt::print(
      "| atoms | gap before | arcs: ms cold / warm | value | gap after | cycles: ms cold / warm | value |\n"
      "|---|---|---|---|---|---|---|\n");
  std::vector<wpga::Index> atoms;
  for (int i = 1; i < count; ++i) atoms.push_back(std::atoi(words[i]));
  if (atoms.empty()) atoms = {20, 50, 80, 128, 256, 512};
  for (const wpga::Index p : atoms) wpga::print_row(p);
}
