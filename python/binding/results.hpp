// Results as dictionaries: visitors of the lists of results.
#pragma once

#include <pybind11/pybind11.h>

#include "wpga/study/comparison.hpp"
#include "wpga/study/model.hpp"
#include "wpga/study/project.hpp"

namespace wpga::python {

namespace py = pybind11;

py::dict model_dict(const Model& model);
py::dict projection_dict(AnalysisProjections found);
// Rows of the table of a comparison, and refused methods with their reasons.
py::dict comparison_dict(const Comparison& comparison);

}  // namespace wpga::python
