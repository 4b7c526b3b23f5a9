// The reading of a table whose rows are histograms.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "wpga/base/error.hpp"
#include "wpga/io/formats/tables/histogram_bins.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/formats/text_lines.hpp"
#include "wpga/io/reading/table_measures.hpp"

namespace wpga {

namespace {

struct Bins {
  std::vector<std::size_t> columns;
  Matrix positions;  // 1 × bins
};

std::vector<std::size_t> bin_columns(const Table& table, const TableOptions& options) {
  std::vector<std::size_t> columns =
      asked_columns(options.columns, "columns", [&](const std::string& name) { return table.find(name); });
  if (!columns.empty()) return columns;
  for (std::size_t k = 0; k < table.columns().size(); ++k)
    if (!table.has_header() || parse_bin_header(table.columns()[k].name)) columns.push_back(k);
  return columns;
}

Bins find_bins(const Table& table, const TableOptions& options) {
  Bins bins{bin_columns(table, options), {}};
  require(!bins.columns.empty(), "no header is a bin: a number such as 12.5, or a range such as 5-9 or 100+");
  std::vector<double> centers;
  if (table.has_header()) {
    std::vector<BinHeader> headers;
    for (const std::size_t k : bins.columns) {
      const std::string& name = table.columns()[k].name;
      const auto header = parse_bin_header(name);
      require(header.has_value(),
              fmt::format("the header {} is not a bin: a number or a range such as 5-9", shown(name)));
      headers.push_back(*header);
    }
    centers = bin_centers(headers);
  } else {
    for (std::size_t k = 0; k < bins.columns.size(); ++k) centers.push_back(static_cast<double>(k));
  }
  require(options.transform.columns.empty(),
          "`transform`: histograms have one axis; give one transform for all of it");
  const ColumnTransform& transform = options.transform.all;
  bins.positions.resize(1, static_cast<Index>(centers.size()));
  for (std::size_t k = 0; k < centers.size(); ++k) {
    require_numeric(table, bins.columns[k]);
    const std::optional<double> position = transformed(centers[k], transform);
    require(position.has_value(),
            fmt::format("the bin at {} has no logarithm; use `transform` asinh", centers[k]));
    bins.positions(0, static_cast<Index>(k)) = *position;
  }
  return bins;
}

std::vector<std::string> joined_rows(const Table& table, const std::vector<std::size_t>& columns) {
  std::vector<std::string> names;
  for (Index row = 0; row < table.rows(); ++row) names.push_back(joined_cells(table, row, columns));
  return names;
}

bool all_different(const std::vector<std::string>& names) {
  return std::set<std::string_view>(names.begin(), names.end()).size() == names.size();
}

// The text columns name a row; number columns (codes, years) join them only where the text alone repeats.
std::vector<std::string> row_names(const Table& table, const Bins& bins, const TableOptions& options) {
  std::vector<std::size_t> all,
      text = asked_columns(options.name_columns, "name-columns",
                           [&](const std::string& name) { return table.find(name); });
  if (!text.empty()) return joined_rows(table, text);
  const std::vector<bool> is_bin = among(table, bins.columns);
  for (std::size_t k = 0; k < table.columns().size(); ++k) {
    if (is_bin[k]) continue;
    all.push_back(k);
    if (!table.columns()[k].numeric) text.push_back(k);
  }
  std::vector<std::string> names = joined_rows(table, text);
  if (!all_different(names)) names = joined_rows(table, all);
  if (all_different(names)) return names;
  for (Index row = 0; row < table.rows(); ++row) {
    std::string& name = names[static_cast<std::size_t>(row)];
    name += fmt::format("{}line {}", name.empty() ? "" : " ", table.line(row));
  }
  return names;
}

}  // namespace

TableMeasures measures_from_histograms(const Table& table, const TableOptions& options) {
  validate(options);
  require(options.sample == 0,
          "`sample` draws atoms of clouds; the rows of this table are histograms (see `table`)");
  require(options.weight_column.empty(),
          "`weight-column`: the cells of a histogram are its weights (see `table`)");
  const Bins bins = find_bins(table, options);
  const auto label = asked_or_usual(table, options.label_column, {"label"});
  std::optional<std::size_t> measure_weight;
  if (!options.measure_weights.empty()) {
    measure_weight = table.find(options.measure_weights);
    require_numeric(table, *measure_weight);
  }
  std::vector<std::string> names = row_names(table, bins, options);

  TableMeasures result;
  result.space.kind = Kind::histogram;
  result.has_measure_weights = measure_weight.has_value();
  for (Index row = 0; row < table.rows(); ++row) {
    Cloud cloud{bins.positions, Vector(bins.positions.cols())};
    for (std::size_t k = 0; k < bins.columns.size(); ++k)
      cloud.weights(static_cast<Index>(k)) = weight_at(table, row, bins.columns[k]);
    require(cloud.weights.maxCoeff() > 0, fmt::format("line {}: the histogram has no mass", table.line(row)));
    NamedCloud measure{std::move(cloud), std::move(names[static_cast<std::size_t>(row)]), {}, 1};
    if (label) measure.label = table.text(row, *label);
    if (measure_weight) measure.measure_weight = weight_at(table, row, *measure_weight);
    result.measures.push_back(std::move(measure));
  }
  return result;
}

}  // namespace wpga
