#include "wpga/io/formats/arrays/numeric_array.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "io/made_bytes.hpp"
#include "wpga/base/error.hpp"

namespace wpga {
namespace {

TEST(NumericArray, GivesRowsAndValuesInOrder) {
  std::vector<double> values(24);
  std::iota(values.begin(), values.end(), 0);
  const NumericArray array = numeric_array({2, 3, 4}, values);
  EXPECT_EQ(array.size(), 24);
  EXPECT_EQ(array.rows(), 2);
  EXPECT_EQ(array.row_size(), 12);
  std::vector<double> row(12);
  array.row(1, row);
  EXPECT_EQ(row.front(), 12);
  EXPECT_EQ(row.back(), 23);
  EXPECT_EQ(array.at(7), 7);
  EXPECT_EQ(array.values(), values);
}

TEST(NumericArray, KeepsIntegersExactly) {
  const std::vector<std::int64_t> values = {-3, 0, std::int64_t{1} << 52};
  EXPECT_EQ(numeric_array({3}, values).values(), (std::vector<double>{-3, 0, 0x1p52}));
}

// Transposed storage and swapped bytes are the same array.
TEST(NumericArray, IsTheSameInAnyStoredOrder) {
  const std::vector<Index> shape = {2, 3};
  std::string rows, columns;
  for (const std::int16_t value : std::vector<std::int16_t>{1, 2, 3, 4, 5, 6})
    rows += testing::spelled(value, std::endian::little);
  for (const std::int16_t value : std::vector<std::int16_t>{1, 4, 2, 5, 3, 6})
    columns += testing::spelled(value, std::endian::big);
  const auto plain = in_native_order(bytes_of(rows), shape, 2, {.bytes = std::endian::little});
  const auto turned =
      in_native_order(bytes_of(columns), shape, 2, {.bytes = std::endian::big, .first_index_fastest = true});
  EXPECT_EQ(plain, turned);
}

TEST(NumericArray, RefusesShapesThatCannotBeCounted) {
  const Index huge = Index{1} << 40;
  EXPECT_EQ(checked_size(std::vector<Index>{}, 8), 1);
  EXPECT_EQ(checked_size(std::vector<Index>{3, 0, huge}, 8), 0);
  EXPECT_THROW(checked_size(std::vector<Index>{huge, huge}, 1), InputError);
  EXPECT_THROW(checked_size(std::vector<Index>{-1}, 1), InputError);
  EXPECT_THROW(checked_size(std::vector<Index>(65, 1), 1), InputError);
}

}  // namespace
}  // namespace wpga
