#include "wpga/study/free_numbers.hpp"

#include <gtest/gtest.h>

namespace wpga {
namespace {

Component moving(Index dimension, Index atoms) {
  Component component;
  component.curve = GeneralizedGeodesic{Matrix::Zero(dimension, atoms), Matrix::Ones(dimension, atoms)};
  return component;
}

// A symmetric matrix of the plane has three numbers, a shift two, the ends of a line two.
TEST(FreeNumbers, CountWhatAMethodMayChoose) {
  FitOptions options;
  EXPECT_EQ(free_numbers(moving(2, 10), options), 40);
  options.geodesics.curve = CurveKind::geodesic;
  EXPECT_EQ(free_numbers(moving(2, 10), options), 22);
  options.geodesics.curve = CurveKind::translation;
  EXPECT_EQ(free_numbers(moving(2, 10), options), 4);
  options.method = Method::tangent;
  EXPECT_EQ(free_numbers(moving(3, 10), options), 32);
  options.method = Method::gaussian;
  EXPECT_EQ(free_numbers(moving(2, 10), options), 7);
  options.method = Method::template_deformation;
  options.deformation.deformation = Deformation::scale;
  EXPECT_EQ(free_numbers(moving(2, 10), options), 5);
}

TEST(FreeNumbers, CountWeightsThatSumToOne) {
  Component component;
  const Matrix weights{{0.5, 0.25, 0.25}, {0.25, 0.5, 0.25}, {0.25, 0.25, 0.5}};
  component.curve = weight_curve(Matrix{{0, 1, 2}}, weights.leftCols(2), Vector::Constant(3, 1.0 / 3), 1);
  EXPECT_EQ(free_numbers(component, {}), 4);
  component.curve = weight_curve(Matrix{{0, 1, 2}}, weights, Vector::Constant(3, 1.0 / 3), 1);
  EXPECT_EQ(free_numbers(component, {}), 6);
}

}  // namespace
}  // namespace wpga
