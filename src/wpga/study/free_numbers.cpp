#include "wpga/study/free_numbers.hpp"

namespace wpga {

namespace {

Index of_weights(const WeightCurve& curve) {
  const Index points = curve.size(), knots = curve.knots.size();
  return knots == 2 ? points + 1 : (points - 1) * knots;
}

Index of_deformation(Deformation kind, Index dimension) {
  switch (kind) {
    case Deformation::translation:
      return dimension + 2;
    case Deformation::scale:
      return dimension + 3;
    case Deformation::scatter:
      break;
  }
  return dimension * (dimension + 3) / 2 + 2;
}

Index of_geodesic(CurveKind kind, Index dimension, Index atoms) {
  switch (kind) {
    case CurveKind::generalized:
      return 2 * dimension * atoms;
    case CurveKind::geodesic:
      return dimension * atoms + 2;
    case CurveKind::translation:
      break;
  }
  return dimension + 2;
}

}  // namespace

Index free_numbers(const Component& component, const FitOptions& options) {
  if (component.curve.changes_weights()) return of_weights(component.curve.weights());
  const Index dimension = component.curve.atoms().backward.rows(),
              atoms = component.curve.atoms().backward.cols();
  switch (options.method) {
    case Method::geodesics:
      return of_geodesic(options.geodesics.curve, dimension, atoms);
    case Method::template_deformation:
      return of_deformation(options.deformation.deformation, dimension);
    case Method::gaussian:
      return of_deformation(Deformation::scatter, dimension);
    default:
      return dimension * atoms + 2;
  }
}

}  // namespace wpga
