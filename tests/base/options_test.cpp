#include "wpga/base/options.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

namespace wpga {
namespace {

enum class Flavour { sweet, sour };
constexpr std::array<std::string_view, 2> names(Flavour) { return {"sweet", "sour"}; }

struct Sample {
  int count = 3;
  double share = 0.5;
  std::optional<double> limit;
  Flavour flavour = Flavour::sweet;
  std::vector<std::string> words;

  static constexpr auto list() {
    return Listing{option("count", &Sample::count, "how many", at_least(1)),
                   option("share", &Sample::share, "which part", between(0, 1)),
                   option("limit", &Sample::limit, "at most", positive()),
                   option("flavour", &Sample::flavour, "taste"),
                   option("words", &Sample::words, "any words")};
  }
};
static_assert(lists_every_member<Sample>);

// A struct of options inside another: its list stands in place of the member.
struct Outer {
  bool first = false;
  Sample inner;
  int last = 0;

  static constexpr auto list() {
    return Listing{option("first", &Outer::first, "before"), options_of(&Outer::inner),
                   option("last", &Outer::last, "after")};
  }
};
static_assert(lists_every_member<Outer>);

TEST(Options, OfAGroupAreVisitedAndCheckedInPlace) {
  Outer outer;
  std::string order;
  for_each_option(outer, [&](const auto& entry, auto&) { order += std::string(entry.name) + " "; });
  EXPECT_EQ(order, "first count share limit flavour words last ");
  outer.inner.share = 2;
  EXPECT_THROW(validate(outer), InputError);
}

struct Forgetful {
  int listed = 0;
  int forgotten = 0;
  static constexpr auto list() { return Listing{option("listed", &Forgetful::listed, "one of two")}; }
};
static_assert(!lists_every_member<Forgetful>);

TEST(Options, AreVisitedInTheOrderOfTheList) {
  const Sample sample;
  std::string order;
  for_each_option(sample, [&](const auto& entry, const auto&) { order += std::string(entry.name) + " "; });
  EXPECT_EQ(order, "count share limit flavour words ");
}

TEST(Options, PassWhenEveryRuleHolds) { EXPECT_NO_THROW(validate(Sample{})); }

TEST(Options, NameTheFlagAndTheRuleThatWasBroken) {
  try {
    validate(Sample{.share = 1.5});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "`share` must be between 0 and 1");
  }
  try {
    validate(Sample{.share = 1.5}, "mean-");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "`mean-share` must be between 0 and 1");
  }
  EXPECT_THROW(validate(Sample{.count = 0}), InputError);
  EXPECT_THROW(validate(Sample{.limit = 0.0}), InputError);
}

TEST(NamedEnum, KnowsItsWords) {
  EXPECT_EQ(name_of(Flavour::sour), "sour");
  EXPECT_EQ(value_named<Flavour>("sweet"), Flavour::sweet);
  EXPECT_EQ(value_named<Flavour>("bitter"), std::nullopt);
  EXPECT_EQ(all_names<Flavour>(), "sweet|sour");
}

}  // namespace
}  // namespace wpga
