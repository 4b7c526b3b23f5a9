#include "wpga/report/page/page_exact.hpp"

#include <gtest/gtest.h>

#include "wpga/report/page/base64.hpp"

namespace wpga {
namespace {

Model small_model() {
  Model model;
  model.analysis.mean = {Matrix{{1, 2}, {3, 4}}, Vector{{0.25, 0.75}}};
  model.analysis.variance = 0.1;
  model.analysis.components = {{.curve = {Matrix{{5, 6}, {7, 8}}, Matrix{{9, 10}, {11, 12}}}}};
  return model;
}

// Mean, weights, then both ends of every component, a row a point.
TEST(PageExactModel, HasEveryDigitInTheOrderThatThePageReads) {
  const std::vector<double> numbers = {1, 3, 2, 4, 0.25, 0.75, 5, 7, 6, 8, 9, 11, 10, 12};
  EXPECT_EQ(page_exact_model(small_model(), 1), R"({"numbers":")" +
                                                    base64_of(std::span<const double>(numbers)) +
                                                    R"(","variance":0.1,"center":[0,0],"scale":[1,1]})");
  Model standardised = small_model();
  standardised.space.center = {7, 8};
  standardised.space.scale = {2, 0.5};
  EXPECT_NE(page_exact_model(standardised, 1).find(R"("center":[7,8],"scale":[2,0.5])"), std::string::npos);
}

// The page would give other numbers than the program where it does not know how.
TEST(PageExactModel, IsNullWhereThePageCannotProject) {
  Model model = small_model();
  model.analysis.components.clear();
  EXPECT_EQ(page_exact_model(model, 1), "null");
  model = small_model();
  model.analysis.components[0].curve =
      weight_curve(Matrix{{0, 1}}, Matrix{{1, 0}, {0, 1}}, Vector{{0.5, 0.5}}, 1);
  EXPECT_EQ(page_exact_model(model, 1), "null");
  model = small_model();
  model.options.set("align", "rotation");
  EXPECT_EQ(page_exact_model(model, 1), "null");
  model = small_model();
  model.options.set("mass", "free");
  EXPECT_EQ(page_exact_model(model, 1), "null");
  // 4 numbers of the mean and 8 of the component, of 8 bytes each.
  EXPECT_EQ(page_exact_model(small_model(), 95e-6), "null");
  EXPECT_NE(page_exact_model(small_model(), 97e-6), "null");
}

}  // namespace
}  // namespace wpga
