// Families of measures as Python sees them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "wpga/measures/measure_family.hpp"

namespace wpga::python {

namespace py = pybind11;

// A family that does not change, shared by Python and work beside it.
struct SharedFamily {
  std::shared_ptr<const MeasureFamily> family;
  std::vector<std::string> notes = {};  // what was guessed while reading

  const MeasureFamily& operator*() const { return *family; }
  const MeasureFamily* operator->() const { return family.get(); }
};

SharedFamily shared(MeasureFamily family, std::vector<std::string> notes = {});

void add_family(py::module_& module);

}  // namespace wpga::python
