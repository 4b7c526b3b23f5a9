// Changes of a family whose effect theory foretells: what a referee would try first.
#pragma once

#include <Eigen/QR>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "analysis/random_families.hpp"

namespace wpga::test {

// A family, a mean of as many atoms as one likes, and what was done to both.
struct Changed {
  std::string name;
  MeasureFamily family;
  Measure mean;
  double scale = 1;               // x ↦ scale · rotation · x + shift
  Matrix rotation;                // d × d, orthogonal
  Vector shift;                   // d
  std::vector<Index> measures;    // measure i was number measures[i], −1: it was not there
  std::vector<Index> mean_atoms;  // the same of the atoms of the mean

  Matrix moved(const PointsRef& points) const { return ((scale * rotation) * points).colwise() + shift; }
};

inline std::vector<Index> counted(Index count) {
  std::vector<Index> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), Index{0});
  return numbers;
}

inline Changed unchanged(const MeasureFamily& family, const Measure& mean) {
  const Index d = family.dimension();
  return {
      "unchanged",         family, mean, 1, Matrix::Identity(d, d), Vector::Zero(d), counted(family.count()),
      counted(mean.size())};
}

inline Vector lambda_of(const MeasureFamily& family) {
  return Vector::NullaryExpr(family.count(), [&](Index i) { return family.measure_weight(i); });
}

// The family again with something done to each measure, in a given order, with given weights.
using Alter = std::function<Measure(const Measure&, Index)>;
inline MeasureFamily altered(const MeasureFamily& family, const std::vector<Index>& order, const Alter& alter,
                             const Vector& lambda) {
  MeasureFamily result(family.space());
  for (const Index i : order) {
    const Measure changed = alter(copy_of(family[i]), i);
    result.append(changed.points, changed.weights, std::to_string(i));
  }
  result.set_measure_weights(lambda);
  return result;
}

inline Changed affine(std::string name, const MeasureFamily& family, const Measure& mean, double scale,
                      const Matrix& rotation, const Vector& shift) {
  Changed changed = unchanged(family, mean);
  changed.name = std::move(name);
  changed.scale = scale;
  changed.rotation = rotation;
  changed.shift = shift;
  changed.family = altered(
      family, changed.measures,
      [&](const Measure& one, Index) { return Measure{changed.moved(one.points), one.weights}; },
      lambda_of(family));
  changed.mean.points = changed.moved(mean.points);
  return changed;
}

inline Changed shifted(const MeasureFamily& family, const Measure& mean) {
  const Index d = family.dimension();
  return affine("shifted", family, mean, 1, Matrix::Identity(d, d), Vector::LinSpaced(d, -30, 100));
}

// By powers of two: not even rounding differs.
inline Changed scaled(const MeasureFamily& family, const Measure& mean, int exponent) {
  const Index d = family.dimension();
  return affine("scaled by 2^" + std::to_string(exponent), family, mean, std::ldexp(1, exponent),
                Matrix::Identity(d, d), Vector::Zero(d));
}

inline Changed rotated(const MeasureFamily& family, const Measure& mean) {
  Random random(9);
  const Index d = family.dimension();
  const Matrix rotation = Eigen::HouseholderQR<Matrix>(normal_matrix(random, d, d)).householderQ();
  return affine("rotated", family, mean, 1, rotation, Vector::Zero(d));
}

inline Changed mirrored(const MeasureFamily& family, const Measure& mean) {
  const Index d = family.dimension();
  return affine("mirrored", family, mean, 1, -Matrix::Identity(d, d), Vector::Zero(d));
}

inline Changed reordered_measures(const MeasureFamily& family, const Measure& mean) {
  Changed changed = unchanged(family, mean);
  changed.name = "measures in another order";
  for (Index i = 0; i < family.count(); ++i)
    changed.measures[static_cast<std::size_t>(i)] = (3 * i + 2) % family.count();
  const Vector lambda = lambda_of(family)(changed.measures);
  changed.family = altered(family, changed.measures, [](const Measure& one, Index) { return one; }, lambda);
  return changed;
}

inline Measure backwards(const Measure& measure) {
  return {measure.points.rowwise().reverse(), measure.weights.reverse()};
}

inline Changed reordered_atoms(const MeasureFamily& family, const Measure& mean) {
  Changed changed = unchanged(family, mean);
  changed.name = "atoms in another order";
  changed.family = altered(
      family, changed.measures, [](const Measure& one, Index) { return backwards(one); }, lambda_of(family));
  changed.mean = backwards(mean);
  std::ranges::reverse(changed.mean_atoms);
  return changed;
}

// The first atom of every measure as two halves in one place, the second half at the end.
inline Changed split_atoms(const MeasureFamily& family, const Measure& mean) {
  Changed changed = unchanged(family, mean);
  changed.name = "an atom in two halves";
  changed.family = altered(
      family, changed.measures,
      [](const Measure& one, Index) {
        Measure halves{Matrix(one.dimension(), one.size() + 1), Vector(one.size() + 1)};
        halves.points << one.points, one.points.col(0);
        halves.weights << one.weights, one.weights[0] / 2;
        halves.weights[0] /= 2;
        return halves;
      },
      lambda_of(family));
  return changed;
}

inline Changed doubled(const MeasureFamily& family, const Measure& mean) {
  Changed changed = unchanged(family, mean);
  changed.name = "every measure twice";
  changed.measures.clear();
  for (Index i = 0; i < family.count(); ++i) changed.measures.insert(changed.measures.end(), 2, i);
  const Vector lambda = lambda_of(family)(changed.measures) / 2;
  changed.family = altered(family, changed.measures, [](const Measure& one, Index) { return one; }, lambda);
  return changed;
}

// Of the atoms and of the measures.
inline Changed heavier(const MeasureFamily& family, const Measure& mean) {
  Changed changed = unchanged(family, mean);
  changed.name = "weights times seven";
  changed.family = altered(
      family, changed.measures,
      [](const Measure& one, Index) { return Measure{one.points, 7 * one.weights}; }, 7 * lambda_of(family));
  return changed;
}

// A measure that counts nothing, far from the others: `apart` in units of their coordinates.
inline Changed with_a_weightless_measure(const MeasureFamily& family, const Measure& mean, double apart) {
  Changed changed = unchanged(family, mean);
  changed.name = "with a measure of weight 0";
  Vector lambda(family.count() + 1);
  lambda << lambda_of(family), 0;
  changed.family = MeasureFamily(family.space());
  for (Index i = 0; i < family.count(); ++i)
    changed.family.append(family[i].points, family[i].weights, std::to_string(i));
  changed.family.append(family[0].points.array() + apart, family[0].weights, "weightless");
  changed.family.set_measure_weights(lambda);
  changed.measures.push_back(-1);
  return changed;
}

// All of them.
inline std::vector<Changed> all_changes(const MeasureFamily& family, const Measure& mean) {
  return {shifted(family, mean),
          scaled(family, mean, 40),
          scaled(family, mean, -40),
          scaled(family, mean, 332),  // 9e99
          scaled(family, mean, -332),
          mirrored(family, mean),
          rotated(family, mean),
          reordered_measures(family, mean),
          reordered_atoms(family, mean),
          split_atoms(family, mean),
          doubled(family, mean),
          heavier(family, mean),
          with_a_weightless_measure(family, mean, 0.1),
          with_a_weightless_measure(family, mean, 20)};
}

}  // namespace wpga::test
