#include "arrays.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "wpga/base/error.hpp"
#include "wpga/base/named_enum.hpp"

namespace wpga::python {

namespace {

// What NumPy makes of the values; InputError with these words where it cannot.
template <class Words>
py::array made_by_numpy(const py::object& make, const py::object& from, const Words& words) {
  try {
    return make(from).cast<py::array>();
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_MemoryError)) throw;
    throw InputError(words(error));
  }
}

// As an array of numbers of whatever type; InputError where that cannot be.
py::array any_array(const py::handle& values, const std::string& what) {
  const auto numpy = py::module_::import("numpy");
  if (py::hasattr(values, "mask") && py::hasattr(values, "filled")) {
    const py::object masked = numpy.attr("ma").attr("is_masked")(values);
    require(!masked.cast<bool>(), what + ": some entries are masked; fill them or leave them out");
  }
  require(!py::hasattr(values, "toarray"), what + ": sparse matrices are not taken; call .toarray() on it");
  const py::array array = made_by_numpy(numpy.attr("asarray"), py::reinterpret_borrow<py::object>(values),
                                        [&](const auto& error) {
                                          return fmt::format("{}: it is no array of numbers ({})", what,
                                                             py::str(error.value()).cast<std::string>());
                                        });
  const char kind = array.dtype().kind();
  if (kind == 'b' || kind == 'i' || kind == 'u' || kind == 'f') return array;
  if (kind != 'O')
    throw InputError(fmt::format("{}: real numbers are wanted, but it holds {}{}", what,
                                 py::str(array.dtype()).cast<std::string>(),
                                 kind == 'c' ? "; take .real or .imag" : ""));
  return made_by_numpy(array.attr("astype"), py::str("float64"), [&](const auto&) {
    return what + ": it holds objects that are no numbers, or rows of several lengths";
  });
}

std::string shape_of(const py::array& array) { return py::str(array.attr("shape")).cast<std::string>(); }

// An array that owns the numbers it shows, all in a row unless a shape is given.
template <class Numbers>
py::array owning(Numbers numbers, std::vector<py::ssize_t> shape = {}) {
  if (shape.empty()) shape = {std::ssize(numbers)};
  auto owner = std::make_unique<Numbers>(std::move(numbers));
  const double* const data = owner->data();
  return Doubles(std::move(shape), data,
                 py::capsule(owner.release(), [](void* kept) { delete static_cast<Numbers*>(kept); }));
}

}  // namespace

Doubles doubles(const py::handle& values, const std::string& what) {
  // The common case first: it costs no call into Python.
  if (py::isinstance<py::array>(values) && !py::hasattr(values, "mask") && Doubles::check_(values))
    return py::reinterpret_borrow<Doubles>(values);
  return any_array(values, what).cast<Doubles>();
}

Doubles point_array(const py::handle& values, const std::string& what) {
  Doubles points = doubles(values, what);
  if (points.ndim() == 1) return points.reshape({points.shape(0), py::ssize_t{1}});
  require(points.ndim() == 2, fmt::format("{}: points are an array (n, d), one row each, but this one is {}",
                                          what, shape_of(points)));
  return points;
}

Doubles weight_array(const py::handle& values, py::ssize_t atoms, const std::string& what) {
  if (values.is_none()) {
    Doubles same(atoms);
    std::fill_n(same.mutable_data(), atoms, 1.0);
    return same;
  }
  Doubles weights = doubles(values, what);
  require(weights.ndim() == 1,
          fmt::format("{}: weights are an array (n,), one number an atom, but this one is {}", what,
                      shape_of(weights)));
  return weights;
}

MatrixView points_view(const Doubles& points) { return {points.data(), points.shape(1), points.shape(0)}; }

VectorView weights_view(const Doubles& weights) { return {weights.data(), weights.shape(0)}; }

NumericArray numeric_array_of(const py::handle& values, const std::string& what) {
  py::array array = any_array(values, what);
  // In C order, this machine's bytes, and 64 bits at most.
  const bool wide = array.dtype().itemsize() > static_cast<py::ssize_t>(sizeof(double));
  const py::object type = wide ? py::object(py::str("float64")) : array.dtype().attr("newbyteorder")("=");
  array = py::module_::import("numpy").attr("ascontiguousarray")(array, type).cast<py::array>();
  const char kind = array.dtype().kind();
  const std::string word = kind == 'b' ? "bool" : fmt::format("{}{}", kind, 8 * array.dtype().itemsize());
  NumericArray numbers{.shape = {array.shape(), array.shape() + array.ndim()},
                       .type = value_named<ElementType>(word).value()};
  numbers.data.resize(static_cast<std::size_t>(array.nbytes()));
  if (!numbers.data.empty()) std::memcpy(numbers.data.data(), array.data(), numbers.data.size());
  return numbers;
}

py::array array_of(Vector values) { return owning(std::move(values)); }

py::array array_of(std::vector<double> values) { return owning(std::move(values)); }

py::array rows_of(Matrix columns) {
  const py::ssize_t rows = columns.cols(), width = columns.rows();
  return owning(std::move(columns), {rows, width});
}

py::array array_of(Matrix values) { return rows_of(values.transpose()); }

py::array look_at(const double* data, std::vector<py::ssize_t> shape, const py::object& owner) {
  Doubles view(std::move(shape), data, owner);
  view.attr("flags").attr("writeable") = false;
  return view;
}

}  // namespace wpga::python
