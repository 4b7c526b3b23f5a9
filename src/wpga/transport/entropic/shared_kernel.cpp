#include "wpga/transport/entropic/shared_kernel.hpp"

#include <algorithm>
#include <numeric>

#include "wpga/kernels/log_domain.hpp"

namespace wpga {

Histogram histogram_of(const MeasureView& measure, const std::int32_t* place_of) {
  std::vector<Index> order(static_cast<std::size_t>(measure.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, {}, [&](Index j) { return place_of[j]; });
  Histogram histogram;
  std::vector<double> weights;
  for (const Index j : order) {
    if (histogram.places.empty() || histogram.places.back() != place_of[j]) {
      histogram.places.push_back(place_of[j]);
      weights.push_back(0);
    }
    weights.back() += measure.weights[j];
  }
  histogram.weights = Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
  return histogram;
}

SharedKernel shared_kernel(const Matrix& source, const Matrix& support, Vector reference, double epsilon) {
  Matrix costs(source.cols(), support.cols());
  for (Index j = 0; j < support.cols(); ++j)
    costs.col(j) = (source.colwise() - support.col(j)).colwise().squaredNorm().transpose() / epsilon;
  Matrix exponents = (-costs).rowwise() + reference.transpose();
  exponents.colwise() -= Vector(exponents.rowwise().maxCoeff());
  Eigen::MatrixXf kernel(costs.rows(), costs.cols());
  kernels::shifted_exponentials(exponents.data(), exponents.size(), 0, kernel.data());
  const auto packed = [](const Eigen::MatrixXf& values) {
    return kernels::packed(values.data(), values.rows(), values.rows(), values.cols());
  };
  return {epsilon, std::move(reference), packed(kernel), packed(kernel.transpose()),
          packed(kernel.cwiseProduct(costs.cast<float>()))};
}

}  // namespace wpga
