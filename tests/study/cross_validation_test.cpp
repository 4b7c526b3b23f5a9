#include "wpga/study/statistics/cross_validation.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "study/statistics_families.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/statistics/permutation.hpp"
#include "wpga/study/statistics/refit.hpp"

namespace wpga {
namespace {

// Held-out shares of linear PCA, by eigenvectors: what the fit must find where plans never change.
Vector shares_of_pca(const Matrix& data, const std::vector<Index>& fold_of, Index folds, Index components) {
  Vector left = Vector::Zero(components);
  double variance = 0;
  for (Index fold = 0; fold < folds; ++fold) {
    std::vector<Index> training, held_out;
    for (std::size_t i = 0; i < fold_of.size(); ++i)
      (fold_of[i] == fold ? held_out : training).push_back(static_cast<Index>(i));
    const Matrix seen = data(Eigen::all, training);
    const Vector mean = seen.rowwise().mean();
    const Matrix centered = seen.colwise() - mean;
    const SymmetricEigen eigen = symmetric_eigen(centered * centered.transpose());
    for (const Index i : held_out) {
      Vector rest = data.col(i) - mean;
      variance += rest.squaredNorm();
      for (Index k = 0; k < components; ++k) {
        const Vector axis = eigen.vectors.col(eigen.vectors.cols() - 1 - k);
        // A curve ends where the first and the last of the measures it was fitted to are.
        const Vector ends = centered.transpose() * axis;
        rest -= axis * std::clamp(axis.dot(rest), ends.minCoeff(), ends.maxCoeff());
        left[k] += rest.squaredNorm();
      }
    }
  }
  return Vector::Ones(components) - left / variance;
}

struct Example {
  Measure cloud = test::lattice(5);
  MeasureFamily family;
  Matrix data;  // displacements, a column for each measure

  explicit Example(std::uint64_t seed, Index count = 30, Index rank = 2, double noise = 0.01) {
    Random random(seed);
    const auto fields = test::orthonormal_fields(cloud, std::max<Index>(1, rank), random);
    Matrix factors = Matrix::Zero(std::max<Index>(1, rank), count);
    // Uniform, so that held-out measures seldom lie beyond the ends of a curve.
    for (Index c = 0; c < rank; ++c)
      for (Index i = 0; i < count; ++i) factors(c, i) = random.uniform(-1, 1) * (c == 0 ? 0.12 : 0.08);
    family = test::moved_lattice(cloud, fields, factors, noise, random);
    data.resize(cloud.points.size(), count);
    for (Index i = 0; i < count; ++i) data.col(i) = (family[i].points - cloud.points).reshaped();
  }
};

TEST(CrossValidation, PutsEveryMeasureIntoOneFold) {
  const Example example(1, 23);
  const std::vector<Index> fold_of = fold_of_measures(example.family, 5, 3);
  for (Index fold = 0; fold < 5; ++fold) {
    const auto size = std::ranges::count(fold_of, fold);
    EXPECT_TRUE(size == 4 || size == 5);
  }
  EXPECT_EQ(fold_of, fold_of_measures(example.family, 5, 3));
  EXPECT_NE(fold_of, fold_of_measures(example.family, 5, 4));
}

// Where plans never change, principal geodesics are principal components, scores held between those of the
// training measures.
TEST(CrossValidation, AgreesWithThatOfPrincipalComponents) {
  const Example example(2);
  FitOptions options = test::lattice_options(example.cloud, 2);
  options.statistics.folds = 5;
  const Model model = fit(example.family, options);
  ASSERT_TRUE(model.statistics.cross_validation);
  const CrossValidation& found = *model.statistics.cross_validation;
  const Vector expected = shares_of_pca(example.data, fold_of_measures(example.family, 5, 1), 5, 2);
  EXPECT_NEAR(found.held_out_cumulative[0], expected[0], 0.02);
  EXPECT_NEAR(found.held_out_cumulative[1], expected[1], 0.02);
  EXPECT_LT(found.held_out_cumulative[1], model.analysis.components[1].cumulative);
}

// The cumulative shares rise with every component; what hidden atoms tell does not.
TEST(CrossValidation, FindsTheNumberOfFactors) {
  for (const Index rank : {1, 2, 3}) {
    const Example example(10 + static_cast<std::uint64_t>(rank), 40, rank, 0.02);
    FitOptions options = test::lattice_options(example.cloud, 1);
    options.components.reset();
    options.choose_components = true;
    const Model model = fit(example.family, options);
    ASSERT_TRUE(model.statistics.cross_validation);
    EXPECT_EQ(model.statistics.cross_validation->helpful, rank);
    EXPECT_EQ(std::ssize(model.analysis.components), rank);
    EXPECT_EQ(model.statistics.cross_validation->foretold.size(), 6);
  }
}

// A bounded version of benchmarks/study/statistics_experiment.cpp: noise alone is said to have a factor in
// about one case of twenty or less.
TEST(CrossValidation, SeldomFindsAFactorInNoise) {
  int alarms = 0;
  const int families = 40;
  for (int trial = 0; trial < families; ++trial) {
    const Example example(100 + static_cast<std::uint64_t>(trial), 12, 0, 0.05);
    FitOptions options = test::lattice_options(example.cloud, 1);
    options.method = Method::tangent;
    options.statistics.folds = 4;
    const Model model = fit(example.family, options);
    alarms += model.statistics.cross_validation->foretold_p[0] <= 0.05 ? 1 : 0;
  }
  EXPECT_LE(alarms, 6);  // a binomial number beyond this has probability 0.003
}

TEST(CrossValidation, NeedsThreeMeasures) {
  const Example two(3, 2), three(3, 3);
  FitOptions options = test::lattice_options(two.cloud, 1);
  options.statistics.folds = 5;
  EXPECT_THROW(fit(two.family, options), InputError);
  const Model model = fit(three.family, options);
  EXPECT_EQ(model.statistics.cross_validation->folds, 3);
  EXPECT_TRUE(model.statistics.cross_validation->held_out_cumulative.allFinite());
}

// Random signs of four gains are all the same in one of sixteen: no test at 5 %.
TEST(CrossValidation, ChoosesAmongFiveMeasuresOrMore) {
  const Example four(3, 4), five(3, 5);
  FitOptions options = test::lattice_options(four.cloud, 1);
  options.choose_components = true;
  EXPECT_THROW(fit(four.family, options), InputError);
  EXPECT_GE(fit(five.family, options).analysis.components.size(), 1u);
}

// Of one atom no half can be hidden: held-out shares are told, and nothing is foretold.
TEST(CrossValidation, ForetellsNothingOfASingleAtom) {
  Random random(5);
  MeasureFamily points;
  for (int i = 0; i < 8; ++i)
    points.append(test::normal_matrix(random, 2, 1), Vector::Ones(1), std::to_string(i));
  FitOptions options{.components = 1};
  options.statistics.folds = 4;
  const Model model = fit(points, options);
  EXPECT_EQ(model.statistics.cross_validation->foretold.size(), 0);
  EXPECT_TRUE(model.statistics.cross_validation->held_out_explained.allFinite());
  options.choose_components = true;
  EXPECT_THROW(fit(points, options), InputError);
}

// Half of N measures and one more, and as many lie on K components as these have ends.
TEST(Robust, NeedsThreeMeasuresMoreThanComponents) {
  const Example three(3, 3), four(3, 4);
  FitOptions options = test::lattice_options(three.cloud, 1);
  options.statistics.robust = true;
  EXPECT_THROW(fit(three.family, options), InputError);
  EXPECT_TRUE(fit(four.family, options).statistics.robust);
}

// Shares have no unit: the same in any power of two, and almost the same when nothing but the number of
// threads changes.
TEST(CrossValidation, KnowsNoUnitOfLength) {
  const Example example(4, 12);
  FitOptions options = test::lattice_options(example.cloud, 1);
  options.statistics.folds = 3;
  const Model model = fit(example.family, options);
  const double unit = std::exp2(-60);
  MeasureFamily small;
  for (Index i = 0; i < example.family.count(); ++i)
    small.append(unit * example.family[i].points, example.family[i].weights, std::to_string(i));
  options.mean.from->points *= unit;
  const Model scaled = fit(small, options, {.threads = 1});
  EXPECT_NEAR(model.statistics.cross_validation->held_out_cumulative[0],
              scaled.statistics.cross_validation->held_out_cumulative[0], 1e-9);
}

// The error on hidden atoms of a curve that is orthogonal to the field on every atom is that of no curve.
TEST(HiddenErrors, AreThoseOfLeastSquares) {
  Random random(5);
  const Measure cloud = test::lattice(4);
  const Matrix field = test::normal_matrix(random, 2, 16);
  const GeneralizedGeodesic along{4 * field, 4 * field};
  EXPECT_NEAR(hidden_errors(cloud, {along}, field, Random(1))[1], 0, 1e-20);
  Matrix across(2, 16);
  across.row(0) = -field.row(1);
  across.row(1) = field.row(0);
  const GeneralizedGeodesic turned{across, across};
  const Vector errors = hidden_errors(cloud, {turned}, field, Random(1));
  EXPECT_NEAR(errors[0], squared_norm(cloud.weights, field), 1e-12);
  EXPECT_NEAR(errors[1], errors[0], 1e-12);
}

TEST(SignFlips, GiveAUniformPValueUnderSymmetry) {
  Random random(6);
  int below = 0;
  const int trials = 1000;
  for (int trial = 0; trial < trials; ++trial) {
    const Vector gains = test::normal_matrix(random, 15, 1);
    below += sign_flip_p(gains, 199, static_cast<std::uint64_t>(trial)) <= 0.05 ? 1 : 0;
  }
  EXPECT_NEAR(below, 50, 3.3 * std::sqrt(1000 * 0.05 * 0.95));
}

TEST(Permutations, AreExactForARankTest) {
  // Of three numbers in order, one of six orders is at least as rising.
  const double p = permutation_p(3, 20000, 1, [](const std::vector<Index>& order) {
    return static_cast<double>(order[1] + 2 * order[2]);
  });
  EXPECT_NEAR(p, 1.0 / 6, 0.01);
}

}  // namespace
}  // namespace wpga
