#include "wpga/synthetic/synthetic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

constexpr std::array all_patterns{Pattern::glyphs, Pattern::ellipses, Pattern::gaussians,
                                  Pattern::translations, Pattern::bells};

Matrix covariance_of(const MeasureView& measure) {
  const Matrix centered = measure.points.colwise() - mean_of(measure);
  return centered * measure.weights.asDiagonal() * centered.transpose();
}

class EveryPattern : public testing::TestWithParam<Pattern> {};
INSTANTIATE_TEST_SUITE_P(Synthetic, EveryPattern, testing::ValuesIn(all_patterns),
                         [](const auto& tested) { return std::string(name_of(tested.param)); });

TEST_P(EveryPattern, GivesProbabilityMeasuresWithAFactorEach) {
  const SyntheticFamily made = synthetic_family(GetParam(), {.count = 12});
  ASSERT_EQ(made.family.count(), 12);
  EXPECT_EQ(made.factors.cols(), 12);
  EXPECT_EQ(made.factors.rows(), static_cast<Index>(made.factor_names.size()));
  EXPECT_TRUE(made.factors.allFinite());
  for (Index i = 0; i < 12; ++i) {
    EXPECT_NEAR(made.family[i].weights.sum(), 1, 1e-12);
    EXPECT_GT(made.family[i].weights.minCoeff(), 0);
    EXPECT_TRUE(made.family[i].points.allFinite());
  }
}

TEST_P(EveryPattern, RepeatsItselfForAnyNumberOfThreads) {
  const SyntheticFamily one = synthetic_family(GetParam(), {.count = 9}, {.threads = 1});
  const SyntheticFamily two = synthetic_family(GetParam(), {.count = 9}, {.threads = 2});
  EXPECT_EQ(one.family.points(), two.family.points());
  EXPECT_EQ(one.family.weights(), two.family.weights());
  EXPECT_EQ(one.factors, two.factors);
  EXPECT_NE(one.factors, synthetic_family(GetParam(), {.count = 9, .seed = 2}).factors);
}

TEST_P(EveryPattern, BeginsALongFamilyWithTheShortOne) {
  const SyntheticFamily few = synthetic_family(GetParam(), {.count = 5}),
                        many = synthetic_family(GetParam(), {.count = 15});
  EXPECT_EQ(few.factors, many.factors.leftCols(5));
  for (Index i = 0; i < 5; ++i) {
    EXPECT_EQ(few.family[i].points, many.family[i].points);
    EXPECT_EQ(few.family[i].weights, many.family[i].weights);
    EXPECT_EQ(few.family.names()[static_cast<std::size_t>(i)],
              many.family.names()[static_cast<std::size_t>(i)]);
  }
}

TEST_P(EveryPattern, WithoutFreedomRepeatsOneMeanAndOneScale) {
  const SyntheticFamily still = synthetic_family(GetParam(), {.count = 4, .shift = 0, .zoom = 1, .turn = 0});
  for (Index i = 1; i < 4; ++i) {
    EXPECT_NEAR((mean_of(still.family[i]) - mean_of(still.family[0])).norm(), 0, 1e-12);
    EXPECT_NEAR(variance_of(still.family[i]), variance_of(still.family[0]), 1e-12);
  }
}

// An option that a pattern has no use for changes no bit, every other one does.
TEST_P(EveryPattern, UsesTheOptionsItSaysItUses) {
  const SyntheticOptions base{.count = 3, .size = 20, .atoms = 12};
  std::map<std::string, SyntheticOptions> changed;
  for (const char* name : {"size", "atoms", "dimension", "shift", "zoom", "turn", "seed"})
    changed[name] = base;
  changed["size"].size = 24;
  changed["atoms"].atoms = 13;
  changed["dimension"].dimension = 3;
  changed["shift"].shift = 0.2;
  changed["zoom"].zoom = 2;
  changed["turn"].turn = 40;
  changed["seed"].seed = 2;
  const MeasureFamily before = synthetic_family(GetParam(), base).family;
  for (const auto& [name, options] : changed) {
    const MeasureFamily after = synthetic_family(GetParam(), options).family;
    const bool same = after.dimension() == before.dimension() && after[2].size() == before[2].size() &&
                      after[2].points == before[2].points && after[2].weights == before[2].weights;
    EXPECT_EQ(!same, uses(GetParam(), name)) << name;
  }
}

TEST(Synthetic, GlyphsHaveMeansShiftedByTheirFactors) {
  const SyntheticFamily made = synthetic_family(Pattern::glyphs, {.count = 40});
  EXPECT_EQ(made.family.space().grid, (std::vector<std::int64_t>{60, 60}));
  for (Index i = 0; i < 40; ++i) {
    const Vector mean = mean_of(made.family[i]);
    EXPECT_NEAR(mean[0], 30 + made.factors(0, i), 0.1);
    EXPECT_NEAR(mean[1], 30 + made.factors(1, i), 0.1);
  }
}

// The trace of the covariance does not see a rotation and grows with the square of the scale.
TEST(Synthetic, GlyphsHaveSecondMomentsScaledByTheirFactors) {
  const SyntheticFamily made = synthetic_family(Pattern::glyphs, {.count = 40});
  const double unit = variance_of(synthetic_family(Pattern::glyphs, {.count = 1, .zoom = 1}).family[0]);
  for (Index i = 0; i < 40; ++i)
    EXPECT_NEAR(variance_of(made.family[i]) / std::pow(made.factors(2, i), 2), unit, 0.02 * unit);
}

TEST(Synthetic, GlyphsStandOnPixelCentresInsideTheirFrame) {
  const SyntheticFamily made = synthetic_family(Pattern::glyphs, {.count = 300});
  const Matrix pixels = made.family.points().array() - 0.5;
  EXPECT_EQ(pixels, pixels.array().round().matrix());
  EXPECT_GT(pixels.minCoeff(), 0);  // no ink touches the border, so none was cut
  EXPECT_LT(pixels.maxCoeff(), 59);
}

TEST(Synthetic, EllipsesHaveTheMomentsOfTheirFactors) {
  const SyntheticFamily made = synthetic_family(Pattern::ellipses, {.count = 20});
  for (Index i = 0; i < 20; ++i) {
    const double c = std::cos(made.factors(4, i) * std::numbers::pi / 180),
                 s = std::sin(made.factors(4, i) * std::numbers::pi / 180);
    const Matrix turn{{c, -s}, {s, c}};
    const Matrix covariance = turn *
                              (made.factors.col(i).segment(2, 2).array().square() / 4).matrix().asDiagonal() *
                              turn.transpose();
    EXPECT_NEAR((mean_of(made.family[i]) - made.factors.col(i).head(2)).norm(), 0, 1e-13);
    EXPECT_NEAR((covariance_of(made.family[i]) - covariance).norm(), 0, 1e-13);
  }
}

TEST(Synthetic, GaussiansHaveTheMomentsOfTheirFactors) {
  for (const int d : {1, 2, 5}) {
    const SyntheticFamily made = synthetic_family(Pattern::gaussians, {.count = 6, .dimension = d});
    ASSERT_EQ(made.factors.rows(), d + d * (d + 1) / 2);
    for (Index i = 0; i < 6; ++i) {
      EXPECT_NEAR((mean_of(made.family[i]) - made.factors.col(i).head(d)).norm(), 0, 1e-13);
      const Matrix covariance = covariance_of(made.family[i]);
      for (Index r = 0, at = d; r < d; ++r)
        for (Index c = r; c < d; ++c) EXPECT_NEAR(covariance(r, c), made.factors(at++, i), 1e-14);
    }
  }
  EXPECT_THROW(synthetic_family(Pattern::gaussians, {.atoms = 5, .dimension = 5}), InputError);
}

// |mean_i − mean_j|² = (along_i − along_j)² + (across_i − across_j)², and the shape stays.
TEST(Synthetic, TranslationsMoveOneCloudAlongTwoOrthogonalDirections) {
  for (const int d : {1, 2, 7}) {
    const SyntheticFamily made = synthetic_family(Pattern::translations, {.count = 10, .dimension = d});
    for (Index i = 1; i < 10; ++i) {
      const Vector move = mean_of(made.family[i]) - mean_of(made.family[0]);
      EXPECT_NEAR(move.norm(), (made.factors.col(i) - made.factors.col(0)).norm(), 1e-13);
      EXPECT_NEAR(((made.family[i].points - made.family[0].points).colwise() - move).norm(), 0, 1e-13);
    }
  }
}

// By Poisson's summation formula binning moves the mean by nothing visible and adds a twelfth of the squared
// width of a bin to the variance.
TEST(Synthetic, BellsHaveTheMomentsOfTheirFactors) {
  const SyntheticFamily made = synthetic_family(Pattern::bells, {.count = 20, .atoms = 100});
  EXPECT_EQ(made.family.space().kind, Kind::histogram);
  for (Index i = 0; i < 20; ++i) {
    EXPECT_NEAR(mean_of(made.family[i])[0], made.factors(0, i), 1e-6);
    EXPECT_NEAR(variance_of(made.family[i]), std::pow(made.factors(1, i), 2) + 1e-4 / 12, 1e-6);
  }
}

TEST(Synthetic, KeepsFactorsInTheRangesAskedFor) {
  const SyntheticOptions options{.count = 200, .shift = 0.05, .zoom = 1.1, .turn = 3};
  const SyntheticFamily made = synthetic_family(Pattern::glyphs, options);
  EXPECT_LE(made.factors.topRows(2).cwiseAbs().maxCoeff(), 0.05 * 60);
  EXPECT_LE(made.factors.row(2).maxCoeff(), 1.1);
  EXPECT_GE(made.factors.row(2).minCoeff(), 1 / 1.1);
  EXPECT_LE(made.factors.row(3).cwiseAbs().maxCoeff(), 3);
  EXPECT_GT(made.factors.row(3).cwiseAbs().maxCoeff(), 2.5);  // and uses them
}

TEST(Synthetic, RefusesWhatCannotBe) {
  EXPECT_THROW(synthetic_family(Pattern::glyphs, {.count = 0}), InputError);
  EXPECT_THROW(synthetic_family(Pattern::glyphs, {.zoom = 0.5}), InputError);
  EXPECT_THROW(synthetic_family(Pattern::bells, {.atoms = 0}), InputError);
}

TEST(Synthetic, WorksWithOneAtom) {
  for (const Pattern pattern : {Pattern::ellipses, Pattern::translations, Pattern::bells})
    EXPECT_EQ(synthetic_family(pattern, {.count = 3, .atoms = 1}).family.atoms(), 3);
}

TEST(Synthetic, AnyOutlineTakesThePosesOfTheGlyphs) {
  const Outline corner{{Matrix{{0, 1, 1, 8, 8, 0}, {0, 0, 9, 9, 10, 10}}}};
  const SyntheticFamily ours = synthetic_family(Pattern::glyphs, {.count = 20}),
                        drawn = synthetic_glyphs(corner, {.count = 20}, {.threads = 1});
  EXPECT_EQ(drawn.factors, ours.factors);
  EXPECT_EQ(drawn.factor_names, ours.factor_names);
  EXPECT_EQ(drawn.family.names(), ours.family.names());
  EXPECT_EQ(drawn.family.space().grid, ours.family.space().grid);
  EXPECT_EQ(drawn.family.weights(), synthetic_glyphs(corner, {.count = 20}, {.threads = 2}).family.weights());
  const double unit = variance_of(synthetic_glyphs(corner, {.count = 1, .zoom = 1}).family[0]);
  for (Index i = 0; i < 20; ++i) {
    EXPECT_NEAR(mean_of(drawn.family[i])[0], 30 + drawn.factors(0, i), 0.1);
    EXPECT_NEAR(mean_of(drawn.family[i])[1], 30 + drawn.factors(1, i), 0.1);
    EXPECT_NEAR(variance_of(drawn.family[i]) / std::pow(drawn.factors(2, i), 2), unit, 0.02 * unit);
  }
  EXPECT_THROW(synthetic_glyphs({}, {.count = 1}), InputError);
  EXPECT_THROW(synthetic_glyphs(corner, {.count = 0}), InputError);
}

}  // namespace
}  // namespace wpga
