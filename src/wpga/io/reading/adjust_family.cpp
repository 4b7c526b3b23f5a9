#include "wpga/io/reading/adjust_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "wpga/base/error.hpp"
#include "wpga/base/option_text.hpp"
#include "wpga/base/utf8.hpp"
#include "wpga/io/formats/bytes.hpp"
#include "wpga/io/formats/tables/table.hpp"
#include "wpga/io/formats/tables/table_cells.hpp"
#include "wpga/io/input_file.hpp"

namespace wpga {

namespace {

Vector weights_in_order(const Table& table, std::size_t column, Index count) {
  require(table.rows() == count, fmt::format("it holds {} weights for {} measures", table.rows(), count));
  Vector weights(count);
  for (Index row = 0; row < count; ++row) weights[row] = weight_at(table, row, column);
  return weights;
}

Vector weights_by_name(const Table& table, std::size_t names, std::size_t column,
                       const MeasureFamily& family) {
  std::map<std::string, double, std::less<>> weight_of;
  for (Index row = 0; row < table.rows(); ++row) {
    const std::string_view name = table.text(row, names);
    if (!weight_of.emplace(name, weight_at(table, row, column)).second)
      fail_at(table, row, names, fmt::format("the measure '{}' is named twice", displayed(name)));
  }
  Vector weights(family.count());
  for (Index i = 0; i < family.count(); ++i) {
    const std::string& name = family.names()[static_cast<std::size_t>(i)];
    const auto found = weight_of.find(name);
    require(found != weight_of.end(), fmt::format("it has no weight for the measure '{}'", displayed(name)));
    weights[i] = found->second;
  }
  return weights;
}

}  // namespace

std::string measure_weights_file(const std::string& column_or_file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(column_or_file, ignored) ? column_or_file : std::string();
}

void weigh_measures(MeasureFamily& family, const std::filesystem::path& file) {
  try {
    const std::vector<std::byte> bytes = read_file(file);
    const Table table = parse_table(text_of(Bytes(bytes)));
    const auto& columns = table.columns();
    const auto numeric =
        std::find_if(columns.rbegin(), columns.rend(), [](const auto& column) { return column.numeric; });
    require(numeric != columns.rend(), "it has no column of numbers");
    const auto column = static_cast<std::size_t>(columns.rend() - numeric - 1);
    family.set_measure_weights(columns.size() == 1 ? weights_in_order(table, column, family.count())
                                                   : weights_by_name(table, 0, column, family));
  } catch (const InputError& error) {
    rethrow_at(fmt::format("measure weights {}", displayed(file.string())), error);
  }
}

MeasureFamily centered(const MeasureFamily& family) {
  Space space = family.space();
  space.grid.clear();
  // Standardised with numbers c and s and then moved is moved and then standardised with 0 and s.
  std::ranges::fill(space.center, 0.0);
  MeasureFamily moved(space);
  moved.reserve(family.count(), family.atoms(), family.dimension());
  for (Index i = 0; i < family.count(); ++i) {
    Measure measure = copy_of(family[i]);
    measure.points.colwise() -= mean_of(family[i]);
    moved.append(measure.view(), family.names()[static_cast<std::size_t>(i)]);
  }
  moved.set_labels(family.labels());
  moved.set_measure_weights(family.measure_weights());
  return moved;
}

void standardize_pooled(std::initializer_list<MeasureFamily*> families) {
  const auto share = 1.0 / static_cast<double>(families.size());
  const Index d = (*families.begin())->dimension();
  Vector mean = Vector::Zero(d), variance = Vector::Zero(d);
  for (const MeasureFamily* family : families) mean += share * pooled_moments(*family).mean;
  for (const MeasureFamily* family : families) {
    const PooledMoments moments = pooled_moments(*family);
    variance += share * (moments.variance + (moments.mean - mean).cwiseAbs2());
  }
  const Vector scale = variance.unaryExpr([](double value) { return value > 0 ? std::sqrt(value) : 1.0; });
  for (MeasureFamily* family : families) {
    Space space = family->space();
    space.grid.clear();
    family->set_space(space);
    family->standardize(mean, scale);
  }
}

void require_same_space(const MeasureFamily& first, const MeasureFamily& second) {
  const Space &a = first.space(), &b = second.space();
  require(first.dimension() == second.dimension(),
          fmt::format("the first side lives in dimension {}, the second in dimension {}; they need one space",
                      first.dimension(), second.dimension()));
  require(a.kind == b.kind,
          fmt::format("the first side holds measures of kind {}, the second of kind {}; use `as`",
                      name_of(a.kind), name_of(b.kind)));
  require(a.axes.empty() || b.axes.empty() || a.axes == b.axes,
          fmt::format("the coordinates are {} on the first side and {} on the second", text_of(a.axes),
                      text_of(b.axes)));
  require(a.center == b.center && a.scale == b.scale,
          "the two sides were standardised differently; compare the raw data with `standardize` pooled");
}

void enter_space(MeasureFamily& family, const Space& model, Index dimension) {
  const Space& space = family.space();
  require(family.dimension() == dimension,
          fmt::format("the model lives in dimension {}, but these measures live in dimension {}", dimension,
                      family.dimension()));
  require(space.kind == model.kind,
          fmt::format("the model is of kind {}, but these measures are of kind {}; use `as`",
                      name_of(model.kind), name_of(space.kind)));
  require(space.axes.empty() || model.axes.empty() || space.axes == model.axes,
          fmt::format("the coordinates of the model are {}, but those of these measures are {}",
                      text_of(model.axes), text_of(space.axes)));
  if (space.center == model.center && space.scale == model.scale) return;
  require(
      space.scale.empty(),
      "these measures were standardised differently from those of the model; give the raw data, which are "
      "standardised as the model's were");
  family.standardize(VectorView(model.center.data(), dimension), VectorView(model.scale.data(), dimension));
}

}  // namespace wpga
