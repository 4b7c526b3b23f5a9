#include "wpga/io/reading/table_measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/io/formats/tables/histogram_bins.hpp"
#include "wpga/io/formats/text_lines.hpp"

namespace wpga {

namespace {

using MaybeColumn = std::optional<std::size_t>;

// The columns of a table whose rows are atoms.
struct AtomColumns {
  MaybeColumn weight;
  std::vector<std::size_t> coordinates;
  std::vector<ColumnTransform> transforms;  // one for each coordinate
};

std::size_t bin_count(const Table& table) {
  if (!table.has_header()) return 0;
  const auto is_bin = [](const Table::Column& column) { return parse_bin_header(column.name).has_value(); };
  return static_cast<std::size_t>(std::count_if(table.columns().begin(), table.columns().end(), is_bin));
}

Cloud cloud_of(const Table& table, std::span<const Index> rows, const AtomColumns& columns) {
  const auto count = static_cast<Index>(rows.size());
  const auto dimension = static_cast<Index>(columns.coordinates.size());
  Cloud cloud{Matrix(dimension, count), Vector::Ones(count)};
  for (Index k = 0; k < count; ++k) {
    const Index row = rows[static_cast<std::size_t>(k)];
    for (Index d = 0; d < dimension; ++d)
      cloud.points(d, k) = coordinate_at(table, row, columns.coordinates[static_cast<std::size_t>(d)],
                                         columns.transforms[static_cast<std::size_t>(d)]);
    if (columns.weight) cloud.weights(k) = weight_at(table, row, *columns.weight);
  }
  return cloud;
}

std::vector<Index> drawn(std::span<const Index> rows, const TableOptions& options, RowDraws draws) {
  const auto count = static_cast<Index>(rows.size());
  const Index wanted = options.sample == 0 ? count : std::min<Index>(options.sample, count);
  std::vector<Index> kept = sampled_rows(count, wanted, draws.seed, draws.stream);
  for (Index& k : kept) k = rows[static_cast<std::size_t>(k)];
  return kept;
}

void choose_coordinates(const Table& table, const TableOptions& options,
                        const std::vector<MaybeColumn>& taken, const std::vector<std::size_t>& name_columns,
                        AtomColumns& columns) {
  columns.coordinates = coordinate_columns(table, options.columns, taken, name_columns);
  columns.transforms = transforms_for(options.transform, columns.coordinates,
                                      [&](const std::string& name) { return table.find(name); });
}

Space space_of_atoms(const Table& table, const AtomColumns& columns) {
  Space space;
  for (std::size_t k = 0; k < columns.coordinates.size(); ++k)
    space.axes.push_back(axis_name(table.columns()[columns.coordinates[k]].name, columns.transforms[k]));
  return space;
}

// The cell that all rows of one measure must agree on.
std::string_view agreed(const Table& table, std::span<const Index> rows, std::size_t column) {
  const std::string_view first = table.text(rows.front(), column);
  for (const Index row : rows)
    if (table.text(row, column) != first)
      fail_at(
          table, row, column,
          fmt::format("{} where the measure's row in line {} has {}; it must be the same within a measure",
                      shown(table.text(row, column)), table.line(rows.front()), shown(first)));
  return first;
}

struct Groups {
  std::vector<std::string> names;
  std::vector<std::vector<Index>> rows;
};

Groups group_rows(const Table& table, const std::vector<std::size_t>& name_columns) {
  Groups groups;
  std::unordered_map<std::string, std::size_t> known;
  for (Index row = 0; row < table.rows(); ++row) {
    std::string name = joined_cells(table, row, name_columns);
    if (name.empty()) fail_at(table, row, name_columns.front(), "the name of the measure is missing");
    const auto [place, is_new] = known.try_emplace(name, groups.names.size());
    if (is_new) {
      groups.names.push_back(std::move(name));
      groups.rows.emplace_back();
    }
    groups.rows[place->second].push_back(row);
  }
  return groups;
}

MaybeColumn measure_weight_column(const Table& table, const TableOptions& options) {
  if (options.measure_weights.empty()) return std::nullopt;
  const std::size_t column = table.find(options.measure_weights);
  require_numeric(table, column);
  return column;
}

}  // namespace

TableForm guess_form(const Table& table) {
  if (table.has_header() && table.find_any({"measure"})) return TableForm::long_form;
  if (bin_count(table) >= 2) return TableForm::histograms;
  if (table.has_header() && table.find_any({"sample", "name"})) return TableForm::long_form;
  return TableForm::cloud;
}

TableMeasures measures_from_long_form(const Table& table, const TableOptions& options, RowDraws draws) {
  validate(options);
  std::vector<std::size_t> name_columns = asked_columns(
      options.name_columns, "name-columns", [&](const std::string& name) { return table.find(name); });
  if (name_columns.empty()) {
    const MaybeColumn usual = table.find_any({"measure", "sample", "name"});
    require(usual.has_value(),
            "no column is called measure; say with `name-columns` which one names the measures");
    name_columns = {*usual};
  }
  const MaybeColumn label = asked_or_usual(table, options.label_column, {"label"});
  const MaybeColumn measure_weight = measure_weight_column(table, options);
  AtomColumns columns{.weight = asked_or_usual(table, options.weight_column, {"weight"})};
  if (columns.weight) require_numeric(table, *columns.weight);
  std::vector<MaybeColumn> taken = {label, measure_weight, columns.weight};
  taken.insert(taken.end(), name_columns.begin(), name_columns.end());
  choose_coordinates(table, options, taken, name_columns, columns);

  TableMeasures result{space_of_atoms(table, columns), {}, measure_weight.has_value()};
  if (options.columns.empty()) result.unused = unused_columns(table, columns.coordinates, taken);
  Groups groups = group_rows(table, name_columns);
  for (std::size_t i = 0; i < groups.rows.size(); ++i) {
    const std::vector<Index> rows = drawn(groups.rows[i], options, {draws.seed, draws.stream + i});
    NamedCloud measure{cloud_of(table, rows, columns), std::move(groups.names[i]), {}, 1};
    if (label) measure.label = agreed(table, groups.rows[i], *label);
    if (measure_weight) {
      agreed(table, groups.rows[i], *measure_weight);
      measure.measure_weight = weight_at(table, groups.rows[i].front(), *measure_weight);
    }
    result.measures.push_back(std::move(measure));
  }
  return result;
}

TableMeasures measure_from_cloud(const Table& table, std::string name, const TableOptions& options,
                                 RowDraws draws) {
  validate(options);
  require(options.name_columns.empty(), "`name-columns`: a cloud is named after its file; use `table` long");
  require(options.measure_weights.empty(),
          "`measure-weights`: a cloud has no column for them; use `table` long");
  const MaybeColumn label = asked_or_usual(table, options.label_column, {"label"});
  AtomColumns columns{.weight = asked_or_usual(table, options.weight_column, {"weight"})};
  if (columns.weight) require_numeric(table, *columns.weight);
  const std::vector<MaybeColumn> taken = {label, columns.weight};
  choose_coordinates(table, options, taken, {}, columns);

  std::vector<Index> all(static_cast<std::size_t>(table.rows()));
  std::iota(all.begin(), all.end(), Index{0});
  TableMeasures result{space_of_atoms(table, columns), {}, false};
  if (options.columns.empty()) result.unused = unused_columns(table, columns.coordinates, taken);
  NamedCloud measure{cloud_of(table, drawn(all, options, draws), columns), std::move(name), {}, 1};
  if (label) measure.label = agreed(table, all, *label);
  result.measures.push_back(std::move(measure));
  return result;
}

TableMeasures measures_from_table(const Table& table, std::string name, const TableOptions& options,
                                  RowDraws draws) {
  const TableForm form = options.form == TableForm::automatic ? guess_form(table) : options.form;
  if (form == TableForm::long_form) return measures_from_long_form(table, options, draws);
  if (form == TableForm::histograms) return measures_from_histograms(table, options);
  return measure_from_cloud(table, std::move(name), options, draws);
}

std::vector<Index> sampled_rows(Index count, Index wanted, std::uint64_t seed, std::uint64_t stream) {
  std::vector<Index> kept;
  kept.reserve(static_cast<std::size_t>(std::min(count, wanted)));
  Random random(seed, stream);
  for (Index row = 0; row < count && wanted > 0; ++row) {
    if (wanted < count - row && random.below(count - row) >= wanted) continue;
    kept.push_back(row);
    --wanted;
  }
  return kept;
}

MeasureFamily family_of(const TableMeasures& table) {
  MeasureFamily family(table.space);
  Vector measure_weights(static_cast<Index>(table.measures.size()));
  for (const NamedCloud& measure : table.measures) {
    measure_weights(family.count()) = measure.measure_weight;
    family.append(measure.cloud.points, measure.cloud.weights, measure.name, measure.label);
  }
  if (table.has_measure_weights) family.set_measure_weights(measure_weights);
  return family;
}

}  // namespace wpga
