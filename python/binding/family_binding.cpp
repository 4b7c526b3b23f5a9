#include "family_binding.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <utility>

#include "arrays.hpp"
#include "background.hpp"
#include "values.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/load_family.hpp"
#include "wpga/io/read_write.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/reading/table_measures.hpp"
#include "wpga/measures/common_space.hpp"

namespace wpga::python {

namespace {

Space space_of(const py::dict& given) {
  Space space;
  const auto take = [&](const char* name, auto& to) {
    if (given.contains(name)) to = given[name].cast<std::remove_reference_t<decltype(to)>>();
  };
  if (given.contains("kind")) set_value(from_python(given["kind"]), space.kind);
  take("grid", space.grid);
  take("axes", space.axes);
  take("center", space.center);
  take("scale", space.scale);
  return space;
}

py::dict space_dict(const Space& space) {
  py::dict all;
  all["kind"] = std::string(name_of(space.kind));
  all["grid"] = space.grid;
  all["axes"] = space.axes;
  all["center"] = space.center;
  all["scale"] = space.scale;
  return all;
}

void require_space_fits(const Space& space, Index dimension) {
  const auto fits = [&](std::size_t size) { return size == 0 || std::cmp_equal(size, dimension); };
  require(fits(space.axes.size()),
          fmt::format("{} names of axes for points with {} coordinates", space.axes.size(), dimension));
  require(fits(space.center.size()) && space.center.size() == space.scale.size(),
          "center and scale need one number for each coordinate");
}

// Room for all atoms at once, where the arrays tell how many: growing would hold them twice.
void reserve_for(const py::sequence& points, MeasureFamily& family) {
  Index atoms = 0, dimension = 1;
  for (const py::handle cloud : points) {
    if (!py::isinstance<py::array>(cloud)) return;
    const auto array = py::reinterpret_borrow<py::array>(cloud);
    if (array.ndim() != 1 && array.ndim() != 2) return;
    atoms += array.shape(0);
    dimension = array.ndim() == 2 ? array.shape(1) : 1;
  }
  family.reserve(static_cast<Index>(py::len(points)), atoms, dimension);
}

// Measures one after the other; `weights` None: all atoms of a measure weigh the same.
SharedFamily family_from_clouds(const py::sequence& points, const py::object& weights,
                                const std::vector<std::string>& names, const std::vector<std::string>& labels,
                                const py::object& measure_weights, const py::dict& space,
                                const std::string& reading) {
  const std::size_t count = py::len(points);
  require(count > 0, "there are no measures: the list is empty");
  require(weights.is_none() || py::len(weights) == count,
          fmt::format("{} arrays of points but {} of weights; every measure needs one", count,
                      weights.is_none() ? 0 : py::len(weights)));
  require(names.empty() || names.size() == count,
          fmt::format("{} names for {} measures", names.size(), count));
  MeasureFamily family(space_of(space));
  reserve_for(points, family);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = names.empty() ? std::to_string(i) : names[i];
    const std::string what = fmt::format("measure '{}'", name);
    const py::object own = weights.is_none() ? py::object(py::none()) : py::object(weights[py::int_(i)]);
    const Doubles atoms = point_array(py::object(points[i]), what);
    const Doubles masses = weight_array(own, atoms.shape(0), what);
    require(atoms.shape(0) > 0, what + ": it has no points");
    family.append(points_view(atoms), weights_view(masses), name);
  }
  require_space_fits(family.space(), family.dimension());
  family.set_labels(labels);
  if (!measure_weights.is_none())
    family.set_measure_weights(weights_view(weight_array(measure_weights, 0, "measure_weights")));
  if (!reading.empty()) family.set_reading(reading_from(reading));
  return shared(std::move(family));
}

// An array as a file with it is read.
SharedFamily family_from_array(const py::object& array, const py::object& support,
                               std::vector<std::string> labels, const py::dict& keywords, int threads,
                               const py::object& progress) {
  const LoadOptions options = load_options(keywords);
  SampleArray samples{.values = numeric_array_of(array, "the array"), .labels = std::move(labels)};
  if (!support.is_none()) samples.support = numeric_array_of(support, "the grid");
  LoadedFamily loaded = beside(threads, progress, [samples, options](const Execution& execution) {
    return load_array(samples, options, execution);
  });
  return shared(std::move(loaded.family), std::move(loaded.notes));
}

SharedFamily family_from_files(const std::vector<std::string>& paths, const py::dict& keywords, int threads,
                               const py::object& progress) {
  const LoadOptions options = load_options(keywords);
  LoadedFamily loaded = beside(threads, progress, [paths, options](const Execution& execution) {
    return load_family(paths, options, execution);
  });
  return shared(std::move(loaded.family), std::move(loaded.notes));
}

SharedFamily chosen(const SharedFamily& family, const std::vector<Index>& indices) {
  require(!indices.empty(), "no measure was chosen; a family has one at least");
  for (const Index i : indices)
    if (i < 0 || i >= family->count()) throw py::index_error(fmt::format("there is no measure {}", i));
  return shared(subset(*family, indices));
}

SharedFamily with_weights(const SharedFamily& family, const py::object& weights) {
  MeasureFamily changed = *family;
  changed.set_measure_weights(weights.is_none() ? Vector()
                                                : Vector(weights_view(weight_array(weights, 0, "weights"))));
  return shared(std::move(changed));
}

SharedFamily with_labels(const SharedFamily& family, std::vector<std::string> labels) {
  MeasureFamily changed = *family;
  changed.set_labels(std::move(labels));
  return shared(std::move(changed));
}

py::object points_of(const py::object& self) {
  const auto& family = self.cast<const SharedFamily&>();
  return look_at(family->points().data(), {family->atoms(), family->dimension()}, self);
}

py::object weights_of(const py::object& self) {
  const auto& family = self.cast<const SharedFamily&>();
  return look_at(family->weights().data(), {family->atoms()}, self);
}

}  // namespace

SharedFamily shared(MeasureFamily family, std::vector<std::string> notes) {
  return {std::make_shared<const MeasureFamily>(std::move(family)), std::move(notes)};
}

void add_family(py::module_& module) {
  py::class_<SharedFamily>(module, "Family", "N measures, packed one after the other.")
      .def_property_readonly("count", [](const SharedFamily& family) { return family->count(); })
      .def_property_readonly("dimension", [](const SharedFamily& family) { return family->dimension(); })
      .def_property_readonly("points", &points_of, "(atoms, d), read-only, no copy")
      .def_property_readonly("weights", &weights_of, "(atoms,), read-only, no copy")
      .def_property_readonly("offsets",
                             [](const SharedFamily& family) {
                               const auto offsets = family->offsets();
                               return py::array_t<std::int64_t>(static_cast<py::ssize_t>(offsets.size()),
                                                                offsets.data());
                             })
      .def_property_readonly("names", [](const SharedFamily& family) { return family->names(); })
      .def_property_readonly("labels", [](const SharedFamily& family) { return family->labels(); })
      .def_property_readonly("measure_weights",
                             [](const SharedFamily& family) { return array_of(family->measure_weights()); })
      .def_property_readonly("space", [](const SharedFamily& family) { return space_dict(family->space()); })
      .def_property_readonly("reading",
                             [](const SharedFamily& family) { return to_python(family->reading().options); })
      .def_property_readonly("reading_text",
                             [](const SharedFamily& family) {
                               return family->reading().empty() ? std::string()
                                                                : reading_text(family->reading());
                             })
      .def_readonly("notes", &SharedFamily::notes)
      .def("subset", &chosen)
      .def("with_weights", &with_weights)
      .def("with_labels", &with_labels)
      .def("centered", [](const SharedFamily& family) { return shared(centered(*family)); })
      .def("standardized",
           [](const SharedFamily& family) {
             MeasureFamily changed = *family;
             standardize_pooled({&changed});
             return shared(std::move(changed));
           })
      .def("save", [](const SharedFamily& family, const std::string& path) { write(*family, path); });

  module.def("family_from_clouds", &family_from_clouds);
  module.def("family_from_array", &family_from_array);
  module.def("family_from_files", &family_from_files);
  module.def("sampled_rows", [](Index count, Index wanted, std::uint64_t seed, std::uint64_t stream) {
    return sampled_rows(count, wanted, seed, stream);
  });
}

}  // namespace wpga::python
