#include "wpga/io/model_document.hpp"

#include <gtest/gtest.h>

#include "io/some_models.hpp"

namespace wpga {
namespace {

TEST(ModelDocument, TellsTheModel) {
  Model model = testing::some_analysis(2);
  model.analysis.components[0].times =
      Vector{{0, 0, 1}};  // some measure stands at each end, the second one at the first was cut
  model.bootstrap = Matrix{{0.25, 0.5}, {0.75, 0.125}};
  const Json all = model_document(model);
  EXPECT_EQ(all["measures"], 3);
  EXPECT_EQ(all["dimension"], 2);
  EXPECT_EQ(all["support"], 7);
  EXPECT_EQ(all["kind"], "shape");
  EXPECT_EQ(all["variance"], model.analysis.variance);
  EXPECT_EQ(all["termination"], "no_variance_left");
  ASSERT_EQ(all["components"].size(), 2u);
  EXPECT_EQ(all["components"][0]["clipped"], 1);
  EXPECT_EQ(all["components"][0]["left_out"], 1);  // the joint time that is NaN
  EXPECT_EQ(all["components"][1]["left_out"], 0);
  EXPECT_EQ(all["components"][1]["bootstrap_explained"], Json({0.5, 0.125}));
  EXPECT_EQ(all["components"][1]["explained"], model.analysis.components[1].explained);
  EXPECT_EQ(all["few_measures"], true);
  EXPECT_FALSE(all.contains("statistics"));
}

TEST(ModelDocument, OfAMeanHasNoComponents) {
  const Json all = model_document(testing::some_mean());
  EXPECT_TRUE(all["components"].empty());
  EXPECT_EQ(all["few_measures"], false);
}

}  // namespace
}  // namespace wpga
