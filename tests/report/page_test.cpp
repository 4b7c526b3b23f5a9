#include "wpga/report/page/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wpga/analysis/analysis_unit.hpp"
#include "wpga/base/error.hpp"
#include "wpga/report/page/base64.hpp"
#include "wpga/report/page/json_text.hpp"
#include "wpga/report/page/page_template.hpp"

namespace wpga {
namespace {

using testing::HasSubstr;
using testing::Not;

// Two measures, each of two atoms on the line of the plane, and one component that moves them apart.
class Page : public testing::Test {
 protected:
  Page() {
    analysis.mean = {Matrix{{0, 2}, {0, 0}}, Vector::Constant(2, 0.5)};
    analysis.squared_distances = Vector{{1, 1}};
    analysis.variance = 1;
    Component component;
    component.curve = {Matrix{{1, 1}, {0, 0}}, Matrix{{1, 1}, {0, 0}}};
    component.times = Vector{{0, 1}};
    component.scores = Vector{{-1, 1}};
    component.squared_distances = Vector{{0, 0}};
    analysis.components = {component};
    for (std::size_t i = 0; i < 2; ++i)
      family.append(
          points_at(analysis.mean.points, component.curve.atoms(), component.times[static_cast<Index>(i)]),
          analysis.mean.weights, names[i]);
  }
  PageContents contents() const { return {.model = model, .options = {}, .run = {}, .file = "model.h5"}; }

  Model model{.names = {"first", "</script><script>alert(1)</script>"}};
  Analysis& analysis = model.analysis;
  std::vector<std::string>& names = model.names;
  std::vector<std::string>& labels = model.labels;
  Space& space = model.space;
  MeasureFamily family;
};

TEST_F(Page, HostileNamesStayNames) {
  space.axes = {"<img src=x onerror=alert(1)>", "y"};
  labels = {"</script>", "b"};
  const std::string payload = page_payload(contents(), {});
  EXPECT_THAT(payload, Not(HasSubstr("<")));
  EXPECT_THAT(payload, HasSubstr(R"(\u003cscript\u003ealert(1))"));
}

TEST_F(Page, LabelsStandInTheirOrder) {
  labels = {"10", "9"};
  // 9 before 10: the first measure has the second label.
  EXPECT_THAT(page_payload(contents(), {}), HasSubstr(R"("labels":{"values":["9","10"],"of":"AQAAAA=="})"));
  labels = {"day 10", "day 2"};
  EXPECT_THAT(page_payload(contents(), {}), HasSubstr(R"("values":["day 2","day 10"])"));
}

TEST_F(Page, SaysWhatIsAbsent) {
  const std::string payload = page_payload(contents(), {});
  for (const char* absent : {R"("joint":null)", R"("tangent_explained":null)", R"("lower_bounds":null)",
                             R"("samples":null)", R"("bootstrap":null)", R"("labels":null)"})
    EXPECT_THAT(payload, HasSubstr(absent));
  EXPECT_THAT(payload, HasSubstr("without the data"));
}

TEST_F(Page, CoordinatesAreRelativeToTheCenterOfTheMean) {
  const std::string here = page_payload(contents(), {});
  analysis.mean.points.array() += 1e9;
  const std::string far_away = page_payload(contents(), {});
  EXPECT_THAT(here, HasSubstr(R"("origin":[1,0])"));
  EXPECT_THAT(far_away, HasSubstr(R"("origin":[1000000001,1000000000])"));
  // The same arrays, to the bit, although float32 could not hold the coordinates themselves.
  EXPECT_EQ(here.substr(here.find("\"mean\"")), far_away.substr(far_away.find("\"mean\"")));
}

// Single precision ends at 10³⁸, its squares at 10¹⁹.
TEST_F(Page, HugeAndTinyCoordinatesAreInMultiplesOfAPowerOfTen) {
  const std::string plain = page_payload(contents(), {});
  for (const double factor : {1e150, 1e-150}) {
    Model other = model;
    multiply_lengths(other.analysis, factor);
    const std::string scaled =
        page_payload({.model = other, .options = {}, .run = {}, .file = "model.h5"}, {});
    const std::string unit = fmt::format("\"lengthUnit\":{}", factor);
    EXPECT_THAT(scaled, HasSubstr(unit));
    EXPECT_THAT(scaled, HasSubstr(fmt::format("\"coordinateUnit\":{}", factor)));
    for (const char* part : {"\"mean\"", "\"backward\"", "\"scores\"", "\"squared_distances\""}) {
      const auto value = [&](const std::string& text) { return text.substr(text.find(part), 50); };
      EXPECT_EQ(value(plain), value(scaled)) << part;
    }
  }
  EXPECT_THAT(plain, HasSubstr("\"lengthUnit\":1"));
}

TEST_F(Page, ColumnsAreNumbersOrClasses) {
  const std::vector<SampleColumn> columns = {
      {.name = "<age>", .numeric = true, .numbers = Vector{{1, 2}}, .texts = {}},
      {.name = "arm", .numeric = false, .numbers = {}, .texts = {"x", ""}}};
  PageContents with = contents();
  with.columns = columns;
  const std::string payload = page_payload(with, {});
  EXPECT_THAT(payload, HasSubstr(R"("name":"\u003cage\u003e","numbers":"AACAPwAAAEA=","classes":null)"));
  EXPECT_THAT(payload,
              HasSubstr(R"("name":"arm","numbers":null,"classes":{"values":["","x"],"of":"AQAAAA=="})"));
}

// What the projection in the page works with: mean, weights, backward and forward, as doubles.
TEST_F(Page, CarriesTheModelWithEveryDigit) {
  space.center = {3, 3};
  space.scale = {2, 2};
  const std::string payload = page_payload(contents(), {});
  const std::vector<double> numbers = {0, 0, 2, 0, 0.5, 0.5, 1, 0, 1, 0, 1, 0, 1, 0};
  EXPECT_THAT(payload, HasSubstr("\"exact\":{\"numbers\":\"" + base64_of(std::span<const double>(numbers)) +
                                 "\",\"variance\":1,\"center\":[3,3],\"scale\":[2,2]}"));
  analysis.components.clear();
  EXPECT_THAT(page_payload(contents(), {}), HasSubstr(R"("exact":null)"));
}

TEST_F(Page, StandardisationIsUndone) {
  const std::string plain = page_payload(contents(), {});
  analysis.mean.points = (analysis.mean.points.array() - 3).matrix() / 2;
  analysis.components[0].curve.atoms().backward /= 2;
  analysis.components[0].curve.atoms().forward /= 2;
  space.center = {3, 3};
  space.scale = {2, 2};
  const std::string standardised = page_payload(contents(), {});
  for (const char* part : {"\"origin\"", "\"mean\"", "\"backward\"", "\"forward\""}) {
    const auto value = [&](const std::string& text) { return text.substr(text.find(part), 60); };
    EXPECT_EQ(value(plain).substr(0, 30), value(standardised).substr(0, 30)) << part;
  }
  EXPECT_THAT(standardised, HasSubstr(R"("standardized":true)"));
}

TEST_F(Page, BootstrapSharesBecomeQuantiles) {
  model.bootstrap = Vector::LinSpaced(19, 1, 19);  // one draw more falls between all of them in 90 %
  EXPECT_THAT(page_payload(contents(), {}),
              HasSubstr(R"("bootstrap":{"replicates":19,"low":[1],"high":[19]})"));
}

TEST_F(Page, FindsMeasuresByNameInAnyOrder) {
  const std::vector<Index> turned = {1, 0};
  EXPECT_EQ(places_in(subset(family, turned), contents()), turned);
  const std::vector<Index> second = {1};
  EXPECT_EQ(places_in(subset(family, second), contents()), (std::vector<Index>{-1, 0}));
}

TEST_F(Page, RefusesDataOfSomethingElse) {
  MeasureFamily strangers;
  strangers.append(analysis.mean.points, analysis.mean.weights, "stranger");
  EXPECT_THROW(places_in(strangers, contents()), InputError);
  MeasureFamily on_the_line;
  on_the_line.append(Matrix::Zero(1, 1), Vector::Ones(1), "first");
  EXPECT_THROW(places_in(on_the_line, contents()), InputError);
  space.kind = Kind::shape;
  EXPECT_THROW(places_in(family, contents()), InputError);
}

TEST_F(Page, IsTheTemplateAroundThePayload) {
  const std::string page = report_page(contents(), {});
  EXPECT_THAT(page, HasSubstr(page_payload(contents(), {})));
  EXPECT_THAT(page, Not(HasSubstr(std::string(payload_mark))));
  // Nothing is fetched when the page is viewed.
  EXPECT_THAT(page, Not(HasSubstr("src=\"http")));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
}

}  // namespace
}  // namespace wpga
