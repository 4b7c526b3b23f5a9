// The best first component of a tiny family, by looking at every combination of plans.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "analysis/all_cycles.hpp"
#include "analysis/dense_program.hpp"
#include "analysis/tiny_families.hpp"
#include "analysis/vertex_plans.hpp"

namespace wpga::test {

// The least Σ_i λ_i min_t W2²(g_t, μ_i) over all curves of up to three measures.  A curve may be cut to the
// times in use, so one measure stands at 0, another at 1, and of three one stands between.
class ExhaustiveFit {
 public:
  ExhaustiveFit(const TinyProblem& problem, bool optimal_maps)
      : mean_(problem.mean), weights_(problem.family.count()), optimal_(optimal_maps) {
    for (Index i = 0; i < weights_.size(); ++i) {
      weights_[i] = problem.family.measure_weight(i);
      std::vector<Choice> choices;
      for (const PlanView& view : plan_views(mean_.weights, problem.family[i]))
        choices.push_back(choice_of(view));
      choices_.push_back(std::move(choices));
    }
    if (optimal_) cycles_ = all_cycles(mean_.points, 2);
  }

  double least() {
    list_combinations();
    double least = std::numeric_limits<double>::infinity();
    for (const Combination& combination : combinations_) {
      if (combination.bound >= least) break;  // in rising order: none of the others does better
      least = std::min(least, value_of(combination));
    }
    return least;
  }

 private:
  struct Choice {
    Matrix field;        // R = T − Y
    double rest = 0;     // that no map brings back
    double outside = 0;  // squared distance of R to the cone
  };
  struct Combination {
    std::array<std::size_t, 3> plans{};
    double bound = 0;
  };

  Choice choice_of(const PlanView& view) const {
    Choice choice{view.map - mean_.points, view.rest, 0};
    if (!optimal_) return choice;
    const QuadraticModel model{mean_.weights, Matrix::Identity(1, 1), {choice.field}, 0};
    const Vector nearest = by_hildreth(dense(model, all_cycles(mean_.points, 1), {}), sweeps);
    choice.outside = squared_norm(mean_.weights,
                                  choice.field - MatrixView(nearest.data(), mean_.dimension(), mean_.size()));
    return choice;
  }

  const Choice& chosen(const Combination& combination, Index i) const {
    const auto at = static_cast<std::size_t>(i);
    return choices_[at][combination.plans[at]];
  }

  // What a line without constraints leaves of the fields: all but the largest of their variances.
  double off_the_line(const Combination& combination) const {
    const Index count = weights_.size();
    Matrix gram(count, count), center = Matrix::Zero(mean_.dimension(), mean_.size());
    for (Index i = 0; i < count; ++i) center += weights_[i] * chosen(combination, i).field;
    for (Index i = 0; i < count; ++i)
      for (Index j = 0; j < count; ++j)
        gram(i, j) = std::sqrt(weights_[i] * weights_[j]) *
                     inner_product(mean_.weights, chosen(combination, i).field - center,
                                   chosen(combination, j).field - center);
    const Vector variances = Eigen::SelfAdjointEigenSolver<Matrix>(gram).eigenvalues();
    return std::max(0.0, variances.sum() - variances[count - 1]);
  }

  void list_combinations() {
    const auto count = static_cast<std::size_t>(weights_.size());
    for (Combination one;;) {
      double rest = 0, outside = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const Choice& choice = chosen(one, static_cast<Index>(i));
        rest += weights_[static_cast<Index>(i)] * choice.rest;
        outside += weights_[static_cast<Index>(i)] * choice.outside;
      }
      one.bound = rest + std::max(outside, off_the_line(one));
      combinations_.push_back(one);
      std::size_t i = 0;
      while (i < count && ++one.plans[i] == choices_[i].size()) one.plans[i++] = 0;
      if (i == count) break;
    }
    std::ranges::sort(combinations_, {}, &Combination::bound);
  }

  double value_of(const Combination& combination) const {
    if (!optimal_ || weights_.size() < 3) return combination.bound;  // attained
    double least = std::numeric_limits<double>::infinity();
    for (Index middle = 0; middle < 3; ++middle) least = std::min(least, with_middle(combination, middle));
    return least;
  }

  // One unknown time: a grid, then golden sections around its best value.
  double with_middle(const Combination& combination, Index middle) const {
    constexpr int grid = 16;
    std::array<double, grid + 1> values{};
    for (int k = 0; k <= grid; ++k)
      values[static_cast<std::size_t>(k)] = at_time(combination, middle, k / static_cast<double>(grid));
    const auto best = std::ranges::min_element(values) - values.begin();
    double low = std::max<double>(0, static_cast<double>(best - 1)) / grid;
    double high = std::min<double>(grid, static_cast<double>(best + 1)) / grid;
    double least = values[static_cast<std::size_t>(best)];
    for (int step = 0; step < 24; ++step) {
      const double left = low + 0.381966 * (high - low), right = high - 0.381966 * (high - low);
      const double at_left = at_time(combination, middle, left),
                   at_right = at_time(combination, middle, right);
      least = std::min({least, at_left, at_right});
      (at_left < at_right ? high : low) = at_left < at_right ? right : left;
    }
    return least;
  }

  double at_time(const Combination& combination, Index middle, double time) const {
    const Index first = (middle + 1) % 3, last = (middle + 2) % 3;
    const double between = weights_[middle];
    const Matrix &start = chosen(combination, first).field, &end = chosen(combination, last).field,
                 &inner = chosen(combination, middle).field;
    QuadraticModel model{mean_.weights, Matrix(2, 2), {}, 0};
    model.metric << weights_[first] + between * (1 - time) * (1 - time), between * time * (1 - time),
        between * time * (1 - time), weights_[last] + between * time * time;
    model.linear = {weights_[first] * start + between * (1 - time) * inner,
                    weights_[last] * end + between * time * inner};
    for (Index i = 0; i < 3; ++i) {
      const Choice& choice = chosen(combination, i);
      model.constant += weights_[i] * (squared_norm(mean_.weights, choice.field) + choice.rest);
    }
    const DenseProgram program = dense(model, cycles_, {});
    return program.value(by_hildreth(program, sweeps)) + model.constant;
  }

  static constexpr int sweeps = 3000;

  const Measure& mean_;
  Vector weights_;
  bool optimal_;
  std::vector<std::vector<Choice>> choices_;  // for each measure
  std::vector<FieldConstraint> cycles_;
  std::vector<Combination> combinations_;
};

}  // namespace wpga::test
