#include "wpga/study/statistics/covariates.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "analysis/random_families.hpp"

namespace wpga {
namespace {

SampleColumn numbers(std::string name, const Vector& values) { return {std::move(name), true, values, {}}; }
SampleColumn words(std::string name, std::vector<std::string> values) {
  return {std::move(name), false, {}, std::move(values)};
}

std::vector<Index> all_of(Index count) {
  std::vector<Index> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

Covariates of(const SampleColumn& column, const Matrix& scores, int permutations = 999) {
  return associate(std::span(&column, 1), scores, centered_gram(scores.transpose()), all_of(scores.rows()),
                   permutations, 1);
}

TEST(Covariates, CorrelationIsPearsons) {
  Random random(1);
  const Vector age = test::normal_matrix(random, 30, 1);
  const Matrix scores = -2 * age + test::normal_matrix(random, 30, 1);
  const Vector a = age.array() - age.mean(), b = scores.array() - scores.mean();
  const Covariates found = of(numbers("age", age), scores);
  EXPECT_NEAR(found.association(0, 0), a.dot(b) / (a.norm() * b.norm()), 1e-12);
  EXPECT_LT(found.association_p(0, 0), 0.01);
}

// Years or seconds since the big bang: a column has no unit, however large its squares.
TEST(Covariates, KnowNoUnitOfAColumn) {
  Random random(9);
  const Vector age = test::normal_matrix(random, 12, 1);
  const Matrix scores = age + test::normal_matrix(random, 12, 1);
  const Covariates plain = of(numbers("age", age), scores);
  for (const int exponent : {1000, -1000}) {
    const Covariates found = of(numbers("age", std::ldexp(1.0, exponent) * age), scores);
    EXPECT_EQ(found.association(0, 0), plain.association(0, 0));
    EXPECT_EQ(found.association_p(0, 0), plain.association_p(0, 0));
    EXPECT_EQ(found.share[0], plain.share[0]);
    EXPECT_EQ(found.share_p[0], plain.share_p[0]);
  }
}

// Of two groups the share between is the square of the correlation with their indicator.
TEST(Covariates, SeparationOfTwoGroupsIsASquaredCorrelation) {
  Random random(2);
  const Matrix scores = test::normal_matrix(random, 12, 2);
  std::vector<std::string> sides;
  Vector indicator(12);
  for (Index i = 0; i < 12; ++i) {
    sides.emplace_back(i % 3 == 0 ? "left" : "right");
    indicator[i] = i % 3 == 0 ? 1 : 0;
  }
  const Covariates grouped = of(words("side", sides), scores),
                   linear = of(numbers("side", indicator), scores);
  for (Index k = 0; k < 2; ++k)
    EXPECT_NEAR(grouped.association(0, k), std::pow(linear.association(0, k), 2), 1e-12);
  EXPECT_NEAR(grouped.share[0], linear.share[0], 1e-12);
  EXPECT_EQ(grouped.share_p[0], linear.share_p[0]);
}

// R's vegan::adonis2 on Euclidean distances has this R²: between sums of squares over all of them.
TEST(Covariates, ShareBetweenGroupsIsThatOfTheSumsOfSquares) {
  Random random(3);
  const Matrix data = test::normal_matrix(random, 4, 9);
  const std::vector<Index> groups = {0, 1, 2, 0, 1, 2, 0, 0, 1};
  double between = 0, total = 0;
  const Vector middle = data.rowwise().mean();
  for (Index g = 0; g < 3; ++g) {
    Vector sum = Vector::Zero(4);
    double count = 0;
    for (Index i = 0; i < 9; ++i)
      if (groups[static_cast<std::size_t>(i)] == g) {
        sum += data.col(i);
        ++count;
      }
    between += count * (sum / count - middle).squaredNorm();
  }
  for (Index i = 0; i < 9; ++i) total += (data.col(i) - middle).squaredNorm();
  EXPECT_NEAR(between_share(centered_gram(data), groups), between / total, 1e-12);
}

TEST(Covariates, LeavesOutMissingValuesAndSaysNothingOfConstants) {
  Random random(4);
  Vector age = test::normal_matrix(random, 10, 1);
  const Matrix scores = test::normal_matrix(random, 10, 1);
  age[3] = std::numeric_limits<double>::quiet_NaN();
  const Covariates found = of(numbers("age", age), scores);
  EXPECT_EQ(found.measures[0], 9);
  EXPECT_TRUE(std::isfinite(found.association(0, 0)));
  EXPECT_TRUE(std::isnan(of(numbers("one", Vector::Ones(10)), scores).share[0]));
  std::vector<std::string> different;
  for (Index i = 0; i < 10; ++i) different.push_back(std::to_string(i));
  EXPECT_TRUE(std::isnan(of(words("name", different), scores).share_p[0]));
}

TEST(Covariates, SayNothingOfAColumnWithoutValues) {
  Random random(5);
  const Matrix scores = test::normal_matrix(random, 6, 2);
  const Vector unknown = Vector::Constant(6, std::numeric_limits<double>::quiet_NaN());
  for (const SampleColumn& column : {numbers("age", unknown), words("group", std::vector<std::string>(6))}) {
    const Covariates found = of(column, scores);
    EXPECT_EQ(found.measures[0], 0);
    EXPECT_TRUE(found.association.array().isNaN().all());
    EXPECT_TRUE(std::isnan(found.share[0]) && std::isnan(found.share_p[0]));
  }
}

// A bounded version of benchmarks/study/statistics_experiment.cpp: columns that mean nothing are said to at
// the level asked for.
TEST(Covariates, TestsHaveTheirLevel) {
  Random random(5);
  int linear = 0, grouped = 0;
  const int trials = 400;
  for (int trial = 0; trial < trials; ++trial) {
    const Matrix scores =
        test::normal_matrix(random, 12, 1).array().exp();  // skewed: no normal law is needed
    const Vector age = test::normal_matrix(random, 12, 1);
    std::vector<std::string> side;
    for (Index i = 0; i < 12; ++i) side.emplace_back(i < 5 ? "a" : "b");
    linear += of(numbers("age", age), scores, 99).share_p[0] <= 0.05 ? 1 : 0;
    grouped += of(words("side", side), scores, 99).share_p[0] <= 0.05 ? 1 : 0;
  }
  const double bound = 3.3 * std::sqrt(trials * 0.05 * 0.95);
  EXPECT_NEAR(linear, 0.05 * trials, bound);
  EXPECT_NEAR(grouped, 0.05 * trials, bound);
}

TEST(Covariates, GroupsAreNumberedAsTheyAppear) {
  const std::vector<std::string> given = {"b", "a", "", "b"};
  EXPECT_EQ(groups_of(given), (std::vector<Index>{0, 1, -1, 0}));
}

}  // namespace
}  // namespace wpga
