// The box that no atom of a curve may leave: colours outside the cube and ages below zero mean nothing.
#pragma once

#include <optional>
#include <string>

#include "wpga/analysis/cone/field_program.hpp"
#include "wpga/measures/measure_family.hpp"

namespace wpga {

struct SpaceBox {
  Vector low, high;  // d, in the coordinates of the family
};

// "none", "LO,HI" (the same for every coordinate, in the units the data came in), or "auto": for palettes in
// RGB the colour cube, for other palettes and histograms the range of their atoms, else none.  Atoms of the
// family that lie outside widen an automatic box.  Throws InputError for other words, and for a box that does
// not hold the mean.
std::optional<SpaceBox> box_named(const std::string& text, const MeasureFamily& family, const Measure& mean);

// Bounds for fields u such that mean + u stays inside, the same for each of `count` fields.
FieldBox field_box(const std::optional<SpaceBox>& box, const PointsRef& mean, int count);

// Share of atoms (by weight) that are outside at either end of a curve.
double share_outside(const SpaceBox& box, const WeightsRef& weights, const PointsRef& start,
                     const PointsRef& end);

}  // namespace wpga
