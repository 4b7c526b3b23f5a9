// Transport between two measures, and all distances within a family.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <chrono>
#include <cmath>

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
};

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

// What Coupling (functions.py) is made of: atoms without mass have no rows and columns here.
py::tuple told(const Coupled& found, const Atoms& source, const Atoms& target) {
  const auto& [value, method, plan, map] = found.pair;
  const py::ssize_t entries = std::ssize(plan);
  py::array_t<std::int32_t> rows(entries), columns(entries);
  py::array_t<double> masses(entries);
  for (py::ssize_t k = 0; k < entries; ++k) {
    const PlanEntry& entry = plan[static_cast<std::size_t>(k)];
    rows.mutable_data()[k] = entry.source;
    columns.mutable_data()[k] = entry.target;
    masses.mutable_data()[k] = entry.mass;
  }
  return py::make_tuple(value.primal, found.lower, std::string(name_of(method)),
                        value.convergence.converged(), value.convergence.iterations,
                        py::make_tuple(source.points.shape(0), target.points.shape(0)), rows_of(map),
                        py::make_tuple(rows, columns, masses), found.seconds, target.view().size());
}

py::tuple transport(const py::object& points, const py::object& weights, const py::object& other_points,
                    const py::object& other_weights, const py::object& keywords) {
  const TransportOptions options =
      keywords.is_none() ? TransportOptions{} : transport_options(keywords.cast<py::dict>());
  auto source = std::make_shared<Atoms>(points, weights, "the first measure");
  auto target = std::make_shared<Atoms>(other_points, other_weights, "the second measure");
  const MeasureView from = source->view(), to = target->view();
  if (options.transport != TransportMethod::entropic && from.size() * to.size() <= quick) {
    const auto solved = [&] {
      const Unlocked without_lock;
      return coupled(from, to, options);
    };
    return told(solved(), *source, *target);
  }
  // The arrays stay alive, also for work that an interrupt leaves to itself: they are never given back then.
  auto kept = std::make_unique<std::array<std::shared_ptr<Atoms>, 2>>(std::array{source, target});
  try {
    return told(beside(1, py::none(), [=](const Execution&) { return coupled(from, to, options); }), *source,
                *target);
  } catch (const py::error_already_set&) {
    static_cast<void>(kept.release());
    throw;
  }
}

// Upper and lower bounds, and how many problems stopped early.
py::tuple distances(const SharedFamily& first, const py::object& second, const py::dict& keywords,
                    int threads, const py::object& progress) {
  const TransportOptions options = transport_options(keywords);
  const bool within = second.is_none();
  const SharedFamily other = within ? first : second.cast<const SharedFamily&>();
  DistanceMatrix found = beside(threads, progress, [=](const Execution& execution) {
    return within ? distance_matrix(*first, options, execution)
                  : distance_matrix(*first, *other, options, execution);
  });
  return py::make_tuple(array_of(std::move(found.upper)), array_of(std::move(found.lower)),
                        found.not_converged);
}

}  // namespace

void add_transport(py::module_& module) {
  module.def("transport", &transport);
  module.def("distances", &distances);
}

}  // namespace wpga::python
