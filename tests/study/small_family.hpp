// A few small measures made of bytes, and what any fit of them must obey: for random bytes in the tests, and
// for those that libFuzzer finds.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "wpga/base/error.hpp"
#include "wpga/study/fit.hpp"

namespace wpga::test {

// Reads numbers off the bytes, zeros behind their end.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  int next() { return at_ < bytes_.size() ? bytes_[at_++] : 0; }
  int next(int below) { return next() % below; }

 private:
  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

// Up to five measures of up to five atoms in up to three dimensions, on a grid, so that ties and equal
// measures are frequent; some weights are tiny.
inline MeasureFamily small_family(ByteReader& bytes) {
  const Index count = 1 + bytes.next(5), dimension = 1 + bytes.next(3);
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Index atoms = 1 + bytes.next(5);
    const Matrix points = Matrix::NullaryExpr(dimension, atoms, [&] { return (bytes.next() - 128) / 16.0; });
    Vector weights(atoms);
    for (double& weight : weights) {
      const int byte = bytes.next();
      weight = byte == 255 ? 1e-12 : 1 + byte % 7;
    }
    family.append(points, weights, std::to_string(i));
  }
  return family;
}

inline FitOptions small_options(ByteReader& bytes) {
  FitOptions options;
  options.geodesics.iterations = 20;
  options.geodesics.fit = bytes.next(2) == 0 ? FitOrder::together : FitOrder::greedy;
  options.geodesics.curve = bytes.next(4) == 0 ? CurveKind::geodesic : CurveKind::generalized;
  options.mean.free.support = 1 + bytes.next(6);
  options.geodesics.components = options.components = 1.0 + bytes.next(2);
  return options;
}

inline MeasureFamily scaled(const MeasureFamily& family, double factor) {
  MeasureFamily result(family.space());
  for (Index i = 0; i < family.count(); ++i)
    result.append(factor * family[i].points, family[i].weights, family.names()[static_cast<std::size_t>(i)]);
  return result;
}

// What is wrong with a fit of these bytes; empty when nothing is.
inline std::string flaw_of_fit(std::span<const std::uint8_t> given) {
  ByteReader bytes(given);
  const FitOptions options = small_options(bytes);
  const MeasureFamily family = small_family(bytes);
  std::vector<Model> models;
  try {
    models.push_back(fit(family, options, {.threads = 1}));
    models.push_back(fit(family, options, {.threads = 3}));
    models.push_back(fit(scaled(family, 1024), options, {.threads = 1}));
  } catch (const InputError&) {
    return models.empty() ? "" : "refused after it was accepted";
  }
  const Analysis &one = models[0].analysis, &other = models[1].analysis, &large = models[2].analysis;
  const double size = std::max(one.variance, 1e-12);
  if (!(one.variance >= 0)) return "the variance is negative";
  if (one.mean.points != other.mean.points || one.variance != other.variance ||
      one.components.size() != other.components.size())
    return "threads change the result";
  const double unit = 1024.0 * 1024.0;
  if (std::abs(large.variance / unit - one.variance) > 1e-9 * size) return "the unit changes the variance";
  if (large.components.size() != one.components.size()) return "the unit changes the number of components";
  for (std::size_t k = 0; k < one.components.size(); ++k) {
    const Component& component = one.components[k];
    if (component.times != other.components[k].times ||
        component.squared_distances != other.components[k].squared_distances)
      return "threads change a component";
    if (std::abs(component.explained - large.components[k].explained) > 1e-6)
      return "the unit changes a share";
    if (!(component.explained <= 1 + 1e-9)) return "more than everything is explained";
    if (component.times.minCoeff() < 0 || component.times.maxCoeff() > 1) return "a time lies outside";
    if (component.squared_distances.minCoeff() < 0) return "a squared distance is negative";
    if (((component.lower_bounds - component.squared_distances).array() > 1e-9 * size).any())
      return "a lower bound lies above its distance";
    for (std::size_t i = 1; i < component.objective.size(); ++i)
      if (component.objective[i] > component.objective[i - 1] * (1 + 1e-9) + 1e-12 * size)
        return "an objective rises";
  }
  return {};
}

}  // namespace wpga::test
