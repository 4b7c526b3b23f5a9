#include "wpga/transport/distances.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "wpga/base/error.hpp"
#include "wpga/base/random.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/simplex/transport_simplex.hpp"

namespace wpga {
namespace {

MeasureFamily random_family(Index count, Index dimension, std::uint64_t seed) {
  Random random(seed);
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const Index n = 1 + random.below(20);
    family.append(Matrix::NullaryExpr(dimension, n, [&] { return random.normal(); }),
                  Vector::NullaryExpr(n, [&] { return random.uniform() + 0.01; }), std::to_string(i));
  }
  return family;
}

MeasureFamily times(const MeasureFamily& family, double unit) {
  MeasureFamily scaled;
  for (Index i = 0; i < family.count(); ++i)
    scaled.append(family[i].points * unit, family[i].weights, std::to_string(i));
  return scaled;
}

TEST(Distances, WithinAFamilyAreSymmetricAndObeyTheTriangleInequality) {
  for (const Index dimension : {1, 2, 5}) {
    const DistanceMatrix matrix = distance_matrix(random_family(12, dimension, 1), {}, {});
    EXPECT_EQ(matrix.upper, matrix.upper.transpose());
    EXPECT_EQ(matrix.upper.diagonal().norm(), 0);
    EXPECT_LT((matrix.upper - matrix.lower).cwiseAbs().maxCoeff(), 1e-11);
    const Matrix w = matrix.upper.cwiseSqrt();
    for (Index i = 0; i < 12; ++i)
      for (Index j = 0; j < 12; ++j)
        for (Index k = 0; k < 12; ++k) EXPECT_LE(w(i, j), w(i, k) + w(k, j) + 1e-12);
  }
}

TEST(Distances, BetweenAFamilyAndItselfAreThoseWithinIt) {
  const MeasureFamily family = random_family(20, 2, 2);
  const Matrix within = distance_matrix(family, {}, {}).upper,
               between = distance_matrix(family, family, {}, {}).upper;
  EXPECT_LT((within - between).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(Distances, HaveTheSameBitsForAnyNumberOfThreads) {
  const MeasureFamily first = random_family(25, 3, 3), second = random_family(40, 3, 4);
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic}) {
    const TransportOptions options{.transport = method, .sinkhorn = {.regularization = 0.1}};
    const DistanceMatrix one = distance_matrix(first, second, options, {.threads = 1});
    const DistanceMatrix two = distance_matrix(first, second, options, {.threads = 2});
    EXPECT_EQ(one.upper, two.upper);
    EXPECT_EQ(one.lower, two.lower);
  }
}

TEST(Distances, EntropicBoundsBracketTheExactValue) {
  const MeasureFamily family = random_family(10, 2, 5);
  const Matrix exact = distance_matrix(family, {}, {}).upper;
  const DistanceMatrix entropic = distance_matrix(family, {.transport = TransportMethod::entropic}, {});
  EXPECT_TRUE(entropic.any_entropic);
  EXPECT_LT((entropic.lower - exact).maxCoeff(), 1e-9);
  EXPECT_LT((exact - entropic.upper).maxCoeff(), 1e-9);
}

TEST(Distances, NeedOneSpace) {
  EXPECT_THROW(distance_matrix(random_family(2, 2, 6), random_family(2, 3, 7), {}, {}), InputError);
}

TEST(Choice, IsExactForSmallAndEntropicForHugeMeasures) {
  EXPECT_EQ(chosen_method({}, 256, 128), TransportMethod::exact);
  EXPECT_EQ(chosen_method({}, 1'000'000, 1'000'000), TransportMethod::entropic);
  EXPECT_EQ(chosen_method({.transport = TransportMethod::exact}, 1'000'000, 2), TransportMethod::exact);
  EXPECT_EQ(chosen_method({.transport = TransportMethod::entropic}, 2, 2), TransportMethod::entropic);
}

// W2(g_s, g_t) = |t − s| W2(g_0, g_1): the interpolation is a constant-speed geodesic.
TEST(Displacement, ByThePlanIsAGeodesic) {
  for (const Index dimension : {1, 3}) {
    const MeasureFamily family = random_family(2, dimension, 8);
    const PairCoupling pair = couple(family[0], family[1], {});
    const auto at = [&](double t) { return displaced_by_plan(family[0], family[1], pair.plan, t); };
    for (const double t : {0.0, 0.25, 0.6, 1.0}) {
      const double from_start = couple(family[0], at(t).view(), {}).value.primal;
      const double to_end = couple(at(t).view(), family[1], {}).value.primal;
      EXPECT_NEAR(from_start, t * t * pair.value.primal, 1e-10);
      EXPECT_NEAR(to_end, (1 - t) * (1 - t) * pair.value.primal, 1e-10);
    }
  }
}

TEST(Displacement, ByTheMapAgreesWithThePlanWhereNoMassIsSplit) {
  Random random(9);
  const Matrix points = Matrix::NullaryExpr(2, 15, [&] { return random.normal(); });
  const Measure source = make_measure(points, Vector::Ones(15));
  const Measure target = make_measure(Matrix(2 * points.array() + 3), Vector::Ones(15));
  const PairCoupling pair = couple(source.view(), target.view(), {});
  EXPECT_LT((pair.map - target.points).norm(), 1e-12);
  const Measure half = displaced_by_map(source.view(), pair.map, 0.5);
  EXPECT_LT((half.points - (source.points + target.points) / 2).norm(), 1e-12);
}

// W2 has the unit of the data: powers of two change no digit, however far.
TEST(Distances, AreInvariantUnderScale) {
  for (const Index dimension : {1, 2, 7}) {
    const MeasureFamily family = random_family(4, dimension, 21);
    for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic}) {
      const TransportOptions options{.transport = method, .sinkhorn = {.regularization = 0.1}};
      const DistanceMatrix near = distance_matrix(family, options, {});
      const PairCoupling pair = couple(family[0], family[1], options);
      for (const int exponent : {-455, -332, -50, 50, 332, 455}) {
        const double unit = std::ldexp(1.0, exponent);
        const MeasureFamily far = times(family, unit);
        const DistanceMatrix matrix = distance_matrix(far, options, {});
        EXPECT_EQ(matrix.upper, near.upper * unit * unit);
        EXPECT_EQ(matrix.lower, near.lower * unit * unit);
        EXPECT_EQ(transport_value(far[0], far[1], options).primal,
                  transport_value(family[0], family[1], options).primal * unit * unit);
        EXPECT_EQ(transport_value(far[0], far[1], options).bias,
                  transport_value(family[0], family[1], options).bias * unit * unit);
        const PairCoupling moved = couple(far[0], far[1], options);
        EXPECT_EQ(moved.value.primal, pair.value.primal * unit * unit);
        EXPECT_EQ(moved.map, pair.map * unit);
        EXPECT_EQ(moved.plan.size(), pair.plan.size());
      }
    }
  }
}

// Neither a hang nor a distance of zero "proved optimal".
TEST(Distances, RefuseLengthsWhoseSquaresLeaveTheRange) {
  for (const double unit : {5e-324, 1e-310, 1e-200, 1e-162, 1e145, 1e300})
    for (const Index dimension : {1, 2}) {
      const MeasureFamily far = times(random_family(3, dimension, 22), unit);
      EXPECT_THROW(transport_value(far[0], far[1], {}), InputError);
      EXPECT_THROW(couple(far[0], far[1], {}), InputError);
      EXPECT_THROW(distance_matrix(far, {}, {}), InputError);
      EXPECT_THROW(distance_matrix(far, far, {}, {}), InputError);
    }
}

// The engine itself ends wherever the atoms lie.
TEST(Distances, OfTheEngineEndOnDenormalAtoms) {
  const MeasureFamily far = times(random_family(2, 2, 23), 1e-320);
  const auto coupling = exact_transport()->coupling(far[0].weights);
  coupling->attach(far[1], {});
  EXPECT_EQ(coupling->solve(far[0].points).primal, 0);
}

// What cannot be true is neither cut off nor taken for a proof.
TEST(Distances, LetAContradictionShow) {
  const MeasureFamily family = random_family(2, 2, 24);
  TransportValue value = transport_value(family[0], family[1], {});
  Index contradictions = 0;
  value.dual = value.primal * (1 + 1e-13);
  EXPECT_EQ(proven_lower(value, family[0], family[1], contradictions), value.primal);
  EXPECT_EQ(contradictions, 0);
  value.dual = 1.001 * value.primal;
  EXPECT_EQ(proven_lower(value, family[0], family[1], contradictions), value.dual);
  EXPECT_EQ(contradictions, 1);
}

// Bounds cross by rounding at most, wherever the measures lie, and then they are equal.
TEST(Distances, NeverContradictThemselves) {
  for (const Index dimension : {1, 2, 3})
    for (const double offset : {0.0, 1e6, 1e9})
      for (const auto method : {TransportMethod::exact, TransportMethod::entropic}) {
        MeasureFamily family;
        const MeasureFamily near = random_family(8, dimension, 25);
        for (Index i = 0; i < near.count(); ++i)
          family.append(near[i].points.array() + offset, near[i].weights, std::to_string(i));
        const DistanceMatrix found = distance_matrix(family, {.transport = method}, {});
        EXPECT_EQ(found.contradictions, 0) << dimension << " " << offset;
        EXPECT_GE((found.upper - found.lower).minCoeff(), 0) << dimension << " " << offset;
      }
}

}  // namespace
}  // namespace wpga
