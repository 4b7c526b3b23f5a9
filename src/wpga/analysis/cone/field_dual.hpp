// The dual of the program of field_program.hpp: fields as a function of the multipliers.
#pragma once

#include <vector>

#include "wpga/analysis/cone/field_program.hpp"

namespace wpga {

// For given multipliers the fields follow in closed form, atom by atom, box included.  Constraints are
// divided by their norm in L²(mean), so that slacks are distances; multipliers are those of the divided ones.
// Model, constraints and box must outlive this object.
class FieldDual {
 public:
  FieldDual(const QuadraticModel& model, const std::vector<FieldConstraint>& constraints,
            const FieldBox& box);

  Index size() const { return scale_.size(); }
  bool equality(Index r) const { return constraints_[static_cast<std::size_t>(r)].equality; }
  double scale(Index r) const { return scale_[r]; }

  // Fields for these multipliers; returns the dual function's negative.
  double evaluate(const Vector& multipliers);

  // Of the last evaluation:
  const Vector& slack() const { return slack_; }  // the gradient of the negative
  const Fields& fields() const { return fields_; }
  // Second derivatives of the negative among the constraints whose place is not negative; lower triangle.
  Matrix curvature(const std::vector<Index>& place, Index count) const;

  double size_of_fields() const;  // norm of the fields without constraints
  // No constraint alone has more curvature than this, box or not.
  double largest_response() const { return inverse_.trace(); }

 private:
  struct Entry {
    Index row;
    Index field;
    Index column;  // of the row's coefficients
  };

  const FieldConstraint& constraint(Index r) const { return constraints_[static_cast<std::size_t>(r)]; }
  void list_places(std::size_t r);
  Fields right_side(const Vector& multipliers) const;
  void solve_freely(const Fields& right);
  void solve_in_box(const Fields& right);
  Vector response(Index k, Index a, Index c) const;
  void add_atom(Index k, const std::vector<Index>& place, Matrix& gram) const;

  const QuadraticModel& model_;
  const std::vector<FieldConstraint>& constraints_;
  const FieldBox& box_;
  Matrix inverse_;  // of the metric
  Fields unconstrained_;
  Index dimension_, atoms_;
  Vector scale_;
  std::vector<std::vector<Entry>> by_atom_;
  Fields fields_;
  Fields free_;  // 1 where a coordinate is off its bounds
  Vector slack_;
};

}  // namespace wpga
