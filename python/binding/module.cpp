// wpga._core: the library for Python.  Thin: arrays in, arrays out; options and results visit their lists.
#include <pybind11/pybind11.h>

#include "background.hpp"
#include "bindings.hpp"
#include "family_binding.hpp"
#include "values.hpp"
#include "wpga/base/error.hpp"
#include "wpga/base/version.hpp"

namespace wpga::python {

namespace {

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    // Names of files need not be UTF-8.
    const std::string words = in_python_words(error.what());
    const auto text = pybind11::reinterpret_steal<pybind11::object>(
        PyUnicode_DecodeUTF8(words.data(), static_cast<Py_ssize_t>(words.size()), "replace"));
    PyErr_SetObject(PyExc_ValueError, text.ptr());
  } catch (const Interrupted&) {
    PyErr_SetNone(PyExc_KeyboardInterrupt);
  }
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "Wasserstein principal geodesic analysis: the compiled part.";
  module.attr("__version__") = std::string(version);
  py::register_exception_translator(&translate);
  py::module_::import("atexit").attr("register")(py::cpp_function(&stop_all_work));
  add_options(module);
  add_family(module);
  add_transport(module);
  add_model(module);
}

}  // namespace wpga::python
