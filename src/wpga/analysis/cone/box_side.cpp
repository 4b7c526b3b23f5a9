#include "wpga/analysis/cone/box_side.hpp"

#include <algorithm>
#include <cmath>

namespace wpga {

double reach(const BoxSide& side, const BoxSide& move) {
  double step = std::numeric_limits<double>::max();
  for (Index i = 0; i < side.slack.size(); ++i) {
    step = std::min(step, reach(side.slack.data()[i], move.slack.data()[i]));
    step = std::min(step, reach(side.multiplier.data()[i], move.multiplier.data()[i]));
  }
  return step;
}

BoxSide box_side(const Matrix& distance, const Vector& weights, double span, double barrier) {
  constexpr double off_the_wall = 0.01;
  BoxSide side{distance.cwiseMax(off_the_wall * span), Matrix::Zero(distance.rows(), distance.cols())};
  for (Index k = 0; k < distance.cols(); ++k)
    for (Index i = 0; i < distance.rows(); ++i) {
      if (std::isfinite(distance(i, k)))
        side.multiplier(i, k) = barrier * weights[k] / side.slack(i, k);
      else
        side.slack(i, k) = 1;  // no bound: a multiplier of 0 keeps it out
    }
  return side;
}

Matrix box_excess(const BoxSide& side, const Matrix& residual, const Vector& weights, double barrier,
                  const BoxSide* first) {
  Matrix product = side.slack.cwiseProduct(side.multiplier) + side.multiplier.cwiseProduct(residual);
  for (Index k = 0; k < product.cols(); ++k)
    for (Index i = 0; i < product.rows(); ++i)
      if (side.multiplier(i, k) > 0) product(i, k) -= barrier * weights[k];
  if (first) product += first->slack.cwiseProduct(first->multiplier);
  return product;
}

BoxSide box_move(const BoxSide& side, const Matrix& residual, const Matrix& excess, const Matrix& away) {
  BoxSide move{away + residual, -(excess + side.multiplier.cwiseProduct(away)).cwiseQuotient(side.slack)};
  for (Index i = 0; i < move.slack.size(); ++i)
    if (side.multiplier.data()[i] == 0) move.slack.data()[i] = move.multiplier.data()[i] = 0;
  return move;
}

double complementarity_after(const BoxSide& side, const BoxSide& move, double step) {
  return (side.slack + step * move.slack).cwiseProduct(side.multiplier + step * move.multiplier).sum();
}

void advance(BoxSide& side, const BoxSide& move, double step) {
  side.slack += step * move.slack;
  side.multiplier += step * move.multiplier;
}

}  // namespace wpga
