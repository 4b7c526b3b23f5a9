#include "wpga/transport/resting_couplings.hpp"

#include <gtest/gtest.h>

#include "wpga/base/random.hpp"

namespace wpga {
namespace {

MeasureFamily many_measures() {
  MeasureFamily family;
  Random random(3);
  for (int i = 0; i < 40'000; ++i) {
    const Index n = 1 + random.below(20);
    family.append(Matrix::Zero(1, n), Vector::Ones(n), std::to_string(i));
  }
  return family;
}

RestingCoupling state_of(const MeasureFamily& family, Index i) {
  const auto bytes = static_cast<std::size_t>(2 * (7 + family[i].size()));
  return {std::vector<std::byte>(bytes, static_cast<std::byte>(i % 251))};
}

// States of trees come back the same whether they rest in memory or in a scratch file.
TEST(RestingCouplings, GiveBackWhatWasSet) {
  const MeasureFamily family = many_measures();
  for (const std::uint64_t bound : {std::uint64_t{0}, std::uint64_t{1} << 24}) {
    set_memory_bound({bound, {}});
    RestingCouplings resting(family, 7, true);
    RestingCoupling room;
    EXPECT_TRUE(resting.at(0, room).state.empty());
    for (Index i = family.count() - 1; i >= 0; i -= 3) resting.set(i, state_of(family, i));
    Index wrong = 0;
    for (Index i = 0; i < family.count(); ++i) {
      const bool was_set = (family.count() - 1 - i) % 3 == 0;
      wrong += resting.at(i, room).state != (was_set ? state_of(family, i).state : std::vector<std::byte>());
    }
    EXPECT_EQ(wrong, 0) << bound;
    if (bound > 0) {
      EXPECT_THROW(resting.set(0, {std::vector<std::byte>(1000)}), std::logic_error);
    }
    resting.clear();
    EXPECT_TRUE(resting.copy(family.count() - 1).state.empty());
    set_memory_bound({});
  }
}

}  // namespace
}  // namespace wpga
