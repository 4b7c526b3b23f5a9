#include "wpga/analysis/tangent_maps.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>

#include "wpga/parallel/parallel_for.hpp"

namespace wpga {

namespace {

struct Workspace {
  FamilyCouplings::Worker worker;
  Matrix map;
};

// Orthonormal columns that span the given fields.
Eigen::MatrixXf basis_of(const TangentMaps& maps, std::span<const Matrix> fields) {
  Eigen::MatrixXf basis(maps.coordinates.rows(), static_cast<Index>(fields.size()));
  for (std::size_t c = 0; c < fields.size(); ++c)
    basis.col(static_cast<Index>(c)) = maps.flat(fields[c]).cast<float>();
  if (fields.empty()) return basis;
  const Eigen::HouseholderQR<Eigen::MatrixXf> factors(basis);
  return factors.householderQ() * Eigen::MatrixXf::Identity(basis.rows(), basis.cols());
}

Eigen::MatrixXf orthonormal(const Eigen::MatrixXf& columns) {
  const Eigen::HouseholderQR<Eigen::MatrixXf> factors(columns);
  return factors.householderQ() * Eigen::MatrixXf::Identity(columns.rows(), columns.cols());
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

TangentMaps tangent_maps(const Matrix& mean, FamilyCouplings& couplings, const Execution& execution) {
  const MeasureFamily& family = couplings.family();
  const Index count = family.count();
  TangentMaps maps;
  maps.coordinates.resize(mean.size(), count);
  maps.root_weights = couplings.weights().cwiseSqrt();
  maps.measure_weights.resize(count);
  maps.squared_distances.resize(count);
  std::vector<char> converged(static_cast<std::size_t>(count));
  Task task(execution, "maps from the mean", count);
  parallel_for_with(
      execution, count, [&] { return Workspace{couplings.worker(), mean}; },
      [&](Workspace& workspace, std::int64_t i) {
        Coupling& coupling = couplings.attach(workspace.worker, i);
        const TransportValue value = coupling.solve(mean);
        couplings.rest(workspace.worker, i);
        coupling.barycentric_map(workspace.map);
        workspace.map -= mean;
        maps.coordinates.col(i) = maps.flat(workspace.map).cast<float>();
        maps.measure_weights[i] = family.measure_weight(i);
        maps.squared_distances[i] = value.primal;
        converged[static_cast<std::size_t>(i)] = value.convergence.converged();
        task.advance();
      });
  maps.variance = maps.measure_weights.dot(maps.squared_distances);
  maps.not_converged = std::ranges::count(converged, 0);
  return maps;
}

TangentDirections leading_directions(const TangentMaps& maps, std::span<const Matrix> orthogonal_to,
                                     Index count) {
  const Eigen::MatrixXf earlier = basis_of(maps, orthogonal_to);
  const Index rows = maps.coordinates.rows();
  const Index block = std::min({rows, maps.coordinates.cols(), count + 6});
  const Eigen::VectorXf weights = maps.measure_weights.cast<float>();
  const auto off_earlier = [&](Eigen::MatrixXf& columns) {
    if (earlier.cols() > 0) columns -= earlier * (earlier.transpose() * columns);
  };
  Random random(1);
  Eigen::MatrixXf columns(rows, block);
  for (float& entry : columns.reshaped()) entry = static_cast<float>(random.normal());
  constexpr int iterations = 12;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    off_earlier(columns);
    columns = orthonormal(columns);
    const Eigen::MatrixXf along = (columns.transpose() * maps.coordinates) * weights.asDiagonal();
    columns = maps.coordinates * along.transpose();
    // Squares of squares of small units would fall below what a float can hold.
    if (const float largest = columns.cwiseAbs().maxCoeff(); largest > 0) columns /= largest;
  }
  off_earlier(columns);
  columns = orthonormal(columns);
  const Eigen::MatrixXf along = columns.transpose() * maps.coordinates;
  const Matrix covariance = (along * weights.asDiagonal() * along.transpose()).cast<double>();
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(covariance);
  TangentDirections directions;
  const Index found = std::min(count, block);
  directions.variances = solver.eigenvalues().reverse().head(found).cwiseMax(0.0);
  for (Index c = 0; c < found; ++c)
    directions.fields.push_back(
        maps.field(columns.cast<double>() * solver.eigenvectors().col(block - 1 - c)));
  return directions;
}

Vector inner_products(const TangentMaps& maps, const Matrix& field) {
  return (maps.coordinates.transpose() * maps.flat(field).cast<float>()).cast<double>();
}

Index farthest_map(const TangentMaps& maps, std::span<const Matrix> orthogonal_to) {
  const Eigen::MatrixXf earlier = basis_of(maps, orthogonal_to);
  Eigen::VectorXf left = maps.coordinates.colwise().squaredNorm();
  if (earlier.cols() > 0)
    left -= (earlier.transpose() * maps.coordinates).colwise().squaredNorm().transpose();
  Index farthest = 0;
  left.maxCoeff(&farthest);
  return farthest;
}

}  // namespace wpga
