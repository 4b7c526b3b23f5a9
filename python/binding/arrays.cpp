#include "arrays.hpp"

#include <fmt/format.h>

#include <cstring>
#include <map>
#include <utility>

#include "wpga/base/error.hpp"

namespace wpga::python {

namespace {

// As an array of numbers of whatever type; InputError where that cannot be.
py::array any_array(const py::handle& values, const std::string& what) {
  if (py::hasattr(values, "mask") && py::hasattr(values, "filled")) {
    const py::object masked = py::module_::import("numpy").attr("ma").attr("is_masked")(values);
    require(!masked.cast<bool>(), what + ": some entries are masked; fill them or leave them out");
  }
  require(!py::hasattr(values, "toarray"), what + ": sparse matrices are not taken; call .toarray() on it");
  py::array array;
  try {
    array = py::module_::import("numpy").attr("asarray")(values).cast<py::array>();
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_MemoryError)) throw;
    throw InputError(
        fmt::format("{}: it is no array of numbers ({})", what, py::str(error.value()).cast<std::string>()));
  }
  const char kind = array.dtype().kind();
  if (kind == 'b' || kind == 'i' || kind == 'u' || kind == 'f') return array;
  if (kind != 'O')
    throw InputError(fmt::format("{}: real numbers are wanted, but it holds {}{}", what,
                                 py::str(array.dtype()).cast<std::string>(),
                                 kind == 'c' ? "; take .real or .imag" : ""));
  try {
    return array.attr("astype")("float64").cast<py::array>();
  } catch (const py::error_already_set& error) {
    if (error.matches(PyExc_KeyboardInterrupt) || error.matches(PyExc_MemoryError)) throw;
    throw InputError(
        fmt::format("{}: it holds objects that are no numbers, or rows of several lengths", what));
  }
}

std::string shape_of(const py::array& array) { return py::str(array.attr("shape")).cast<std::string>(); }

template <class Owner>
py::capsule keep(std::unique_ptr<Owner>& owner) {
  return {owner.release(), [](void* kept) { delete static_cast<Owner*>(kept); }};
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
  static const std::map<std::string, ElementType> types = {
      {"b1", ElementType::boolean}, {"u1", ElementType::u8},  {"i1", ElementType::i8},
      {"u2", ElementType::u16},     {"i2", ElementType::i16}, {"u4", ElementType::u32},
      {"i4", ElementType::i32},     {"u8", ElementType::u64}, {"i8", ElementType::i64},
      {"f2", ElementType::f16},     {"f4", ElementType::f32}, {"f8", ElementType::f64}};
  auto found = types.find(fmt::format("{}{}", array.dtype().kind(), array.dtype().itemsize()));
  if (found == types.end()) {
    array = array.attr("astype")("float64").cast<py::array>();
    found = types.find("f8");
  }
  // In C order and this machine's bytes.
  const py::object native = array.dtype().attr("newbyteorder")("=");
  array = py::module_::import("numpy").attr("ascontiguousarray")(array, native).cast<py::array>();
  NumericArray numbers{.shape = {array.shape(), array.shape() + array.ndim()}, .type = found->second};
  numbers.data.resize(static_cast<std::size_t>(array.nbytes()));
  if (!numbers.data.empty()) std::memcpy(numbers.data.data(), array.data(), numbers.data.size());
  return numbers;
}

py::array array_of(Vector values) {
  auto owner = std::make_unique<Vector>(std::move(values));
  const Vector& kept = *owner;
  return Doubles({std::ssize(kept)}, kept.data(), keep(owner));
}

py::array array_of(std::vector<double> values) {
  auto owner = std::make_unique<std::vector<double>>(std::move(values));
  const std::vector<double>& kept = *owner;
  return Doubles({std::ssize(kept)}, kept.data(), keep(owner));
}

py::array rows_of(Matrix columns) {
  auto owner = std::make_unique<Matrix>(std::move(columns));
  const Matrix& kept = *owner;
  return Doubles({kept.cols(), kept.rows()}, kept.data(), keep(owner));
}

py::array array_of(Matrix values) { return rows_of(values.transpose()); }

py::array look_at(const double* data, std::vector<py::ssize_t> shape, const py::object& owner) {
  Doubles view(std::move(shape), data, owner);
  view.attr("flags").attr("writeable") = false;
  return view;
}

}  // namespace wpga::python
