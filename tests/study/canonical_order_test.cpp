#include "wpga/study/canonical_order.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "metamorphic/changes.hpp"
#include "wpga/study/find_mean.hpp"
#include "wpga/study/fit.hpp"

namespace wpga {
namespace {

// Dumbbells turned over half a circle: the two leading axes of tangent PCA are any two of their plane, and
// the objective has many local minima.
MeasureFamily turned_dumbbells(Index count) {
  Random random(3);
  const Matrix noise = 0.2 * test::normal_matrix(random, 2, 16);
  MeasureFamily family;
  for (Index i = 0; i < count; ++i) {
    const double angle = std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    const Matrix turn{{std::cos(angle), -std::sin(angle)}, {std::sin(angle), std::cos(angle)}};
    Matrix points = noise + 0.05 * test::normal_matrix(random, 2, 16);
    points.leftCols(8).row(0).array() += 1.5;
    points.rightCols(8).row(0).array() -= 1.5;
    family.append(turn * points, Vector::Ones(16), std::to_string(i));
  }
  return family;
}

MeasureFamily equal_weights(MeasureFamily family) {
  family.set_measure_weights(Vector::Ones(family.count()));
  return family;
}

std::vector<test::Changed> reordered(const MeasureFamily& family) {
  const Measure mean = copy_of(family[0]);
  test::Changed both = test::reordered_atoms(test::reordered_measures(family, mean).family, mean);
  both.measures = test::reordered_measures(family, mean).measures;
  std::vector<test::Changed> all = {test::reordered_measures(family, mean),
                                    test::reordered_atoms(family, mean), both};
  for (test::Changed& changed : all) changed.family = equal_weights(std::move(changed.family));
  return all;
}

TEST(CanonicalOrder, IsOneForAllOrders) {
  const MeasureFamily family = equal_weights(turned_dumbbells(10));
  const CanonicalFamily canonical = in_canonical_order(family);
  for (Index i = 0; i < family.count(); ++i)
    EXPECT_EQ(canonical.family.names()[static_cast<std::size_t>(i)],
              family.names()[static_cast<std::size_t>(canonical.measures[static_cast<std::size_t>(i)])]);
  for (const test::Changed& changed : reordered(family)) {
    const CanonicalFamily other = in_canonical_order(changed.family);
    EXPECT_EQ(other.family.points(), canonical.family.points()) << changed.name;
    EXPECT_EQ(other.family.weights(), canonical.family.weights()) << changed.name;
  }
}

TEST(CanonicalOrder, DistancesGoBackToTheirMeasures) {
  const MeasureFamily family = turned_dumbbells(6);
  const CanonicalFamily canonical = in_canonical_order(family);
  Mean mean{.measure = copy_of(family[0])};
  measure_distances(mean, canonical.family, {});
  Mean expected{.measure = copy_of(family[0])};
  measure_distances(expected, family, {});
  EXPECT_LT((in_given_order(mean, canonical.measures).squared_distances - expected.squared_distances).norm(),
            1e-12);
}

void expect_one_mean(const MeasureFamily& family, const MeanOptions& options) {
  const Mean before = find_mean(family, options, {}, {.threads = 1});
  for (const test::Changed& changed : reordered(family)) {
    const Mean after = find_mean(changed.family, options, {}, {.threads = 1});
    const std::string where = std::string(name_of(options.method)) + ", " + changed.name;
    EXPECT_EQ(after.measure.points, before.measure.points) << where;
    EXPECT_EQ(after.measure.weights, before.measure.weights) << where;
    EXPECT_EQ(after.variance, before.variance) << where;
    for (std::size_t i = 0; i < changed.measures.size() && after.squared_distances.size() > 0; ++i)
      EXPECT_EQ(after.squared_distances[static_cast<Index>(i)], before.squared_distances[changed.measures[i]])
          << where;
  }
}

TEST(CanonicalOrder, MeansOfEveryMethodAreOne) {
  for (const MeanMethod method :
       {MeanMethod::automatic, MeanMethod::free, MeanMethod::fixed, MeanMethod::lp, MeanMethod::sliced}) {
    MeanOptions options{.method = method};
    options.free.support = 6;
    expect_one_mean(equal_weights(turned_dumbbells(5)), options);
  }
}

// Of two measures by a plan, of four by a program over 65536 tuples.
TEST(CanonicalOrder, ExactMeansAreOne) {
  for (const MeanMethod method : {MeanMethod::exact, MeanMethod::multimarginal})
    for (const Index count : {2, 4})
      expect_one_mean(equal_weights(turned_dumbbells(count)), {.method = method});
}

// Corners of squares turned by 45 degrees: every corner is as near to one neighbour as to the other, so that
// the optimal plans, and with them the exact means, are many, and the order must not choose among them.
TEST(CanonicalOrder, ExactMeansAreOneWherePlansTie) {
  MeasureFamily squares;
  const double half = std::numbers::sqrt2 / 2;
  squares.append(Matrix{{1, 0, -1, 0}, {0, 1, 0, -1}}, Vector::Ones(4), "upright");
  squares.append(Matrix{{half, -half, -half, half}, {half, half, -half, -half}}, Vector::Ones(4), "turned");
  for (const MeanMethod method : {MeanMethod::exact, MeanMethod::multimarginal, MeanMethod::lp})
    expect_one_mean(equal_weights(squares), {.method = method});
}

// What a referee tries first: the same data in another order.  Every bit is the same.
TEST(CanonicalOrder, HardFamiliesHaveOneFit) {
  const MeasureFamily family = equal_weights(turned_dumbbells(11));
  FitOptions options;
  options.mean.free.support = 16;
  options.components = 1.0;
  const Model before = fit(family, options, {.threads = 1});
  const Component& was = before.analysis.components[0];
  for (const test::Changed& changed : reordered(family)) {
    const Model after = fit(changed.family, options, {.threads = 1});
    const Component& is = after.analysis.components[0];
    EXPECT_EQ(after.analysis.mean.points, before.analysis.mean.points) << changed.name;
    EXPECT_EQ(after.analysis.variance, before.analysis.variance) << changed.name;
    EXPECT_EQ(is.explained, was.explained) << changed.name;
    EXPECT_EQ(is.curve.atoms().forward, was.curve.atoms().forward) << changed.name;
    for (std::size_t i = 0; i < changed.measures.size(); ++i) {
      const auto here = static_cast<Index>(i);
      EXPECT_EQ(is.times[here], was.times[changed.measures[i]]) << changed.name;
      EXPECT_EQ(is.scores[here], was.scores[changed.measures[i]]) << changed.name;
      EXPECT_EQ(is.squared_distances[here], was.squared_distances[changed.measures[i]]) << changed.name;
      EXPECT_EQ(after.analysis.joint_times(here, 0), before.analysis.joint_times(changed.measures[i], 0));
    }
  }
}

// Atoms of a mean that is given may stand in any order, too: curves follow them.
TEST(CanonicalOrder, CurvesGoBackToTheirAtoms) {
  const MeasureFamily family = equal_weights(turned_dumbbells(11));
  const Measure mean = copy_of(family[0]);
  const test::Changed changed = test::reordered_atoms(family, mean);
  FitOptions options;
  options.components = 1.0;
  const auto fitted = [&](const Measure& center) {
    const Center given{center, {}};
    FitRun run{.center_is_given = true};
    run.center = given;
    return fit(family, options, {.threads = 1}, run).analysis;
  };
  const Analysis before = fitted(mean), after = fitted(changed.mean);
  EXPECT_EQ(after.mean.points, changed.mean.points);
  EXPECT_EQ(after.components[0].explained, before.components[0].explained);
  EXPECT_EQ(after.components[0].curve.atoms().forward,
            Matrix(before.components[0].curve.atoms().forward(Eigen::all, changed.mean_atoms)));
}

}  // namespace
}  // namespace wpga
