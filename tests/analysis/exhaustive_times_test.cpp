#include <gtest/gtest.h>

#include <cmath>

#include "analysis/tiny_families.hpp"
#include "analysis/vertex_plans.hpp"
#include "wpga/analysis/curves/projection.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

using test::TinyProblem;
using test::TinyShape;

const std::vector<TinyShape> shapes = {{1, 4, 3, 3, false}, {2, 3, 3, 4, false}, {2, 4, 3, 3, true},
                                       {2, 4, 2, 4, false}, {2, 2, 3, 4, true},  {3, 3, 3, 3, false},
                                       {2, 1, 3, 4, false}, {2, 4, 3, 1, false}};

// Permutations of n equal atoms, and one plan from a single atom.
TEST(VertexPlans, AreThePermutationsOfEqualAtoms) {
  const Vector three = Vector::Constant(3, 1.0 / 3), four = Vector::Constant(4, 0.25);
  EXPECT_EQ(test::vertex_plans(three, three).size(), 6U);
  EXPECT_EQ(test::vertex_plans(four, four).size(), 24U);
  EXPECT_EQ(test::vertex_plans(Vector::Ones(1), four).size(), 1U);
}

TEST(VertexPlans, LeastIsTheDistance) {
  for (const TinyShape& shape : shapes)
    for (std::uint64_t seed = 1; seed < 6; ++seed) {
      const TinyProblem problem = test::tiny_problem(shape, seed);
      for (Index i = 0; i < problem.family.count(); ++i)
        EXPECT_NEAR(couple(problem.mean.view(), problem.family[i], {}).value.primal,
                    test::least_cost(test::plan_views(problem.mean.weights, problem.family[i]),
                                     problem.mean.weights, problem.mean.points),
                    1e-12)
            << shape;
    }
}

// Each plan is a parabola in t: the least of all their minima is the answer, and nothing proven is above it.
TEST(ExhaustiveTimes, AreTheCertifiedOnes) {
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic})
    for (const TinyShape& shape : shapes)
      for (std::uint64_t seed = 1; seed < 6; ++seed) {
        const TinyProblem problem = test::tiny_problem(shape, seed);
        Random random(seed, 6);
        const GeneralizedGeodesic curve = test::random_curve(random, shape.dimension, shape.mean_atoms);
        FamilyCouplings couplings(problem.family, {.transport = method}, problem.mean.weights);
        const Projections found =
            project(problem.mean, curve, couplings, 1, {}, {.time_tolerance = 1e-10, .solves = 200}, {});
        for (Index i = 0; i < problem.family.count(); ++i) {
          const auto plans = test::plan_views(problem.mean.weights, problem.family[i]);
          const double least = test::least_on_curve(plans, problem.mean, curve);
          const double there = test::least_cost(plans, problem.mean.weights,
                                                points_at(problem.mean.points, curve, found.times[i]));
          EXPECT_LE(found.lower_bounds[i], least + 1e-10) << shape;
          EXPECT_GE(found.squared_distances[i], there - 1e-10) << shape;
          if (method == TransportMethod::entropic) continue;
          EXPECT_NEAR(found.squared_distances[i], least, 1e-9) << shape;
          EXPECT_NEAR(there, least, 1e-9) << shape;
          EXPECT_NEAR(found.lower_bounds[i], least, 1e-9) << shape;
        }
      }
}

// What joint times leave beyond the least, relative to the distance to the mean; two curves at random, or
// orthogonal as those of a fit are.
std::vector<double> joint_excesses(const TinyShape& shape, std::uint64_t seed, bool orthogonal) {
  const TinyProblem problem = test::tiny_problem(shape, seed);
  const Vector& b = problem.mean.weights;
  Random random(seed, 7);
  std::vector<GeneralizedGeodesic> curves = {test::random_curve(random, shape.dimension, shape.mean_atoms),
                                             test::random_curve(random, shape.dimension, shape.mean_atoms)};
  const Matrix first = curves[0].direction();
  for (Matrix* field : {&curves[1].backward, &curves[1].forward})
    if (orthogonal) *field -= inner_product(b, *field, first) / squared_norm(b, first) * first;
  FamilyCouplings couplings(problem.family, {}, b);
  std::vector<Projections> single;
  for (const GeneralizedGeodesic& curve : curves)
    single.push_back(project(problem.mean, curve, couplings, 1, {}, {.time_tolerance = 1e-10}, {}));
  const Vector alone = Vector::NullaryExpr(problem.family.count(), [&](Index i) {
    return couple(problem.mean.view(), problem.family[i], {}).value.primal;
  });
  const JointProjections joint = project_jointly(problem.mean, alone, curves, single, couplings, {});
  std::vector<double> excesses;
  for (Index i = 0; i < alone.size(); ++i) {
    const double least =
        test::least_on_two_curves(test::plan_views(b, problem.family[i]), problem.mean, curves[0], curves[1]);
    excesses.push_back((joint.squared_distances(i, 1) - least) / alone[i]);
  }
  return excesses;
}

// Each plan is a quadratic on a square of times.  Joint times are no proven minima, but never below the
// least, and nearly always there.
TEST(ExhaustiveTimes, OnTwoCurvesAreNeverPassedAndNearlyAlwaysReached) {
  double cases = 0, reached = 0, sum = 0;
  for (const bool orthogonal : {false, true})
    for (const TinyShape& shape : shapes)
      for (std::uint64_t seed = 1; seed < 16; ++seed)
        for (const double above : joint_excesses(shape, seed, orthogonal)) {
          EXPECT_GE(above, -1e-10) << shape << ", seed " << seed;
          ++cases, sum += above, reached += above < 1e-6;
        }
  EXPECT_GE(reached, 0.96 * cases);
  EXPECT_LE(sum, 0.004 * cases);
}

}  // namespace
}  // namespace wpga
