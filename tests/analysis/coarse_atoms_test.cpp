#include "wpga/analysis/fit/coarse_atoms.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/analysis/curves/generalized_geodesic.hpp"

namespace wpga {
namespace {

using test::normal_matrix;
using test::random_mean;

TEST(CoarseAtoms, KeepMassAndCentre) {
  Random random(1);
  const Measure mean = random_mean(random, 2, 60);
  const CoarseAtoms coarse(mean, 9);
  EXPECT_EQ(coarse.mean().size(), 9);
  EXPECT_NEAR(coarse.mean().weights.sum(), mean.weights.sum(), 1e-14);
  EXPECT_LT((coarse.mean().points * coarse.mean().weights - mean.points * mean.weights).norm(), 1e-13);
}

// Averages over clusters are the projection on fields that are constant there: what such a field's inner
// product with any field is, it is with the average too.
TEST(CoarseAtoms, AverageIsAnOrthogonalProjection) {
  Random random(2);
  const Measure mean = random_mean(random, 3, 40);
  const CoarseAtoms coarse(mean, 7);
  // Atoms of a cluster have the same coordinates after averaging the identity over clusters.
  const Matrix places = coarse.averaged(mean.points);
  EXPECT_LT((places - coarse.mean().points).norm(), 1e-12);
  const Matrix field = normal_matrix(random, 3, 40), other = normal_matrix(random, 3, 7);
  Matrix constant(3, 40);  // `other` on every atom of its cluster, the nearest one
  for (Index k = 0; k < 40; ++k) {
    Index nearest = 0;
    (coarse.mean().points.colwise() - mean.points.col(k)).colwise().squaredNorm().minCoeff(&nearest);
    constant.col(k) = other.col(nearest);
  }
  EXPECT_NEAR(inner_product(mean.weights, field, constant),
              inner_product(coarse.mean().weights, coarse.averaged(field), other), 1e-12);
}

TEST(CoarseAtoms, MapsAreAveragedAsFieldsAre) {
  Random random(3);
  const MeasureFamily family = test::random_family(random, 5, 2, 12);
  const Measure mean = random_mean(random, 2, 30);
  FamilyCouplings couplings(family, {}, mean.weights);
  const TangentMaps maps = tangent_maps(couplings.centered(mean.points), couplings, {});
  const CoarseAtoms coarse(mean, 6);
  const TangentMaps averaged = coarse.averaged(maps);
  EXPECT_EQ(averaged.variance, maps.variance);
  EXPECT_EQ(averaged.measure_weights, maps.measure_weights);
  for (Index i = 0; i < 5; ++i) {
    const Matrix expected = coarse.averaged(maps.field(maps.coordinates.col(i).cast<double>()));
    EXPECT_LT((averaged.field(averaged.coordinates.col(i).cast<double>()) - expected).norm(),
              1e-6 * expected.norm());
  }
}

// A translation is one on any atoms; spread values lie between those of the clusters.
TEST(CoarseAtoms, SpreadKeepsTranslationsAndBounds) {
  Random random(4);
  const Measure mean = random_mean(random, 2, 50);
  const CoarseAtoms coarse(mean, 8);
  const Vector shift{{0.3, -2}};
  EXPECT_LT((coarse.spread(shift.replicate(1, 8)) - shift.replicate(1, 50)).norm(), 1e-12);
  const Matrix field = normal_matrix(random, 2, 8), fine = coarse.spread(field);
  for (Index i = 0; i < 2; ++i) {
    EXPECT_LE(fine.row(i).maxCoeff(), field.row(i).maxCoeff() + 1e-12);
    EXPECT_GE(fine.row(i).minCoeff(), field.row(i).minCoeff() - 1e-12);
  }
}

// Far clusters, atoms that coincide, all atoms in one place, lengths of any unit.
TEST(CoarseAtoms, StandOddMeans) {
  Random random(5);
  for (const double unit : {1e-25, 1.0, 1e25}) {
    Measure mean = random_mean(random, 2, 20);
    mean.points *= unit;
    mean.points.col(3) = mean.points.col(4);
    mean.points.col(7).array() += 1e6 * unit;
    const CoarseAtoms coarse(mean, 5);
    const Matrix field = unit * normal_matrix(random, 2, coarse.mean().size());
    EXPECT_TRUE(coarse.spread(field).allFinite());
    EXPECT_LE(coarse.spread(field).cwiseAbs().maxCoeff(), field.cwiseAbs().maxCoeff() * (1 + 1e-12));
  }
  Measure one = random_mean(random, 2, 6);
  for (Index k = 0; k < 6; ++k) one.points.col(k) = one.points.col(0);
  const CoarseAtoms coarse(one, 4);
  EXPECT_EQ(coarse.mean().size(), 1);
  EXPECT_LT((coarse.spread(Matrix::Ones(2, 1)) - Matrix::Ones(2, 6)).norm(), 1e-15);
}

}  // namespace
}  // namespace wpga
