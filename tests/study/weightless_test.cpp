#include "wpga/study/weightless.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/study/fit.hpp"

namespace wpga {
namespace {

using Places = std::vector<Index>;

TEST(CountedMeasures, AreThoseWithWeight) {
  Random random(1);
  MeasureFamily family = test::random_family(random, 4, 2, 3);
  family.set_measure_weights(Vector{{1, 0, 2, 0}});
  EXPECT_EQ(counted_measures(family).counted, (Places{0, 2}));
  EXPECT_EQ(counted_measures(family).weightless, (Places{1, 3}));
}

// Measures that count, followed by copies of the first two that do not.
MeasureFamily with_copies(const MeasureFamily& counted) {
  MeasureFamily all;
  for (Index i = 0; i < counted.count(); ++i) all.append(counted[i], "counts");
  for (Index i = 0; i < 2; ++i) all.append(counted[i], "copy");
  Vector weights = Vector::Ones(all.count());
  weights.tail(2).setZero();
  all.set_measure_weights(weights);
  return all;
}

TEST(WithWeightless, PutsACopyWhereItsOriginalIs) {
  Random random(2);
  const Measure cloud = test::random_mean(random, 2, 8);
  const MeasureFamily counted = test::translates(cloud, test::normal_matrix(random, 2, 6)),
                      all = with_copies(counted);
  FitOptions options;
  options.components = 2.0;
  const Analysis alone = fit(counted, options).analysis;
  const Analysis told =
      with_weightless(alone, all, counted_measures(all), options.transport, options.geodesics.times, {});
  EXPECT_EQ(told.variance, alone.variance);
  ASSERT_EQ(told.squared_distances.size(), 8);
  EXPECT_EQ(told.squared_distances.head(6), alone.squared_distances);
  const double scale = alone.variance;
  for (std::size_t k = 0; k < alone.components.size(); ++k) {
    const Component& component = told.components[k];
    EXPECT_EQ(component.explained, alone.components[k].explained);
    EXPECT_EQ(component.times.head(6), alone.components[k].times);
    for (Index copy = 0; copy < 2; ++copy) {
      EXPECT_NEAR(component.squared_distances[6 + copy], component.squared_distances[copy], 1e-4 * scale);
      EXPECT_NEAR(component.scores[6 + copy], component.scores[copy], 0.03 * std::sqrt(scale));
      EXPECT_NEAR(component.times[6 + copy], component.times[copy], 0.02);
      EXPECT_NEAR(component.lower_bounds[6 + copy], component.squared_distances[copy], 1e-3 * scale);
    }
  }
  EXPECT_EQ(told.joint_times.rows(), 8);
  EXPECT_EQ(told.joint_squared_distances.rows(), 8);
}

// Without components there are distances to the mean alone; here of single atoms, so known.
TEST(WithWeightless, OfAMeanHasDistancesAlone) {
  MeasureFamily family;
  for (const double place : {0.0, 5.0, 1.0}) family.append(Matrix{{place}}, Vector::Ones(1), "at");
  family.set_measure_weights(Vector{{1, 0, 1}});
  Analysis mean{
      .mean = {Matrix{{0.5}}, Vector::Ones(1)}, .squared_distances = Vector{{0.25, 0.25}}, .variance = 0.25};
  const Analysis told = with_weightless(mean, family, counted_measures(family), {}, {}, {});
  EXPECT_LT((told.squared_distances - Vector{{0.25, 4.5 * 4.5, 0.25}}).norm(), 1e-12);
  EXPECT_EQ(told.variance, 0.25);
}

}  // namespace
}  // namespace wpga
