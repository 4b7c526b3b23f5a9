#include "wpga/study/alignment.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "analysis/random_families.hpp"
#include "wpga/base/decompositions.hpp"
#include "wpga/base/error.hpp"
#include "wpga/study/fit.hpp"
#include "wpga/study/project.hpp"
#include "wpga/transport/distances.hpp"

namespace wpga {
namespace {

Matrix rotation_of(Random& random, Index dimension) {
  Matrix turn = orthogonal_factor(test::normal_matrix(random, dimension, dimension));
  const double determinant = dimension == 2 ? turn(0, 0) * turn(1, 1) - turn(0, 1) * turn(1, 0)
                                            : Eigen::Vector3d(turn.col(0))
                                                  .cross(Eigen::Vector3d(turn.col(1)))
                                                  .dot(Eigen::Vector3d(turn.col(2)));
  if (determinant < 0) turn.col(0) *= -1;
  return turn;
}

// Similar copies of one cloud fall onto each other.
TEST(Alignment, BringsSimilarCopiesTogether) {
  for (const Index d : {2, 3}) {
    Random random(10 + static_cast<std::uint64_t>(d));
    const Measure cloud = test::random_mean(random, d, 15);
    MeasureFamily family;
    for (Index i = 0; i < 6; ++i) {
      const Matrix points = random.uniform(0.5, 2) * rotation_of(random, d) * cloud.points;
      family.append(points.colwise() + Vector(5 * test::normal_matrix(random, d, 1)), cloud.weights,
                    std::to_string(i));
    }
    const MeasureFamily moved = aligned(family, Alignment::rotation, {});
    EXPECT_LT(distance_matrix(moved, {}, {}).upper.maxCoeff(), 1e-8);
    // In the plane a turn is found from all around; without one the copies stay apart.
    EXPECT_GT(distance_matrix(aligned(family, Alignment::scale, {}), {}, {}).upper.maxCoeff(), 1e-3);
  }
}

TEST(Alignment, KeepsPlaceAndSpreadOfTheFamily) {
  Random random(1);
  const MeasureFamily family = test::random_family(random, 7, 2, 9);
  const MeasureFamily moved = aligned(family, Alignment::scale, {});
  Vector before = Vector::Zero(2), after = before;
  double spread = 0;
  for (Index i = 0; i < 7; ++i) {
    before += family.measure_weight(i) * mean_of(family[i]);
    after += moved.measure_weight(i) * mean_of(moved[i]);
    spread += family.measure_weight(i) * variance_of(family[i]);
  }
  EXPECT_LT((before - after).norm(), 1e-12);
  for (Index i = 0; i < 7; ++i)
    EXPECT_NEAR(variance_of(moved[i]), variance_of(family[i]) > 0 ? spread : 0, 1e-9);
  EXPECT_EQ(moved.names(), family.names());
}

// A measure that has been turned is placed as the one that has not.
TEST(Alignment, OfNewDataForgetsTheirTurn) {
  Random random(3);
  const Measure reference = test::random_mean(random, 2, 20);
  const Matrix shape = test::normal_matrix(random, 2, 12);
  MeasureFamily one, other;
  one.append(shape, Vector::Constant(12, 1.0 / 12), "a");
  other.append((3 * rotation_of(random, 2) * shape).colwise() + Vector{{4, -2}},
               Vector::Constant(12, 1.0 / 12), "a");
  const MeasureFamily first = aligned_to(one, reference, Alignment::rotation, {}),
                      second = aligned_to(other, reference, Alignment::rotation, {});
  EXPECT_LT(distance_matrix(first, second, {}, {}).upper(0, 0), 1e-10);
}

TEST(Alignment, LeavesPointsAndRefusesTurnsElsewhere) {
  MeasureFamily points;
  points.append(Vector{{1, 2}}, Vector::Ones(1), "a");
  points.append(Vector{{3, 2}}, Vector::Ones(1), "b");
  const MeasureFamily moved = aligned(points, Alignment::rotation, {});
  EXPECT_LT((moved[0].points - moved[1].points).norm(), 1e-12);
  Random random(4);
  const MeasureFamily four = test::random_family(random, 3, 4, 5);
  EXPECT_THROW(aligned(four, Alignment::rotation, {}), InputError);
  EXPECT_EQ(aligned(four, Alignment::none, {}).points(), four.points());
}

// Neither the order of measures and atoms nor a measure that does not count decides how others are turned.
TEST(Alignment, IsTheSameInAnyOrder) {
  Random random(31);
  std::vector<Measure> measures;
  for (Index i = 0; i < 6; ++i) measures.push_back(test::random_mean(random, 2, 12));
  MeasureFamily given, turned_round, with_another;
  Vector counted = Vector::Ones(7);
  for (std::size_t i = 0; i < 6; ++i) {
    const Measure& one = measures[i];
    const Measure& last = measures[5 - i];
    given.append(one.points, one.weights, std::to_string(i));
    with_another.append(one.points, one.weights, std::to_string(i));
    turned_round.append(last.points.rowwise().reverse(), last.weights.reverse(), std::to_string(5 - i));
  }
  with_another.append(0.01 * measures[0].points, measures[0].weights, "no part");
  counted[6] = 0;
  with_another.set_measure_weights(counted);
  const MeasureFamily moved = aligned(given, Alignment::rotation, {});
  const MeasureFamily reversed = aligned(turned_round, Alignment::rotation, {});
  const MeasureFamily more = aligned(with_another, Alignment::rotation, {});
  for (Index i = 0; i < 6; ++i) {
    EXPECT_LT((reversed[5 - i].points.rowwise().reverse() - moved[i].points).norm(), 1e-9);
    EXPECT_LT((more[i].points - moved[i].points).norm(), 1e-9);
  }
}

// Data of the family, read again as new ones, stand where the fit put them: a mean is less spread out than
// they are, and scaled to its spread they would be nearer.
TEST(Alignment, OfTheSameDataIsTheSame) {
  Random random(32);
  MeasureFamily family;
  for (Index i = 0; i < 6; ++i) {
    const Matrix points = random.uniform(0.5, 2) * test::normal_matrix(random, 2, 12);
    family.append(points.colwise() + Vector(5 * test::normal_matrix(random, 2, 1)),
                  Vector::Constant(12, 1.0 / 12), std::to_string(i));
  }
  FitOptions options{.components = 1};
  options.mean.free.support = 12;
  options.alignment.align = Alignment::scale;
  const Model model = fit(family, options);
  const AnalysisProjections found = project(model, family, {}, {});
  for (Index i = 0; i < 6; ++i)
    EXPECT_NEAR(found.squared_distances_to_mean[i], model.analysis.squared_distances[i], 1e-8);
  // A model that says nonsense is refused, one of before that says nothing is not.
  OptionValues options_of_model = model.options;
  EXPECT_TRUE(aligned_spread(options_of_model));
  EXPECT_FALSE(aligned_spread({}));
  options_of_model.set("aligned-spread", -1.0);
  EXPECT_THROW(aligned_spread(options_of_model), InputError);
}

TEST(BestRotation, IsTheOneThatWasApplied) {
  Random random(5);
  for (const Index d : {2, 3})
    for (int trial = 0; trial < 10; ++trial) {
      const Matrix points = test::normal_matrix(random, d, 8), turn = rotation_of(random, d);
      EXPECT_LT((best_rotation(turn * points * points.transpose()) - turn).norm(), 1e-9);
    }
}

}  // namespace
}  // namespace wpga
