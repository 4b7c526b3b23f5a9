#include "wpga/study/fit.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/project.hpp"

namespace wpga {
namespace {

MeasureFamily some_family() {
  Random random(3);
  return test::random_family(random, 9, 2, 8);
}

FitOptions few(double components) {
  FitOptions options{.components = components};
  options.mean.free.support = 10;
  return options;
}

// The front does what its parts do one after the other.
TEST(Fit, IsTheMeanAndThenTheMethodAboutIt) {
  const MeasureFamily family = some_family();
  const FitOptions options = few(2);
  const Model model = fit(family, options);
  const Mean mean = find_mean(family, options.mean, options.transport);
  const Analysis about = analyse(family, mean.measure, options);
  EXPECT_EQ(model.analysis.mean.points, mean.measure.points);
  ASSERT_EQ(model.analysis.components.size(), 2u);
  EXPECT_EQ(model.analysis.components[1].curve.atoms().forward, about.components[1].curve.atoms().forward);
  EXPECT_EQ(model.analysis.components[1].times, about.components[1].times);
  EXPECT_EQ(model.names, family.names());
  EXPECT_EQ(model.mean_convergence.iterations, mean.convergence.iterations);
  EXPECT_EQ(model.seconds.components.size(), 2u);
}

// Translates of one cloud in the plane: the mean is a translate too, no plan from it splits an atom, and two
// curves explain everything (remark of §3).
TEST(Fit, ExplainsTranslatesWhollyByDefault) {
  Random random(7);
  const Matrix cloud = Matrix::NullaryExpr(2, 100, [&] { return random.normal(); });
  MeasureFamily family;
  for (int i = 0; i < 20; ++i) {
    const Vector shift = (Vector(2) << random.normal(), random.normal() / 3).finished();
    family.append(cloud.colwise() + shift, Vector::Ones(100), std::to_string(i));
  }
  const Model model = fit(family, {.components = 2});
  EXPECT_EQ(model.analysis.mean.size(), 200);
  EXPECT_GT(model.analysis.ceiling.value(), 1 - 1e-10);
  EXPECT_GT(model.analysis.components.back().cumulative, 1 - 1e-6);
}

TEST(Fit, RemembersHowItWasMade) {
  const MeasureFamily family = some_family();
  FitOptions options = few(1);
  options.method = Method::tangent;
  options.seed = 5;
  options.bootstrap.bootstrap = 3;
  const Model model = fit(family, options);
  EXPECT_EQ(*model.options.find("method"), OptionValue("tangent"));
  EXPECT_EQ(*model.options.find("mean-method"), OptionValue("free"));
  EXPECT_EQ(*model.options.find("support"), OptionValue(10));
  EXPECT_EQ(*model.options.find("mean-seed"), OptionValue(5));
  EXPECT_EQ(*model.options.find("components"), OptionValue(1));
  EXPECT_EQ(*model.options.find("bootstrap"), OptionValue(3));
  EXPECT_EQ(model.bootstrap.rows(), 3);
  EXPECT_EQ(model.bootstrap.cols(), 1);
}

// From any state that was saved, the rest of the way is the same.
TEST(Fit, GoesOnFromASavedStateToTheSameModel) {
  const MeasureFamily family = some_family();
  std::vector<std::pair<Center, FitState>> saved;
  const FitOptions options = few(2);
  const Model straight =
      fit(family, options, {},
          {.save = [&](const Center& center, const FitState& state) { saved.emplace_back(center, state); },
           .seconds_between_saves = 0});
  ASSERT_GT(saved.size(), 2u);
  const auto& [center, state] = saved[saved.size() / 2];
  const Model resumed = fit(family, options, {}, {.center = center, .resume = &state});
  EXPECT_EQ(resumed.analysis.components[1].curve.atoms().forward,
            straight.analysis.components[1].curve.atoms().forward);
  EXPECT_EQ(resumed.options, straight.options);
}

TEST(Fit, KeepsAMeanThatIsGiven) {
  const MeasureFamily family = some_family();
  Random random(4);
  const Measure mean = test::uniform_mean(random, 2, 6);
  FitOptions options = few(1);
  options.bootstrap.bootstrap = 2;
  const Model model = fit(family, options, {}, {.center = Center{mean, {}, 0}, .center_is_given = true});
  EXPECT_EQ(model.analysis.mean.points, mean.points);
  EXPECT_EQ(*model.options.find("mean-method"), OptionValue("given"));
  EXPECT_EQ(model.bootstrap.rows(), 2);
}

TEST(Fit, RefusesWhatBreaksARuleBeforeItWorks) {
  EXPECT_THROW(fit(MeasureFamily()), InputError);
  EXPECT_THROW(fit(some_family(), few(2.5)), InputError);
  FitOptions options = few(1);
  options.geodesics.restarts = 0;
  EXPECT_THROW(fit(some_family(), options), InputError);
  options = few(1);
  Random random(4);
  options.mean.from = test::uniform_mean(random, 3, 6);
  EXPECT_THROW(fit(some_family(), options), InputError);
}

TEST(Project, PutsTrainingMeasuresWhereTheFitHasThem) {
  const MeasureFamily family = some_family();
  const Model model = fit(family, few(2));
  const AnalysisProjections placed = project(model, family);
  for (std::size_t k = 0; k < 2; ++k)
    EXPECT_LT((placed.single[k].squared_distances - model.analysis.components[k].squared_distances)
                  .cwiseAbs()
                  .maxCoeff(),
              1e-4 * model.analysis.variance);
}

TEST(Project, StandardisesNewMeasuresWithTheNumbersOfTheModel) {
  const MeasureFamily raw = some_family();
  MeasureFamily standardised = raw;
  standardised.standardize(Vector{{1, 2}}, Vector{{2, 4}});
  const Model model = fit(standardised, few(1));
  EXPECT_EQ(project(model, raw).single[0].times, project(model, standardised).single[0].times);
}

TEST(Project, RefusesWhatItCannotPlace) {
  const MeasureFamily family = some_family();
  const Model model = fit(family, few(1));
  Random random(5);
  EXPECT_THROW(project(model, test::random_family(random, 3, 3, 4)), InputError);
  EXPECT_THROW(project(model, MeasureFamily()), InputError);
  EXPECT_THROW(project(model_of(find_mean(family), family, {}), family), InputError);
}

TEST(MeasureAt, IsTheMeanWhereAllComponentsAreLeftOut) {
  const Model model = fit(some_family(), few(2));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_LT((measure_at(model, std::array{nan, nan}).points - model.analysis.mean.points).norm(), 1e-12);
  const Component& second = model.analysis.components[1];
  const Measure end = measure_at(model, std::array{nan, 1.0});
  EXPECT_LT((end.points - model.analysis.mean.points - second.curve.atoms().forward).norm(), 1e-12);
  EXPECT_THROW(measure_at(model, std::array{0.5}), InputError);
}

}  // namespace
}  // namespace wpga
