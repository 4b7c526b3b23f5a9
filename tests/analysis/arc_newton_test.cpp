#include "wpga/analysis/cone/arc_newton.hpp"

#include <gtest/gtest.h>

#include <Eigen/QR>
#include <cmath>

#include "analysis/cone_examples.hpp"

namespace wpga {
namespace {

// Kinds of few and of many dimensions, in which a box or many arcs leave blocks whole.
std::vector<test::ConeKind> kinds() {
  std::vector<test::ConeKind> all = test::cone_kinds();
  all.push_back({.dimension = 40, .atoms = 7});
  all.push_back({.dimension = 17, .atoms = 9, .equalities = 1, .twins = true});
  all.push_back({.dimension = 36, .atoms = 5, .boxed = true});
  all.push_back({.dimension = 33, .atoms = 6, .ends = Matrix{{-0.3}, {0.7}}});
  return all;
}

// K = metric ⊗ diag(b) + diag(box) + Σ weight (∂slack)(∂slack)' in the open.  Fields first, then potentials.
Matrix dense_newton(const test::ConeExample& example, const std::vector<ConeArc>& arcs, const Vector& weights,
                    const Matrix& box) {
  const ConeProblem& problem = example.problem;
  const Index d = problem.dimension(), n = problem.rows(), unknowns = n * problem.atoms(),
              sites = example.sites.count();
  Matrix newton =
      Matrix::Zero(unknowns + sites * problem.ends.rows(), unknowns + sites * problem.ends.rows());
  for (Index k = 0; k < problem.atoms(); ++k)
    for (Index a = 0; a < problem.ends.cols(); ++a)
      for (Index c = 0; c < problem.ends.cols(); ++c)
        for (Index j = 0; j < d; ++j)
          newton(n * k + a * d + j, n * k + c * d + j) = example.mean.weights[k] * problem.metric(a, c);
  if (box.size() > 0) newton.diagonal().head(unknowns) += box.reshaped();
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const ConeArc& arc = arcs[i];
    const Vector way = example.sites.points.col(example.sites.atom[static_cast<std::size_t>(arc.target)]) -
                       example.sites.points.col(arc.source);
    Vector gradient = Vector::Zero(newton.rows());
    for (Index a = 0; a < problem.ends.cols(); ++a)
      gradient.segment(n * arc.source + a * d, d) = -problem.ends(arc.end, a) * way;
    gradient[unknowns + sites * arc.end + arc.target] += 1;
    gradient[unknowns + sites * arc.end + example.sites.site[static_cast<std::size_t>(arc.source)]] -= 1;
    newton += weights[static_cast<Index>(i)] * gradient * gradient.transpose();
  }
  return newton;
}

struct System {
  // A share of the arcs is tight: weights of about 1, and `tight` times as large.
  System(Random& random, const test::ConeKind& kind, double tight)
      : example(random, kind), point(test::random_point(random, example)) {
    gradients = example.problem.gradients(point.arcs);
    weights = Vector::NullaryExpr(std::ssize(point.arcs), [&] {
      return random.uniform(0.1, 2) * (random.uniform() < 0.5 ? tight : 1);
    });
    if (kind.boxed)
      box = Matrix::NullaryExpr(example.problem.rows(), kind.atoms, [&] { return random.uniform(0, 2); });
    newton = dense_newton(example, point.arcs, weights, box);
  }

  // The solution by parts, as ArcNewton gives it.
  Vector solved(const Vector& right) const {
    ArcNewton solver(example.problem);
    solver.factor(point.arcs, gradients, weights, box);
    const Index unknowns = point.fields.size();
    Matrix fields = right.head(unknowns).reshaped(point.fields.rows(), point.fields.cols());
    Matrix potentials =
        right.tail(point.potentials.size()).reshaped(point.potentials.rows(), point.potentials.cols());
    solver.solve(fields, potentials);
    return (Vector(right.size()) << fields.reshaped(), potentials.reshaped()).finished();
  }

  // Potentials of each end less their mean: what the system determines.
  Vector determined(Vector solution) const {
    const Index sites = point.potentials.rows();
    for (Index e = 0; e < point.potentials.cols(); ++e) {
      auto part = solution.segment(point.fields.size() + sites * e, sites);
      part.array() -= part.mean();
    }
    return solution;
  }

  test::ConeExample example;
  ConePoint point;
  Matrix gradients, box, newton;
  Vector weights;
};

TEST(ArcNewton, SolvesAsADenseDecompositionDoes) {
  Random random(1);
  for (const test::ConeKind& kind : kinds())
    for (int trial = 0; trial < 4; ++trial) {
      const System system(random, kind, 1);
      const Vector right = system.determined(test::normal_matrix(random, system.newton.rows(), 1));
      const Vector expected = system.newton.completeOrthogonalDecomposition().solve(right);
      const Vector found = system.determined(system.solved(right));
      EXPECT_LT((found - system.determined(expected)).norm(), 1e-9 * expected.norm());
      EXPECT_LT((system.newton * found - right).norm(), 1e-10 * right.norm());
    }
}

// Near the end of a search some arcs weigh far more than others.  What is left of the right side, in the norm
// of K⁻¹.
TEST(ArcNewton, SolvesWhereSomeArcsAreTight) {
  Random random(2);
  for (const double tight : {1e2, 1e4, 1e6})
    for (const test::ConeKind& kind : kinds())
      for (int trial = 0; trial < 4; ++trial) {
        const System system(random, kind, tight);
        const Vector right = system.determined(test::normal_matrix(random, system.newton.rows(), 1));
        const Vector left = right - system.newton * system.solved(right);
        const auto inverse = system.newton.completeOrthogonalDecomposition();
        EXPECT_LT(left.dot(inverse.solve(left)), 1e-12 * right.dot(inverse.solve(right)));
      }
}

// A solver serves many iterates: nothing of an earlier factor is left.
TEST(ArcNewton, ForgetsWhatItFactoredBefore) {
  Random random(3);
  const System system(random, {.atoms = 12, .boxed = true}, 1);
  const ConePoint& point = system.point;
  const std::vector<ConeArc> fewer(point.arcs.begin(), point.arcs.begin() + 20);
  const Matrix few_gradients = system.example.problem.gradients(fewer);
  ArcNewton used(system.example.problem), fresh(system.example.problem);
  used.factor(fewer, few_gradients, system.weights.head(20), {});
  used.factor(point.arcs, system.gradients, system.weights, system.box);
  fresh.factor(point.arcs, system.gradients, system.weights, system.box);
  Matrix fields = test::normal_matrix(random, point.fields.rows(), point.fields.cols()), others = fields;
  Matrix potentials = Matrix::Zero(point.potentials.rows(), point.potentials.cols()), more = potentials;
  used.solve(fields, potentials);
  fresh.solve(others, more);
  EXPECT_EQ(fields, others);
  EXPECT_EQ(potentials, more);
}

}  // namespace
}  // namespace wpga
