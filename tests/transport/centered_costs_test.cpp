#include "wpga/transport/simplex/centered_costs.hpp"

#include <gtest/gtest.h>

#include "transport/random_measures.hpp"

namespace wpga {
namespace {

// |z − x|² = source part + target part + unit · m.
TEST(CenteredCosts, AddUpToSquaredDistances) {
  Random random(5);
  for (const Index d : {1, 3, 20}) {
    const Measure target = random_cloud(random, 13, d);
    Measure source = random_cloud(random, 9, d);
    source.points = (8 * source.points).array() + 2;
    CenteredCosts costs;
    costs.set_target(target.view());
    costs.set_source(source.points, source.weights);
    for (Index k = 0; k < 9; ++k)
      for (Index j = 0; j < 13; ++j) {
        const double expected = (source.points.col(k) - target.points.col(j)).squaredNorm();
        EXPECT_NEAR(costs.source_part(k) + costs.target_part(j) + costs.unit() * costs(k, j), expected,
                    1e-12 * expected);
      }
  }
}

// A common offset changes no bit of m, however large, as long as the points can hold it.
TEST(CenteredCosts, DoNotSeeACommonOffset) {
  Random random(6);
  Measure source = random_cloud(random, 9, 2, Weights::uniform),
          target = random_cloud(random, 8, 2, Weights::uniform);
  for (Matrix* points : {&source.points, &target.points}) *points = (points->array() * 16).round() / 16;
  const auto costs_at = [&](double offset) {
    Measure moved_target = target;
    moved_target.points.array() += offset;
    CenteredCosts costs;
    costs.set_target(moved_target.view());
    costs.set_source(source.points.array() + offset, source.weights);
    Matrix entries(9, 8);
    for (Index k = 0; k < 9; ++k)
      for (Index j = 0; j < 8; ++j) entries(k, j) = costs.unit() * costs(k, j);
    return entries;
  };
  const Matrix here = costs_at(0), far = costs_at(1e9);
  // The means may differ by a rounding at 1e9, which shifts whole rows and columns of m: second differences
  // stay.
  for (Index k = 1; k < 9; ++k)
    for (Index j = 1; j < 8; ++j)
      EXPECT_NEAR(here(k, j) - here(0, j) - here(k, 0) + here(0, 0),
                  far(k, j) - far(0, j) - far(k, 0) + far(0, 0), 1e-12);
}

}  // namespace
}  // namespace wpga
