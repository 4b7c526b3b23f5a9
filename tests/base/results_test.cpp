#include "wpga/base/results.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "wpga/base/options.hpp"

namespace wpga {
namespace {

struct Gaps {
  double near = 0.5;
  Ends both{1, 2};

  static constexpr auto list() {
    return Listing{result("near", &Gaps::near, Unit::share, "how near").certifies({1e-3, 1e-2}),
                   result("both", &Gaps::both, Unit::length, "at both ends")
                       .certifies({1, 1, false})
                       .only_for(Scope::moving_atoms)
                       .came_later()};
  }
};
static_assert(lists_every_member<Gaps>);

struct Whole {
  int count = 3;
  Gaps first, second;

  static constexpr auto list() {
    return Listing{result("count", &Whole::count, Unit::count, "how many"), results_of(&Whole::first),
                   results_of(&Whole::second, "second_")};
  }
};

// Groups stand in their place, with their prefix; results of two parts are visited part by part.
TEST(Results, AreVisitedInTheOrderOfTheList) {
  const Whole whole;
  std::vector<std::string> flat, dotted;
  double sum = 0;
  for_each_result(whole, [&](const ResultName& name, const ResultWords&, auto value) {
    flat.push_back(name.flat());
    dotted.push_back(name.dotted());
    sum += static_cast<double>(value);
  });
  EXPECT_EQ(flat, (std::vector<std::string>{"count", "near", "both_backward", "both_forward", "second_near",
                                            "second_both_backward", "second_both_forward"}));
  EXPECT_EQ(dotted[2], "both.backward");
  EXPECT_EQ(dotted[6], "second_both.forward");
  EXPECT_EQ(sum, 3 + 2 * (0.5 + 1 + 2));
}

TEST(Results, CanBeSet) {
  Whole whole;
  for_each_result(whole, [](const ResultName&, const ResultWords&, auto& value) { value = 7; });
  EXPECT_EQ(whole.count, 7);
  EXPECT_EQ(whole.second.both.forward, 7);
}

// A part has the words of its result.
TEST(Results, KeepTheirWords) {
  const Gaps gaps;
  for_each_result(gaps, [](const ResultName& name, const ResultWords& words, double) {
    EXPECT_EQ(words.name, name.name);
    EXPECT_EQ(words.later, name.name == "both");
    EXPECT_EQ(words.scope, name.name == "both" ? Scope::moving_atoms : Scope::all);
    EXPECT_TRUE(words.limits);
  });
}

TEST(Results, AreJudgedByTheirLimits) {
  constexpr Limits near = limits_of(&Gaps::near), both = limits_of(&Gaps::both);
  EXPECT_EQ(judge(near, 0), Verdict::holds);
  EXPECT_EQ(judge(near, 1e-3), Verdict::holds);
  EXPECT_EQ(judge(near, 5e-3), Verdict::nearly);
  EXPECT_EQ(judge(near, 0.5), Verdict::fails);
  EXPECT_EQ(judge(both, 0.5), Verdict::holds);
  EXPECT_EQ(judge(both, 2), Verdict::fact);
  EXPECT_EQ(judge(near, std::numeric_limits<double>::quiet_NaN()), Verdict::unknown);
}

}  // namespace
}  // namespace wpga
