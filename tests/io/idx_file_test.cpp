#include "wpga/io/formats/arrays/idx_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;
using testing::spelled;

std::string idx(char type, const std::vector<std::uint32_t>& shape, const std::string& elements) {
  std::string file = {'\0', '\0', type, static_cast<char>(shape.size())};
  for (const std::uint32_t extent : shape) file += spelled(extent, std::endian::big);
  return file + elements;
}

template <class T>
std::string big(std::initializer_list<T> values) {
  std::string elements;
  for (const T value : values) elements += spelled(value, std::endian::big);
  return elements;
}

TEST(IdxFile, ReadsEveryElementType) {
  const auto values = [](const std::string& file) { return decode_idx(bytes_of(file)).values(); };
  EXPECT_THAT(values(idx(0x08, {2}, big<std::uint8_t>({0, 255}))), ElementsAre(0, 255));
  EXPECT_THAT(values(idx(0x09, {2}, big<std::int8_t>({-128, 127}))), ElementsAre(-128, 127));
  EXPECT_THAT(values(idx(0x0B, {2}, big<std::int16_t>({-300, 300}))), ElementsAre(-300, 300));
  EXPECT_THAT(values(idx(0x0C, {2}, big<std::int32_t>({-70000, 70000}))), ElementsAre(-70000, 70000));
  EXPECT_THAT(values(idx(0x0D, {2}, big<float>({-0.5F, 1e30F}))), ElementsAre(-0.5, 1e30F));
  EXPECT_THAT(values(idx(0x0E, {2}, big<double>({-0.1, 1e300}))), ElementsAre(-0.1, 1e300));
}

TEST(IdxFile, RowsAreImages) {
  const NumericArray images = decode_idx(bytes_of(idx(0x08, {2, 2, 3}, "abcdefghijkl")));
  EXPECT_THAT(images.shape, ElementsAre(2, 2, 3));
  EXPECT_EQ(images.rows(), 2);
  EXPECT_EQ(images.row_size(), 6);
  EXPECT_EQ(images.data.size(), 12U);  // bytes stay bytes
  std::vector<double> row(6);
  images.row(1, row);
  EXPECT_THAT(row, ElementsAre('g', 'h', 'i', 'j', 'k', 'l'));
  EXPECT_EQ(images.at(11), 'l');
}

TEST(IdxFile, MayBeEmpty) { EXPECT_EQ(decode_idx(bytes_of(idx(0x08, {0, 28, 28}, ""))).size(), 0); }

TEST(IdxFile, RefusesEveryTruncationAndAnythingMore) {
  const std::string file = idx(0x0B, {2, 3}, std::string(12, 'x'));
  testing::for_every_prefix(
      file, [](std::string_view prefix) { EXPECT_THROW(decode_idx(bytes_of(prefix)), InputError); });
  EXPECT_THAT(refusal([&] { decode_idx(bytes_of(file + "x")); }),
              HasSubstr("2 × 3 elements of type i16 (12 bytes), but 13"));
}

TEST(IdxFile, RefusesAbsurdHeadersBeforeAllocating) {
  EXPECT_THROW(decode_idx(bytes_of(idx(0x0E, {0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, ""))), InputError);
  EXPECT_THROW(decode_idx(bytes_of(idx(0x0E, {0, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF}, ""))), InputError);
  EXPECT_THROW(decode_idx(bytes_of(idx(0x08, {0xFFFFFFFF}, "abc"))), InputError);
  EXPECT_THROW(decode_idx(bytes_of(idx(0x08, std::vector<std::uint32_t>(255, 1), "a"))), InputError);
  EXPECT_THAT(refusal([] { decode_idx(bytes_of(idx(0x0A, {1}, "a"))); }), HasSubstr("0x0a"));
  EXPECT_THAT(refusal([] { decode_idx(bytes_of("PK\3\4")); }), HasSubstr("not an IDX file"));
  EXPECT_THAT(refusal([] { decode_idx({}); }), HasSubstr("cut short"));
}

TEST(IdxFile, IsRecognised) {
  EXPECT_TRUE(is_idx(bytes_of(idx(0x08, {1}, "a"))));
  EXPECT_FALSE(is_idx(bytes_of("P5 1 1 255 a")));
  EXPECT_FALSE(is_idx({}));
}

}  // namespace
}  // namespace wpga
