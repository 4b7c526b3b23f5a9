#include "wpga/measures/measure.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

const Matrix three{{0, 2, 5}, {1, -1, 7}};

TEST(MakeMeasure, DividesByTheTotalAndDropsWhatHasNoMass) {
  const Measure measure = make_measure(three, Vector{{1, 0, 3}});
  EXPECT_EQ(measure.points, (Matrix{{0, 5}, {1, 7}}));
  EXPECT_EQ(measure.weights, (Vector{{0.25, 0.75}}));
}

// As files may say it: what is made of it must be a measure again, to the bit.
TEST(MakeMeasure, DropsAWeightThatVanishesBesideTheOthers) {
  const Measure measure = make_measure(three, Vector{{2, std::numeric_limits<double>::denorm_min(), 0.5}});
  EXPECT_EQ(measure.weights, (Vector{{0.8, 0.2}}));
  EXPECT_EQ(measure.points, (Matrix{{0, 5}, {1, 7}}));
  EXPECT_TRUE(is_made(measure.view()));
}

// Weights in any unit, also where their sum is beyond what a double holds.
TEST(MakeMeasure, DoesNotMindTheUnitOfWeights) {
  const Vector weights{{0.5, 0.25, 0.25}};
  for (const double unit : {1e-320, 1e-300, 1.0, 7.0, 1e300, std::numeric_limits<double>::max()})
    EXPECT_LT((make_measure(three, unit * weights).weights - weights).norm(), unit < 1e-310 ? 1e-3 : 1e-15)
        << unit;
}

TEST(MakeMeasure, LeavesWhatIsOneToTheBit) {
  const Vector weights{{0.1, 0.2, 0.7000000000000001}};
  EXPECT_EQ(make_measure(three, weights).weights, weights);
  const Measure again = make_measure(three, make_measure(three, Vector{{1, 1, 1}}).weights);
  EXPECT_EQ(again.weights, make_measure(three, Vector{{1, 1, 1}}).weights);
}

TEST(MakeMeasure, RefusesWhatIsNoMeasure) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_THROW(make_measure(three, Vector{{1, 1}}), InputError);
  EXPECT_THROW(make_measure(three, Vector{{1, -1e-300, 1}}), InputError);
  EXPECT_THROW(make_measure(three, Vector{{1, infinite, 1}}), InputError);
  EXPECT_THROW(make_measure(three, Vector::Zero(3)), InputError);
  EXPECT_THROW(make_measure(Matrix(2, 0), Vector(0)), InputError);
  EXPECT_THROW(make_measure(Matrix(0, 3), Vector::Ones(3)), InputError);
  Matrix broken = three;
  broken(1, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(make_measure(broken, Vector::Ones(3)), InputError);
}

// Variance is E|x|² − |E x|², and does not see a shift.
TEST(Measure, HasMeanAndVarianceOfItsAtoms) {
  const Measure measure = make_measure(three, Vector{{1, 2, 1}});
  EXPECT_LT((mean_of(measure.view()) - Vector{{2.25, 1.5}}).norm(), 1e-15);
  const double second = (measure.points.colwise().squaredNorm() * measure.weights).value();
  EXPECT_NEAR(variance_of(measure.view()), second - mean_of(measure.view()).squaredNorm(), 1e-12);
  const Measure far{measure.points.array() + 1e8, measure.weights};
  EXPECT_NEAR(variance_of(far.view()), variance_of(measure.view()), 1e-6);
}

// Weights may sum to one but for 1e-12, and one number has at 1e10 fewer digits than the spread.
TEST(Measure, HasItsMeanFarFromTheOrigin) {
  const Vector weights = Vector{{0.125, 0.25, 0.625}}, mean{{3.625, 4.25}};
  for (const double offset : {0.0, 1e6, 1e8, 1e10})
    for (const double total : {1.0, 1 + 9e-13, 1 - 9e-13}) {
      const Measure far{three.array() + offset, total * weights};
      const double grain = std::nextafter(offset + 4, INFINITY) - (offset + 4);
      EXPECT_LT(((mean_of(far.view()).array() - offset).matrix() - mean).cwiseAbs().maxCoeff(),
                1e-11 + grain);
      const CenteredCloud cloud = centered_cloud(far.points, far.weights);
      EXPECT_LT((cloud.points - (three.colwise() - mean)).cwiseAbs().maxCoeff(), 1e-12);
      EXPECT_LT((shift_between(centered_cloud(three, weights), cloud).array() - offset).abs().maxCoeff(),
                1e-11 + 1e-15 * offset);
    }
}

TEST(Measure, HasTheMeanOfCoordinatesWhoseDifferencesAreTooLarge) {
  const Measure measure{Matrix{{1.7e308, -1.7e308}}, Vector{{0.5, 0.5}}};
  EXPECT_EQ(mean_of(measure.view()), Vector::Zero(1));
}

}  // namespace
}  // namespace wpga
