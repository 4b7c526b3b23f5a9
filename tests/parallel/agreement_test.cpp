#include "wpga/parallel/agreement.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "parallel/rank_threads.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

using testing::on_ranks;

// How many of the ranks refuse, and every one of them with the same sentence.
int refusals(int size, int odd_one) {
  std::atomic<int> count = 0;
  on_ranks(size, [&](Ranks& ranks) {
    const Execution execution{.threads = 1, .ranks = &ranks};
    try {
      require_agreement(execution, ranks.rank() == odd_one ? 6 : 5, "data");
    } catch (const InputError& error) {
      ++count;
      EXPECT_NE(std::string(error.what()).find("have not read the same data"), std::string::npos);
    }
    // They may go on to meet.
    require_agreement(execution, 7, "data");
  });
  return count;
}

TEST(Agreement, IsSilentWhereAllReadTheSame) {
  for (const int size : {1, 2, 3, 7}) EXPECT_EQ(refusals(size, size), 0);
}

TEST(Agreement, IsRefusedByAllWhereOneReadOtherwise) {
  for (const int size : {2, 3, 7})
    for (int odd_one = 0; odd_one < size; ++odd_one) EXPECT_EQ(refusals(size, odd_one), size) << odd_one;
}

TEST(Agreement, IsNotAskedForAlone) {
  EXPECT_NO_THROW(require_agreement({}, 1, "data"));
  EXPECT_EQ(refusals(1, 0), 0);
}

}  // namespace
}  // namespace wpga
