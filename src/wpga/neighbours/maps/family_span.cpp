#include "wpga/neighbours/maps/family_span.hpp"

#include <algorithm>

#include "wpga/base/products.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {

namespace {

constexpr Index whole_below = 17;     // dimensions, in which nothing is won
constexpr double negligible = 1e-12;  // of the largest distance from the centre

// Gram and Schmidt, each column twice, which leaves the basis orthonormal to the last digits.
Matrix orthonormal_basis(const Matrix& columns) {
  const double least = negligible * columns.colwise().norm().maxCoeff();
  Matrix basis(columns.rows(), columns.cols());
  Index found = 0;
  for (Index i = 0; i < columns.cols(); ++i) {
    check_stop();
    Vector rest = columns.col(i);
    for (int pass = 0; pass < 2; ++pass)
      rest -= basis.leftCols(found) * (basis.leftCols(found).transpose() * rest);
    const double left = rest.norm();
    if (left > least) basis.col(found++) = rest / left;
  }
  return basis.leftCols(std::max<Index>(found, 1));
}

MeasureFamily in_coordinates(const MeasureFamily& family, const Matrix& coordinates) {
  MeasureFamily within;
  const auto offsets = family.offsets();
  for (Index i = 0; i < family.count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    within.append(coordinates.middleCols(offsets[at], offsets[at + 1] - offsets[at]), family[i].weights,
                  family.names()[at]);
  }
  if (family.measure_weights().size() > 0) within.set_measure_weights(family.measure_weights());
  return within;
}

}  // namespace

Matrix FamilySpan::directions(const Matrix& coordinates) const {
  return basis.size() > 0 ? product(basis, coordinates) : coordinates;
}

Matrix FamilySpan::points(const Matrix& coordinates) const {
  return basis.size() > 0 ? Matrix(product(basis, coordinates).colwise() + center) : coordinates;
}

Index spanned_dimension(const MeasureFamily& family) {
  const Index d = family.dimension();
  return d < whole_below || 2 * family.atoms() > d ? d : family.atoms();
}

FamilySpan family_span(const MeasureFamily& family) {
  if (spanned_dimension(family) == family.dimension()) return {family, {}, {}};
  const Vector center = family.points().rowwise().mean();
  const Matrix centered = family.points().colwise() - center;
  if (!(centered.cwiseAbs().maxCoeff() > 0)) return {family, {}, {}};
  Matrix basis = orthonormal_basis(centered);
  return {in_coordinates(family, transposed_times(basis, centered)), center, std::move(basis)};
}

}  // namespace wpga
