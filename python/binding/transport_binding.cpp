// Transport between two measures, and all distances within a family.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <chrono>
#include <cmath>
#include <limits>

#include "arrays.hpp"
#include "background.hpp"
#include "bindings.hpp"
#include "family_binding.hpp"
#include "values.hpp"
#include "wpga/base/error.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga::python {

namespace {

struct Coupled {
  PairCoupling pair;
  Index sources = 0, targets = 0;  // atoms as they were given, those without mass too
  double lower = 0;
  double seconds = 0;
};

// The atoms of an array: without a copy when they are a measure already, no weight zero and the sum one.
struct Atoms {
  Doubles points, weights;
  std::unique_ptr<Measure> own;

  Atoms(const py::handle& given_points, const py::handle& given_weights, const char* what)
      : points(point_array(given_points, what)), weights(weight_array(given_weights, points.shape(0), what)) {
    try {
      const VectorView masses = weights_view(weights);
      const bool fits = points.shape(0) == weights.shape(0) && points.size() > 0;
      if (!fits || given_weights.is_none() || !(masses.minCoeff() > 0) ||
          !(std::abs(masses.sum() - 1) <= 1e-12) || !masses.allFinite() || !points_view(points).allFinite())
        own = std::make_unique<Measure>(make_measure(points_view(points), masses));
    } catch (const InputError& error) {
      rethrow_at(what, error);
    }
  }
  MeasureView view() const {
    if (own) return own->view();
    return {points_view(points), weights_view(weights)};
  }
  Index given() const { return points.shape(0); }
  // Places of the atoms with mass among those given.
  std::vector<std::int32_t> places() const {
    std::vector<std::int32_t> kept;
    for (py::ssize_t k = 0; k < weights.shape(0); ++k)
      if (weights.data()[k] > 0) kept.push_back(static_cast<std::int32_t>(k));
    return kept;
  }
};

// Rows and columns of the atoms that were given; one without mass is mapped nowhere, NaN.
Coupled as_given(Coupled found, const Atoms& source, const Atoms& target) {
  found.sources = source.given();
  found.targets = target.given();
  if (target.view().size() < target.given()) {
    const std::vector<std::int32_t> places = target.places();
    for (PlanEntry& entry : found.pair.plan) entry.target = places[static_cast<std::size_t>(entry.target)];
  }
  if (source.view().size() == source.given()) return found;
  const std::vector<std::int32_t> places = source.places();
  for (PlanEntry& entry : found.pair.plan) entry.source = places[static_cast<std::size_t>(entry.source)];
  Matrix map =
      Matrix::Constant(found.pair.map.rows(), source.given(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t k = 0; k < places.size(); ++k)
    map.col(places[k]) = found.pair.map.col(static_cast<Index>(k));
  found.pair.map = std::move(map);
  return found;
}

Coupled coupled(const MeasureView& source, const MeasureView& target, const TransportOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  Coupled found{couple(source, target, options)};
  Index contradictions = 0;
  found.lower = proven_lower(found.pair.value, source, target, contradictions);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return found;
}

// Exact problems that are solved in milliseconds are not worth a thread.
constexpr Index quick = 300 * 300;

Coupled transport(const py::object& points, const py::object& weights, const py::object& other_points,
                  const py::object& other_weights, const py::object& keywords) {
  const TransportOptions options = keywords.is_none()
                                       ? TransportOptions{}
                                       : options_by_keyword<TransportOptions>(keywords.cast<py::dict>());
  auto source = std::make_shared<Atoms>(points, weights, "the first measure");
  auto target = std::make_shared<Atoms>(other_points, other_weights, "the second measure");
  const MeasureView from = source->view(), to = target->view();
  if (options.transport != TransportMethod::entropic && from.size() * to.size() <= quick) {
    const py::gil_scoped_release released;
    return as_given(coupled(from, to, options), *source, *target);
  }
  // The arrays stay alive, also for work that an interrupt leaves to itself: they are never given back then.
  auto kept = std::make_unique<std::array<std::shared_ptr<Atoms>, 2>>(std::array{source, target});
  try {
    return as_given(
        beside(1, py::none(), [from, to, options](const Execution&) { return coupled(from, to, options); }),
        *source, *target);
  } catch (const py::error_already_set&) {
    static_cast<void>(kept.release());
    throw;
  }
}

py::tuple plan_of(const Coupled& found) {
  const auto entries = static_cast<py::ssize_t>(found.pair.plan.size());
  py::array_t<std::int32_t> rows(entries), columns(entries);
  py::array_t<double> masses(entries);
  for (py::ssize_t k = 0; k < entries; ++k) {
    const PlanEntry& entry = found.pair.plan[static_cast<std::size_t>(k)];
    rows.mutable_at(k) = entry.source;
    columns.mutable_at(k) = entry.target;
    masses.mutable_at(k) = entry.mass;
  }
  return py::make_tuple(rows, columns, masses);
}

py::tuple state_of(const Coupled& found) {
  const auto& [primal, dual, bias, convergence] = found.pair.value;
  return py::make_tuple(primal, dual, bias, convergence.iterations,
                        std::string(name_of(convergence.termination)), convergence.residual,
                        std::string(name_of(found.pair.method)), plan_of(found), rows_of(found.pair.map),
                        found.sources, found.targets, found.lower, found.seconds);
}

Coupled from_state(const py::tuple& state) {
  require(state.size() == 13, "this is no pickled coupling");
  Coupled found{.sources = state[9].cast<Index>(),
                .targets = state[10].cast<Index>(),
                .lower = state[11].cast<double>(),
                .seconds = state[12].cast<double>()};
  found.pair.value = {
      .primal = state[0].cast<double>(),
      .dual = state[1].cast<double>(),
      .bias = state[2].cast<double>(),
      .convergence = {.iterations = state[3].cast<int>(), .residual = state[5].cast<double>()}};
  set_value(from_python(state[4]), found.pair.value.convergence.termination);
  set_value(from_python(state[6]), found.pair.method);
  const auto plan = state[7].cast<py::tuple>();
  const auto rows = plan[0].cast<std::vector<std::int32_t>>(),
             columns = plan[1].cast<std::vector<std::int32_t>>();
  const auto masses = plan[2].cast<std::vector<double>>();
  require(rows.size() == columns.size() && rows.size() == masses.size(), "this is no pickled coupling");
  for (std::size_t k = 0; k < rows.size(); ++k) found.pair.plan.push_back({rows[k], columns[k], masses[k]});
  found.pair.map = points_view(point_array(state[8], "the map"));
  return found;
}

py::dict distances(const SharedFamily& first, const py::object& second, const py::dict& keywords, int threads,
                   const py::object& progress) {
  const auto options = options_by_keyword<TransportOptions>(keywords);
  const bool within = second.is_none();
  const SharedFamily other = within ? first : second.cast<const SharedFamily&>();
  DistanceMatrix found =
      beside(threads, progress, [first, other, within, options](const Execution& execution) {
        return within ? distance_matrix(*first, options, execution)
                      : distance_matrix(*first, *other, options, execution);
      });
  py::dict all;
  all["upper"] = array_of(std::move(found.upper));
  all["lower"] = array_of(std::move(found.lower));
  all["not_converged"] = found.not_converged;
  all["contradictions"] = found.contradictions;
  return all;
}

}  // namespace

void add_transport(py::module_& module) {
  py::class_<Coupled>(module, "Coupling", "An optimal coupling of two measures with its proof.")
      .def_property_readonly("value", [](const Coupled& found) { return found.pair.value.primal; })
      .def_property_readonly("lower_bound", [](const Coupled& found) { return found.lower; })
      .def_property_readonly("gap",
                             [](const Coupled& found) { return found.pair.value.primal - found.lower; })
      .def_property_readonly(
          "distance", [](const Coupled& found) { return std::sqrt(std::max(0.0, found.pair.value.primal)); })
      .def_property_readonly("method",
                             [](const Coupled& found) { return std::string(name_of(found.pair.method)); })
      .def_property_readonly("converged",
                             [](const Coupled& found) { return found.pair.value.convergence.converged(); })
      .def_property_readonly("iterations",
                             [](const Coupled& found) { return found.pair.value.convergence.iterations; })
      .def_property_readonly(
          "shape", [](const Coupled& found) { return py::make_tuple(found.sources, found.targets); })
      .def_property_readonly("map", [](const Coupled& found) { return rows_of(found.pair.map); })
      .def_property_readonly("entries", &plan_of, "rows, columns and masses of the plan")
      .def_readonly("seconds", &Coupled::seconds)
      .def(py::pickle(&state_of, &from_state));
  module.def("transport", &transport);
  module.def("distances", &distances);
}

}  // namespace wpga::python
