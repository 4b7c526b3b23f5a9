// Families brought into one space: centring, standardising, and what must agree for distances to mean
// something.
#pragma once

#include <initializer_list>

#include "wpga/measures/measure_family.hpp"

namespace wpga {

// Every measure moved so that its mean is 0.  Pixel grids mean nothing afterwards and are forgotten.
MeasureFamily centered(const MeasureFamily& family);

// Mean 0 and variance 1 of every coordinate over all atoms of all the families together, each measure
// weighted by λ_i and each family the same.  A coordinate that never varies is only moved.
void standardize_pooled(std::initializer_list<MeasureFamily*> families);

// Brings data into the space of a model that was made before: raw coordinates are standardised as those of
// the model were.  Throws InputError, naming the difference, for data that live elsewhere.
void enter_space(MeasureFamily& family, const Space& model, Index dimension);

// Throws InputError, naming the difference, when distances between the two would mean nothing: other
// dimensions, kinds, axes or standardisations.
void require_same_space(const MeasureFamily& first, const MeasureFamily& second);

}  // namespace wpga
