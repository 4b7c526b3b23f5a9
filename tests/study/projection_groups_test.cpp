// A measure is placed as it would be alone, whatever stands beside it.
#include "wpga/study/projection_groups.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/methods.hpp"

namespace wpga {
namespace {

constexpr Method all_methods[] = {
    Method::geodesics, Method::tangent,   Method::linear, Method::template_deformation,
    Method::gaussian,  Method::euclidean, Method::curve,  Method::line};

Analysis some_model(Method method, Index dimension) {
  Random random(5);
  const MeasureFamily family = test::random_family(random, 7, dimension, 9);
  FitOptions options;
  options.method = method;
  options.components = 2;
  return analyse(family, test::random_mean(random, dimension, 6), options, {.threads = 1});
}

// Of equal weights, so that more can stand beside them.
MeasureFamily others(Index dimension) {
  Random random(6);
  MeasureFamily family = test::random_family(random, 4, dimension, 9);
  family.set_measure_weights({});
  return family;
}

MeasureFamily alone(const MeasureFamily& family, Index i) {
  MeasureFamily one;
  one.append(family[i], "alone");
  return one;
}

// Row i of the whole is the only row of the part, to the bit.
void expect_row(const AnalysisProjections& whole, Index i, const AnalysisProjections& part) {
  const auto same = [](const auto& one, const auto& other) {
    for (Index k = 0; k < one.size(); ++k)
      EXPECT_TRUE(one[k] == other[k] || (std::isnan(one[k]) && std::isnan(other[k])))
          << one[k] << " and " << other[k];
  };
  EXPECT_EQ(whole.squared_distances_to_mean[i], part.squared_distances_to_mean[0]);
  for (std::size_t k = 0; k < part.single.size(); ++k) {
    EXPECT_EQ(whole.single[k].times[i], part.single[k].times[0]);
    EXPECT_EQ(whole.single[k].squared_distances[i], part.single[k].squared_distances[0]);
    EXPECT_EQ(whole.single[k].lower_bounds[i], part.single[k].lower_bounds[0]);
    EXPECT_EQ(whole.scores[k][i], part.scores[k][0]);
    EXPECT_GE(whole.time_gaps[k], part.time_gaps[k]);
  }
  same(whole.joint.times.row(i), part.joint.times.row(0));
  same(whole.joint.squared_distances.row(i), part.joint.squared_distances.row(0));
  same(whole.joint_scores.row(i), part.joint_scores.row(0));
}

class Company : public ::testing::TestWithParam<Method> {};

// One of the others stands farther and farther away, until the unit of length is another for it.
TEST_P(Company, ChangesNoMeasure) {
  const Index dimension = GetParam() == Method::line ? 1 : 2;
  const Analysis model = some_model(GetParam(), dimension);
  ASSERT_FALSE(model.components.empty());
  for (const double away : {0.0, 1e3, 1e10, 1e20, 1e100}) {
    MeasureFamily family = others(dimension);
    family.append(Matrix::Constant(dimension, 2, away) + Matrix::Identity(dimension, 2),
                  Vector::Constant(2, 0.5), "far");
    const AnalysisProjections together = project_on(model, family, {}, {}, {.threads = 2});
    for (Index i = 0; i < family.count(); ++i)
      expect_row(together, i, project_on(model, alone(family, i), {}, {}, {.threads = 1}));
  }
}

TEST_P(Company, ChangesNoMeasureOfAModelWithoutVariance) {
  const Index dimension = GetParam() == Method::line ? 1 : 2;
  Analysis model = some_model(GetParam(), dimension);
  model.variance = 0;
  const MeasureFamily family = others(dimension);
  const AnalysisProjections together = project_on(model, family, {}, {}, {.threads = 2});
  for (Index i = 0; i < family.count(); ++i)
    expect_row(together, i, project_on(model, alone(family, i), {}, {}, {.threads = 1}));
}

INSTANTIATE_TEST_SUITE_P(Methods, Company, ::testing::ValuesIn(all_methods));

TEST(ProjectionGroups, AreOneForOrdinaryMeasures) {
  const Analysis model = some_model(Method::tangent, 2);
  const std::vector<ProjectionGroup> groups = projection_groups(model, others(2), {});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].unit, 1);
  EXPECT_EQ(groups[0].measures, (std::vector<Index>{0, 1, 2, 3}));
}

// A measure too large for the exact engine leaves the others theirs.
TEST(ProjectionGroups, ChooseTheEngineForEachMeasure) {
  const Analysis model = some_model(Method::tangent, 2);
  MeasureFamily family = others(2);
  family.append(Matrix::Random(2, largest_exact_atoms), Vector::Ones(largest_exact_atoms), "large");
  EXPECT_EQ(projection_groups(model, family, {}).size(), 2u);
  EXPECT_EQ(projection_groups(model, family, {.transport = TransportMethod::exact}).size(), 1u);
}

TEST(ProjectionGroups, NameTheMeasureWhoseLengthsCannotBeSquared) {
  const Analysis model = some_model(Method::tangent, 2);
  MeasureFamily family = others(2);
  family.append(Matrix::Constant(2, 1, 1e200), Vector::Ones(1), "beyond");
  try {
    projection_groups(model, family, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("measure 'beyond': ")) << error.what();
  }
}

}  // namespace
}  // namespace wpga
