#include "wpga/io/formats/bytes.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

using std::string_view_literals::operator""sv;

TEST(LoadNumber, ReadsBothOrders) {
  const Bytes bytes = bytes_of("\x01\x02\x03\x04"sv);
  EXPECT_EQ(load_number<std::uint32_t>(bytes.data(), std::endian::big), 0x01020304u);
  EXPECT_EQ(load_number<std::uint32_t>(bytes.data(), std::endian::little), 0x04030201u);
  EXPECT_EQ(load_number<std::int16_t>(bytes_of("\xff\xfe"sv).data(), std::endian::big), -2);
}

TEST(LoadNumber, ReadsWhatWasAppended) {
  std::vector<std::byte> out;
  append_little(out, 1.5);
  append_little(out, std::uint16_t{0x1234});
  EXPECT_EQ(load_number<double>(out.data(), std::endian::little), 1.5);
  EXPECT_EQ(load_number<std::uint16_t>(out.data() + 8, std::endian::little), 0x1234);
}

// A cursor gives every byte once and none beyond the end, also where a length is absurd.
TEST(ByteCursor, NeverReadsPastTheEnd) {
  ByteCursor cursor(bytes_of("abcdef"sv), 1);
  EXPECT_EQ(text_of(cursor.take(2, "two")), "bc");
  EXPECT_EQ(cursor.position(), 3u);
  EXPECT_EQ(cursor.remaining(), 3u);
  for (const std::uint64_t count : {std::uint64_t{4}, std::numeric_limits<std::uint64_t>::max()}) {
    try {
      cursor.take(count, "the table");
      ADD_FAILURE() << count;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("the table needs"), std::string::npos);
    }
    EXPECT_EQ(cursor.position(), 3u);
  }
  EXPECT_EQ(text_of(cursor.take(3, "rest")), "def");
  EXPECT_EQ(cursor.take(0, "nothing").size(), 0u);
  EXPECT_THROW(cursor.number<std::uint8_t>(std::endian::big, "a byte"), InputError);
  EXPECT_NO_THROW(ByteCursor(bytes_of("ab"sv), 2));
  EXPECT_THROW(ByteCursor(bytes_of("ab"sv), 3), InputError);
}

TEST(CheckedProduct, IsNothingWhereItDoesNotFit) {
  constexpr std::int64_t large = std::int64_t{1} << 31;
  using Factors = std::vector<std::int64_t>;
  EXPECT_EQ(checked_product(Factors{}), 1);
  EXPECT_EQ(checked_product(Factors{3, 0, 5}), 0);
  EXPECT_EQ(checked_product(Factors{large, large}), large * large);
  EXPECT_EQ(checked_product(Factors{large, large, 2}), std::nullopt);
  EXPECT_EQ(checked_product(Factors{std::numeric_limits<std::int64_t>::max(), 1}),
            std::numeric_limits<std::int64_t>::max());
}

}  // namespace
}  // namespace wpga
