#include "wpga/analysis/fit/tangent_maps.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "wpga/analysis/curves/generalized_geodesic.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/parallel/shared_for.hpp"

namespace wpga {

namespace {

struct MapWorkspace {
  FamilyCouplings::Worker worker;
  Matrix map;
};

// Of what is left of a column once others are removed, this share of it is rounding.
constexpr double column_rounding = 1e-13;

// Columns that span the same space off the orthonormal `basis`, orthonormal themselves; those of which only
// rounding is left are dropped.  Gram and Schmidt, twice (Kahan's and Parlett's "twice is enough").
Matrix orthonormal(const Matrix& columns, const Matrix& basis) {
  Matrix found(columns.rows(), columns.cols());
  Index kept = 0;
  for (Index c = 0; c < columns.cols(); ++c) {
    Vector column = columns.col(c);
    const double before = column.norm();
    for (int round = 0; round < 2; ++round) {
      column -= basis * (basis.transpose() * column);
      column -= found.leftCols(kept) * (found.leftCols(kept).transpose() * column);
    }
    const double left = column.norm();
    if (left > column_rounding * before) found.col(kept++) = column / left;
  }
  return found.leftCols(kept);
}

// Orthonormal columns that span the given fields.
Matrix basis_of(const TangentMaps& maps, std::span<const Matrix> fields) {
  Matrix columns(maps.coordinates.rows(), static_cast<Index>(fields.size()));
  for (std::size_t c = 0; c < fields.size(); ++c) columns.col(static_cast<Index>(c)) = maps.flat(fields[c]);
  return orthonormal(columns, Matrix(columns.rows(), 0));
}

}  // namespace

Matrix TangentMaps::field(const Vector& flat) const {
  const Index d = dimension();
  return MatrixView(flat.data(), d, root_weights.size()).array().rowwise() / root_weights.transpose().array();
}

Vector TangentMaps::flat(const Matrix& field) const {
  const Matrix scaled = field.array().rowwise() * root_weights.transpose().array();
  return scaled.reshaped();
}

namespace {

// `columns` has room for those that this rank is to have in the end.
TangentMaps maps_in(MapColumns columns, const CenteredPoints& mean, FamilyCouplings& couplings,
                    const Execution& execution) {
  const MeasureFamily& family = couplings.family();
  const Index count = family.count();
  TangentMaps maps;
  maps.coordinates = std::move(columns);
  maps.root_weights = couplings.weights().cwiseSqrt();
  maps.measure_weights.resize(count);
  maps.squared_distances.resize(count);
  std::vector<char> converged(static_cast<std::size_t>(count));
  Task task(execution, "maps from the mean", own_share(execution, count).size());
  shared_for(
      execution, count, [&] { return MapWorkspace{couplings.worker(), mean.points}; },
      [&](MapWorkspace& workspace, std::int64_t i) {
        Coupling& coupling = couplings.attach(workspace.worker, i);
        const TransportValue value = coupling.solve(mean.points);
        couplings.rest(workspace.worker, i);
        coupling.barycentric_map(workspace.map);
        workspace.map -= mean.points;
        maps.coordinates.col(i) = maps.flat(workspace.map).cast<float>();
        maps.measure_weights[i] = family.measure_weight(i);
        maps.squared_distances[i] = value.primal;
        converged[static_cast<std::size_t>(i)] = value.convergence.converged() ? 1 : 0;
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) {
        if (!maps.coordinates.is_divided()) parcel(maps.coordinates.col(i));
        parcel(maps.measure_weights[i], maps.squared_distances[i], converged[static_cast<std::size_t>(i)]);
      });
  maps.variance = maps.measure_weights.dot(maps.squared_distances);
  maps.not_converged = std::ranges::count(converged, 0);
  return maps;
}

}  // namespace

TangentMaps tangent_maps(const CenteredPoints& mean, FamilyCouplings& couplings, const Execution& execution) {
  MapColumns columns;
  columns.resize(mean.points.size(), couplings.family().count(), execution);
  return maps_in(std::move(columns), mean, couplings, execution);
}

TangentMaps whole_tangent_maps(const CenteredPoints& mean, FamilyCouplings& couplings,
                               const Execution& execution) {
  MapColumns columns;
  columns.resize(mean.points.size(), couplings.family().count(), without_ranks(execution));
  return maps_in(std::move(columns), mean, couplings, execution);
}

double squared_size(const TangentMaps& maps) { return maps.coordinates.squared_norm(maps.measure_weights); }

bool more_than_rounding(double variance, const Measure& mean) {
  // Each coordinate, and what is computed from it, is known to a few units of its last place.
  constexpr double places = 16 * std::numeric_limits<double>::epsilon();
  return variance > places * places * squared_norm(mean.weights, mean.points);
}

TangentDirections leading_directions(const TangentMaps& maps, std::span<const Matrix> orthogonal_to,
                                     Index count) {
  const Matrix earlier = basis_of(maps, orthogonal_to);
  const Index rows = maps.coordinates.rows();
  Random random(1);
  Matrix columns(rows, std::min({rows, maps.coordinates.cols(), count + 6}));
  for (double& entry : columns.reshaped()) entry = random.normal();
  constexpr int iterations = 12;
  for (int iteration = 0; iteration < iterations && columns.cols() > 0; ++iteration) {
    columns = orthonormal(columns, earlier);
    columns = maps.coordinates.folded(columns, maps.measure_weights);
  }
  columns = orthonormal(columns, earlier);
  if (columns.cols() == 0) return {};
  const SymmetricEigen eigen =
      symmetric_eigen(maps.coordinates.second_moments(columns, maps.measure_weights));
  TangentDirections directions;
  const Index most = std::min(count, columns.cols());
  const double nothing = no_variance * squared_size(maps);
  Index found = 0;
  while (found < most && eigen.values[columns.cols() - 1 - found] > nothing) ++found;
  directions.variances = eigen.values.reverse().head(found);
  for (Index c = 0; c < found; ++c)
    directions.fields.push_back(maps.field(columns * eigen.vectors.col(columns.cols() - 1 - c)));
  return directions;
}

Vector inner_products(const TangentMaps& maps, const Matrix& field) {
  return maps.coordinates.along(Eigen::VectorXf(maps.flat(field).cast<float>()));
}

Index farthest_map(const TangentMaps& maps, std::span<const Matrix> orthogonal_to) {
  const Matrix basis = basis_of(maps, orthogonal_to);
  Vector left = maps.coordinates.squared_norms();
  left -= maps.coordinates.along(Eigen::MatrixXf(basis.cast<float>()))
              .cast<double>()
              .colwise()
              .squaredNorm()
              .transpose();
  Index farthest = 0;
  left.maxCoeff(&farthest);
  return farthest;
}

}  // namespace wpga
