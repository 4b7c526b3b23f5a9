#include "wpga/base/listing.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace wpga {
namespace {

template <class... Entries>
std::string visited(const Listing<Entries...>& listing) {
  std::string text;
  listing.for_each([&](const auto& entry) {
    if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(entry)>>)
      text += std::to_string(static_cast<int>(entry)) + " ";
    else
      text += std::string(entry) + " ";
  });
  return text;
}

TEST(Listing, VisitsItsEntriesInOrderEachWithItsOwnType) {
  const Listing listing{1, std::string_view("two"), 3.5, 'c', "five"};
  EXPECT_EQ(visited(listing), "1 two 3 99 five ");
  std::vector<std::size_t> sizes;
  listing.for_each([&](const auto& entry) { sizes.push_back(sizeof(entry)); });
  EXPECT_EQ(sizes, (std::vector<std::size_t>{sizeof(int), sizeof(std::string_view), sizeof(double), 1,
                                             sizeof(const char*)}));
}

TEST(Listing, KeepsEqualEntriesOfOneTypeApart) {
  EXPECT_EQ(visited(Listing{7, 7, 8, 7}), "7 7 8 7 ");
  EXPECT_EQ((Listing{7, 7, 8, 7}.size), 4U);
}

TEST(Listing, CountsWhatIsVisited) {
  const auto count = [](const auto& listing) {
    std::size_t visits = 0;
    listing.for_each([&](const auto&) { ++visits; });
    EXPECT_EQ(visits, listing.size);
    return visits;
  };
  EXPECT_EQ(count(Listing{}), 0U);
  EXPECT_EQ(count(Listing{1}), 1U);
  EXPECT_EQ(count(Listing{1, 2.0, "3", '4', 5L, 6U, 7.0F, nullptr, true, std::string("10"), 11}), 11U);
}

template <class... Entries>
constexpr long sum_of(const Listing<Entries...>& listing) {
  long sum = 0;
  listing.for_each([&](const auto& entry) { sum = 10 * sum + static_cast<long>(entry); });
  return sum;
}

TEST(Listing, WorksInConstantExpressions) {
  constexpr Listing listing{1, 2L, 3.0, '\4'};
  static_assert(sum_of(listing) == 1234);
  static_assert(decltype(listing)::size == 4);
  static_assert(sum_of(Listing{}) == 0);
}

// std::apply over a std::tuple, the standard's way to the same.
TEST(Listing, IsVisitedAsATupleIs) {
  std::string by_tuple;
  std::apply([&](const auto&... entries) { ((by_tuple += std::string(entries) + " "), ...); },
             std::tuple{"a", std::string("bc"), std::string_view("d")});
  EXPECT_EQ(visited(Listing{"a", std::string("bc"), std::string_view("d")}), by_tuple);
}

// A list of options is visited often: entries are looked at where they are.
TEST(Listing, CopiesNoEntryWhenItIsVisited) {
  const Listing listing{std::make_unique<int>(3), std::make_unique<int>(4)};
  std::vector<const void*> first, second;
  int sum = 0;
  listing.for_each([&](const auto& entry) { first.push_back(&entry), sum = 10 * sum + *entry; });
  listing.for_each([&](const auto& entry) { second.push_back(&entry); });
  EXPECT_EQ(sum, 34);
  EXPECT_EQ(first, second);
  EXPECT_NE(first[0], first[1]);
}

}  // namespace
}  // namespace wpga
