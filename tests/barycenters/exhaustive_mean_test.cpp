#include <gtest/gtest.h>

#include <vector>

#include "barycenters/families.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/numerics/linear_programming.hpp"

namespace wpga {
namespace {

// Σ_i λ_i |x_i − Σ λ x|² of one atom of each measure.
double spread_of(const MeasureFamily& family, const std::vector<Index>& tuple) {
  Vector average = Vector::Zero(family.dimension());
  for (Index i = 0; i < family.count(); ++i)
    average += family.measure_weight(i) * family[i].points.col(tuple[static_cast<std::size_t>(i)]);
  double spread = 0;
  for (Index i = 0; i < family.count(); ++i)
    spread += family.measure_weight(i) *
              (family[i].points.col(tuple[static_cast<std::size_t>(i)]) - average).squaredNorm();
  return spread;
}

// The multi-marginal program with a column for every tuple: the variance of the best mean there is.
double least_variance(const MeasureFamily& family) {
  std::vector<double> right;
  std::vector<int> first_row;
  for (Index i = 0; i < family.count(); ++i) {
    first_row.push_back(static_cast<int>(right.size()));
    for (const double weight : family[i].weights) right.push_back(weight);
  }
  LinearProgram program(VectorView(right.data(), static_cast<Index>(right.size())));
  std::vector<Index> tuple(static_cast<std::size_t>(family.count()), 0);
  for (std::size_t place = 0; place < tuple.size();) {
    std::vector<ColumnEntry> column;
    for (std::size_t i = 0; i < tuple.size(); ++i)
      column.push_back({first_row[i] + static_cast<int>(tuple[i]), 1.0});
    program.add_column(spread_of(family, tuple), column);
    for (place = 0; place < tuple.size(); tuple[place++] = 0)
      if (++tuple[place] < family[static_cast<Index>(place)].size()) break;
  }
  return program.solve().value;
}

TEST(ExhaustiveMean, IsTheMultimarginalOneAndNoOtherIsBelow) {
  double sum = 0, count = 0;
  for (const bool uniform : {true, false})
    for (const Index dimension : {1, 2})
      for (std::uint64_t seed = 1; seed < 9; ++seed) {
        MeasureFamily family = random_family(3, 4, dimension, seed, uniform);
        if (!uniform) family.set_measure_weights(Vector::LinSpaced(3, 1, 2));
        const double least = least_variance(family);
        EXPECT_NEAR(multimarginal_mean(family, {}).variance, least, 1e-9 * least);
        const Mean free = free_support_mean(
            family, {}, {.support = 12, .weights = MeanWeights::optimize, .restarts = 3, .tolerance = 1e-9});
        EXPECT_GE(free.variance, least * (1 - 1e-9));
        EXPECT_LE(free.variance, 1.25 * least);  // a local minimum
        sum += free.variance / least - 1, ++count;
        // On the atoms of the best mean the linear program finds it again.
        const Matrix best = multimarginal_mean(family, {}).measure.points;
        EXPECT_NEAR(linear_program_mean(family, best, {}).variance, least, 1e-8 * least);
      }
  EXPECT_LT(sum / count, 0.05);
}

}  // namespace
}  // namespace wpga
