#include "wpga/numerics/smoothing_spline.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace wpga {

namespace {

// A symmetric matrix with two bands on either side: column b holds the entries (i, i + b).
using Bands = Eigen::Matrix<double, Eigen::Dynamic, 3>;

struct Samples {
  Vector places, weights;
  Matrix values;  // r × n
};

// Sorted; places that are too near to tell apart are joined.
Samples joined(const Vector& places, const Matrix& values, const Vector& weights) {
  std::vector<Index> order(static_cast<std::size_t>(places.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return places[a] < places[b]; });
  const double resolution = 1e-6 * (places.maxCoeff() - places.minCoeff());
  Samples all{Vector(places.size()), Vector(places.size()), Matrix(values.rows(), values.cols())};
  Index count = 0;
  for (const Index i : order) {
    if (!(weights[i] > 0)) continue;
    if (count > 0 && places[i] - all.places[count - 1] <= resolution) {
      all.values.col(count - 1) += weights[i] * values.col(i);
      all.weights[count - 1] += weights[i];
    } else {
      all.places[count] = places[i];
      all.values.col(count) = weights[i] * values.col(i);
      all.weights[count++] = weights[i];
    }
  }
  all.places.conservativeResize(count);
  all.weights.conservativeResize(count);
  all.values.conservativeResize(Eigen::NoChange, count);
  all.values *= all.weights.cwiseInverse().asDiagonal();
  all.weights *= static_cast<double>(count) / all.weights.sum();
  return all;
}

// Reinsch's equations (R + α Q'W⁻¹Q) γ = Q'y, g = y − α W⁻¹Q γ.
class Reinsch {
 public:
  explicit Reinsch(const Samples& samples) : samples_(samples), inner_(samples.places.size() - 2) {
    const Vector step = samples.places.tail(inner_ + 1) - samples.places.head(inner_ + 1);
    differences_.resize(inner_, 3);
    for (Index j = 0; j < inner_; ++j)
      differences_.row(j) << 1 / step[j], -1 / step[j] - 1 / step[j + 1], 1 / step[j + 1];
    stiffness_ = Bands::Zero(inner_, 3);
    roughness_ = Bands::Zero(inner_, 3);
    for (Index j = 0; j < inner_; ++j) {
      stiffness_(j, 0) = (step[j] + step[j + 1]) / 3;
      if (j + 1 < inner_) stiffness_(j, 1) = step[j + 1] / 6;
      for (Index b = 0; b < 3 && j + b < inner_; ++b)
        for (Index k = b; k < 3; ++k)
          roughness_(j, b) += differences_(j, k) * differences_(j + b, k - b) / samples.weights[j + k];
    }
  }

  double balance() const { return stiffness_.col(0).sum() / roughness_.col(0).sum(); }

  // n − α tr((R + αM)⁻¹ M), M = Q'W⁻¹Q.
  double trace(double penalty) {
    factorise(penalty);
    double sum = 0, next = 0;       // next: S(i+1, i+1)
    double beside = 0, second = 0;  // S(i+1, i+2), S(i+2, i+2)
    for (Index i = inner_ - 1; i >= 0; --i) {
      const double one = lower_(i, 1), two = lower_(i, 2);
      const double near = -one * next - two * beside, far = -one * beside - two * second;
      const double here = 1 / lower_(i, 0) - one * near - two * far;
      sum += here * roughness_(i, 0) + 2 * (near * roughness_(i, 1) + far * roughness_(i, 2));
      second = next;
      beside = near;
      next = here;
    }
    return static_cast<double>(samples_.places.size()) - penalty * sum;
  }

  Matrix fit(double penalty) {
    factorise(penalty);
    Matrix fitted = samples_.values;
    for (Index row = 0; row < fitted.rows(); ++row) {
      Vector moment(inner_);
      for (Index j = 0; j < inner_; ++j)
        moment[j] = differences_.row(j).dot(samples_.values.row(row).segment(j, 3));
      solve(moment);
      for (Index j = 0; j < inner_; ++j)
        for (Index k = 0; k < 3; ++k)
          fitted(row, j + k) -= penalty * differences_(j, k) * moment[j] / samples_.weights[j + k];
    }
    return fitted;
  }

 private:
  // L D L' of R + αM: D in the first column, L(i+1, i) and L(i+2, i) in the others.
  void factorise(double penalty) {
    lower_ = stiffness_ + penalty * roughness_;
    for (Index i = 0; i < inner_; ++i) {
      const double pivot = lower_(i, 0), one = lower_(i, 1), two = lower_(i, 2);
      if (i + 1 < inner_) {
        lower_(i + 1, 0) -= one * one / pivot;
        lower_(i + 1, 1) -= one * two / pivot;
      }
      if (i + 2 < inner_) lower_(i + 2, 0) -= two * two / pivot;
      lower_(i, 1) = one / pivot;
      lower_(i, 2) = two / pivot;
    }
  }

  void solve(Vector& right) const {
    for (Index i = 0; i < inner_; ++i) {
      if (i + 1 < inner_) right[i + 1] -= lower_(i, 1) * right[i];
      if (i + 2 < inner_) right[i + 2] -= lower_(i, 2) * right[i];
    }
    right.array() /= lower_.col(0).array();
    for (Index i = inner_ - 1; i >= 0; --i) {
      if (i + 1 < inner_) right[i] -= lower_(i, 1) * right[i + 1];
      if (i + 2 < inner_) right[i] -= lower_(i, 2) * right[i + 2];
    }
  }

  const Samples& samples_;
  Index inner_;
  Bands differences_;  // row j: the second difference at j, j + 1, j + 2
  Bands stiffness_, roughness_, lower_;
};

}  // namespace

SmoothedCurve smoothing_spline(const Vector& places, const Matrix& values, const Vector& weights,
                               double degrees_of_freedom) {
  const Samples samples = joined(places, values, weights);
  const auto count = static_cast<double>(samples.places.size());
  if (count < 3 || degrees_of_freedom >= count) return {samples.places, samples.values};
  Reinsch equations(samples);
  // The trace falls with the penalty, from n to 2.
  double low = std::log(equations.balance()) - 30, high = low + 75;
  for (int step = 0; step < 80; ++step) {
    const double middle = (low + high) / 2;
    (equations.trace(std::exp(middle)) > degrees_of_freedom ? low : high) = middle;
  }
  return {samples.places, equations.fit(std::exp((low + high) / 2))};
}

}  // namespace wpga
