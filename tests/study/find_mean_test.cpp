#include "wpga/study/find_mean.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/model.hpp"

namespace wpga {
namespace {

// Whatever finds it, the variance is that of exact distances: nothing is below the exact mean.
TEST(FindMean, EveryMethodIsMeasuredAlike) {
  Random random(7);
  const MeasureFamily family = test::random_family(random, 3, 2, 5);
  const double least = find_mean(family, {.method = MeanMethod::exact}).variance;
  for (const MeanMethod method :
       {MeanMethod::free, MeanMethod::fixed, MeanMethod::lp, MeanMethod::multimarginal, MeanMethod::sliced}) {
    const Mean mean = find_mean(family, {.method = method});
    EXPECT_GE(mean.variance, least * (1 - 1e-9)) << name_of(method);
    EXPECT_NEAR(mean.variance, weighted_mean(family, mean.squared_distances), 1e-12 * mean.variance);
  }
  EXPECT_NEAR(find_mean(family, {.method = MeanMethod::multimarginal}).variance, least, 1e-9 * least);
}

TEST(FindMean, AutomaticIsExactUnlessAtomsAreAskedFor) {
  Random random(8);
  const MeasureFamily two = test::random_family(random, 2, 2, 5),
                      many = test::random_family(random, 30, 2, 40);
  EXPECT_EQ(mean_method(two, {}, {}), MeanMethod::exact);
  EXPECT_EQ(mean_method(two, {.free = {.support = 4}}, {}), MeanMethod::free);
  EXPECT_EQ(mean_method(two, {}, {.transport = TransportMethod::entropic}), MeanMethod::free);
  EXPECT_EQ(mean_method(two, {.from = test::uniform_mean(random, 2, 4)}, {}), MeanMethod::free);
  EXPECT_EQ(mean_method(many, {}, {}), MeanMethod::free);
  EXPECT_EQ(mean_method(many, {.method = MeanMethod::sliced}, {}), MeanMethod::sliced);
  // Another seed asks for nothing.
  EXPECT_EQ(mean_method(two, {.free = {.seed = 9}}, {}), MeanMethod::exact);
}

TEST(FindMean, StartsFromTheMeasureThatIsGiven) {
  Random random(9);
  const MeasureFamily family = test::random_family(random, 6, 2, 7);
  const Measure from = test::uniform_mean(random, 2, 11);
  const Mean fixed = find_mean(family, {.method = MeanMethod::lp, .from = from});
  for (Index k = 0; k < fixed.measure.size(); ++k)
    EXPECT_LT((from.points.colwise() - fixed.measure.points.col(k)).colwise().norm().minCoeff(), 1e-12);
  EXPECT_EQ(find_mean(family, {.from = from}).measure.size(), 11);
  EXPECT_THROW(find_mean(family, {.from = test::uniform_mean(random, 3, 4)}), InputError);
  EXPECT_THROW(find_mean(MeasureFamily()), InputError);
}

TEST(FindMean, TellsTheOptionsThatMattered) {
  const OptionValues free = mean_values(MeanMethod::free, {}, {}, "mean-");
  EXPECT_TRUE(free.contains("support"));
  EXPECT_TRUE(free.contains("mean-tolerance"));
  EXPECT_TRUE(free.contains("mean-transport"));
  const OptionValues sliced = mean_values(MeanMethod::sliced, {}, {}, "");
  EXPECT_TRUE(sliced.contains("start"));
  EXPECT_FALSE(sliced.contains("transport"));
  EXPECT_FALSE(mean_values(MeanMethod::exact, {}, {}, "").contains("support"));
}

TEST(ModelOfAMean, HasNoComponentsAndItsDistances) {
  Random random(10);
  const MeasureFamily family = test::random_family(random, 4, 2, 5);
  const Mean mean = find_mean(family);
  const Model model = model_of(mean, family, {});
  EXPECT_TRUE(model.analysis.components.empty());
  EXPECT_EQ(model.analysis.squared_distances, mean.squared_distances);
  EXPECT_EQ(stopped_early(model), !mean.convergence.converged());
}

}  // namespace
}  // namespace wpga
