#include "wpga/io/files/statistics_file.hpp"

#include <fmt/format.h>

#include <cmath>

namespace wpga {

namespace {

// ---- One value, by its type.

void write_value(Hdf5Writer& file, const std::string& path, Index value) {
  const std::int64_t number = value;
  file.write(path, std::span(&number, 1), {});
}
void write_value(Hdf5Writer& file, const std::string& path, double value) {
  file.write(path, std::span(&value, 1), {});
}
void write_value(Hdf5Writer& file, const std::string& path, const std::vector<double>& values) {
  if (!values.empty()) file.write(path, values, {values.size()});
}
void write_value(Hdf5Writer& file, const std::string& path, const Vector& values) {
  const auto size = static_cast<std::size_t>(values.size());
  if (size > 0) file.write(path, std::span(values.data(), size), {size});
}
// A row of the file is a column in memory.
void write_value(Hdf5Writer& file, const std::string& path, const Matrix& values) {
  const Matrix rows = values.transpose();
  if (rows.size() > 0)
    file.write(path, std::span(rows.data(), static_cast<std::size_t>(rows.size())),
               {static_cast<std::uint64_t>(values.rows()), static_cast<std::uint64_t>(values.cols())});
}

void write_value(Hdf5Writer& file, const std::string& path, const std::vector<std::string>& values) {
  if (!values.empty()) file.write(path, values);
}

template <class Part>
  requires requires { Part::list(); }
void write_value(Hdf5Writer& file, const std::string& path, const Part& part) {
  for_each_option(part, [&](const auto& entry, const auto& value) {
    write_value(file, fmt::format("{}/{}", path, entry.name), value);
  });
}

void read_value(const Hdf5Reader& file, const std::string& path, std::vector<std::string>& values) {
  if (file.has(path)) values = file.read_strings(path);
}
void read_value(const Hdf5Reader& file, const std::string& path, Index& value) {
  if (!file.has(path)) file.fail(path, "is missing");
  const std::vector<std::int64_t> found = file.read_integers(path);
  if (found.size() != 1 || found[0] < 0) file.fail(path, "must be one whole number from 0 on");
  value = found[0];
}
void read_value(const Hdf5Reader& file, const std::string& path, double& value) {
  if (!file.has(path)) file.fail(path, "is missing");
  const std::vector<double> found = file.read_doubles(path);
  if (found.size() != 1) file.fail(path, "must be one number");
  value = found[0];
}
void read_value(const Hdf5Reader& file, const std::string& path, std::vector<double>& values) {
  if (file.has(path)) values = file.read_doubles(path);
}
void read_value(const Hdf5Reader& file, const std::string& path, Vector& values) {
  if (!file.has(path)) return;
  if (file.shape(path).size() != 1) file.fail(path, "must be a list of numbers");
  const std::vector<double> found = file.read_doubles(path);
  values = VectorView(found.data(), static_cast<Index>(found.size()));
}
void read_value(const Hdf5Reader& file, const std::string& path, Matrix& values) {
  if (!file.has(path)) return;
  const std::vector<std::uint64_t> shape = file.shape(path);
  if (shape.size() != 2) file.fail(path, "must be a matrix");
  const std::vector<double> found = file.read_doubles(path);
  values = MatrixView(found.data(), static_cast<Index>(shape[1]), static_cast<Index>(shape[0])).transpose();
}

// Models of before lack it.
template <class Part>
  requires requires { Part::list(); }
void read_value(const Hdf5Reader& file, const std::string& path, Part& part) {
  for_each_option(part, [&](const auto& entry, auto& value) {
    const std::string member = fmt::format("{}/{}", path, entry.name);
    if (file.has(member)) read_value(file, member, value);
  });
}

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json value_json(Index value) { return value; }
Json value_json(double value) { return number_json(value); }
Json value_json(const std::vector<double>& values) { return values; }
Json value_json(const std::vector<std::string>& values) { return values; }
Json value_json(const Vector& values) {
  Json all = Json::array();
  for (const double value : values) all.push_back(number_json(value));
  return all;
}
Json value_json(const Matrix& values) {
  Json all = Json::array();
  for (Index row = 0; row < values.rows(); ++row) all.push_back(value_json(Vector(values.row(row))));
  return all;
}

template <class Part>
  requires requires { Part::list(); }
Json value_json(const Part& part) {
  Json all = Json::object();
  for_each_option(
      part, [&](const auto& entry, const auto& value) { all[std::string(entry.name)] = value_json(value); });
  return all;
}

// ---- What every part must hold to be used.

void require_rows(const Hdf5Reader& file, const std::string& path, Index rows, std::size_t measures) {
  if (static_cast<std::size_t>(rows) != measures)
    file.fail(path, fmt::format("has {} entries for {} measures", rows, measures));
}

void check(const Hdf5Reader& file, const Statistics& found, std::size_t measures) {
  const std::string root = "/statistics/";
  if (const auto& part = found.outliers) {
    for (const auto& [name, values] : {std::pair{"leverage", &part->leverage},
                                       {"score_distance", &part->score_distance},
                                       {"residual", &part->residual},
                                       {"flags", &part->flags}})
      require_rows(file, root + "outliers/" + name, values->size(), measures);
  }
  if (const auto& part = found.robust)
    require_rows(file, root + "robust/robust_weights", part->robust_weights.size(), measures);
  if (const auto& part = found.noise_floor)
    require_rows(file, root + "noise_floor/noise", part->noise.size(), measures);
  if (const auto& part = found.sampling)
    require_rows(file, root + "sampling/sampled", part->sampled.size(), measures);
  if (const auto& part = found.free_mass)
    require_rows(file, root + "free_mass/unmatched", part->unmatched.size(), measures);
  if (const auto& part = found.regression) {
    require_rows(file, root + "regression/covariate", part->covariate.size(), measures);
    if (part->knots.size() != part->knot_times.size())
      file.fail(root + "regression/knot_times", "must be as many as there are knots");
  }
  if (const auto& part = found.covariates) {
    const auto columns = static_cast<std::size_t>(std::ssize(part->columns));
    for (const auto& [name, rows] : {std::pair{"association", part->association.rows()},
                                     {"association_p", part->association_p.rows()},
                                     {"share", part->share.rows()},
                                     {"share_p", part->share_p.rows()},
                                     {"measures", part->measures.rows()},
                                     {"apart", part->apart.rows()}})
      if (std::cmp_not_equal(rows, columns) && columns > 0)
        file.fail(root + "covariates/" + name, "must have a row for each column");
  }
  if (const auto& part = found.stability) {
    require_rows(file, root + "stability/score_low", part->score_low.rows(), measures);
    require_rows(file, root + "stability/score_high", part->score_high.rows(), measures);
    if (part->score_low.cols() != part->score_high.cols())
      file.fail(root + "stability/score_high", "must have the columns of score_low");
  }
}

}  // namespace

void write_statistics(Hdf5Writer& file, const Statistics& statistics) {
  for_each_option(statistics, [&](const auto& part, const auto& values) {
    if (!values) return;
    for_each_option(*values, [&](const auto& entry, const auto& value) {
      write_value(file, fmt::format("/statistics/{}/{}", part.name, entry.name), value);
    });
  });
}

Statistics read_statistics(const Hdf5Reader& file, std::size_t measures) {
  Statistics statistics;
  for_each_option(statistics, [&](const auto& part, auto& values) {
    typename std::remove_cvref_t<decltype(values)>::value_type found;
    bool there = false;
    for_each_option(found, [&](const auto& entry, const auto&) {
      there = there || file.has(fmt::format("/statistics/{}/{}", part.name, entry.name));
    });
    if (!there) return;
    for_each_option(found, [&](const auto& entry, auto& value) {
      read_value(file, fmt::format("/statistics/{}/{}", part.name, entry.name), value);
    });
    values = std::move(found);
  });
  check(file, statistics, measures);
  return statistics;
}

Json shortfalls_document(const StatisticShortfalls& shortfalls) { return value_json(shortfalls); }

Json statistics_document(const Statistics& statistics) {
  Json all = Json::object();
  for_each_option(statistics, [&](const auto& part, const auto& values) {
    if (!values) return;
    Json& told = all[std::string(part.name)];
    for_each_option(*values, [&](const auto& entry, const auto& value) {
      if constexpr (requires { value.size(); }) {
        if (value.size() == 0) return;
      }
      told[std::string(entry.name)] = value_json(value);
    });
  });
  return all;
}

}  // namespace wpga
