#include "wpga/neighbours/line/line_data.hpp"

#include <gtest/gtest.h>

#include "analysis/random_families.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

// W2² of a rising map of the mean to a measure is ‖T − T_i‖² and what no map can reach, exactly.
TEST(LineData, TurnsDistancesIntoNormsOfMaps) {
  Random random(1);
  const MeasureFamily family = test::random_family(random, 5, 1, 9);
  const Measure mean = test::random_mean(random, 1, 12);
  const LineData data = line_data(family, mean, {});
  for (const double stretch : {1.0, 1.7}) {
    const Vector moved = (stretch - 1) * data.places;
    const Measure other = make_measure(
        (stretch * (mean.points.array() - mean_of(mean.view())[0]) + mean_of(mean.view())[0]).matrix(),
        mean.weights);
    for (Index i = 0; i < family.count(); ++i) {
      const Vector off = moved - data.maps.col(i);
      const double wanted = transport_value(other.view(), family[i], {}).primal;
      const double split =
          data.squared_distances[i] - inner_product(data, data.maps.col(i), data.maps.col(i));
      EXPECT_NEAR(inner_product(data, off, off) + split, wanted, 1e-10);
      EXPECT_GE(split, -1e-12);
    }
  }
}

TEST(LineData, StandsInTheOrderOfTheLine) {
  Random random(2);
  const Measure mean = test::random_mean(random, 1, 12);
  const LineData data = line_data(test::random_family(random, 3, 1, 5), mean, {});
  for (Index k = 1; k < 12; ++k) EXPECT_GE(data.places[k], data.places[k - 1]);
  for (Index i = 0; i < 3; ++i)
    for (Index k = 1; k < 12; ++k)
      EXPECT_GE(data.places[k] + data.maps(k, i), data.places[k - 1] + data.maps(k - 1, i) - 1e-12);
  EXPECT_NEAR(data.places.dot(data.weights), 0, 1e-12);
}

// Translates differ along one direction, that of the constant field.
TEST(LineData, FindsTheDirectionOfTranslations) {
  Random random(3);
  const Measure cloud = test::random_mean(random, 1, 8);
  const MeasureFamily family = test::translates(cloud, test::normal_matrix(random, 1, 6));
  const LineData data = line_data(family, cloud, {});
  const Vector direction = leading_direction(data, {});
  EXPECT_NEAR(direction.maxCoeff(), direction.minCoeff(), 1e-9);
  EXPECT_NEAR(inner_product(data, direction, direction), 1, 1e-12);
  EXPECT_NEAR(std::abs(inner_product(data, direction, tangent_axes(data, 1).axes.col(0))), 1, 1e-9);
  EXPECT_LT(leading_direction(data, std::vector<Vector>{direction}).norm(), 1e-6);
}

}  // namespace
}  // namespace wpga
