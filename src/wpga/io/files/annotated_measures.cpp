#include "wpga/io/files/annotated_measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "wpga/base/error.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

constexpr std::size_t most_unasked = 200;  // coordinates that nobody chose

struct Groups {
  std::vector<std::string> names;
  std::vector<std::vector<Index>> cells;
  Index nameless = 0;
};

std::vector<std::string> name_columns(const AnnotatedFile& file, const TableOptions& options) {
  for (const std::string& name : options.name_columns)
    require(std::ranges::count(options.name_columns, name) == 1,
            fmt::format("`name-columns` names {} twice", shown(name)));
  if (!options.name_columns.empty()) return options.name_columns;
  for (const char* usual : {"measure", "sample", "sample_id"})
    if (file.has_column(usual)) return {usual};
  throw InputError(
      fmt::format("no column of obs is called measure or sample; say with `name-columns` which one "
                  "names the measures (it has {}), or with `table` cloud that the file is one",
                  file.columns().empty() ? "none" : fmt::format("{}", fmt::join(file.columns(), ", "))));
}

Groups grouped_cells(const AnnotatedFile& file, const std::vector<std::string>& columns) {
  std::vector<CellLabels> labels;
  for (const std::string& column : columns) labels.push_back(file.labels(column));
  Groups groups;
  std::unordered_map<std::string, std::size_t> known;
  for (Index cell = 0; cell < file.cells(); ++cell) {
    std::string name;
    for (const CellLabels& label : labels)
      if (const std::int32_t code = label.codes[static_cast<std::size_t>(cell)]; code >= 0)
        name.append(name.empty() ? "" : " ").append(label.levels[static_cast<std::size_t>(code)]);
    if (name.empty()) {
      ++groups.nameless;
      continue;
    }
    const auto [place, is_new] = known.try_emplace(name, groups.names.size());
    if (is_new) {
      groups.names.push_back(std::move(name));
      groups.cells.emplace_back();
    }
    groups.cells[place->second].push_back(cell);
  }
  require(!groups.names.empty(),
          fmt::format("no cell has a value in the column {} of obs", shown(columns.front())));
  return groups;
}

Groups one_group(const AnnotatedFile& file, const std::string& name) {
  Groups groups{{name}, {std::vector<Index>(static_cast<std::size_t>(file.cells()))}};
  std::iota(groups.cells[0].begin(), groups.cells[0].end(), Index{0});
  return groups;
}

std::vector<std::size_t> chosen_variables(const AnnotatedFile& file, const std::vector<std::string>& asked) {
  std::vector<std::size_t> chosen =
      asked_columns(asked, "columns", [&](const std::string& name) { return file.find(name); });
  if (!asked.empty()) return chosen;
  require(file.variables().size() <= most_unasked,
          fmt::format(
              "it has {} variables; choose some with `columns`, or a reduced matrix with `layer` obsm/X_pca",
              file.variables().size()));
  chosen.resize(file.variables().size());
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  return chosen;
}

bool is_missing(double value) { return std::isnan(value); }
bool is_missing(std::int32_t) { return false; }

// The one value that all cells of a measure have.
template <class Values>
auto agreed(const Values& values, const std::vector<Index>& cells, const std::string& column,
            const std::string& measure) {
  const auto first = values[static_cast<std::size_t>(cells.front())];
  const auto agrees = [&](const auto& value) {
    return value == first || (is_missing(value) && is_missing(first));
  };
  for (const Index cell : cells)
    require(agrees(values[static_cast<std::size_t>(cell)]),
            fmt::format("the cells of the measure '{}' differ in the column {} of obs; it must be the same "
                        "within a measure",
                        displayed(measure), shown(column)));
  return first;
}

Cloud cloud_of(const AnnotatedFile& file, const Matrix& values, const std::vector<Index>& cells,
               const std::vector<std::size_t>& chosen, const std::vector<ColumnTransform>& transforms,
               const std::vector<double>& weights) {
  const auto count = static_cast<Index>(cells.size());
  Cloud cloud{Matrix(values.rows(), count), Vector::Ones(count)};
  for (Index k = 0; k < count; ++k) {
    const Index cell = cells[static_cast<std::size_t>(k)];
    for (Index d = 0; d < values.rows(); ++d) {
      const double value = values(d, cell);
      const auto at = static_cast<std::size_t>(d);
      const auto moved = std::isfinite(value) ? transformed(value, transforms[at]) : std::nullopt;
      require(moved.has_value(),
              fmt::format(
                  "cell {}, variable {}: {} {}", cell + 1, displayed(file.variables()[chosen[at]]), value,
                  std::isfinite(value) ? "has no logarithm; use `transform` asinh" : "is no finite number"));
      cloud.points(d, k) = *moved;
    }
    if (!weights.empty()) cloud.weights[k] = weights[static_cast<std::size_t>(cell)];
  }
  return cloud;
}

}  // namespace

AnnotatedMeasures measures_from_cells(const AnnotatedFile& file, const std::string& name,
                                      const TableOptions& options, RowDraws draws) {
  require(options.form != TableForm::histograms,
          "`table` histograms: an .h5ad file holds cells, not histograms");
  Groups groups = options.form == TableForm::cloud ? one_group(file, name)
                                                   : grouped_cells(file, name_columns(file, options));
  const std::vector<std::size_t> chosen = chosen_variables(file, options.columns);
  const std::vector<ColumnTransform> transforms = transforms_for(
      options.transform, chosen, [&](const std::string& variable) { return file.find(variable); });
  const std::string label_column =
      options.label_column.empty() && file.has_column("label") ? "label" : options.label_column;
  const CellLabels labels = label_column.empty() ? CellLabels() : file.labels(label_column);
  const auto numbers_of = [&](const std::string& column) {
    return column.empty() ? std::vector<double>() : file.numbers(column);
  };
  const std::vector<double> weights = numbers_of(options.weight_column),
                            measure_weights = numbers_of(options.measure_weights);

  AnnotatedMeasures result{.nameless = groups.nameless};
  TableMeasures& table = result.measures;
  table.has_measure_weights = !measure_weights.empty();
  for (std::size_t d = 0; d < chosen.size(); ++d)
    table.space.axes.push_back(axis_name(file.variables()[chosen[d]], transforms[d]));
  const Matrix values = file.values(chosen);
  for (std::size_t i = 0; i < groups.names.size(); ++i) {
    const std::vector<Index>& all = groups.cells[i];
    NamedCloud measure{.cloud = {}, .name = groups.names[i], .label = {}};
    if (!label_column.empty())
      if (const std::int32_t code = agreed(labels.codes, all, label_column, measure.name); code >= 0)
        measure.label = labels.levels[static_cast<std::size_t>(code)];
    if (!measure_weights.empty()) {
      measure.measure_weight = agreed(measure_weights, all, options.measure_weights, measure.name);
      require(!std::isnan(measure.measure_weight),
              fmt::format("the measure '{}' has no value in the column {} of obs", displayed(measure.name),
                          shown(options.measure_weights)));
    }
    const auto count = static_cast<Index>(all.size());
    std::vector<Index> cells =
        sampled_rows(count, options.sample > 0 ? std::min<Index>(options.sample, count) : count, draws.seed,
                     draws.stream + i);
    for (Index& cell : cells) cell = all[static_cast<std::size_t>(cell)];
    measure.cloud = cloud_of(file, values, cells, chosen, transforms, weights);
    table.measures.push_back(std::move(measure));
  }
  return result;
}

}  // namespace wpga
