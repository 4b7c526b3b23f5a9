#include "wpga/analysis/fit/component_goal.hpp"

#include <gtest/gtest.h>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(ComponentGoal, IsThreeOrOneLessThanThereAreMeasures) {
  EXPECT_EQ(component_goal({}, 10).components, 3);
  EXPECT_EQ(component_goal({}, 3).components, 2);
  EXPECT_EQ(component_goal({}, 1).components, 0);
  EXPECT_EQ(component_goal({}, 0).components, 0);
}

TEST(ComponentGoal, TakesACountOrAShare) {
  EXPECT_EQ(component_goal(4, 10).components, 4);
  EXPECT_GT(component_goal(4, 10).share, 1);  // never reached
  EXPECT_EQ(component_goal(0.9, 10).components, 9);
  EXPECT_EQ(component_goal(0.9, 10).share, 0.9);
}

TEST(ComponentGoal, RefusesWhatCannotBe) {
  EXPECT_THROW(component_goal(10, 10), InputError);
  EXPECT_THROW(component_goal(1, 1), InputError);
  EXPECT_THROW(component_goal(2.5, 10), InputError);
}

}  // namespace
}  // namespace wpga
