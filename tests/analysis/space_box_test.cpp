#include "wpga/analysis/cone/space_box.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

MeasureFamily palette(std::vector<std::string> axes, const Matrix& points) {
  MeasureFamily family(Space{.kind = Kind::palette, .axes = std::move(axes)});
  family.append(points, Vector::Ones(points.cols()), "palette");
  return family;
}

const Matrix colours{{0.2, 0.8, 0.5}, {0.1, 0.3, 0.9}, {0.4, 0.6, 0.5}};
const Measure inside{Matrix{{0.3, 0.6}, {0.2, 0.5}, {0.5, 0.5}}, Vector{{0.5, 0.5}}};

TEST(SpaceBox, OfRgbPalettesIsTheCube) {
  const auto box = box_for({}, palette({"R", "G", "B"}, colours), inside);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->low, Vector::Zero(3));
  EXPECT_EQ(box->high, Vector::Ones(3));
}

TEST(SpaceBox, OfLabPalettesIsTheRangeOfTheData) {
  const auto box = box_for({}, palette({"L", "a", "b"}, colours), inside);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->low, (Vector{{0.2, 0.1, 0.4}}));
  EXPECT_EQ(box->high, (Vector{{0.8, 0.9, 0.6}}));
}

TEST(SpaceBox, OfHistogramsIsTheRangeOfTheBins) {
  MeasureFamily family(Space{.kind = Kind::histogram});
  family.append(Matrix{{1, 2, 7}}, Vector::Ones(3), "one");
  family.append(Matrix{{-3, 2}}, Vector::Ones(2), "two");
  const auto box = box_for({}, family, {Matrix{{0, 3}}, Vector{{0.5, 0.5}}});
  ASSERT_TRUE(box);
  EXPECT_EQ(box->low[0], -3);
  EXPECT_EQ(box->high[0], 7);
}

TEST(SpaceBox, IsNoneForPointsAndShapesAndOnRequest) {
  for (const Kind kind : {Kind::points, Kind::shape}) {
    MeasureFamily family(Space{.kind = kind});
    family.append(colours, Vector::Ones(3), "cloud");
    EXPECT_FALSE(box_for({}, family, inside));
  }
  EXPECT_FALSE(box_for(BoxChoice::none(), palette({"R", "G", "B"}, colours), inside));
}

TEST(SpaceBox, IsTheGivenOneForEveryKind) {
  MeasureFamily family;
  family.append(colours, Vector::Ones(3), "cloud");
  const auto box = box_for(BoxChoice::within(-1, 2.5), family, inside);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->low, Vector::Constant(3, -1));
  EXPECT_EQ(box->high, Vector::Constant(3, 2.5));
}

// Bounds are in the units the data came in, whatever was done to the coordinates since.
TEST(SpaceBox, FollowsAStandardisation) {
  MeasureFamily family = palette({"R", "G", "B"}, colours);
  const Vector center{{0.5, 0.4, 0.3}}, scale{{0.1, 0.2, 0.5}};
  family.standardize(center, scale);
  const Measure mean{Matrix::Zero(3, 1), Vector::Ones(1)};
  for (const BoxChoice& choice : {BoxChoice(), BoxChoice::within(0, 1)}) {
    const auto box = box_for(choice, family, mean);
    ASSERT_TRUE(box);
    EXPECT_TRUE((center + scale.cwiseProduct(box->low)).isZero(1e-12));
    EXPECT_TRUE((center + scale.cwiseProduct(box->high)).isApprox(Vector::Ones(3)));
  }
}

TEST(SpaceBox, WidensForDataOutsideTheCube) {
  Matrix outside = colours;
  outside(0, 0) = -0.25;
  outside(2, 1) = 1.5;
  const auto box = box_for({}, palette({"R", "G", "B"}, outside), inside);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->low, (Vector{{-0.25, 0, 0}}));
  EXPECT_EQ(box->high, (Vector{{1, 1, 1.5}}));
}

TEST(SpaceBox, RefusesWhatIsNoBox) {
  BoxChoice choice;
  for (const char* text : {"", "cube", "1", "1,2,3", "2,1", "1,1", "0,x", "nan,1"})
    EXPECT_THROW(parse_value(text, choice), InputError) << text;
  EXPECT_THROW(box_for(BoxChoice::within(2, 1), palette({}, colours), inside), InputError);
}

TEST(SpaceBox, IsReadAsItIsTyped) {
  for (const char* text : {"auto", "none", "0,1", "-1.5,1e+60"}) {
    BoxChoice choice, again;
    parse_value(text, choice);
    EXPECT_EQ(text_of(choice), text);
    set_value(value_of(choice), again);
    EXPECT_EQ(choice, again);
  }
}

TEST(SpaceBox, RefusesABoxThatDoesNotHoldTheMean) {
  const MeasureFamily family = palette({}, colours);
  EXPECT_THAT([&] { box_for(BoxChoice::within(0.4, 1), family, inside); },
              testing::ThrowsMessage<InputError>(testing::HasSubstr("does not hold the mean")));
}

TEST(SpaceBox, BoundsFieldsSoThatTheEndsStayInside) {
  const SpaceBox box{Vector::Zero(3), Vector::Ones(3)};
  const FieldBox bounds = field_box(box, inside.points, 2);
  ASSERT_EQ(bounds.lower.size(), 2U);
  for (std::size_t a = 0; a < 2; ++a) {
    EXPECT_TRUE((inside.points + bounds.lower[a]).isZero(1e-15));
    EXPECT_TRUE((inside.points + bounds.upper[a]).isOnes(1e-15));
  }
  EXPECT_TRUE(field_box(std::nullopt, inside.points, 2).empty());
}

TEST(SpaceBox, CountsAtomsOutsideByTheirWeight) {
  const SpaceBox box{Vector::Zero(1), Vector::Ones(1)};
  const Vector weights{{0.1, 0.2, 0.3, 0.4}};
  const Matrix start{{0.5, -0.1, 0.5, 1.1}}, end{{0.5, 0.5, 1.2, 0.2}};
  EXPECT_NEAR(share_outside(box, weights, start, end), 0.9, 1e-15);
  EXPECT_EQ(share_outside(box, weights, Matrix::Zero(1, 4), Matrix::Ones(1, 4)), 0);
}

}  // namespace
}  // namespace wpga
