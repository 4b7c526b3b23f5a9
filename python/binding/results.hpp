// Results as dictionaries: visitors of the lists of results.
#pragma once

#include <pybind11/pybind11.h>

#include "wpga/study/model.hpp"
#include "wpga/study/project.hpp"

namespace wpga::python {

namespace py = pybind11;

py::dict model_dict(const Model& model);
py::dict projection_dict(AnalysisProjections found);

}  // namespace wpga::python
