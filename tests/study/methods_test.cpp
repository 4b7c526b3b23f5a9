#include "wpga/study/methods.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "analysis/random_families.hpp"
#include "wpga/barycenters/free_support.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/project.hpp"

namespace wpga {
namespace {

constexpr Method of_maps[] = {Method::geodesics, Method::tangent, Method::linear,
                              Method::template_deformation, Method::gaussian};
const std::vector<Method> all_methods = [] {
  std::vector<Method> all;
  for (const std::string_view name : names(Method{})) all.push_back(*value_named<Method>(name));
  return all;
}();

FitOptions asking(Method method, double components) {
  FitOptions options{.method = method};
  if (components > 0) options.components = components;
  return options;
}

Analysis found(const MeasureFamily& family, const Measure& mean, Method method, double components) {
  return analyse(family, mean, asking(method, components), {.threads = 1});
}

MeasureFamily times(const MeasureFamily& family, double unit) {
  MeasureFamily scaled;
  for (Index i = 0; i < family.count(); ++i)
    scaled.append(family[i].points * unit, family[i].weights, std::to_string(i));
  return scaled;
}

void expect_rank(const MeasureFamily& family, int support, Index rank) {
  const Measure mean = free_support_mean(family, {}, {.support = support}, {.threads = 1}).measure;
  const double asked = std::min(4.0, static_cast<double>(family.count() - 1));
  for (const Method method : of_maps) {
    const Analysis analysis = found(family, mean, method, asked);
    EXPECT_EQ(std::ssize(analysis.components), rank) << name_of(method);
    EXPECT_EQ(analysis.termination == Termination::no_variance_left, static_cast<double>(rank) < asked)
        << name_of(method);
  }
}

TEST(Methods, HaveConvergedOnlyIfEveryComponentHas) {
  Random random(3);
  MeasureFamily family;
  for (int i = 0; i < 8; ++i)
    family.append(test::normal_matrix(random, 2, 6), Vector::Ones(6), std::to_string(i));
  const Measure mean = free_support_mean(family, {}, {.support = 6}, {.threads = 1}).measure;
  for (const FitOrder order : {FitOrder::greedy, FitOrder::together}) {
    FitOptions options = asking(Method::geodesics, 2);
    options.geodesics.fit = order;
    EXPECT_EQ(analyse(family, mean, options, {.threads = 1}).termination, Termination::converged);
    options.geodesics.iterations = 1;
    EXPECT_EQ(analyse(family, mean, options, {.threads = 1}).termination, Termination::iteration_limit);
  }
}

// The methods that move atoms agree on how many directions a family has.
TEST(Methods, FindNoMoreComponentsThanTheRank) {
  Random random(1);
  const Measure cloud = test::uniform_mean(random, 2, 8);
  const Measure atom{Matrix::Zero(2, 1), Vector::Ones(1)};
  const Matrix shifts = test::normal_matrix(random, 2, 15);
  for (const Measure& base : {cloud, atom}) {
    const int support = static_cast<int>(base.size());
    expect_rank(test::translates(base, shifts), support, 2);
    expect_rank(test::translates(base, Vector{{1, -2}} * shifts.row(0)), support, 1);
    expect_rank(test::translates(base, Matrix::Zero(2, 15)), support, 0);
    expect_rank(test::translates(base, shifts.leftCols(3)), support, 2);
    expect_rank(test::translates(base, shifts.leftCols(2)), support, 1);
    expect_rank(test::translates(base, shifts.leftCols(1)), support, 0);
  }
}

// Far from the origin coordinates are rounded, each measure in its own way; that is no direction.
TEST(Methods, TakeNoRoundingOfCoordinatesForAComponent) {
  Random random(5);
  const Measure cloud = test::uniform_mean(random, 2, 8);
  const Matrix shifts = test::normal_matrix(random, 2, 15);
  for (const double place : {1e6, 1e10, 1e12}) {
    const Measure far{cloud.points.array() + place, cloud.weights};
    expect_rank(test::translates(far, shifts), 8, 2);
    expect_rank(test::translates(far, Vector{{1, -2}} * shifts.row(0)), 8, 1);
    const Measure on_line{far.points.topRows(1), far.weights};
    const MeasureFamily family = test::translates(on_line, shifts.topRows(1));
    const Measure mean = free_support_mean(family, {}, {.support = 8}, {.threads = 1}).measure;
    EXPECT_EQ(found(family, mean, Method::line, 3).components.size(), 1u) << place;
  }
}

TEST(Methods, OnTheLineFindOneComponentOfTranslates) {
  Random random(2);
  const Measure cloud = test::uniform_mean(random, 1, 8);
  const MeasureFamily family = test::translates(cloud, test::normal_matrix(random, 1, 9));
  const Measure mean = free_support_mean(family, {}, {.support = 8}, {.threads = 1}).measure;
  EXPECT_EQ(found(family, mean, Method::line, 3).components.size(), 1u);
  EXPECT_EQ(found(family, mean, Method::line, 3).termination, Termination::no_variance_left);
}

// Powers of two change no digit of any method, nor of what it says of new measures.
TEST(Methods, AreInvariantUnderScale) {
  for (const Method method : all_methods) {
    const Index dimension = method == Method::line ? 1 : 2;
    Random random(3);
    const MeasureFamily family = times(test::random_family(random, 7, dimension, 9), 1);
    const MeasureFamily others = times(test::random_family(random, 3, dimension, 9), 1);
    const Measure mean = test::random_mean(random, dimension, 6);
    const Analysis near = found(family, mean, method, 2);
    const AnalysisProjections projected = project_on(near, others, {}, {}, {.threads = 1});
    for (const int exponent : {-455, -332, 332, 455}) {
      const double unit = std::ldexp(1.0, exponent);
      const Analysis far = found(times(family, unit), {mean.points * unit, mean.weights}, method, 2);
      EXPECT_EQ(far.variance, near.variance * unit * unit) << name_of(method);
      EXPECT_EQ(far.mean.points, near.mean.points * unit) << name_of(method);
      ASSERT_EQ(far.components.size(), near.components.size()) << name_of(method);
      for (std::size_t c = 0; c < near.components.size(); ++c) {
        const Component &here = near.components[c], &there = far.components[c];
        const bool masses = here.curve.changes_weights();
        EXPECT_EQ(there.explained, here.explained) << name_of(method);
        EXPECT_EQ(there.cumulative, here.cumulative) << name_of(method);
        EXPECT_EQ(there.times, here.times) << name_of(method);
        EXPECT_EQ(there.scores, here.scores * (masses ? 1 : unit)) << name_of(method);
        EXPECT_EQ(there.squared_distances, here.squared_distances * unit * unit) << name_of(method);
      }
      const AnalysisProjections moved = project_on(far, times(others, unit), {}, {}, {.threads = 1});
      EXPECT_EQ(moved.squared_distances_to_mean, projected.squared_distances_to_mean * unit * unit);
      for (std::size_t c = 0; c < near.components.size(); ++c) {
        EXPECT_EQ(moved.single[c].times, projected.single[c].times) << name_of(method);
        EXPECT_EQ(moved.single[c].squared_distances, projected.single[c].squared_distances * unit * unit);
        EXPECT_EQ(moved.time_gaps[c], projected.time_gaps[c]) << name_of(method);
      }
    }
  }
}

// Times and scores are two names of a place on a curve; there is none beyond its ends.
TEST(Methods, TimesOfScoresAreThoseOfTheScores) {
  for (const Method method : all_methods) {
    const Index dimension = method == Method::line ? 1 : 2;
    Random random(5);
    const Analysis model = found(test::random_family(random, 7, dimension, 9),
                                 test::random_mean(random, dimension, 6), method, 2);
    const auto count = static_cast<Index>(model.components.size());
    const Matrix times = Matrix::NullaryExpr(4, count, [&] { return random.uniform(0, 1); });
    const Matrix scores = joint_scores(model, times);
    EXPECT_TRUE(times_of_scores(model, scores).isApprox(times, 1e-9)) << name_of(method);
    EXPECT_EQ(times_of_scores(model, Matrix::Constant(1, count, 1e9)), Matrix(Matrix::Ones(1, count)));
    EXPECT_EQ(times_of_scores(model, Matrix::Constant(1, count, -1e9)), Matrix(Matrix::Zero(1, count)));
    EXPECT_THROW(times_of_scores(model, Matrix::Zero(1, count + 1)), InputError);
    EXPECT_THROW(times_of_scores(model, Matrix::Constant(1, count, std::nan(""))), InputError);
  }
}

TEST(Methods, RefuseLengthsWhoseSquaresLeaveTheRange) {
  Random random(4);
  const MeasureFamily family = times(test::random_family(random, 4, 1, 5), 1e-165);
  const Measure mean = test::random_mean(random, 1, 3);
  for (const Method method : all_methods)
    EXPECT_THROW(found(family, {mean.points * 1e-165, mean.weights}, method, 1), InputError)
        << name_of(method);
}

}  // namespace
}  // namespace wpga
