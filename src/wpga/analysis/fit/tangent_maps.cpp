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

// ⟨column, R_i⟩ for all columns and maps.
Matrix along(const Matrix& columns, const TangentMaps& maps) {
  return maps.coordinates.along(columns.cast<float>()).cast<double>();
}

// Σ_i factor_i R_i for each row of factors, the largest of them near one: squares of small units would
// underflow in single precision.
Matrix combined(const TangentMaps& maps, const Matrix& factors) {
  const double largest = factors.size() > 0 ? factors.cwiseAbs().maxCoeff() : 0;
  if (!(largest > 0)) return Matrix::Zero(maps.coordinates.rows(), factors.rows());
  const Eigen::MatrixXf scaled = (factors / std::exp2(std::ilogb(largest))).cast<float>();
  return maps.coordinates.times(scaled).cast<double>();
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

TangentMaps tangent_maps(const CenteredPoints& mean, FamilyCouplings& couplings, const Execution& execution) {
  const MeasureFamily& family = couplings.family();
  const Index count = family.count();
  TangentMaps maps;
  maps.coordinates.resize(mean.points.size(), count);
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
        converged[static_cast<std::size_t>(i)] = value.convergence.converged();
        task.advance();
      },
      [&](Parcel& parcel, std::int64_t i) {
        parcel(maps.coordinates.col(i), maps.measure_weights[i], maps.squared_distances[i],
               converged[static_cast<std::size_t>(i)]);
      });
  maps.variance = maps.measure_weights.dot(maps.squared_distances);
  maps.not_converged = std::ranges::count(converged, 0);
  return maps;
}

double squared_size(const TangentMaps& maps) {
  double sum = 0;
  for (Index i = 0; i < maps.coordinates.cols(); ++i)
    sum += maps.measure_weights[i] * maps.coordinates.col(i).cast<double>().squaredNorm();
  return sum;
}

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
    columns = combined(maps, along(columns, maps) * maps.measure_weights.asDiagonal());
  }
  columns = orthonormal(columns, earlier);
  if (columns.cols() == 0) return {};
  const Matrix scores = along(columns, maps);
  const SymmetricEigen eigen =
      symmetric_eigen(scores * maps.measure_weights.asDiagonal() * scores.transpose());
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
  const Eigen::VectorXf flat = maps.flat(field).cast<float>();
  Vector products(maps.coordinates.cols());
  maps.coordinates.walk([&](Index first, const MapColumns::View& part) {
    products.segment(first, part.cols()) = (part.transpose() * flat).cast<double>();
  });
  return products;
}

Index farthest_map(const TangentMaps& maps, std::span<const Matrix> orthogonal_to) {
  Vector left(maps.coordinates.cols());
  for (Index i = 0; i < left.size(); ++i) left[i] = maps.coordinates.col(i).cast<double>().squaredNorm();
  left -= along(basis_of(maps, orthogonal_to), maps).colwise().squaredNorm().transpose();
  Index farthest = 0;
  left.maxCoeff(&farthest);
  return farthest;
}

}  // namespace wpga
