#include "wpga/analysis/cone/cone_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "analysis/cone_examples.hpp"
#include "analysis/cycle_program.hpp"
#include "analysis/dense_program.hpp"
#include "wpga/analysis/cone/cone_program.hpp"

namespace wpga {
namespace {

using test::ConeExample;
using test::ConeKind;

Fields fields_of(const Matrix& stacked, Index dimension) {
  Fields fields;
  for (Index row = 0; row < stacked.rows(); row += dimension)
    fields.push_back(stacked.middleRows(row, dimension));
  return fields;
}

TEST(ConeProblem, IsHalfOfTheModelWithoutItsConstant) {
  Random random(1);
  for (const ConeKind& kind : test::cone_kinds()) {
    const ConeExample example(random, kind);
    const Matrix fields = test::normal_matrix(random, example.problem.rows(), kind.atoms);
    EXPECT_NEAR(2 * example.problem.value(fields) + example.model.constant,
                example.model.value(fields_of(fields, kind.dimension)), 1e-11);
    EXPECT_TRUE(example.problem.inverse_times(example.problem.metric_times(fields)).isApprox(fields, 1e-10));
    for (Index r = 0; r < example.problem.bounds.size(); ++r)
      EXPECT_NEAR(example.problem.equalities.col(r).dot(fields.reshaped()) - example.problem.bounds[r],
                  example.equalities[static_cast<std::size_t>(r)].excess(fields_of(fields, kind.dimension)),
                  1e-12);
  }
}

TEST(ConeProblem, FindsTheSlacksOfTheFormula) {
  Random random(2);
  for (const ConeKind& kind : test::cone_kinds()) {
    const ConeExample example(random, kind);
    std::vector<ConeArc> arcs = test::all_arcs(example.problem);
    const Matrix fields = test::normal_matrix(random, example.problem.rows(), kind.atoms);
    const Matrix potentials = test::normal_matrix(random, example.sites.count(), example.problem.ends.rows());
    find_slacks(example.problem, example.problem.gradients(arcs), fields, potentials, arcs);
    for (const ConeArc& arc : arcs)
      EXPECT_NEAR(arc.slack, test::slack_of(example, arc, fields, potentials), 1e-12);
  }
}

// ⟨A x, f⟩ = −⟨x, A* f⟩ for the linear part A of the slacks.
TEST(ConeProblem, PullIsTheTransposeOfTheSlacks) {
  Random random(3);
  for (const ConeKind& kind : test::cone_kinds()) {
    const ConeExample example(random, kind);
    const std::vector<ConeArc> arcs = test::all_arcs(example.problem);
    const Matrix gradients = example.problem.gradients(arcs);
    const Matrix fields = test::normal_matrix(random, example.problem.rows(), kind.atoms);
    const Matrix potentials = test::normal_matrix(random, example.sites.count(), example.problem.ends.rows());
    const Vector factors = test::normal_matrix(random, std::ssize(arcs), 1);
    Vector slacks = Vector::Zero(factors.size());
    add_slacks(example.problem, arcs, gradients, fields, potentials, slacks);
    Matrix pulled = Matrix::Zero(fields.rows(), fields.cols());
    Matrix brought = Matrix::Zero(potentials.rows(), potentials.cols());
    add_pull(example.problem, arcs, gradients, factors, pulled, brought);
    EXPECT_NEAR(slacks.dot(factors),
                -pulled.cwiseProduct(fields).sum() - brought.cwiseProduct(potentials).sum(), 1e-10);
  }
}

// value − Σ multiplier · slack + ⟨multipliers, equalities⟩ − ⟨multipliers, distances from the bounds⟩
double lagrangian(const ConeExample& example, const ConePoint& point) {
  const ConeProblem& problem = example.problem;
  double sum = problem.value(point.fields);
  for (const ConeArc& arc : point.arcs)
    sum -= arc.multiplier * test::slack_of(example, arc, point.fields, point.potentials);
  for (Index r = 0; r < problem.bounds.size(); ++r)
    sum += point.equality_multipliers[r] *
           (problem.equalities.col(r).dot(point.fields.reshaped()) - problem.bounds[r]);
  for (Index i = 0; problem.boxed() && i < point.fields.size(); ++i) {
    sum -= point.low.multiplier.data()[i] * (point.fields.data()[i] - problem.lower.data()[i]);
    if (std::isfinite(problem.upper.data()[i]))
      sum -= point.high.multiplier.data()[i] * (problem.upper.data()[i] - point.fields.data()[i]);
  }
  return sum;
}

// The Lagrangian is quadratic: central differences are its derivatives.
TEST(ConeProblem, ResidualsAreDerivativesOfTheLagrangian) {
  Random random(4);
  for (const ConeKind& kind : test::cone_kinds()) {
    const ConeExample example(random, kind);
    ConePoint point = test::random_point(random, example);
    const ConeResiduals residuals =
        residuals_of(example.problem, point, example.problem.gradients(point.arcs));
    const auto derivative = [&](double& entry) {
      const double here = entry;
      entry = here + 0.5;
      const double above = lagrangian(example, point);
      entry = here - 0.5;
      const double below = lagrangian(example, point);
      entry = here;
      return above - below;
    };
    for (Index i = 0; i < point.fields.size(); ++i)
      EXPECT_NEAR(residuals.fields.data()[i], derivative(point.fields.data()[i]), 1e-11);
    for (Index i = 0; i < point.potentials.size(); ++i)
      EXPECT_NEAR(residuals.potentials.data()[i], derivative(point.potentials.data()[i]), 1e-11);
    for (Index r = 0; r < point.equality_multipliers.size(); ++r)
      EXPECT_NEAR(residuals.equalities[r], derivative(point.equality_multipliers[r]), 1e-11);
  }
}

TEST(ConeProblem, ResidualsAddUpWhatIsLeftOfComplementarityAndTheBox) {
  Random random(5);
  for (const ConeKind& kind : test::cone_kinds()) {
    const ConeExample example(random, kind);
    const ConePoint point = test::random_point(random, example);
    const ConeResiduals residuals =
        residuals_of(example.problem, point, example.problem.gradients(point.arcs));
    double complementarity = 0, weight = 0;
    for (const ConeArc& arc : point.arcs) {
      complementarity += arc.slack * arc.multiplier;
      weight += barrier_weight(example.sites, arc);
    }
    for (Index k = 0; kind.boxed && k < kind.atoms; ++k)
      for (Index i = 0; i < example.problem.rows(); ++i) {
        complementarity += point.low.slack(i, k) * point.low.multiplier(i, k);
        weight += example.mean.weights[k];
        EXPECT_NEAR(residuals.low(i, k),
                    point.fields(i, k) - example.problem.lower(i, k) - point.low.slack(i, k), 1e-14);
        if (!std::isfinite(example.problem.upper(i, k))) {
          EXPECT_EQ(residuals.high(i, k), 0);
          continue;
        }
        complementarity += point.high.slack(i, k) * point.high.multiplier(i, k);
        weight += example.mean.weights[k];
        EXPECT_NEAR(residuals.high(i, k),
                    example.problem.upper(i, k) - point.fields(i, k) - point.high.slack(i, k), 1e-14);
      }
    EXPECT_NEAR(residuals.complementarity, complementarity, 1e-11);
    EXPECT_NEAR(residuals.barrier_weight, weight, 1e-12);
    EXPECT_GT(residuals.left_over, 0);
  }
}

// Arcs from an atom that is split in two halves count as much together as before.
TEST(ConeProblem, BarrierWeightsDoNotMindHalves) {
  Random random(6);
  const Measure mean = test::random_mean(random, 2, 6);
  Measure split{Matrix(2, 7), Vector(7)};
  split.points << mean.points, mean.points.col(2);
  split.weights << mean.weights, 0.5 * mean.weights[2];
  split.weights[2] *= 0.5;
  const AtomSites whole(mean), halves(split);
  EXPECT_NEAR(barrier_weight(whole, {0, 2, 4, 0, 0}),
              barrier_weight(halves, {0, 2, 4, 0, 0}) + barrier_weight(halves, {0, 6, 4, 0, 0}), 1e-15);
  EXPECT_NEAR(barrier_weight(whole, {0, 4, 2, 0, 0}), barrier_weight(halves, {0, 4, 2, 0, 0}), 1e-15);
}

double least_value(const ConeExample& example) {
  const auto found =
      test::CycleProgram(example.mean).minimise(example.model, example.equalities, example.box, 1e-12);
  return example.model.value(found.fields);
}

std::vector<ConeKind> kinds_of_two_ends() {
  std::vector<ConeKind> kinds = test::cone_kinds();
  std::erase_if(kinds, [](const ConeKind& kind) { return !kind.ends.isIdentity(); });
  return kinds;
}

// Weak duality: whatever the multipliers, large or small, balanced or not.
TEST(ConeProblem, ProvesNoMoreThanTheMinimumThatCuttingPlanesFind) {
  Random random(7);
  for (const ConeKind& kind : kinds_of_two_ends()) {
    const ConeExample example(random, kind);
    const double least = least_value(example);
    for (const double size : {0.0, 1e-3, 0.1, 1.0, 100.0})
      for (int trial = 0; trial < 5; ++trial) {
        ConePoint point = test::random_point(random, example);
        for (ConeArc& arc : point.arcs) arc.multiplier *= size;
        point.equality_multipliers *= size;
        point.low.multiplier *= size;
        point.high.multiplier *= size;
        const double proved = proved_minimum(example.problem, point, example.problem.gradients(point.arcs));
        EXPECT_LE(2 * proved + example.model.constant, least + 1e-9 * std::abs(least));
      }
  }
}

std::vector<ConePoint> iterates(const ConeExample& example) {
  ConeProgram program(example.mean);
  program.minimise(example.model, example.equalities, example.box, {.gap = 1e-10});
  return unpacked(program.rest(), example.mean.size());
}

// The iterates of a search prove more and more, in the end nearly all.
TEST(ConeProblem, ProvesTheMinimumFromTheIteratesOfASearch) {
  Random random(8);
  for (const ConeKind& kind : kinds_of_two_ends()) {
    const ConeExample example(random, kind);
    const double least = least_value(example);
    const std::vector<ConePoint> points = iterates(example);
    ASSERT_GT(points.size(), 3U);
    double proved = 0;
    for (const ConePoint& point : points) {
      proved = 2 * proved_minimum(example.problem, point, example.problem.gradients(point.arcs)) +
               example.model.constant;
      EXPECT_LE(proved, least + 1e-9 * std::abs(least));
    }
    EXPECT_NEAR(proved, least, 1e-4 * std::abs(least));
  }
}

// Near the best multipliers the bound is sharp: flows that balance others must be paid for.
TEST(ConeProblem, ProvesNoMoreFromMultipliersNearTheBest) {
  Random random(9);
  for (const ConeKind& kind : kinds_of_two_ends()) {
    const ConeExample example(random, kind);
    const double least = least_value(example);
    const ConePoint best = iterates(example).back();
    for (const double size : {1e-3, 1e-2, 0.1})
      for (int trial = 0; trial < 20; ++trial) {
        ConePoint point = best;
        const auto stir = [&](double& multiplier) { multiplier *= std::abs(1 + size * random.normal()); };
        for (ConeArc& arc : point.arcs) stir(arc.multiplier);
        for (double& multiplier : point.equality_multipliers) stir(multiplier);
        for (BoxSide* side : {&point.low, &point.high})
          for (double& multiplier : side->multiplier.reshaped()) stir(multiplier);
        const double proved = proved_minimum(example.problem, point, example.problem.gradients(point.arcs));
        EXPECT_LE(2 * proved + example.model.constant, least + 1e-9 * std::abs(least));
      }
  }
}

}  // namespace
}  // namespace wpga
