#include "wpga/report/page/result_text.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/convergence.hpp"

namespace wpga {
namespace {

struct Some {
  double way = 6, area = 8, share = 0.5;
  Ends both{2, std::numeric_limits<double>::quiet_NaN()};
  std::array<double, 2> interval{-2, 4};
  std::optional<double> absent;
  int count = 3;
  Termination termination = Termination::no_progress;

  static constexpr auto list() {
    return Listing{result("way", &Some::way, Unit::length, "how far"),
                   result("area", &Some::area, Unit::squared_length, "how wide"),
                   result("share", &Some::share, Unit::share, "how much"),
                   result("both", &Some::both, Unit::share, "at both ends"),
                   result("interval", &Some::interval, Unit::length, "from and to"),
                   result("absent", &Some::absent, Unit::length, "not there"),
                   result("count", &Some::count, Unit::count, "how many"),
                   result("termination", &Some::termination, Unit::none, "how it ended")};
  }
};

// Lengths in multiples of 2, squares of 4, shares and counts as they are; what is not known is null.
TEST(ResultText, HasTheNamesOfTheListAndTheUnitOfThePage) {
  JsonObject object;
  ResultAdder results(object, 2);
  const Some some;
  for_each_result(some, results);
  results.finish();
  EXPECT_EQ(object.text(),
            R"({"way":3,"area":2,"share":0.5,"both":{"backward":2,"forward":null},"interval":[-1,2],)"
            R"("absent":null,"count":3,"termination":"no_progress"})");
}

}  // namespace
}  // namespace wpga
