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
  EXPECT_FALSE(component_goal(4, 10).share);
  EXPECT_FALSE(component_goal(4, 10).reached(1));
  EXPECT_FALSE(component_goal(0.9, 10).reached(0.89));
  EXPECT_TRUE(component_goal(0.9, 10).reached(0.9));
  EXPECT_EQ(component_goal(0.9, 10).components, 9);
  EXPECT_EQ(component_goal(0.9, 10).share, 0.9);
}

TEST(ComponentGoal, IsReadAsItIsTyped) {
  for (const char* text : {"3", "0.9"}) {
    std::optional<ComponentsAsked> asked, again;
    parse_value(text, asked);
    EXPECT_EQ(text_of(asked), text);
    set_value(value_of(asked), again);
    EXPECT_EQ(asked, again);
  }
}

TEST(ComponentGoal, RefusesWhatCannotBe) {
  EXPECT_THROW(component_goal(10, 10), InputError);
  EXPECT_THROW(component_goal(1, 1), InputError);
  EXPECT_THROW(component_goal(2.5, 10), InputError);
}

}  // namespace
}  // namespace wpga
