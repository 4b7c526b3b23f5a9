#include "wpga/study/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "neighbours/affine_families.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/project.hpp"

namespace wpga {
namespace {

constexpr std::array wasserstein = {Method::geodesics, Method::tangent, Method::linear,
                                    Method::template_deformation};

FitOptions accurate(double components) {
  FitOptions options;
  options.components = components;
  options.geodesics.tolerance = 1e-9;
  options.times = ProjectionOptions{.time_tolerance = 1e-9};
  return options;
}

TEST(Comparison, SplitsEveryMeasureToOneSide) {
  Random random(1);
  const MeasureFamily family = test::random_family(random, 20, 2, 4);
  const Split split = split_family(family, 0.25, 7);
  EXPECT_EQ(split.held_out.count(), 5);
  EXPECT_EQ(split.training.count(), 15);
  std::set<std::string> names(split.training.names().begin(), split.training.names().end());
  names.insert(split.held_out.names().begin(), split.held_out.names().end());
  EXPECT_EQ(names.size(), 20u);
  EXPECT_EQ(split_family(family, 0.25, 7).held_out.names(), split.held_out.names());
  EXPECT_EQ(split_family(family, 0, 7).training.count(), 20);
}

// Where every method that moves atoms has the same answer, every one is given the same score, on measures it
// has seen and on others.
TEST(Comparison, ScoresAllWassersteinMethodsAlikeOnTranslates) {
  Random random(2);
  const auto made = test::translates_with_axes(random, 2, 10, 24);
  const Split split{made.family,
                    test::translates({made.mean.points, made.mean.weights}, 0.3 * made.centered)};
  FitOptions options = accurate(1);
  options.linear.template_atoms = 60;
  const Comparison found = compare(split, made.mean, {}, wasserstein, options, {}, {.threads = 1});
  ASSERT_EQ(found.methods.size(), 5u);
  EXPECT_TRUE(found.refused.empty());
  EXPECT_NEAR(found.variance, made.variances.sum(), 1e-9 * found.variance);
  for (const ComparedMethod& method : found.methods) {
    // The template of `linear` is another measure, so that a remainder stays.
    const double smear = method.name == "linear" ? 0.5 : 1e-5 * found.variance;
    EXPECT_NEAR(method.training.alone[0], made.variances[1], smear) << method.name;
    EXPECT_NEAR(method.held_out->alone[0], 0.09 * made.variances[1], smear) << method.name;
    EXPECT_LE(method.training.together[0], method.training.alone[0] + 1e-9);
  }
}

// A method that is not made for the data says so and hinders no other; alone, it is an error.
TEST(Comparison, RefusesWhatDoesNotApply) {
  Random random(6);
  const auto made = test::translates_with_axes(random, 2, 6, 8);
  const std::array both = {Method::line, Method::template_deformation};
  const Comparison found = compare({made.family, {}}, made.mean, {}, both, accurate(1), {}, {.threads = 1});
  ASSERT_EQ(found.refused.size(), 1u);
  EXPECT_EQ(found.refused[0].name, "line");
  EXPECT_EQ(found.methods.size(), 1u);
  const std::array none = {Method::line};
  EXPECT_THROW(compare({made.family, {}}, made.mean, {}, none, accurate(1), {}, {.threads = 1}), InputError);
}

TEST(Methods, AreAskedAlike) {
  FitOptions options;
  options.components = 2;
  options.box = BoxChoice::within(-9, 9);
  options.seed = 7;
  options.times = ProjectionOptions{.grid = 5};
  const FitOptions all = settled(options);
  for (const ComponentOptions& of :
       {all.tangent.of, all.linear.of, all.deformation.of, all.line.of, all.gaussian.of}) {
    EXPECT_EQ(of.components, 2);
    EXPECT_EQ(of.box, BoxChoice::within(-9, 9));
    EXPECT_EQ(of.times.grid, 5);
  }
  EXPECT_EQ(all.euclidean.components, 2);
  EXPECT_EQ(all.curve.components, 2);
  EXPECT_EQ(all.geodesics.components, 2);
  EXPECT_EQ(all.linear.seed, 7u);
  EXPECT_EQ(all.mean.free.seed, 7u);
  EXPECT_EQ(all.bootstrap.seed, 7u);
  EXPECT_EQ(settled(all).tangent.of.components, 2);
  options.components = 0.9;
  EXPECT_FALSE(settled(options).curve.components);
  options.method = Method::curve;
  EXPECT_THROW(validate(settled(options).curve), InputError);
}

TEST(Comparison, BootstrapSharesLieAroundTheShare) {
  Random random(3);
  const auto made = test::translates_with_axes(random, 2, 6, 40);
  const std::array methods = {Method::tangent};
  ComparisonOptions options;
  options.draws.bootstrap = 12;
  const MeanOf fixed = [&](const MeasureFamily&) { return Mean{.measure = made.mean}; };
  const Comparison found =
      compare({made.family, {}}, made.mean, fixed, methods, accurate(2), options, {.threads = 1});
  const ComparedMethod& method = found.methods[0];
  ASSERT_EQ(method.bootstrap.together.rows(), 12);
  const double share = 1 - method.training.together[0] / found.variance;
  EXPECT_LT(method.bootstrap.together.col(0).minCoeff(), share);
  EXPECT_GT(method.bootstrap.together.col(0).maxCoeff(), share);
  // Two components are all that translates in the plane have.
  EXPECT_LT((method.bootstrap.together.col(1).array() - 1).abs().maxCoeff(), 0.02);
}

// Projecting the measures a model was made from gives its own distances back.
TEST(Comparison, ProjectsTrainingMeasuresToWhereTheyWere) {
  Random random(4);
  const MeasureFamily family = test::random_family(random, 10, 2, 6);
  const Measure mean = test::random_mean(random, 2, 8);
  for (const Method method :
       {Method::tangent, Method::template_deformation, Method::gaussian, Method::euclidean}) {
    FitOptions options = accurate(2);
    options.method = method;
    options.times = ProjectionOptions{.time_tolerance = 1e-7};
    const Analysis analysis = analyse(family, mean, options, {.threads = 1});
    const AnalysisProjections again = project_on(analysis, family, {}, *options.times, {.threads = 1});
    for (std::size_t k = 0; k < analysis.components.size(); ++k)
      EXPECT_LT((again.single[k].squared_distances - analysis.components[k].squared_distances)
                    .cwiseAbs()
                    .maxCoeff(),
                1e-5 * analysis.variance)
          << name_of(method);
  }
}

// A model of before has the score of the method that it was made by, found by projection instead of by the
// fit.
TEST(Comparison, MeasuresAModelOfBeforeAsItsMethod) {
  Random random(7);
  const MeasureFamily family = test::random_family(random, 12, 2, 6);
  const Measure mean = test::random_mean(random, 2, 8);
  const Split split = split_family(family, 0.25, 3);
  FitOptions options = accurate(2);
  const std::array methods = {Method::tangent, Method::euclidean};
  const Comparison found = compare(split, mean, {}, methods, options, {}, {.threads = 1});
  for (const ComparedMethod& method : found.methods) {
    OptionValues told;
    told.set("method", method.name == "euclidean" ? "euclidean" : "tangent");
    const Model model = model_of(method.analysis, split.training, told);
    const ComparedMethod again = measured_again("again", model, split, options, {.threads = 1});
    EXPECT_LT((again.training.alone - method.training.alone).norm(), 1e-6 * found.variance) << method.name;
    EXPECT_LT((again.training.together - method.training.together).norm(), 1e-6 * found.variance)
        << method.name;
    EXPECT_LT((again.held_out->together - method.held_out->together).norm(), 1e-12 * found.variance);
    EXPECT_EQ(again.numbers, method.numbers) << method.name;
    EXPECT_EQ(again.held_out_seen, 0);
    EXPECT_FALSE(again.seconds.has_value());
    // Another family, the same curves: its own number of times.
    const ComparedMethod of_all = measured_again("all", model, {family, {}}, options, {.threads = 1});
    EXPECT_EQ(of_all.analysis.components[0].times.size(), 12);
    EXPECT_FALSE(of_all.held_out.has_value());
  }
  const Model of_all = model_of(found.methods[0].analysis, split.held_out, {});
  EXPECT_EQ(measured_again("seen", of_all, split, options, {.threads = 1}).held_out_seen, 3);
}

}  // namespace
}  // namespace wpga
