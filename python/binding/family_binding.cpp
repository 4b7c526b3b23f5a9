#include "family_binding.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "arrays.hpp"
#include "values.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/read_write.hpp"
#include "wpga/io/reading/read_pictures.hpp"
#include "wpga/io/reading/reading.hpp"
#include "wpga/io/reading/table_measures.hpp"
#include "wpga/measures/common_space.hpp"

namespace wpga::python {

namespace {

// visitor(name, member) for all that a space has beside its kind.
void for_each_part(auto& space, const auto& visitor) {
  visitor("grid", space.grid);
  visitor("axes", space.axes);
  visitor("center", space.center);
  visitor("scale", space.scale);
}

Space space_of(const py::dict& given) {
  Space space;
  if (given.contains("kind")) set_value(from_python(given["kind"]), space.kind);
  for_each_part(space, [&](const char* name, auto& to) {
    if (given.contains(name)) to = given[name].cast<std::remove_reference_t<decltype(to)>>();
  });
  return space;
}

py::dict space_dict(const Space& space) {
  py::dict all;
  all["kind"] = std::string(name_of(space.kind));
  for_each_part(space, [&](const char* name, const auto& part) { all[name] = part; });
  return all;
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
  const std::size_t given = weights.is_none() ? count : py::len(weights);
  require(given == count,
          fmt::format("{} arrays of points but {} of weights; every measure needs one", count, given));
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
  const std::size_t axes = family.space().axes.size();
  require(axes == 0 || std::cmp_equal(axes, family.dimension()),
          fmt::format("{} names of axes for points with {} coordinates", axes, family.dimension()));
  family.set_labels(labels);
  if (!measure_weights.is_none())
    family.set_measure_weights(weights_view(weight_array(measure_weights, 0, "measure_weights")));
  if (!reading.empty()) family.set_reading(reading_from(reading));
  return shared(std::move(family));
}

// An array as a file with it is read; `colors`: its last axis holds the channels of pictures.
SharedFamily family_from_array(const py::object& array, const py::object& support,
                               std::vector<std::string> labels, bool colors, const py::dict& keywords,
                               int threads, const py::object& progress) {
  LoadOptions options;
  set_keywords(options, keywords);
  SampleArray samples{
      .values = numeric_array_of(array, "the array"), .labels = std::move(labels), .colors = colors};
  if (!support.is_none()) samples.support = numeric_array_of(support, "the grid");
  return load_beside(threads, progress,
                     [samples = std::move(samples), options](const Execution& execution) mutable {
                       return load_array(std::move(samples), options, execution);
                     });
}

SharedFamily family_from_files(const std::vector<std::string>& paths, const py::dict& keywords, int threads,
                               const py::object& progress) {
  LoadOptions options;
  set_keywords(options, keywords);
  return load_beside(threads, progress, [paths, options](const Execution& execution) {
    return load_family(paths, options, execution);
  });
}

// The same measures after a change.
template <class Change>
SharedFamily changed(const SharedFamily& family, const Change& change) {
  MeasureFamily other = *family;
  change(other);
  return shared(std::move(other));
}

SharedFamily chosen(const SharedFamily& family, const std::vector<Index>& indices) {
  require(!indices.empty(), "no measure was chosen; a family has one at least");
  for (const Index i : indices)
    if (i < 0 || i >= family->count()) throw py::index_error(fmt::format("there is no measure {}", i));
  return shared(subset(*family, indices));
}

SharedFamily with_weights(const SharedFamily& family, const py::object& weights) {
  return changed(family, [&](MeasureFamily& other) {
    other.set_measure_weights(weights.is_none() ? Vector()
                                                : Vector(weights_view(weight_array(weights, 0, "weights"))));
  });
}

// Points (n, d) with every coordinate transformed as columns of tables are, and what the axes are called
// then.
py::tuple transformed_points(const py::object& given, std::vector<std::string> axes,
                             const py::object& transform) {
  ColumnTransforms asked;
  set_value(from_python(transform), asked);
  std::vector<std::size_t> all(axes.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  const auto transforms = transforms_for(asked, all, [&](const std::string& name) {
    return static_cast<std::size_t>(std::ranges::find(axes, name) - axes.begin());
  });
  Matrix points = points_view(point_array(given, "the points"));
  transform_rows(points, transforms);
  for (std::size_t k = 0; k < axes.size(); ++k) axes[k] = axis_name(axes[k], transforms[k]);
  return py::make_tuple(rows_of(std::move(points)), axes);
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

std::optional<Measure> first_measure(const py::object& family) {
  if (family.is_none()) return std::nullopt;
  return copy_of((*family.cast<const SharedFamily&>())[0]);
}

void add_family(py::module_& module) {
  const auto known = [](auto member) {
    return [member](const SharedFamily& family) { return std::invoke(member, *family); };
  };
  py::class_<SharedFamily>(module, "Family", "N measures, packed one after the other.")
      .def_property_readonly("count", known(&MeasureFamily::count))
      .def_property_readonly("dimension", known(&MeasureFamily::dimension))
      .def_property_readonly("names", known(&MeasureFamily::names))
      .def_property_readonly("labels", known(&MeasureFamily::labels))
      .def_property_readonly("points", &points_of, "(atoms, d), read-only, no copy")
      .def_property_readonly("weights", &weights_of, "(atoms,), read-only, no copy")
      .def_property_readonly("offsets",
                             [](const SharedFamily& family) {
                               const auto offsets = family->offsets();
                               return py::array_t<std::int64_t>(std::ssize(offsets), offsets.data());
                             })
      .def_property_readonly("measure_weights",
                             [](const SharedFamily& family) { return array_of(family->measure_weights()); })
      .def_property_readonly("space", [](const SharedFamily& family) { return space_dict(family->space()); })
      .def_property_readonly("reading",
                             [](const SharedFamily& family) { return to_python(family->reading().options); })
      .def_property_readonly("reading_text",
                             [](const SharedFamily& family) {
                               const Reading& reading = family->reading();
                               return reading.empty() ? std::string() : reading_text(reading);
                             })
      .def_readonly("notes", &SharedFamily::notes)
      .def("subset", &chosen)
      .def("with_weights", &with_weights)
      .def("with_labels",
           [](const SharedFamily& family, const std::vector<std::string>& labels) {
             return changed(family, [&](MeasureFamily& other) { other.set_labels(labels); });
           })
      .def("centered", [](const SharedFamily& family) { return shared(centered(*family)); })
      .def("standardized",
           [](const SharedFamily& family) {
             return changed(family, [](MeasureFamily& other) { standardize_pooled({&other}); });
           })
      .def("save", [](const SharedFamily& family, const std::string& path) { write(*family, path); });

  module.def("family_from_clouds", &family_from_clouds);
  module.def("family_from_array", &family_from_array);
  module.def("family_from_files", &family_from_files);
  module.def("transformed", &transformed_points);
  module.def("sampled_rows", &sampled_rows);
}

}  // namespace wpga::python
