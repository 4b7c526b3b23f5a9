#include "wpga/report/page/comparison_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wpga/report/page/page_template.hpp"

namespace wpga {
namespace {

using testing::HasSubstr;
using testing::Not;

// Two methods with one component each on three measures of one atom; the second runs against the first.
class ComparedOnAPage : public testing::Test {
 protected:
  ComparedOnAPage() {
    for (const char* name : {"<i>", "b", "c"})
      measures.training.append(Matrix{{1.0}, {2.0}}, Vector{{1.0}}, name);
    measures.training.set_space({.kind = Kind::points});
    for (const double way : {1.0, -1.0}) {
      ComparedMethod method{.name = way > 0 ? "first" : "</script>"};
      method.analysis.mean = {Matrix{{0.0}, {0.0}}, Vector{{1.0}}};
      method.analysis.squared_distances = Vector::Ones(3);
      method.analysis.variance = 1;
      Component component;
      component.curve = {Matrix{{way}, {0.0}}, Matrix{{way}, {0.0}}};
      component.times = Vector{{0.5 - 0.5 * way, 0.5, 0.5 + 0.5 * way}};
      component.scores = component.squared_distances = Vector{{1, 2, 3}};
      method.analysis.components = {component};
      method.training = {.variance = 8, .alone = Vector{{4}}, .together = Vector{{2}}};
      method.numbers = 6;
      found.methods.push_back(method);
    }
    found.methods[0].seconds = 1.5;
    found.methods[1].held_out_seen = 2;
    found.methods[0].held_out = Remainders{.variance = 4, .alone = Vector{{3}}, .together = Vector{{1}}};
    found.methods[1].held_out = found.methods[0].held_out;
    found.variance = 8;
    found.held_out_variance = 4;
    found.refused = {{"line", "not for <these> data"}};
    for (const ComparedMethod& method : found.methods)
      models.push_back(
          {.analysis = method.analysis, .names = measures.training.names(), .space = {.kind = Kind::points}});
    for (const Model& model : models)
      pages.push_back(
          {.model = model, .options = {}, .run = {}, .file = "model", .part_of_comparison = true});
  }
  std::string payload() const {
    return comparison_payload({.found = found, .measures = measures, .pages = pages, .title = "data & more"},
                              {});
  }

  Split measures;
  Comparison found;
  std::vector<Model> models;
  std::vector<PageContents> pages;
};

TEST_F(ComparedOnAPage, SharesReferToTheCommonVariance) {
  EXPECT_THAT(payload(), HasSubstr(R"("cumulative":0.75,"explained":0.5,"held_out_cumulative":0.75)"));
}

TEST_F(ComparedOnAPage, CurvesRunTheWayOfTheFirst) {
  const std::string text = payload();
  EXPECT_LT(text.find(R"("backwards":false)"), text.find(R"("backwards":true)"));
}

TEST_F(ComparedOnAPage, NamesAreTextAndNothingEndsTheScript) {
  const std::string text = payload();
  EXPECT_THAT(text, HasSubstr(R"("names":["\u003ci\u003e","b","c"])"));
  EXPECT_THAT(text, HasSubstr(R"("title":"data \u0026 more")"));
  EXPECT_THAT(text, Not(HasSubstr("<")));
}

TEST_F(ComparedOnAPage, TellsWhatAModelOfBeforeHasSeenAndNotItsSeconds) {
  EXPECT_THAT(payload(), HasSubstr(R"("seconds":1.5)"));
  EXPECT_THAT(payload(), HasSubstr(R"("seconds":null,"numbers":6,"held_out_seen":2)"));
}

// The pictures are there once, and no model says that they are missing.
TEST_F(ComparedOnAPage, ModelsShareThePictures) {
  const std::string text = payload();
  std::size_t count = 0;
  for (std::size_t at = text.find(R"("samples":{)"); at != std::string::npos;
       at = text.find(R"("samples":{)", at + 1))
    ++count;
  EXPECT_EQ(count, 1u);
  EXPECT_THAT(text, Not(HasSubstr("without the data")));
}

TEST_F(ComparedOnAPage, IsTheTemplateWithThePayload) {
  const std::string page =
      comparison_page({.found = found, .measures = measures, .pages = pages, .title = ""}, {});
  EXPECT_THAT(page, Not(HasSubstr(std::string(payload_mark))));
  EXPECT_THAT(page, HasSubstr("Content-Security-Policy"));
}

}  // namespace
}  // namespace wpga
