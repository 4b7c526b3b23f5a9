#include "wpga/study/statistics/permutation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "wpga/base/error.hpp"
#include "wpga/parallel/stop.hpp"

namespace wpga {
namespace {

TEST(Permutation, ShufflesToEveryOrderAboutEquallyOften) {
  Random random(1);
  std::map<std::vector<Index>, int> seen;
  constexpr int draws = 6000;
  for (int draw = 0; draw < draws; ++draw) ++seen[shuffled(3, random)];
  ASSERT_EQ(seen.size(), 6u);
  // Five standard deviations of a count of 1000.
  for (const auto& [order, count] : seen) EXPECT_NEAR(count, draws / 6, 5 * std::sqrt(draws * 5 / 36.0));
}

// Under the null hypothesis p is at most α with a chance of at most α.
TEST(Permutation, TestHoldsItsLevel) {
  int rejected = 0;
  constexpr int families = 400, permutations = 39;
  for (int family = 0; family < families; ++family) {
    Random random(7, static_cast<std::uint64_t>(family));
    const Vector numbers = Vector::NullaryExpr(8, [&] { return random.normal(); });
    const double p = permutation_p(8, permutations, static_cast<std::uint64_t>(family),
                                   [&](const std::vector<Index>& order) {
                                     double first = 0;
                                     for (std::size_t i = 0; i < 4; ++i) first += numbers[order[i]];
                                     return std::abs(first - (numbers.sum() - first));
                                   });
    EXPECT_GT(p, 0);
    EXPECT_LE(p, 1);
    rejected += p <= 0.1;
  }
  // Five standard deviations above 10 %.
  EXPECT_LE(rejected, families * 0.1 + 5 * std::sqrt(families * 0.09));
  EXPECT_GE(rejected, families * 0.1 - 5 * std::sqrt(families * 0.09));
}

// With the given order the largest of all, p is least where no shuffled order reaches it.
TEST(Permutation, CountsTheGivenOrderItself) {
  const auto is_sorted = [](const std::vector<Index>& order) {
    return std::ranges::is_sorted(order) ? 1.0 : 0.0;
  };
  EXPECT_DOUBLE_EQ(permutation_p(12, 99, 1, is_sorted), 0.01);
  EXPECT_DOUBLE_EQ(permutation_p(12, 99, 1, [](const auto&) { return 3.0; }), 1);
}

// Somebody may ask for a thousand million orders, and for a stop.
TEST(Permutation, HearsAStopBetweenTwoOrders) {
  std::stop_source source;
  const std::stop_token token = source.get_token();
  const StopScope heard(token);
  int orders = 0;
  const auto stopping = [&](const std::vector<Index>&) {
    if (++orders == 5) source.request_stop();
    return 0.0;
  };
  EXPECT_THROW(permutation_p(6, 1000000000, 1, stopping), Interrupted);
  EXPECT_EQ(orders, 5);
}

// Of n equal gains all 2ⁿ signs are equally likely, and one of them reaches the sum.
TEST(Permutation, SignsOfEqualGainsFollowTheBinomialLaw) {
  constexpr int permutations = 20000;
  const double chance = 1 / 32.0, p = sign_flip_p(Vector::Ones(5), permutations, 3);
  EXPECT_NEAR(p, chance, 5 * std::sqrt(chance / permutations));
  EXPECT_GT(sign_flip_p(-Vector::Ones(5), 999, 3), 0.99);
}

TEST(Permutation, BinaryUnitsChangeNoDigit) {
  for (const double size : {1e-300, 1.0, 3e250}) {
    const Vector numbers = size * Vector{{0.3, -1, 0.7}};
    const Vector unit = in_binary_unit(numbers);
    EXPECT_GE(unit.cwiseAbs().maxCoeff(), 1);
    EXPECT_LT(unit.cwiseAbs().maxCoeff(), 2);
    const double factor = numbers[1] / unit[1];
    EXPECT_EQ(std::exp2(std::ilogb(factor)), factor);
    EXPECT_EQ(factor * unit, numbers);
  }
}

}  // namespace
}  // namespace wpga
