// Fits, models, projections, and comparisons of methods.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <limits>
#include <span>

#include "arrays.hpp"
#include "bindings.hpp"
#include "family_binding.hpp"
#include "results.hpp"
#include "values.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/read_write.hpp"
#include "wpga/measures/common_space.hpp"
#include "wpga/report/page/page.hpp"
#include "wpga/study/comparison_rows.hpp"
#include "wpga/study/fit.hpp"
#include "wpga/study/project.hpp"

namespace wpga::python {

namespace {

// Never changed once it is made: work beside the interpreter may still read it.
using SharedModel = std::shared_ptr<Model>;

SharedModel shared_model(Model model) { return std::make_shared<Model>(std::move(model)); }

// Columns about measures, by name: numbers, NaN where missing, or texts.
std::vector<SampleColumn> columns_of(const py::dict& given) {
  std::vector<SampleColumn> columns;
  for (const auto& [name, values] : given) {
    SampleColumn column{.name = py::str(name), .numeric = py::isinstance<py::array>(values)};
    if (column.numeric)
      column.numbers = weights_view(weight_array(values, 0, column.name));
    else
      column.texts = values.cast<std::vector<std::string>>();
    columns.push_back(std::move(column));
  }
  return columns;
}

SharedModel fit_by(const SharedFamily& family, const std::string& method, const py::dict& keywords,
                   const py::dict& meta, int threads, const py::object& progress) {
  const FitOptions options = fit_options(method, keywords);
  const FitRun run{.columns = columns_of(meta)};
  return shared_model(beside(threads, progress, [family, options, run](const Execution& execution) {
    return fit(*family, options, execution, run);
  }));
}

SharedModel mean_by(const SharedFamily& family, const py::object& start, const py::dict& keywords,
                    int threads, const py::object& progress) {
  MeanRequest asked = mean_options(keywords);
  asked.mean.from = first_measure(start);
  return shared_model(beside(threads, progress, [family, asked](const Execution& execution) {
    const auto& [options, transport] = asked;
    const Mean mean = find_mean(*family, options, transport, execution);
    const MeanMethod method = mean_method(*family, options, transport);
    return model_of(mean, *family, mean_values(method, options, transport, ""));
  }));
}

// The same measures where the model's are: standardised with its numbers.
SharedFamily entered(const SharedModel& model, const SharedFamily& family) {
  MeasureFamily measures = *family;
  enter_space(measures, model->space, model->analysis.mean.dimension());
  return shared(std::move(measures));
}

// Keywords of other things than a projection are passed over.
py::dict project_by(const SharedModel& model, const SharedFamily& family, const py::dict& keywords,
                    int threads, const py::object& progress) {
  ProjectOptions options;
  for (const auto& [key, value] : keywords)
    set_named(options, "", name_of_keyword(text_from(key)), from_python(value));
  validate(options);
  options.transport = for_scores(options.transport);
  return projection_dict(beside(threads, progress, [model, family, options](const Execution& execution) {
    return project(*model, *family, options, execution);
  }));
}

SharedFamily measures_at_scores(const SharedModel& model, const py::object& values) {
  require(!model->analysis.components.empty(), "this model has no components");
  const Doubles rows = doubles(values, "the scores");
  require(rows.ndim() == 2, fmt::format("scores are an array (n, {}), one column a component",
                                        model->analysis.components.size()));
  require(rows.shape(0) > 0, "no row was given; a family has one measure at least");
  const Matrix times = times_of_scores(model->analysis, points_view(rows).transpose());
  MeasureFamily family(model->space);
  family.set_reading(model->reading);
  for (Index i = 0; i < times.rows(); ++i) {
    const Vector row = times.row(i);
    const Measure there = measure_at(*model, std::span(row.data(), static_cast<std::size_t>(row.size())));
    family.append(there.points, there.weights, std::to_string(i));
  }
  return shared(std::move(family));
}

SharedFamily measures_on(const SharedModel& model, std::size_t component, const std::vector<double>& times) {
  require(component < model->analysis.components.size(), fmt::format("there is no component {}", component));
  MeasureFamily family(model->space);
  for (const double time : times) {
    require(time >= 0 && time <= 1, fmt::format("the time {} is not between 0 and 1", time));
    const Measure there = measure_at(model->analysis, std::span(&component, 1), std::span(&time, 1));
    family.append(there.points, there.weights, fmt::format("{:g}", time));
  }
  return shared(std::move(family));
}

SharedFamily mean_family(const SharedModel& model) {
  MeasureFamily family(model->space);
  family.append(model->analysis.mean.view(), "mean");
  return shared(std::move(family));
}

SharedFamily read_alike(const SharedModel& model, const std::vector<std::string>& paths, int threads,
                        const py::object& progress) {
  return load_beside(threads, progress, [model, paths](const Execution& execution) {
    return load_like(*model, paths, {}, {}, execution);
  });
}

py::bytes encoded(const SharedModel& model) {
  const std::vector<std::byte> bytes = encode_model(*model);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string page_of(const SharedModel& model, const py::object& family, const std::string& name,
                    const py::dict& meta) {
  const std::vector<SampleColumn> columns = columns_of(meta);
  PageContents contents{.model = *model, .options = json_of(model->options).dump(), .file = name};
  contents.columns = columns;
  SharedFamily measures;
  if (!family.is_none()) {
    measures = entered(model, family.cast<const SharedFamily&>());
    contents.family = measures.family.get();
  }
  return report_page(contents, {});
}

// Rows of the table, NaN where a number does not apply, and refused methods with their reasons.
py::dict comparison_dict(const Comparison& comparison) {
  py::list rows;
  for (const ComparedMethod& method : comparison.methods)
    for (std::size_t k = 0; k < method.analysis.components.size(); ++k) {
      py::dict row;
      row["method"] = method.name;
      for (const auto& [name, value] : comparison_row(method, static_cast<Index>(k), comparison))
        row[py::str(name)] = value.value_or(std::numeric_limits<double>::quiet_NaN());
      rows.append(row);
    }
  py::dict all, refused;
  for (const RefusedMethod& method : comparison.refused)
    refused[py::str(method.name)] = in_python_words(method.reason);
  all["rows"] = rows;
  all["refused"] = refused;
  all["variance"] = comparison.variance;
  all["held_out_variance"] = comparison.held_out_variance;
  return all;
}

py::dict compare_by(const SharedFamily& family, const std::vector<std::string>& methods,
                    const py::object& start, const py::dict& keywords, int threads,
                    const py::object& progress) {
  ComparisonRequest request = comparison_options(methods, keywords);
  request.fits.mean.from = first_measure(start);
  const FamilyComparison all = beside(threads, progress, [family, request](const Execution& execution) {
    return compare_on(*family, request.methods, request.fits, request.comparison, execution);
  });
  return comparison_dict(all.found);
}

}  // namespace

void add_model(py::module_& module) {
  py::class_<Model, SharedModel>(module, "Model",
                                 "A mean, the components through it, and what reads new data.")
      .def("results", [](const SharedModel& model) { return model_dict(*model); })
      .def("project", &project_by)
      .def("measures_at", &measures_at_scores)
      .def("measures_on", &measures_on)
      .def("mean", &mean_family)
      .def("entered", &entered)
      .def("read_alike", &read_alike)
      .def("encode", &encoded)
      .def("page", &page_of)
      .def("save", [](const SharedModel& model, const std::string& path) { write(*model, path); });
  module.def("fit", &fit_by);
  module.def("mean", &mean_by);
  module.def("compare", &compare_by);
  module.def("load",
             [](const std::string& path) { return shared_model(read_model(std::filesystem::path(path))); });
}

}  // namespace wpga::python
