// Linear programs, for the few places where no faster algorithm is known.  The only door to Clp.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

enum class LinearStatus { optimal, infeasible, unbounded, stopped };

constexpr std::array<std::string_view, 4> names(LinearStatus) {
  return {"optimal", "infeasible", "unbounded", "stopped"};
}

struct LinearSolution {
  LinearStatus status = LinearStatus::stopped;
  double value = 0;    // c·x
  Vector primal;       // x, one for each column: a vertex, at most as many entries positive as there are rows
  Vector dual;         // y, one for each row: c − A'y ≥ 0, rounding apart
  int iterations = 0;  // simplex pivots of this solve
};

struct ColumnEntry {
  int row;
  double value;
};

// minimise c·x subject to A x = b, x ≥ 0, with sparse columns that may be added after a solve: the next solve
// goes on from the last basis (column generation).  Feasible to about 1e-11 of the largest |b|, dual feasible
// to about 1e-10 of the largest |c| of the first solve.  One thread, deterministic, silent.
class LinearProgram {
 public:
  explicit LinearProgram(const Vector& right_side);
  ~LinearProgram();
  LinearProgram(LinearProgram&&) noexcept;
  LinearProgram& operator=(LinearProgram&&) noexcept;

  void add_column(double cost, std::span<const ColumnEntry> entries);
  Index rows() const;
  Index columns() const;

  LinearSolution solve();

 private:
  struct Model;
  std::unique_ptr<Model> model_;
};

}  // namespace wpga
