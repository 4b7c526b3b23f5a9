// One curve of measures through a mean, whatever changes along it: the positions of the mean's atoms, or
// weights on fixed points.  What a component and a model hold.  docs/generalized_geodesic.md,
// docs/weight_curve.md
#pragma once

#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/analysis/curves/weight_curve.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

class Curve {
 public:
  Curve() = default;  // of no atoms
  Curve(GeneralizedGeodesic atoms) : kind_(std::move(atoms)) {}
  Curve(WeightCurve weights) : kind_(std::move(weights)) {}
  Curve(Matrix backward, Matrix forward)
      : kind_(GeneralizedGeodesic{std::move(backward), std::move(forward)}) {}

  bool changes_weights() const { return kind_.index() == 1; }
  bool empty() const { return !changes_weights() && atoms().size() == 0; }

  // Each only of a curve of its kind; std::bad_variant_access else.
  const GeneralizedGeodesic& atoms() const { return std::get<GeneralizedGeodesic>(kind_); }
  GeneralizedGeodesic& atoms() { return std::get<GeneralizedGeodesic>(kind_); }
  const WeightCurve& weights() const { return std::get<WeightCurve>(kind_); }
  WeightCurve& weights() { return std::get<WeightCurve>(kind_); }

 private:
  std::variant<GeneralizedGeodesic, WeightCurve> kind_;
};

// How long the curve is: W2 of moving atoms in the units of the data (‖V1 + V2‖), else the Euclidean length
// in units of mass.
double length(const Measure& mean, const Curve& curve);

// Of moving atoms the time nearest the mean, of weights that nearest their center.
double time_nearest_mean(const Measure& mean, const Curve& curve);

// Signed lengths along the curve from the time nearest the mean.
Vector scores_at(const Measure& mean, const Curve& curve, const Vector& times);

// Points and weights at a time on each curve together; a time that is NaN leaves its curve out.  All curves
// are of one kind, those of weights on the same points; weights may be of any sign.
Measure drawn_at(const Measure& mean, std::span<const Curve> curves, std::span<const double> times);

// The same as probability measures: of weights the nearest ones.
Measure measure_at(const Measure& mean, std::span<const Curve> curves, std::span<const double> times);

std::vector<GeneralizedGeodesic> atoms_of(std::span<const Curve> curves);
std::vector<WeightCurve> weights_of(std::span<const Curve> curves);

}  // namespace wpga
