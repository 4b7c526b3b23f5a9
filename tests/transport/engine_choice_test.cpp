#include "wpga/transport/engine_choice.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(EngineChoice, AutoIsExactUpToItsSize) {
  EXPECT_EQ(chosen_method({}, 10'000, largest_exact_atoms - 10'000), TransportMethod::exact);
  EXPECT_EQ(chosen_method({}, 10'000, largest_exact_atoms - 9'999), TransportMethod::entropic);
  for (const TransportMethod method : {TransportMethod::exact, TransportMethod::entropic})
    for (const Index atoms : {Index{2}, Index{1} << 20})
      EXPECT_EQ(chosen_method({.transport = method}, atoms, atoms), method);
}

TEST(EngineChoice, ScoresAreExactWhereTheyCanBe) {
  EXPECT_EQ(for_scores({.transport = TransportMethod::entropic}).transport, TransportMethod::automatic);
  EXPECT_EQ(for_scores({.transport = TransportMethod::exact}).transport, TransportMethod::exact);
}

TEST(EngineChoice, FreeMassWantsAPenaltyAndExactPlans) {
  EXPECT_NO_THROW(validate_mass({}));
  EXPECT_NO_THROW(validate_mass({.mass = MassRule::free, .penalty = 2.0}));
  EXPECT_THROW(validate_mass({.mass = MassRule::free}), InputError);
  EXPECT_THROW(validate_mass({.penalty = 2.0}), InputError);
  EXPECT_THROW(
      validate_mass({.transport = TransportMethod::entropic, .mass = MassRule::free, .penalty = 2.0}),
      InputError);
}

// A unit of mass is moved while that costs less than the square of the penalty, whatever the unit of length.
TEST(EngineChoice, LargestCostIsTheSquareOfThePenaltyInItsUnit) {
  EXPECT_EQ(largest_cost({}), std::numeric_limits<double>::infinity());
  const TransportOptions free{.mass = MassRule::free, .penalty = 6.0};
  EXPECT_DOUBLE_EQ(largest_cost(free), 36);
  EXPECT_DOUBLE_EQ(largest_cost(in_unit(free, 2)), 9);
  EXPECT_FALSE(in_unit({}, 2).penalty);
}

}  // namespace
}  // namespace wpga
