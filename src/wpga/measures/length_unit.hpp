// The unit of length that computations run in.  Data of ordinary scale keep their own; lengths so long or so
// short that their squares and fourth powers would leave double precision's range are told in a power of two
// instead, so that not a digit changes, and results are told in the data's unit again.
#pragma once

#include "wpga/measures/measure_family.hpp"

namespace wpga {

// 1 where the widest coordinate range of the points lies within 2^±32, else the power of two just below it
// (points all in one place: below their largest coordinate).  Throws InputError beyond 1e±140, where squared
// distances could not be told in the data's unit.
double length_unit(const PointsRef& points);
double length_unit(const PointsRef& first, const PointsRef& second);  // of all of them together
double length_unit(const MeasureFamily& family, const PointsRef& points);

// The same atoms in that unit.  A family remembers it as a standardisation, so that bounds in the units the
// data came in stay where they are.
Measure in_unit(const MeasureView& measure, double unit);
MeasureFamily in_unit(const MeasureFamily& family, double unit);

}  // namespace wpga
