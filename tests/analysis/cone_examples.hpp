// Random programs on arcs, and points strictly inside their cones.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "analysis/random_families.hpp"
#include "wpga/analysis/cone/cone_problem.hpp"
#include "wpga/analysis/cone/orthogonality.hpp"

namespace wpga::test {

struct ConeKind {
  Index dimension = 2, atoms = 6, equalities = 0;
  bool boxed = false;
  bool twins = false;  // two atoms in one place
  Matrix ends = Matrix::Identity(2, 2);
};

inline std::vector<ConeKind> cone_kinds() {
  return {{.dimension = 1, .atoms = 5},
          {.dimension = 3, .atoms = 14},
          {.atoms = 12, .boxed = true},
          {.atoms = 7, .equalities = 2, .boxed = true, .twins = true},
          {.atoms = 6, .twins = true, .ends = Matrix{{-0.3}, {0.7}}},
          {.atoms = 6, .equalities = 1, .ends = Matrix{{1, 0}, {0, 1}, {0.5, -0.4}}}};
}

// A problem refers to its sites: an example stays where it is.
struct ConeExample {
  ConeExample(Random& random, const ConeKind& kind)
      : mean(with_twins(random_mean(random, kind.dimension, kind.atoms), kind.twins)),
        model(random_model(random, mean, kind.ends.cols())),
        equalities(random_equalities(random, mean, kind)),
        box(kind.boxed ? wide_box(mean, model.linear.size()) : FieldBox{}),
        sites(mean),
        problem(sites, model, kind.ends, equalities, box) {}
  ConeExample(const ConeExample&) = delete;
  ConeExample& operator=(const ConeExample&) = delete;

  Measure mean;
  QuadraticModel model;
  std::vector<FieldConstraint> equalities;
  FieldBox box;
  AtomSites sites;
  ConeProblem problem;

 private:
  static Measure with_twins(Measure mean, bool twins) {
    if (twins) mean.points.col(mean.size() - 1) = mean.points.col(1);
    return mean;
  }
  static QuadraticModel random_model(Random& random, const Measure& mean, Index fields) {
    const Matrix root = normal_matrix(random, fields, fields);
    QuadraticModel model{mean.weights, root * root.transpose() + Matrix::Identity(fields, fields), {}, 0.4};
    for (Index a = 0; a < fields; ++a)
      model.linear.push_back(2 * normal_matrix(random, mean.dimension(), mean.size()));
    return model;
  }
  static std::vector<FieldConstraint> random_equalities(Random& random, const Measure& mean,
                                                        const ConeKind& kind) {
    std::vector<Matrix> earlier;
    for (Index r = 0; r < kind.equalities; ++r)
      earlier.push_back(normal_matrix(random, mean.dimension(), mean.size()));
    return kind.ends.cols() == 1 ? orthogonality_constraints(mean.weights, earlier)
                                 : orthogonality_constraints(mean.weights, earlier, Orthogonality::each);
  }
  // The first atom has no upper bound.
  static FieldBox wide_box(const Measure& mean, std::size_t fields) {
    FieldBox box{Fields(fields, Matrix::Constant(mean.dimension(), mean.size(), -1.5)),
                 Fields(fields, Matrix::Constant(mean.dimension(), mean.size(), 1.2))};
    for (Matrix& upper : box.upper) upper.col(0).setConstant(std::numeric_limits<double>::infinity());
    return box;
  }
};

inline std::vector<ConeArc> all_arcs(const ConeProblem& problem) {
  std::vector<ConeArc> arcs;
  for (std::int32_t k = 0; k < problem.atoms(); ++k)
    for (std::int32_t e = 0; e < problem.ends.rows(); ++e)
      for (std::int32_t l = 0; l < problem.sites.count(); ++l)
        if (l != problem.sites.site[static_cast<std::size_t>(k)]) arcs.push_back({e, k, l, 0, 0});
  return arcs;
}

// ½ |y_l − y_k|² + ψ_l − ψ_k − ⟨w_k, y_l − y_k⟩ with w_k = Σ_a ends_ea u_ak.
inline double slack_of(const ConeExample& example, const ConeArc& arc, const Matrix& fields,
                       const Matrix& potentials) {
  const ConeProblem& problem = example.problem;
  const Index d = problem.dimension();
  const Vector way = example.mean.points.col(example.sites.atom[static_cast<std::size_t>(arc.target)]) -
                     example.mean.points.col(arc.source);
  Vector moved = Vector::Zero(d);
  for (Index a = 0; a < problem.ends.cols(); ++a)
    moved += problem.ends(arc.end, a) * fields.col(arc.source).segment(a * d, d);
  const Index own = example.sites.site[static_cast<std::size_t>(arc.source)];
  return 0.5 * way.squaredNorm() + potentials(arc.target, arc.end) - potentials(own, arc.end) -
         moved.dot(way);
}

// Any fields and potentials, shrunk until every arc has slack; half of the arcs, but all those between
// neighbours, are in the program.
inline ConePoint random_point(Random& random, const ConeExample& example) {
  const ConeProblem& problem = example.problem;
  ConePoint point{.ends = problem.ends,
                  .fields = normal_matrix(random, problem.rows(), problem.atoms()),
                  .potentials = normal_matrix(random, example.sites.count(), problem.ends.rows()),
                  .arcs = all_arcs(problem),
                  .equality_multipliers = normal_matrix(random, problem.bounds.size(), 1),
                  .low = {},
                  .high = {}};
  const auto inside = [&] {
    return std::ranges::all_of(point.arcs, [&](const ConeArc& arc) {
      return slack_of(example, arc, point.fields, point.potentials) > 0;
    });
  };
  while (!inside()) {
    point.fields *= 0.5;
    point.potentials *= 0.5;
  }
  std::erase_if(point.arcs, [&](const ConeArc& arc) {
    const std::pair pair{arc.source, arc.target};
    return std::ranges::find(example.sites.neighbours, pair) == example.sites.neighbours.end() &&
           random.uniform() < 0.5;
  });
  for (ConeArc& arc : point.arcs) {
    arc.slack = slack_of(example, arc, point.fields, point.potentials);
    arc.multiplier = random.uniform(0.1, 1);
  }
  if (!problem.boxed()) return point;
  for (const auto& [side, bound] :
       {std::pair(&point.low, &problem.lower), std::pair(&point.high, &problem.upper)}) {
    side->slack = Matrix::NullaryExpr(bound->rows(), bound->cols(), [&] { return random.uniform(0.1, 1); });
    side->multiplier = side->slack.unaryExpr([&](double) { return random.uniform(0.1, 1); });
    for (Index i = 0; i < bound->size(); ++i)
      if (!std::isfinite(bound->data()[i])) {
        side->slack.data()[i] = 1;
        side->multiplier.data()[i] = 0;
      }
  }
  return point;
}

}  // namespace wpga::test
