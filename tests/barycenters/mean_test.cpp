#include "wpga/barycenters/mean.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "barycenters/families.hpp"
#include "wpga/barycenters/fixed_support.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/barycenters/sliced.hpp"
#include "wpga/base/error.hpp"
#include "wpga/transport/displacement.hpp"

namespace wpga {
namespace {

TEST(Mean, DistancesAreThoseOfExactPlansWeightedByTheMeasures) {
  MeasureFamily family = random_family(5, 12, 2, 1);
  family.set_measure_weights(Vector::LinSpaced(5, 0, 2));
  Random random(2);
  Mean mean;
  mean.measure = make_measure(random_points(2, 9, random), Vector::LinSpaced(9, 1, 3));
  measure_distances(mean, family, {.threads = 2});
  double variance = 0;
  for (Index i = 0; i < 5; ++i) {
    const double squared = couple(mean.measure.view(), family[i], {}).value.primal;
    EXPECT_NEAR(mean.squared_distances[i], squared, 1e-12);
    variance += family.measure_weight(i) * squared;
  }
  EXPECT_NEAR(mean.variance, variance, 1e-12);
}

// Whatever the weights of the measures, a mean is a probability measure, its variance is that of exact plans,
// and none is below the multimarginal optimum.
TEST(Mean, OfEveryMethodHasMassOneAndAnHonestVariance) {
  MeasureFamily family = random_family(3, 8, 2, 3);
  family.set_measure_weights((Vector(3) << 5, 1, 2).finished());
  Random random(4);
  const Matrix support = random_points(2, 20, random);
  const Mean least = multimarginal_mean(family, {});
  const std::vector<Mean> means = {
      least,
      free_support_mean(family, {}, {.support = 20}),
      free_support_mean(family, {}, {.support = 20, .weights = MeanWeights::optimize}),
      fixed_support_mean(family, support, {}),
      fixed_support_mean(family, support, {.algorithm = FixedAlgorithm::debiased}),
      fixed_support_mean(family, support, {.algorithm = FixedAlgorithm::subgradient}),
      linear_program_mean(family, support, {}),
      sliced_mean(family, support, {})};
  for (const Mean& mean : means) {
    EXPECT_NEAR(mean.measure.weights.sum(), 1, 1e-12);
    EXPECT_GT(mean.measure.weights.minCoeff(), 0);
    Mean again = mean;
    measure_distances(again, family, {});
    EXPECT_NEAR(again.variance, mean.variance, 1e-10);
    EXPECT_GE(mean.variance, least.variance * (1 - 1e-9));
  }
}

// Pictures of more than 30,000 pixels together are measured by entropic plans: bounds, and said so.
TEST(Mean, TellsALowerBoundWhereDistancesAreNotExact) {
  constexpr Index side = 124;
  Matrix pixels(2, side * side);
  for (Index k = 0; k < pixels.cols(); ++k)
    pixels.col(k) << static_cast<double>(k % side), static_cast<double>(k / side);
  const auto bump = [&](double x, double y) {
    const Vector squared = (pixels.colwise() - Eigen::Vector2d(x, y)).colwise().squaredNorm();
    return Vector((-squared / 300).array().exp() + 1e-6);
  };
  MeasureFamily family;
  family.append(pixels, bump(40, 50), "left");
  family.append(pixels, bump(80, 60), "right");
  Mean mean{.measure = make_measure(pixels, bump(60, 55))};
  const DistanceBounds bounds = measure_distances(mean, family, {});
  EXPECT_EQ(mean.scored_by, TransportMethod::entropic);
  ASSERT_TRUE(mean.variance_lower_bound);
  EXPECT_EQ(*mean.variance_lower_bound, bounds.variance_lower_bound);
  EXPECT_LT(*mean.variance_lower_bound, mean.variance);
  EXPECT_GT(*mean.variance_lower_bound, 0.5 * mean.variance);
  EXPECT_EQ(*in_data_unit(mean, 2).variance_lower_bound, 4 * bounds.variance_lower_bound);
  MeasureFamily small = random_family(2, 5, 2, 1);
  Mean exact{.measure = make_measure(small[0].points, small[0].weights)};
  measure_distances(exact, small, {});
  EXPECT_FALSE(exact.variance_lower_bound);
}

TEST(Mean, NeedsMeasures) { EXPECT_THROW(require_measures(MeasureFamily()), InputError); }

std::vector<Mean> all_means(const MeasureFamily& family, const Matrix& support) {
  return {multimarginal_mean(family, {}),
          free_support_mean(family, {}, {.support = 9}),
          free_support_mean(family, {}, {.support = 9, .weights = MeanWeights::optimize}),
          free_support_mean(family, {.transport = TransportMethod::entropic}, {.support = 9}),
          fixed_support_mean(family, support, {}),
          fixed_support_mean(family, support, {.algorithm = FixedAlgorithm::debiased}),
          fixed_support_mean(family, support, {.algorithm = FixedAlgorithm::subgradient}),
          linear_program_mean(family, support, {}),
          sliced_mean(family, support, {})};
}

// Every method finds the same mean in every unit of length; powers of two change no digit.
TEST(Mean, OfEveryMethodIsInvariantUnderScale) {
  const MeasureFamily family = random_family(3, 6, 2, 11);
  Random random(12);
  const Matrix support = random_points(2, 12, random);
  const std::vector<Mean> near = all_means(family, support);
  for (const int exponent : {-455, -332, -45, 45, 332, 455}) {
    const double unit = std::ldexp(1.0, exponent);
    MeasureFamily scaled;
    for (Index i = 0; i < family.count(); ++i)
      scaled.append(family[i].points * unit, family[i].weights, std::to_string(i));
    const std::vector<Mean> far = all_means(scaled, support * unit);
    for (std::size_t m = 0; m < near.size(); ++m) {
      EXPECT_EQ(far[m].measure.points, near[m].measure.points * unit) << m << " at 2^" << exponent;
      EXPECT_EQ(far[m].measure.weights, near[m].measure.weights) << m;
      EXPECT_EQ(far[m].squared_distances, near[m].squared_distances * unit * unit) << m;
      EXPECT_EQ(far[m].variance, near[m].variance * unit * unit) << m;
      EXPECT_EQ(far[m].convergence.iterations, near[m].convergence.iterations) << m;
      ASSERT_EQ(far[m].objective.size(), near[m].objective.size()) << m;
      const bool masses = m == 4 || m == 5;  // residuals of Bregman projections
      EXPECT_EQ(far[m].objective.back(), near[m].objective.back() * (masses ? 1 : unit * unit)) << m;
    }
  }
}

}  // namespace
}  // namespace wpga
