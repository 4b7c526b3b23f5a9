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
  Index sources = 0, targets = 0;
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
          std::abs(masses.sum() - 1) > 1e-12 || !points_view(points).allFinite())
        own = std::make_unique<Measure>(make_measure(points_view(points), masses));
    } catch (const InputError& error) {
      rethrow_at(what, error);
    }
  }
  MeasureView view() const {
    if (own) return own->view();
    return {points_view(points), weights_view(weights)};
  }
};

Coupled coupled(const MeasureView& source, const MeasureView& target, const TransportOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  Coupled found{couple(source, target, options), source.size(), target.size()};
  Index contradictions = 0;
  found.lower = proven_lower(found.pair.value, source, target, contradictions);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return found;
}

// Problems that are solved in milliseconds are not worth a thread.
constexpr Index quick = 300 * 300;

Coupled transport(const py::object& points, const py::object& weights, const py::object& other_points,
                  const py::object& other_weights, const py::object& keywords) {
  const TransportOptions options = keywords.is_none()
                                       ? TransportOptions{}
                                       : options_by_keyword<TransportOptions>(keywords.cast<py::dict>());
  auto source = std::make_shared<Atoms>(points, weights, "the first measure");
  auto target = std::make_shared<Atoms>(other_points, other_weights, "the second measure");
  const MeasureView from = source->view(), to = target->view();
  if (from.size() * to.size() <= quick) {
    const py::gil_scoped_release released;
    return coupled(from, to, options);
  }
  // The arrays stay alive, also for work that an interrupt leaves to itself: they are never given back then.
  auto kept = std::make_unique<std::array<std::shared_ptr<Atoms>, 2>>(std::array{source, target});
  try {
    return beside(1, py::none(),
                  [from, to, options](const Execution&) { return coupled(from, to, options); });
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
      .def_readonly("seconds", &Coupled::seconds);
  module.def("transport", &transport);
  module.def("distances", &distances);
}

}  // namespace wpga::python
