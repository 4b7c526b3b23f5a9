#include "wpga/study/comparison_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace wpga {
namespace {

std::optional<double> number(const NamedNumbers& row, std::string_view name) {
  const auto found = std::ranges::find(row, name, &NamedNumbers::value_type::first);
  if (found == row.end()) {
    ADD_FAILURE() << "no " << name;
    return std::nullopt;
  }
  return found->second;
}

ComparedMethod two_components() {
  ComparedMethod method{.name = "some"};
  method.analysis.components.resize(2);
  for (Component& component : method.analysis.components)
    component.curve = {Matrix::Ones(1, 1), Matrix::Ones(1, 1)};
  method.analysis.components[1].certificates.map_gap = {0.25, 0.5};
  method.training = {.variance = 8, .alone = Vector{{4, 6}}, .together = Vector{{4, 2}}};
  method.numbers = 6;
  return method;
}

TEST(ComparisonRow, SharesReferToTheCommonVariance) {
  ComparedMethod method = two_components();
  Comparison comparison{.variance = 10};
  const NamedNumbers row = comparison_row(method, 1, comparison);
  EXPECT_EQ(number(row, "components"), 2);
  EXPECT_EQ(number(row, "joint_mean_squared_distance"), 2);
  EXPECT_EQ(number(row, "cumulative"), 0.8);
  EXPECT_EQ(number(row, "mean_squared_distance"), 6);
  EXPECT_EQ(number(row, "explained"), 0.4);
  EXPECT_EQ(number(row, "held_out_cumulative"), std::nullopt);
  EXPECT_EQ(number(row, "seconds"), std::nullopt);
  EXPECT_EQ(number(row, "numbers"), 6);
  method.held_out = Remainders{.variance = 5, .alone = Vector{{3, 3}}, .together = Vector{{3, 1}}};
  comparison.held_out_variance = 4;
  EXPECT_EQ(number(comparison_row(method, 1, comparison), "held_out_cumulative"), 0.75);
}

// Every row has every certificate, so that rows of one table fit; of curves of weights those of maps are
// nothing.
TEST(ComparisonRow, HasEveryCertificateOfEitherKind) {
  ComparedMethod method = two_components();
  const NamedNumbers moving = comparison_row(method, 1, {.variance = 10});
  EXPECT_EQ(number(moving, "map_gap_forward"), 0.5);
  EXPECT_EQ(number(moving, "negative_mass"), std::nullopt);
  method.analysis.components[1].curve =
      weight_curve(Matrix{{0, 1}}, Matrix{{1.5, 0}, {-0.5, 1}}, Vector{{0.5, 0.5}}, 1);
  const NamedNumbers weights = comparison_row(method, 1, {.variance = 10});
  EXPECT_EQ(number(weights, "map_gap_forward"), std::nullopt);
  EXPECT_EQ(number(weights, "negative_mass"), 0.5);
  EXPECT_TRUE(std::ranges::equal(moving, weights, {}, &NamedNumbers::value_type::first,
                                 &NamedNumbers::value_type::first));
}

// Of 101 values those at places 0.05 · 102 and 0.95 · 102 of the sorted ones (Weibull).
TEST(ComparisonRow, HasTheIntervalOfDraws) {
  ComparedMethod method = two_components();
  method.bootstrap.together = Matrix(101, 2);
  method.bootstrap.together.col(0).setConstant(7);
  method.bootstrap.together.col(1) = Vector::LinSpaced(101, 0, 1);
  const NamedNumbers row = comparison_row(method, 1, {.variance = 10});
  EXPECT_NEAR(*number(row, "bootstrap_cumulative_low"), 0.041, 1e-12);
  EXPECT_NEAR(*number(row, "bootstrap_cumulative_high"), 0.959, 1e-12);
}

}  // namespace
}  // namespace wpga
