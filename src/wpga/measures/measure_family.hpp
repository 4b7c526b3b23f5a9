// N measures on R^d with sizes of their own, packed one after the other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wpga/base/large_array.hpp"
#include "wpga/base/shared_value.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/measures/reading.hpp"

namespace wpga {

// What the atoms stand for; decides how a family is drawn.
enum class Kind { points, shape, palette, histogram };
constexpr std::array<std::string_view, 4> names(Kind) { return {"points", "shape", "palette", "histogram"}; }

// What is known of the space the measures live in.  Empty where unknown.
struct Space {
  Kind kind = Kind::points;
  std::vector<std::int64_t>
      grid;  // shapes: rows, columns (volumes: depth, rows, columns), 0 columns of it: no grid
  std::vector<std::string> axes;  // one name for each coordinate
  std::vector<double> center;     // standardisation undone by x ↦ center + scale · x
  std::vector<double> scale;
  bool operator==(const Space&) const = default;
};

// Copies share their atoms and names.  Atoms may be more than memory holds (base/large_array.hpp): whoever
// asks for one measure after the other needs little of it.
class MeasureFamily {
 public:
  MeasureFamily() = default;
  explicit MeasureFamily(Space space) : space_(std::move(space)) {}

  // Of d points for each weight, packed as they are here; every measure is one that make_measure would leave
  // alone.
  MeasureFamily(Space space, Index dimension, LargeArray<double> points, LargeArray<double> weights,
                std::vector<std::int64_t> offsets, std::vector<std::string> names);

  // Appends a measure as make_measure would; its errors name the measure.  The first one fixes the dimension.
  // Measure weights are set after the last one.
  void append(const PointsRef& points, const WeightsRef& weights, std::string name, std::string label = {});
  void append(const MeasureView& measure, std::string name, std::string label = {});

  Index count() const { return static_cast<Index>(packed_->names.size()); }
  Index dimension() const { return packed_->dimension; }
  Index atoms() const { return static_cast<Index>(packed_->weights.size()); }
  MeasureView operator[](Index i) const;

  MatrixView points() const;  // d × all atoms
  VectorView weights() const;
  const LargeArray<double>& packed_points() const { return packed_->points; }  // the same, to walk along
  const LargeArray<double>& packed_weights() const { return packed_->weights; }
  std::span<const std::int64_t> offsets() const { return packed_->offsets; }  // N + 1
  const std::vector<std::string>& names() const { return packed_->names; }
  const std::vector<std::string>& labels() const {
    return *labels_;
  }  // N, or empty when nothing was labelled
  const Vector& measure_weights() const {
    return measure_weights_;
  }  // N, sum 1, or empty when all count the same
  const Space& space() const { return space_; }
  const Reading& reading() const { return reading_; }  // how raw data became these measures, where known

  // λ_i of measure i: its measure weight, or 1/N.
  double measure_weight(Index i) const;

  void set_space(Space space) { space_ = std::move(space); }
  void set_reading(Reading reading) { reading_ = std::move(reading); }
  void set_labels(std::vector<std::string> labels);
  void set_measure_weights(const Vector& weights);  // non-negative, some mass; normalised
  void reserve(Index measures, Index atoms, Index dimension);

  // x ↦ (x − center) / scale for every atom; remembered in space().
  void standardize(const Vector& center, const Vector& scale);

  std::size_t bytes() const;  // memory held by atoms and offsets

 private:
  void push(const PointsRef& points, const WeightsRef& weights, std::string name, std::string label);

  struct Packed {
    Index dimension = 0;
    LargeArray<double> points, weights;
    std::vector<std::int64_t> offsets = {0};
    std::vector<std::string> names;
  };

  Space space_;
  Reading reading_;
  SharedValue<Packed> packed_;
  SharedValue<std::vector<std::string>> labels_;
  Vector measure_weights_;
};

// The least and the greatest of every coordinate; a family without measures has none.
struct CoordinateRange {
  Vector low, high;
};
CoordinateRange coordinate_range(const MeasureFamily& family);

// The measures whose indices are given, in that order, with their names, labels and (renormalised) measure
// weights.
MeasureFamily subset(const MeasureFamily& family, std::span<const Index> indices);

// Σ_i λ_i values_i of a number for each measure.
double weighted_mean(const MeasureFamily& family, const Vector& values);

// All atoms together, each measure weighted by λ_i: mean and variance of every coordinate.
struct PooledMoments {
  Vector mean;
  Vector variance;
};
PooledMoments pooled_moments(const MeasureFamily& family);

}  // namespace wpga
