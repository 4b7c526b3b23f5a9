#include "wpga/barycenters/sliced.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "barycenters/families.hpp"
#include "wpga/barycenters/linear_program.hpp"
#include "wpga/base/error.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/one_dimensional.hpp"

namespace wpga {
namespace {

// The sliced variance as its definition says, one pair and one direction at a time.
double sliced_variance(const Measure& mean, const MeasureFamily& family, const Matrix& directions) {
  double sum = 0;
  for (Index l = 0; l < directions.cols(); ++l) {
    const Measure seen{directions.col(l).transpose() * mean.points, mean.weights};
    for (Index i = 0; i < family.count(); ++i) {
      const Measure other{directions.col(l).transpose() * family[i].points, family[i].weights};
      sum += family.measure_weight(i) * squared_distance_on_line(seen.view(), other.view());
    }
  }
  return sum / static_cast<double>(directions.cols());
}

TEST(Sliced, DirectionsAreATightFrame) {
  for (const Index dimension : {1, 2, 3, 7}) {
    const Matrix directions = slicing_directions(dimension, 20, 5);
    const double frames = static_cast<double>(directions.cols()) / static_cast<double>(dimension);
    EXPECT_LT((directions * directions.transpose() - frames * Matrix::Identity(dimension, dimension)).norm(),
              1e-12 * frames);
  }
}

TEST(Sliced, ObjectiveIsTheSlicedVarianceAndNeverRises) {
  for (const Index dimension : {1, 2, 3}) {
    MeasureFamily family = random_family(6, 15, dimension, 1);
    family.set_measure_weights(Vector::LinSpaced(6, 0, 1));
    const Mean mean = sliced_mean(family, family[0].points, {.directions = 12});
    EXPECT_TRUE(std::ranges::is_sorted(mean.objective, std::greater<>()));
    EXPECT_NEAR(mean.objective.back(),
                sliced_variance(mean.measure, family, slicing_directions(dimension, 12, 1)), 1e-12);
  }
}

TEST(Sliced, OnTheLineIsTheMeanOfTheQuantileFunctions) {
  const MeasureFamily family = random_family(4, 10, 1, 2, true);
  const Mean mean = sliced_mean(family, family[0].points, {});
  std::vector<QuantileFunction> functions;
  for (Index i = 0; i < 4; ++i) functions.push_back(quantile_function(family[i]));
  const Measure expected = measure_of(linear_combination(functions, Vector::Constant(4, 0.25)));
  EXPECT_LT(couple(mean.measure.view(), expected.view(), {}).value.primal, 1e-14);
}

TEST(Sliced, OfTranslatesIsTheMeanTranslate) {
  Random random(3);
  const Matrix cloud = random_points(3, 30, random);
  MeasureFamily family;
  Vector mean_shift = Vector::Zero(3);
  for (Index i = 0; i < 5; ++i) {
    const Vector shift = random_points(3, 1, random);
    mean_shift += shift / 5;
    family.append(cloud.colwise() + shift, Vector::Ones(30), std::to_string(i));
  }
  const Mean mean = sliced_mean(family, family[2].points, {});
  const Measure expected = make_measure(cloud.colwise() + mean_shift, Vector::Ones(30));
  EXPECT_LT(couple(mean.measure.view(), expected.view(), {}).value.primal, 1e-12);
}

TEST(Sliced, IsNeverBelowTheExactMean) {
  const MeasureFamily family = random_family(3, 8, 2, 4);
  Random random(4);
  const Mean mean = sliced_mean(family, random_points(2, 24, random), {});
  EXPECT_GE(mean.variance, multimarginal_mean(family, {}).variance * (1 - 1e-9));
}

TEST(Sliced, HasTheSameBitsForAnyNumberOfThreads) {
  const MeasureFamily family = random_family(20, 15, 3, 5);
  const Mean one = sliced_mean(family, family[0].points, {}, {.threads = 1});
  const Mean two = sliced_mean(family, family[0].points, {}, {.threads = 2});
  EXPECT_EQ(one.measure.points, two.measure.points);
  EXPECT_EQ(one.objective, two.objective);
}

TEST(Sliced, RefusesAtomsOfAnotherSpace) {
  EXPECT_THROW(sliced_mean(random_family(2, 3, 2, 6), Matrix::Zero(3, 2), {}), InputError);
}

}  // namespace
}  // namespace wpga
