#include "wpga/transport/simplex/centered_costs.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace wpga {

namespace {

// Up to this many coordinates a product is as quick as reading it back from the second-level cache.
constexpr Index dimensions_on_the_fly = 5;
// Beyond 0.5 GB products are always formed on the fly.
constexpr std::ptrdiff_t most_entries_stored = std::ptrdiff_t{1} << 26;
// One over a smaller scale would be infinite.
constexpr int least_exponent = -1000;

// Chains of additions that do not wait for each other.
constexpr Index chains = 4;

// Σ_k term(k) in four chains.
template <class Term>
double sum_of(Index count, const Term& term) {
  std::array<double, chains> sums{};
  Index k = 0;
  for (; k + chains <= count; k += chains)
    for (Index c = 0; c < chains; ++c) sums[static_cast<std::size_t>(c)] += term(k + c);
  for (; k < count; ++k) sums[0] += term(k);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The largest term, at least 0.
template <class Term>
double largest_of(Index count, const Term& term) {
  std::array<double, chains> found{};
  Index k = 0;
  for (; k + chains <= count; k += chains)
    for (Index c = 0; c < chains; ++c) {
      double& most = found[static_cast<std::size_t>(c)];
      most = std::max(most, term(k + c));
    }
  for (; k < count; ++k) found[0] = std::max(found[0], term(k));
  return *std::ranges::max_element(found);
}

}  // namespace

// Plain loops: Eigen's expressions are slow on points of two or three coordinates.
void CenteredCosts::Cloud::assign(const PointsRef& points, const WeightsRef& weights) {
  const Index d = points.rows(), count = points.cols(), stride = points.outerStride();
  mean.resize(d);
  centered.resize(d, count);
  lengths.resize(static_cast<std::size_t>(count));
  double* const to = centered.data();
  for (Index i = 0; i < d; ++i) {
    const double* const from = points.data() + i;
    const double middle = sum_of(count, [&](Index k) { return weights[k] * from[k * stride]; });
    mean[i] = middle;
    for (Index k = 0; k < count; ++k) to[k * d + i] = from[k * stride] - middle;
  }
  const double largest = largest_of(d * count, [&](Index k) { return std::abs(to[k]); });
  scale = largest > 0 ? std::exp2(std::max(std::ilogb(largest), least_exponent)) : 1;
  centered *= 1 / scale;
  for (Index k = 0; k < count; ++k) {
    double length = 0;
    for (Index i = 0; i < d; ++i) length += to[k * d + i] * to[k * d + i];
    lengths[static_cast<std::size_t>(k)] = length;
  }
  radius = std::sqrt(largest_of(count, [&](Index k) { return lengths[static_cast<std::size_t>(k)]; }));
  deviation =
      std::sqrt(sum_of(count, [&](Index k) { return weights[k] * lengths[static_cast<std::size_t>(k)]; }));
}

void CenteredCosts::set_target(const MeasureView& target) {
  target_.assign(target.points, target.weights);
  const Index d = target.dimension(), n = target.size();
  columns_padded_ = kernels::padded(n);
  planar_.assign(static_cast<std::size_t>(d * columns_padded_), 0);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < d; ++i)
      planar_[static_cast<std::size_t>(i * columns_padded_ + j)] = target_.centered(i, j);
  single_planar_.assign(planar_.begin(), planar_.end());
}

void CenteredCosts::set_source(const PointsRef& points, const WeightsRef& weights) {
  source_.assign(points, weights);
  shift_ = source_.mean - target_.mean;
  unit_ = 2 * source_.scale * target_.scale;
  const std::ptrdiff_t size = points.cols() * columns_padded_;
  is_stored_ = points.rows() > dimensions_on_the_fly && size <= most_entries_stored;
  if (!is_stored_) {
    single_rows_.assign(source_.centered.data(), source_.centered.data() + source_.centered.size());
    return;
  }
  if (std::ssize(entries_) < size) entries_.resize(static_cast<std::size_t>(size));
  kernels::form(products(), points.cols(), entries_.data());
}

// |z − x|² = |z̃|² + |x̃|² − 2 z̃·x̃ + 2 s·z̃ − 2 s·x̃ + |s|² with centred z̃, x̃ and the shift s of the means.
double CenteredCosts::source_part(Index k) const {
  const auto centered = source_.scale * source_.centered.col(k);
  return (centered + 2 * shift_).dot(centered) + shift_.squaredNorm();
}

double CenteredCosts::target_part(Index j) const {
  const auto centered = target_.scale * target_.centered.col(j);
  return (centered - 2 * shift_).dot(centered);
}

template <class Scalar>
double CenteredCosts::rounding() const {
  const auto d = static_cast<double>(source_.centered.rows());
  return std::numeric_limits<Scalar>::epsilon() * (d + 2) * source_.radius * target_.radius;
}
template double CenteredCosts::rounding<float>() const;
template double CenteredCosts::rounding<double>() const;

double CenteredCosts::largest() const {
  std::vector<std::int32_t> rows(static_cast<std::size_t>(source_.centered.cols()));
  std::iota(rows.begin(), rows.end(), 0);
  const std::vector<double> zero(static_cast<std::size_t>(columns_padded_), 0.0);
  std::vector<double> minima(rows.size());
  column_minima(rows, zero.data(), minima.data());
  return std::max(0.0, -*std::ranges::min_element(minima));
}

void CenteredCosts::form_gibbs(double temperature, const kernels::FloatMatrix& entries) const {
  const Eigen::MatrixXf rows = (source_.centered / temperature).cast<float>();
  kernels::form_gibbs(entries, rows.data(), single_planar_.data(), rows.rows());
}

kernels::NegativeInnerProducts CenteredCosts::products() const {
  return {source_.centered.data(), planar_.data(), source_.centered.rows(), columns_padded_};
}

kernels::SingleInnerProducts CenteredCosts::single_products() const {
  return {single_rows_.data(), single_planar_.data(), source_.centered.rows(), columns_padded_};
}

void CenteredCosts::column_minima(std::span<const std::int32_t> rows, const double* heights,
                                  double* out) const {
  if (is_stored_)
    kernels::column_minima(stored(), rows, heights, out);
  else
    kernels::column_minima(products(), rows, heights, out);
}

Index CenteredCosts::first_column_at(std::int32_t row, const double* heights, double minimum) const {
  return is_stored_ ? kernels::first_column_at(stored(), row, heights, minimum)
                    : kernels::first_column_at(products(), row, heights, minimum);
}

void CenteredCosts::column_minima(std::span<const std::int32_t> rows, const float* heights,
                                  float* out) const {
  kernels::column_minima(single_products(), rows, heights, out);
}

Index CenteredCosts::first_column_at(std::int32_t row, const float* heights, float minimum) const {
  return kernels::first_column_at(single_products(), row, heights, minimum);
}

}  // namespace wpga
