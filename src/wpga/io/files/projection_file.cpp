#include "wpga/io/files/projection_file.hpp"

#include <fmt/format.h>

#include <cmath>

#include "wpga/base/version.hpp"
#include "wpga/io/csv_text.hpp"
#include "wpga/io/files/hdf5_writer.hpp"
#include "wpga/io/results_json.hpp"
#include "wpga/study/cautions.hpp"

namespace wpga {

namespace {

// One number for each measure, under a name.
struct NamedColumn {
  std::string name;
  Vector values;
};

Vector marked(const Vector& times, bool (*holds)(double)) {
  return times.unaryExpr([&](double time) { return holds(time) ? 1.0 : 0.0; });
}

std::vector<NamedColumn> columns_of(const AnalysisProjections& table) {
  std::vector<NamedColumn> columns = {{"squared_distance_to_mean", table.squared_distances_to_mean}};
  for (std::size_t k = 0; k < table.single.size(); ++k) {
    const Projections& found = table.single[k];
    const auto column = static_cast<Index>(k);
    columns.push_back({fmt::format("time_{}", k + 1), found.times});
    columns.push_back({fmt::format("score_{}", k + 1), table.scores[k]});
    columns.push_back({fmt::format("squared_distance_{}", k + 1), found.squared_distances});
    columns.push_back({fmt::format("lower_bound_{}", k + 1), found.lower_bounds});
    columns.push_back({fmt::format("joint_time_{}", k + 1), table.joint.times.col(column)});
    columns.push_back(
        {fmt::format("joint_squared_distance_{}", k + 1), table.joint.squared_distances.col(column)});
    columns.push_back({fmt::format("joint_score_{}", k + 1), table.joint_scores.col(column)});
    columns.push_back({fmt::format("clipped_{}", k + 1), marked(found.times, is_clipped)});
    columns.push_back(
        {fmt::format("left_out_{}", k + 1), marked(table.joint.times.col(column), is_left_out)});
  }
  return columns;
}

// A component that is switched off has no time: null.
Json number_or_null(double value) { return std::isnan(value) ? Json(nullptr) : Json(value); }

bool is_mark(const std::string& column) {
  return column.starts_with("clipped_") || column.starts_with("left_out_");
}

void write_values(Hdf5Writer& file, const std::string& path, const Vector& values) {
  const auto size = static_cast<std::size_t>(values.size());
  file.write(path, std::span(values.data(), size), {size});
}

void write_rows(Hdf5Writer& file, const std::string& path, const Matrix& rows) {
  const Matrix columns = rows.transpose();
  const auto count = static_cast<std::size_t>(rows.rows()), width = static_cast<std::size_t>(rows.cols());
  file.write(path, std::span(columns.data(), count * width), {count, width});
}

// Those that projections have.
void write_counts(Hdf5Writer& file, const std::string& group, const Shortfalls& shortfalls) {
  for_each_result(shortfalls, [&](const ResultName& name, const ResultWords& words, Index value) {
    if (words.scope == Scope::all) file.set_attribute(group, name.flat(), std::int64_t{value});
  });
}

}  // namespace

std::string projection_csv(const AnalysisProjections& table, const MeasureFamily& family) {
  const std::vector<NamedColumn> columns = columns_of(table);
  std::vector<std::string> header = {"name"}, names;
  if (!family.labels().empty()) header.push_back("label");
  Matrix numbers(family.count(), static_cast<Index>(columns.size()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    header.push_back(columns[i].name);
    numbers.col(static_cast<Index>(i)) = columns[i].values;
  }
  if (family.labels().empty()) return csv_text(header, family.names(), numbers);
  return csv_text(header, family.names(), family.labels(), numbers);
}

Json summary_document(const AnalysisProjections& table, const MeasureFamily& family) {
  Json all = Json::object();
  all["measures"] = family.count();
  all["mean_squared_distance_to_mean"] = weighted_mean(family, table.squared_distances_to_mean);
  const TimeCounts times = time_counts(table);
  all["components"] = Json::array();
  const HeldOutShares shares = held_out_shares(table, family);
  for (std::size_t k = 0; k < table.single.size(); ++k) {
    const Vector joint = table.joint.squared_distances.col(static_cast<Index>(k));
    all["components"].push_back(
        {{"mean_squared_distance", weighted_mean(family, table.single[k].squared_distances)},
         {"joint_mean_squared_distance", weighted_mean(family, joint)},
         {"held_out_explained", shares.held_out_explained[static_cast<Index>(k)]},
         {"held_out_cumulative", shares.held_out_cumulative[static_cast<Index>(k)]},
         {"time_gap", table.time_gaps[k]},
         {"clipped", times.clipped[k]},
         {"left_out", times.left_out[k]}});
    all["components"].back().update(results_json(table.shortfalls(k), Scope::all));
  }
  all.update(results_json(table.mean_shortfalls, Scope::all));
  all["joint_unconverged_transports"] = table.joint.not_converged;
  return all;
}

Json projection_document(const AnalysisProjections& table, const MeasureFamily& family, Json summary) {
  Json all = std::move(summary);
  const std::vector<NamedColumn> columns = columns_of(table);
  all["rows"] = Json::array();
  for (Index i = 0; i < family.count(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    Json row = Json::object();
    row["name"] = family.names()[at];
    if (!family.labels().empty()) row["label"] = family.labels()[at];
    for (const NamedColumn& column : columns)
      row[column.name] =
          is_mark(column.name) ? Json(column.values[i] != 0) : number_or_null(column.values[i]);
    all["rows"].push_back(std::move(row));
  }
  return all;
}

std::vector<std::byte> encode_projections(const AnalysisProjections& table, const MeasureFamily& family) {
  Hdf5Writer file;
  file.write("/names", family.names());
  if (!family.labels().empty()) file.write("/labels", family.labels());
  write_values(file, "/mean/squared_distances", table.squared_distances_to_mean);
  for (std::size_t k = 0; k < table.single.size(); ++k) {
    const std::string group = fmt::format("/components/{}", k);
    write_values(file, group + "/times", table.single[k].times);
    write_values(file, group + "/scores", table.scores[k]);
    write_values(file, group + "/squared_distances", table.single[k].squared_distances);
    write_values(file, group + "/lower_bounds", table.single[k].lower_bounds);
    file.set_attribute(group, "time_gap", table.time_gaps[k]);
    write_counts(file, group, table.shortfalls(k));
  }
  write_rows(file, "/joint/times", table.joint.times);
  write_rows(file, "/joint/squared_distances", table.joint.squared_distances);
  write_rows(file, "/joint/scores", table.joint_scores);
  write_counts(file, "/", table.mean_shortfalls);
  file.set_attribute("/", "joint_unconverged_transports", std::int64_t{table.joint.not_converged});
  file.set_attribute("/", "kind", std::string("projections"));
  file.set_attribute("/", "wpga_version", std::string(version));
  return file.finish();
}

}  // namespace wpga
