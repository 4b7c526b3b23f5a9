// One Gibbs kernel for many histograms on a shared support, in single precision.
#pragma once

#include <cstdint>
#include <vector>

#include "wpga/kernels/matrix_product.hpp"
#include "wpga/measures/measure.hpp"

namespace wpga {

// A measure on the shared support, every place once.
struct Histogram {
  std::vector<Index> places;
  Vector weights;
};

// place_of: where on the support each atom of the measure lies.
Histogram histogram_of(const MeasureView& measure, const std::int32_t* place_of);

// exp(reference_j − c_ij/ε), every row relative to its largest entry.
struct SharedKernel {
  double epsilon;
  Vector reference;                            // n
  kernels::PackedMatrix to_source, to_target;  // p × n and its transpose
  kernels::PackedMatrix costs;                 // entries of to_source times c/ε
};
SharedKernel shared_kernel(const Matrix& source, const Matrix& support, Vector reference, double epsilon);

}  // namespace wpga
