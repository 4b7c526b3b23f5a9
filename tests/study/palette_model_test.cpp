#include "wpga/study/palette_model.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

// Palettes that become lighter along one component, in standardised CIELAB.
Model lighter_palettes() {
  Random random(1);
  Model model;
  model.analysis.mean = test::random_mean(random, 3, 9);
  model.analysis.variance = 1;
  const Matrix way = Vector{{1, 0.5, 0}}.replicate(1, 9);
  model.analysis.components = {{.curve = {way, way}}};
  model.space = {.kind = Kind::palette, .axes = {"L", "a", "b"}, .center = {50, 0, 10}, .scale = {20, 5, 8}};
  return model;
}

TEST(PaletteModel, ColoursAreThoseOfTheCurveInUnitsOfTheSpace) {
  const Model model = lighter_palettes();
  const Measure at = palette_at(model, 1, 0.75);
  const Matrix curve = model.analysis.mean.points + 0.5 * Vector{{1, 0.5, 0}}.replicate(1, 9);
  EXPECT_LT((at.points.row(0) - (20 * curve.row(0).array() + 50).matrix()).norm(), 1e-12);
  EXPECT_LT((at.points.row(2) - (8 * curve.row(2).array() + 10).matrix()).norm(), 1e-12);
  EXPECT_EQ(at.weights, model.analysis.mean.weights);
  EXPECT_EQ(color_space_of(model), ColorSpace::lab);
}

// A palette of the curve is found again, at distance 0.
TEST(PaletteModel, NearestTimeOfAPointOfTheCurveIsItsTime) {
  const Model model = lighter_palettes();
  for (const double time : {0.0, 0.3, 1.0}) {
    const NearestTime found = nearest_time(model, 1, palette_at(model, 1, time), {});
    EXPECT_NEAR(found.time, time, 1e-6);
    EXPECT_NEAR(found.squared_distance, 0, 1e-10);
    EXPECT_NEAR(found.lower_bound, 0, 1e-3);
  }
}

// Moved across the component, by a length that the distance then is.
TEST(PaletteModel, NearestTimeOfATranslateIsItsFoot) {
  const Model model = lighter_palettes();
  Measure moved = palette_at(model, 1, 0.4);
  moved.points.row(2).array() += 0.5 * 8;
  const NearestTime found = nearest_time(model, 1, moved, {});
  EXPECT_NEAR(found.time, 0.4, 1e-3);
  EXPECT_NEAR(found.squared_distance, 0.25, 1e-4);
  EXPECT_NEAR(found.lower_bound, 0.25, 1e-3);
}

TEST(PaletteModel, RefusesWhatHasNoColours) {
  const Model model = lighter_palettes();
  EXPECT_NO_THROW(require_palette_component(model, "model.h5", 1));
  EXPECT_THROW(require_palette_component(model, "model.h5", 0), InputError);
  EXPECT_THROW(require_palette_component(model, "model.h5", 2), InputError);
  Model other = model;
  other.space.kind = Kind::shape;
  EXPECT_THROW(require_palette_component(other, "model.h5", 1), InputError);
  other = model;
  other.analysis.components.clear();
  EXPECT_THROW(require_palette_component(other, "model.h5", 1), InputError);
  other = model;
  other.analysis.mean = {Matrix::Zero(2, 1), Vector::Ones(1)};
  EXPECT_THROW(require_palette_component(other, "model.h5", 1), InputError);
}

}  // namespace
}  // namespace wpga
