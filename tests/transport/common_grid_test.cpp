#include "wpga/transport/entropic/common_grid.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"
#include "wpga/transport/displacement.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

// A picture whose pixels are random and mostly there, its corner at (left, top).
Measure picture(Index rows, Index columns, double left, double top, std::uint64_t seed) {
  Random random(seed);
  Matrix points(2, rows * columns);
  for (Index k = 0; k < points.cols(); ++k)
    points.col(k) << left + static_cast<double>(k % columns) + 0.5,
        top + static_cast<double>(k / columns) + 0.5;
  return make_measure(
      points, Vector::NullaryExpr(rows * columns, [&] { return std::max(0.0, random.uniform() - 0.1); }));
}

TEST(CommonGrid, HoldsTheWeightsOfBoth) {
  const Measure a = picture(12, 15, 0, 0, 1), b = picture(14, 11, -3, 5, 2);
  const auto pair = common_grid(a.view(), b.view());
  ASSERT_TRUE(pair);
  EXPECT_NEAR(pair->source.sum(), 1, 1e-12);
  EXPECT_NEAR(pair->target.sum(), 1, 1e-12);
  // The same squared distance between the means, whatever the origin and order of the axes.
  const Matrix places = pair->grid.points();
  EXPECT_NEAR((places * (pair->source - pair->target)).norm(), (mean_of(a.view()) - mean_of(b.view())).norm(),
              1e-9);
}

TEST(CommonGrid, IsNotForCloudsNorForScatteredPixels) {
  const Measure a = picture(10, 10, 0, 0, 3), off = picture(10, 10, 0.25, 0, 4),
                far = picture(10, 10, 1e6, 0, 5);
  EXPECT_FALSE(common_grid(a.view(), off.view()));
  EXPECT_FALSE(common_grid(a.view(), far.view()));
}

// Two engines for one problem: their brackets must both hold the exact value.
TEST(CommonGrid, GivesTheEntropicBracketOfTheSameDistance) {
  const Measure a = picture(20, 20, 0, 0, 6), b = picture(20, 20, 2, 1, 7);
  ASSERT_TRUE(common_grid(a.view(), b.view()));
  const double exact = couple(a.view(), b.view(), {}).value.primal;
  const TransportOptions entropic{.transport = TransportMethod::entropic,
                                  .sinkhorn = {.regularization = 0.005}};
  const TransportValue separable = transport_value(a.view(), b.view(), entropic);
  const TransportValue dense = couple(a.view(), b.view(), entropic).value;
  for (const TransportValue& value : {separable, dense}) {
    EXPECT_LE(value.dual, exact + 1e-9);
    EXPECT_GE(value.primal, exact - 1e-9);
  }
  EXPECT_NEAR(separable.primal + separable.bias, dense.primal + dense.bias, 1e-3 * exact);
}

}  // namespace
}  // namespace wpga
