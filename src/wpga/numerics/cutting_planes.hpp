// A lower bound of a function of time: the largest of functions that are straight between common knots
// (Kelley 1960, in one dimension).  docs/weight_projection.md
#pragma once

#include <vector>

#include "wpga/base/linear_algebra.hpp"

namespace wpga {

class CuttingPlanes {
 public:
  // Two knots at least, rising.
  explicit CuttingPlanes(Vector knots) : knots_(std::move(knots)) {}

  // A function given by its values at the knots.
  void add(Vector values) { values_.push_back(std::move(values)); }

  struct Lowest {
    double time, value;
  };
  // Where the largest of them is lowest; there is one at least.
  Lowest lowest() const;

  // Slope of the last one added, on the left and on the right of a time; at the ends of the knots both are
  // that inside.
  struct Slopes {
    double left, right;
  };
  Slopes last_slopes(double time) const;

 private:
  double value(const Vector& line, Index k, double share) const {
    return (1 - share) * line[k] + share * line[k + 1];
  }
  const Vector& highest(Index k, double share) const;
  Lowest lowest_between(Index k) const;

  Vector knots_;
  std::vector<Vector> values_;
};

}  // namespace wpga
