// The parts of the module.
#pragma once

#include <pybind11/pybind11.h>

namespace wpga::python {

void add_transport(pybind11::module_& module);
void add_model(pybind11::module_& module);

}  // namespace wpga::python
