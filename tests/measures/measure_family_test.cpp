#include "wpga/measures/measure_family.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(Measure, DropsAtomsWithoutWeightAndNormalises) {
  const Matrix points{{0, 1, 2}, {3, 4, 5}};
  const Measure measure = make_measure(points, Vector{{2, 0, 6}});
  ASSERT_EQ(measure.size(), 2);
  EXPECT_EQ(measure.points.col(1), points.col(2));
  EXPECT_EQ(measure.weights[0], 0.25);
  EXPECT_EQ(measure.weights[1], 0.75);
}

TEST(Measure, IsNotTouchedWhenItAlreadySumsToOne) {
  const Vector weights{{0.1, 0.2, 0.7 - 1e-16}};
  EXPECT_EQ(make_measure(Matrix::Zero(1, 3), weights).weights, weights);
}

TEST(Measure, SurvivesHugeAndTinyWeights) {
  EXPECT_EQ(make_measure(Matrix::Zero(1, 2), Vector{{1e308, 1e308}}).weights[0], 0.5);
  EXPECT_EQ(make_measure(Matrix::Zero(1, 2), Vector{{1e-308, 1e-308}}).weights[0], 0.5);
}

TEST(Measure, RefusesWhatIsNoMeasure) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{1, -1}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{1, nan}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{1, inf}}), InputError);
  EXPECT_THROW(make_measure(Matrix{{0, nan}}, Vector{{1, 1}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 2), Vector{{0, 0}}), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 0), Vector(0)), InputError);
  EXPECT_THROW(make_measure(Matrix::Zero(2, 3), Vector{{1, 1}}), InputError);
}

TEST(MeasureFamily, PacksMeasuresOfDifferentSizes) {
  MeasureFamily family;
  family.append(Matrix{{1, 2}, {3, 4}}, Vector{{1, 1}}, "a");
  family.append(Matrix{{5}, {6}}, Vector{{9}}, "b", "odd");
  EXPECT_EQ(family.count(), 2);
  EXPECT_EQ(family.dimension(), 2);
  EXPECT_EQ(family.atoms(), 3);
  EXPECT_EQ(family[0].points(1, 1), 4);
  EXPECT_EQ(family[1].points(0, 0), 5);
  EXPECT_EQ(family.labels(), (std::vector<std::string>{"", "odd"}));
}

TEST(MeasureFamily, NamesTheMeasureThatDoesNotFit) {
  MeasureFamily family;
  family.append(Matrix{{1}, {2}}, Vector{{1}}, "plane");
  try {
    family.append(Matrix{{1}}, Vector{{1}}, "line");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("'line'"), std::string::npos);
  }
}

TEST(MeasureFamily, StandardisesAndRemembersHowToGoBack) {
  MeasureFamily family;
  family.append(Matrix{{1e9, 1e9 + 2}, {0, 8}}, Vector{{1, 1}}, "a");
  const Matrix before = family.points();
  for (int twice = 0; twice < 2; ++twice) {
    const PooledMoments moments = pooled_moments(family);
    family.standardize(moments.mean, moments.variance.cwiseSqrt());
  }
  EXPECT_NEAR(pooled_moments(family).variance[0], 1, 1e-12);
  EXPECT_NEAR(pooled_moments(family).mean.norm(), 0, 1e-12);
  for (Index i = 0; i < 2; ++i)
    for (Index k = 0; k < 2; ++k)
      EXPECT_NEAR(family.space().center[i] + family.space().scale[i] * family.points()(i, k), before(i, k),
                  1e-6);
}

TEST(MeasureFamily, SubsetKeepsNamesLabelsAndWeights) {
  MeasureFamily family;
  for (const char* name : {"a", "b", "c"})
    family.append(Matrix{{1}}, Vector{{1}}, name, std::string(name) + "!");
  family.set_measure_weights(Vector{{1, 2, 3}});
  const std::vector<Index> chosen = {2, 0};
  const MeasureFamily part = subset(family, chosen);
  EXPECT_EQ(part.names(), (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(part.labels(), (std::vector<std::string>{"c!", "a!"}));
  EXPECT_DOUBLE_EQ(part.measure_weight(0), 0.75);
}

}  // namespace
}  // namespace wpga
