#include "wpga/analysis/fit/tangent_maps.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <span>

#include "analysis/random_families.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

struct Example {
  MeasureFamily family;
  Measure mean;
  TangentMaps maps;
};

Example example(Index count, Index dimension, std::uint64_t seed) {
  Random random(seed);
  Example e{test::random_family(random, count, dimension, 12), test::random_mean(random, dimension, 8), {}};
  FamilyCouplings couplings(e.family, {}, e.mean.weights);
  e.maps = tangent_maps(couplings.centered(e.mean.points), couplings, {});
  return e;
}

// Σ_i λ_i R_i R_i' in coordinates that make L²(mean) Euclidean.
Matrix covariance_of(const TangentMaps& maps) {
  const Matrix coordinates = maps.coordinates.cast<double>();
  return coordinates * maps.measure_weights.asDiagonal() * coordinates.transpose();
}

TEST(TangentMaps, AreTheBarycentricMapsOfEachPair) {
  const Example e = example(6, 2, 1);
  for (Index i = 0; i < 6; ++i) {
    const PairCoupling pair = couple(e.mean.view(), e.family[i], {});
    EXPECT_NEAR(e.maps.squared_distances[i], pair.value.primal, 1e-10);
    const Matrix field = e.maps.field(e.maps.coordinates.col(i).cast<double>());
    EXPECT_LT((field - (pair.map - e.mean.points)).norm(), 1e-5);
  }
  EXPECT_NEAR(e.maps.variance, e.maps.squared_distances.dot(e.maps.measure_weights), 1e-12);
  EXPECT_EQ(e.maps.not_converged, 0);
}

TEST(TangentMaps, FieldAndFlatUndoEachOther) {
  const Example e = example(3, 3, 2);
  Random random(3);
  const Matrix field = test::normal_matrix(random, 3, 8), other = test::normal_matrix(random, 3, 8);
  EXPECT_TRUE(e.maps.field(e.maps.flat(field)).isApprox(field));
  EXPECT_NEAR(e.maps.flat(field).dot(e.maps.flat(other)), inner_product(e.mean.weights, field, other), 1e-12);
}

TEST(TangentMaps, LeadingDirectionsAreEigenvectorsOfTheCovariance) {
  const Example e = example(7, 2, 4);
  const TangentDirections found = leading_directions(e.maps, {}, 3);
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(covariance_of(e.maps));
  ASSERT_EQ(found.fields.size(), 3U);
  for (Index c = 0; c < 3; ++c) {
    const Index place = solver.eigenvalues().size() - 1 - c;
    EXPECT_NEAR(found.variances[c], solver.eigenvalues()[place], 1e-5 * solver.eigenvalues().maxCoeff());
    const double cosine =
        e.maps.flat(found.fields[static_cast<std::size_t>(c)]).dot(solver.eigenvectors().col(place));
    EXPECT_NEAR(std::abs(cosine), 1, 1e-4);
  }
}

// Long maps of measures that count little do not lead.
TEST(TangentMaps, LeadingDirectionsFollowTheWeightsOfMeasures) {
  Random random(8);
  TangentMaps maps;
  maps.root_weights = Vector::Ones(15);
  maps.coordinates = Eigen::MatrixXf::Zero(30, 60);
  maps.measure_weights.resize(60);
  for (Index i = 0; i < 60; ++i) {
    const bool heavy = i < 30;
    maps.coordinates.col(i).segment(heavy ? 0 : 15, 15) =
        ((heavy ? 1 : 10) * test::normal_matrix(random, 15, 1)).cast<float>();
    maps.measure_weights[i] = heavy ? 1.0 / 30 : 1e-6;
  }
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(covariance_of(maps));
  EXPECT_NEAR(leading_directions(maps, {}, 1).variances[0], solver.eigenvalues().maxCoeff(),
              0.01 * solver.eigenvalues().maxCoeff());
}

TEST(TangentMaps, LeadingDirectionsAreOrthonormalAndOffTheGivenOnes) {
  const Example e = example(12, 2, 5);
  Random random(6);
  const std::vector<Matrix> given = {test::normal_matrix(random, 2, 8), test::normal_matrix(random, 2, 8)};
  const TangentDirections found = leading_directions(e.maps, given, 4);
  const auto cosine = [&](const Matrix& one, const Matrix& other) {
    return inner_product(e.mean.weights, one, other) /
           std::sqrt(squared_norm(e.mean.weights, one) * squared_norm(e.mean.weights, other));
  };
  for (std::size_t c = 0; c < found.fields.size(); ++c) {
    EXPECT_NEAR(squared_norm(e.mean.weights, found.fields[c]), 1, 1e-5);
    for (const Matrix& direction : given) EXPECT_NEAR(cosine(found.fields[c], direction), 0, 1e-5);
    for (std::size_t b = 0; b < c; ++b) EXPECT_NEAR(cosine(found.fields[c], found.fields[b]), 0, 1e-5);
    if (c > 0) {
      EXPECT_LE(found.variances[static_cast<Index>(c)], found.variances[static_cast<Index>(c) - 1]);
    }
  }
}

TEST(TangentMaps, VarianceAlongADirectionIsThatOfTheInnerProducts) {
  const Example e = example(9, 2, 7);
  const TangentDirections found = leading_directions(e.maps, {}, 2);
  for (std::size_t c = 0; c < 2; ++c) {
    const Vector along = inner_products(e.maps, found.fields[c]);
    EXPECT_NEAR(along.cwiseAbs2().dot(e.maps.measure_weights), found.variances[static_cast<Index>(c)],
                1e-4 * found.variances[0]);
  }
}

TEST(TangentMaps, FarthestLeavesMostOutsideTheSpan) {
  const Example e = example(10, 2, 8);
  EXPECT_EQ(farthest_map(e.maps, {}), [&] {
    Index place = 0;
    e.maps.coordinates.all().colwise().squaredNorm().maxCoeff(&place);
    return place;
  }());
  // Nothing of a map is left once its own direction is given.
  const Index first = farthest_map(e.maps, {});
  const std::vector<Matrix> given = {e.maps.field(e.maps.coordinates.col(first).cast<double>())};
  EXPECT_NE(farthest_map(e.maps, given), first);
}

TEST(TangentMaps, HaveTheSameBitsForAnyNumberOfThreads) {
  Random random(9);
  const MeasureFamily family = test::random_family(random, 20, 2, 15);
  const Measure mean = test::random_mean(random, 2, 10);
  const auto with = [&](int threads) {
    FamilyCouplings couplings(family, {}, mean.weights);
    return tangent_maps(couplings.centered(mean.points), couplings, {.threads = threads});
  };
  const TangentMaps one = with(1), two = with(2);
  EXPECT_EQ(one.coordinates.all(), two.coordinates.all());
  EXPECT_EQ(one.squared_distances, two.squared_distances);
}

// Maps of translates span as many directions as their shifts, and rounding is no direction: neither at once
// nor once the first ones are given, in any unit of length.
TEST(TangentMaps, HaveNoMoreDirectionsThanTheirRank) {
  Random random(11);
  const Measure cloud = test::random_mean(random, 3, 40);
  const Matrix shifts = test::normal_matrix(random, 3, 25);
  for (const Index rank : {0, 1, 2, 3})
    for (const double unit : {1e-12, 1.0, 1e9}) {
      const Matrix basis = test::normal_matrix(random, 3, rank);
      const Measure mean{cloud.points * unit, cloud.weights};
      const MeasureFamily family = test::translates(mean, unit * basis * shifts.topRows(rank));
      FamilyCouplings couplings(family, {}, mean.weights);
      const TangentMaps maps = tangent_maps(couplings.centered(mean.points), couplings, {});
      const TangentDirections found = leading_directions(maps, {}, 6);
      ASSERT_EQ(std::ssize(found.fields), rank) << unit;
      EXPECT_EQ(found.variances.size(), rank);
      EXPECT_NEAR(found.variances.sum(), squared_size(maps), 1e-6 * squared_size(maps));
      for (std::size_t given = 0; given <= found.fields.size(); ++given) {
        const auto first = std::span(found.fields).first(given);
        EXPECT_EQ(std::ssize(leading_directions(maps, first, 6).fields), rank - std::ssize(first));
      }
    }
}

// What is left off the given directions is what is measured: double precision, not the rounding of floats.
TEST(TangentMaps, LeadingDirectionsStayOffTheGivenOnesHoweverLittleIsLeft) {
  Random random(12);
  const Measure mean = test::random_mean(random, 2, 30);
  Matrix shifts = test::normal_matrix(random, 2, 20);
  shifts.row(1) *= 1e-4;
  const MeasureFamily family = test::translates(mean, shifts);
  FamilyCouplings couplings(family, {}, mean.weights);
  const TangentMaps maps = tangent_maps(couplings.centered(mean.points), couplings, {});
  Matrix along = Matrix::Zero(2, 30);
  along.row(0).setOnes();
  const std::vector<Matrix> given = {along};
  const TangentDirections rest = leading_directions(maps, given, 3);
  ASSERT_EQ(rest.fields.size(), 1U);
  EXPECT_NEAR(rest.variances[0], shifts.row(1).squaredNorm() / 20, 1e-3 * rest.variances[0]);
  EXPECT_LT(std::abs(inner_product(mean.weights, rest.fields[0], along)), 1e-14);
}

}  // namespace
}  // namespace wpga
