// Newton's directions of the interior-point search on arcs, under equalities and a box.
#pragma once

#include <Eigen/Cholesky>

#include "wpga/analysis/cone/arc_newton.hpp"

namespace wpga {

// How a ConePoint moves in a whole step.
struct ConeDirection {
  Matrix fields, potentials;
  Vector slack, multiplier;  // of the arcs
  Vector equality_multipliers;
  BoxSide low, high;
};

// The longest step that keeps slacks and multipliers at or above 0, and what it leaves of Σ slack ·
// multiplier.
double reach(const ConePoint& point, const ConeDirection& move);
double complementarity_after(const ConePoint& point, const ConeDirection& move, double step);

// The predictor and corrector of Mehrotra (1992), and the further ones of Gondzio (1996).  Gradients are
// those of the point's arcs.
class ConeNewton {
 public:
  explicit ConeNewton(const ConeProblem& problem, const Execution& execution = {.threads = 1})
      : problem_(problem), execution_(execution), newton_(problem, execution) {}

  // Gradients must outlive the directions.
  void factor(const ConePoint& point, const Matrix& gradients);

  // With the factors of a point nearby: the shortest way to the equalities in the metric of Newton's matrix;
  // fields, potentials and slacks of the arcs.
  ConeDirection onto_equalities(const ConePoint& point, const Matrix& gradients,
                                const ConeResiduals& residuals) const;

  // At the point factored last.
  ConeDirection towards_center(const ConePoint& point, const Matrix& gradients,
                               const ConeResiduals& residuals) const;

 private:
  void border(const ConePoint& point);
  ConeDirection direction(const ConePoint& point, const Matrix& gradients, const ConeResiduals& residuals,
                          double barrier, const ConeDirection* first, const Vector* shifts) const;
  Vector products_to_shift(const ConePoint& point, const ConeDirection& move, double step,
                           double barrier) const;
  void meet_equalities(const ConeResiduals& residuals, ConeDirection& move) const;

  const ConeProblem& problem_;
  Execution execution_;
  ArcNewton newton_;
  Matrix border_fields_, border_potentials_;
  Eigen::LDLT<Matrix> border_factor_;
};

}  // namespace wpga
