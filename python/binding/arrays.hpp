// NumPy arrays and Eigen's matrices.  A point is a row in NumPy and a column here: the same memory.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "wpga/base/linear_algebra.hpp"
#include "wpga/io/formats/arrays/numeric_array.hpp"

namespace wpga::python {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

// The numbers of anything array-like, in C order.  No copy of float64 in that order.  Throws InputError,
// naming `what`, for texts, complex numbers, ragged lists and masked entries.
Doubles doubles(const py::handle& values, const std::string& what);

// Points of shape (n, d), or (n,) on the line; and weights (n,), the same for all when None.
Doubles point_array(const py::handle& values, const std::string& what);
Doubles weight_array(const py::handle& values, py::ssize_t atoms, const std::string& what);

MatrixView points_view(const Doubles& points);
VectorView weights_view(const Doubles& weights);

// An array of any numeric type as it is, for readings that depend on the type (white is 255 for bytes).
NumericArray numeric_array_of(const py::handle& values, const std::string& what);

// Matrices that become arrays without a copy; the array owns what was given.
py::array array_of(Vector values);
py::array array_of(std::vector<double> values);
py::array rows_of(Matrix columns);  // a column becomes a row: points, (n, d)
py::array array_of(Matrix values);  // entry (i, j) stays (i, j)

// A read-only array that looks into memory of `owner`.
py::array look_at(const double* data, std::vector<py::ssize_t> shape, const py::object& owner);

}  // namespace wpga::python
