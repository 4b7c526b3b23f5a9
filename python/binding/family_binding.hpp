// Families of measures as Python sees them.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "background.hpp"
#include "wpga/io/load_family.hpp"
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

// A family that is loaded beside the interpreter.
template <class Load>
SharedFamily load_beside(int threads, const py::object& progress, Load load) {
  LoadedFamily loaded = beside(threads, progress, std::move(load));
  return shared(std::move(loaded.family), std::move(loaded.notes));
}

// Of a family of one, or nothing for None.
std::optional<Measure> first_measure(const py::object& family);

void add_family(py::module_& module);

}  // namespace wpga::python
