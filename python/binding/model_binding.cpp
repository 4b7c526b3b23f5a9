// Fits, models and projections.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <cmath>
#include <numeric>

#include "arrays.hpp"
#include "background.hpp"
#include "bindings.hpp"
#include "family_binding.hpp"
#include "results.hpp"
#include "values.hpp"
#include "wpga/base/error.hpp"
#include "wpga/io/files/analysis_file.hpp"
#include "wpga/io/load_family.hpp"
#include "wpga/io/options_json.hpp"
#include "wpga/io/read_write.hpp"
#include "wpga/measures/common_space.hpp"
#include "wpga/report/page/page.hpp"
#include "wpga/study/fit.hpp"
#include "wpga/study/project.hpp"

namespace wpga::python {

namespace {

struct SharedModel {
  std::shared_ptr<const Model> model;
  const Model& operator*() const { return *model; }
  const Model* operator->() const { return model.get(); }
};

SharedModel shared_model(Model model) { return {std::make_shared<const Model>(std::move(model))}; }

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
  TransportOptions transport;
  MeanOptions options = mean_options(keywords, transport);
  if (!start.is_none()) {
    const auto atoms = start.cast<const SharedFamily&>();
    require(atoms->count() == 1,
            fmt::format("`start_from` wants one measure, but there are {}", atoms->count()));
    options.from = copy_of((*atoms)[0]);
  }
  return shared_model(beside(threads, progress, [family, options, transport](const Execution& execution) {
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

py::dict project_by(const SharedModel& model, const SharedFamily& family, const py::dict& keywords,
                    int threads, const py::object& progress) {
  ProjectOptions options = options_by_keyword<ProjectOptions>(keywords, true);
  options.transport = for_scores(options.transport);
  AnalysisProjections found = beside(threads, progress, [model, family, options](const Execution& execution) {
    return project(*model, *family, options, execution);
  });
  return projection_dict(std::move(found));
}

// Scores are straight in the time, so two times of each component tell which time a score belongs to; it
// stays on the curve.
Matrix times_of_scores(const Model& model, const Doubles& scores) {
  const auto count = static_cast<Index>(model.analysis.components.size());
  require(scores.ndim() == 2 && scores.shape(1) == count,
          fmt::format("scores are an array (n, {}), one column a component", count));
  const Matrix ends =
      joint_scores(model.analysis, Matrix(Matrix::Identity(2, 2).col(1) * Vector::Ones(count).transpose()));
  Matrix times(scores.shape(0), count);
  for (Index i = 0; i < times.rows(); ++i)
    for (Index k = 0; k < count; ++k) {
      const double score = scores.at(i, k), way = ends(1, k) - ends(0, k);
      require(std::isfinite(score), fmt::format("score {} of row {} is not finite", k + 1, i + 1));
      times(i, k) = way > 0 ? std::clamp((score - ends(0, k)) / way, 0.0, 1.0) : 0.5;
    }
  return times;
}

SharedFamily measures_at(const SharedModel& model, const py::object& values, bool are_scores) {
  const Doubles rows = doubles(values, are_scores ? "the scores" : "the times");
  require(!model->analysis.components.empty(), "this model has no components");
  if (!are_scores)
    require(
        rows.ndim() == 2 && std::cmp_equal(rows.shape(1), model->analysis.components.size()),
        fmt::format("times are an array (n, {}), one column a component", model->analysis.components.size()));
  require(rows.ndim() == 2 && rows.shape(0) > 0, "no row was given; a family has one measure at least");
  const Matrix times = are_scores ? times_of_scores(*model, rows)
                                  : Matrix(MatrixView(rows.data(), rows.shape(1), rows.shape(0)).transpose());
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
  LoadedFamily loaded = beside(threads, progress, [model, paths](const Execution& execution) {
    return load_like(*model, paths, {}, {}, execution);
  });
  return shared(std::move(loaded.family), std::move(loaded.notes));
}

py::bytes encoded(const SharedModel& model) {
  const std::vector<std::byte> bytes = encode_model(*model);
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string page_of(const SharedModel& model, const py::object& family, const std::string& name,
                    const py::dict& meta, const py::dict& keywords) {
  const auto options = options_by_keyword<PictureOptions>(keywords);
  const std::vector<SampleColumn> columns = columns_of(meta);
  PageContents contents{.model = *model, .options = json_of(model->options).dump(), .file = name};
  contents.columns = columns;
  SharedFamily measures;
  if (!family.is_none()) {
    measures = entered(model, family.cast<const SharedFamily&>());
    contents.family = measures.family.get();
  }
  return report_page(contents, options);
}

}  // namespace

void add_model(py::module_& module) {
  py::class_<SharedModel>(module, "Model", "A mean, the components through it, and what reads new data.")
      .def("results", [](const SharedModel& model) { return model_dict(*model); })
      .def("project", &project_by)
      .def("measures_at", &measures_at)
      .def("measures_on", &measures_on)
      .def("mean", &mean_family)
      .def("entered", &entered)
      .def("read_alike", &read_alike)
      .def("encode", &encoded)
      .def("page", &page_of)
      .def("save", [](const SharedModel& model, const std::string& path) { write(*model, path); });
  module.def("fit", &fit_by);
  module.def("mean", &mean_by);
  module.def("load",
             [](const std::string& path) { return shared_model(read_model(std::filesystem::path(path))); });
}

}  // namespace wpga::python
