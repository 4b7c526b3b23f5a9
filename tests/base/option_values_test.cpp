#include "wpga/base/option_values.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace wpga {
namespace {

enum class Fruit { apple, pear };
constexpr std::array<std::string_view, 2> names(Fruit) { return {"apple", "pear"}; }

struct Basket {
  bool ripe = false;
  int count = 3;
  std::uint64_t seed = 1;
  double weight = 0.5;
  std::string name = "b";
  Fruit fruit = Fruit::pear;
  std::optional<double> share;
  std::vector<std::string> columns;
  std::vector<Fruit> others;

  static constexpr auto list() {
    using O = Basket;
    return Listing{option("ripe", &O::ripe, ""),    option("count", &O::count, "", at_least(1)),
                   option("seed", &O::seed, ""),    option("weight", &O::weight, ""),
                   option("name", &O::name, ""),    option("fruit", &O::fruit, ""),
                   option("share", &O::share, ""),  option("columns", &O::columns, ""),
                   option("others", &O::others, "")};
  }
};
static_assert(lists_every_member<Basket>);

TEST(OptionValues, OfAStructMakeTheSameStruct) {
  const Basket given{true,  7,          std::numeric_limits<std::uint64_t>::max(),
                     1e-30, "x,y",      Fruit::apple,
                     0.9,   {"a", "b"}, {Fruit::pear, Fruit::apple}};
  const OptionValues values = values_of(given);
  const Basket back = options_from<Basket>(values);
  EXPECT_EQ(values_of(back), values);
  EXPECT_EQ(back.seed, given.seed);
  EXPECT_EQ(back.others, given.others);
  EXPECT_EQ(back.share, given.share);
  EXPECT_NE(values_of(Basket{}), values);
}

TEST(OptionValues, KeepTheOrderInWhichTheyWereSet) {
  OptionValues values;
  values.set("b", 1);
  values.set("a", 2);
  values.set("b", 3);
  std::string order;
  for (const auto& [name, value] : values) order += name + value.words();
  EXPECT_EQ(order, "b3a2");
  EXPECT_EQ(values.find("c"), nullptr);
}

TEST(OptionValues, AreComparedAsNumbersAndLists) {
  EXPECT_EQ(OptionValue(3), OptionValue(3.0));
  EXPECT_NE(OptionValue(3), OptionValue("3"));
  EXPECT_NE(OptionValue(1), OptionValue(true));
  EXPECT_EQ(OptionValue(std::vector<std::string>()), OptionValue(std::vector<double>()));
  EXPECT_NE(OptionValue(std::vector<std::string>()), OptionValue());
}

TEST(OptionValues, SayWhatIsAbsent) {
  EXPECT_TRUE(OptionValue().is_absent());
  EXPECT_TRUE(OptionValue(false).is_absent());
  EXPECT_TRUE(OptionValue("").is_absent());
  EXPECT_TRUE(OptionValue(std::vector<std::string>()).is_absent());
  EXPECT_FALSE(OptionValue(0).is_absent());
}

TEST(OptionValues, RefuseAnotherKindAndNameTheOption) {
  Basket basket;
  const auto refusal = [&](std::string_view name, const OptionValue& value) {
    try {
      set_option(basket, name, value);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal("count", 2.5), "`count`: '2.5' is not a whole number");
  EXPECT_EQ(refusal("fruit", "plum"), "`fruit`: 'plum' is not one of apple|pear");
  EXPECT_EQ(refusal("ripe", 1), "`ripe`: '1' is not true or false");
  EXPECT_EQ(refusal("seed", -1), "`seed`: '-1' is not a whole number of 0 or more");
  EXPECT_EQ(refusal("count", 5'000'000'000), "`count`: 5000000000 is too large");
  EXPECT_EQ(refusal("weight", 2), "");
  EXPECT_EQ(basket.weight, 2);
  EXPECT_FALSE(set_option(basket, "colour", 1));
  OptionValues broken;
  broken.set("count", 0);
  EXPECT_THROW(options_from<Basket>(broken), InputError);
}

}  // namespace
}  // namespace wpga
