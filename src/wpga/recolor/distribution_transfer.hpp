// Iterative distribution transfer (Pitié, Kokaram & Dahyot 2007): a cloud is turned, each coordinate is sent
// to that of the target by the exact monotone map on the line, and turned back, until the clouds agree.
// docs/recolor.md
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "wpga/base/options.hpp"
#include "wpga/base/random.hpp"
#include "wpga/measures/measure.hpp"
#include "wpga/parallel/execution.hpp"

namespace wpga {

struct DistributionTransferOptions {
  int rotations = 30;
  std::uint64_t seed = 1;

  static constexpr auto list() {
    using O = DistributionTransferOptions;
    return Listing{option("rotations", &O::rotations, "turns of `transfer` pitie", at_least(1)),
                   option("seed", &O::seed, "of every random draw")};
  }
};
static_assert(lists_every_member<DistributionTransferOptions>);

// A monotone function on the line, linear between its knots and of slope one outside them.
struct LineMap {
  Vector knots;   // increasing
  Vector images;  // non-decreasing

  double operator()(double x) const;  // O(knots)
  // The same for each of the values in place; O(1) where neighbours are near each other.
  void apply(Eigen::Ref<Eigen::RowVectorXd, 0, Eigen::InnerStride<>> values) const;
};

// The transfer as a map of the whole space: learnt on the atoms of the source, defined everywhere.
struct DistributionTransfer {
  struct Turn {
    Matrix rotation;             // d × d, orthogonal
    std::vector<LineMap> lines;  // d: one for each turned coordinate
  };
  std::vector<Turn> turns;
  std::vector<double> distances;  // before each turn: root mean of W2² along its axes

  Matrix operator()(const PointsRef& points) const;  // d × n to d × n
};

// Source and target clouds in R^d with n and m atoms.  O(rotations · d (n log n + m log m)).  The first turn
// is none, the others are drawn from the seed.
DistributionTransfer distribution_transfer(const MeasureView& source, const MeasureView& target,
                                           const DistributionTransferOptions& options);

// A palette of few colours as the cloud it was made from may have looked: `draws` points of equal
// weight, drawn from the atoms in proportion to their masses, each scattered normally along the differences
// to the nearest other atoms (half as wide as these), drawn together so that mean and total variance are
// those of the palette, and kept inside its bounding box.  Transfer onto bare atoms would leave no more
// colours than atoms.
Measure scattered(const MeasureView& palette, Index draws, Random random);

// A cloud as seen through noise: `draws` points of equal weight, drawn in proportion to the masses, each with
// normal noise of this width added; the mean stays.  What is narrower than the noise cannot be stretched by a
// transfer learnt from it.
Measure blurred(const MeasureView& cloud, double width, Index draws, Random random);

}  // namespace wpga
