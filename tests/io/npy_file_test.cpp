#include "wpga/io/formats/arrays/npy_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"
#include "wpga/base/named_enum.hpp"
#include "wpga/io/formats/zip_archive.hpp"

namespace wpga {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::refusal;
using testing::spelled;
using testing::text_from;

std::string npy(const std::string& header, const std::string& elements, char version = 1) {
  const std::string length = version == 1
                                 ? spelled(static_cast<std::uint16_t>(header.size()), std::endian::little)
                                 : spelled(static_cast<std::uint32_t>(header.size()), std::endian::little);
  return "\x93NUMPY" + std::string{version, '\0'} + length + header + elements;
}

std::string array(const std::string& descr, const std::string& shape, const std::string& elements,
                  const std::string& fortran = "False") {
  return npy("{'descr': '" + descr + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }\n",
             elements);
}

// 1, 2, −3 (3 for unsigned types) in both byte orders.
template <class T>
void reads_both_orders(const std::string& code) {
  const T last = std::is_signed_v<T> ? static_cast<T>(-3) : static_cast<T>(3);
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const std::string elements = spelled(T{1}, order) + spelled(T{2}, order) + spelled(last, order);
    const std::string descr = (order == std::endian::little ? "<" : ">") + code;
    EXPECT_THAT(decode_numeric_npy(bytes_of(array(descr, "(3,)", elements))).values(),
                ElementsAre(1, 2, static_cast<double>(last)))
        << descr;
  }
}

TEST(NpyFile, ReadsEveryNumberInBothByteOrders) {
  reads_both_orders<std::uint8_t>("u1");
  reads_both_orders<std::int8_t>("i1");
  reads_both_orders<std::uint16_t>("u2");
  reads_both_orders<std::int16_t>("i2");
  reads_both_orders<std::uint32_t>("u4");
  reads_both_orders<std::int32_t>("i4");
  reads_both_orders<std::uint64_t>("u8");
  reads_both_orders<std::int64_t>("i8");
  reads_both_orders<float>("f4");
  reads_both_orders<double>("f8");
  EXPECT_THAT(decode_numeric_npy(bytes_of(array("|b1", "(3,)", std::string("\0\1\1", 3)))).values(),
              ElementsAre(0, 1, 1));
}

// IEEE 754 binary16: one, the largest, the smallest normal, the smallest subnormal, −2, infinity, not a
// number.
TEST(NpyFile, ReadsHalfPrecision) {
  std::string elements;
  for (const int bits : {0x3C00, 0x7BFF, 0x0400, 0x0001, 0xC000, 0x7C00, 0x7E00})
    elements += spelled(static_cast<std::uint16_t>(bits), std::endian::little);
  const std::vector<double> values = decode_numeric_npy(bytes_of(array("<f2", "(7,)", elements))).values();
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], 65504);
  EXPECT_EQ(values[2], 0x1p-14);
  EXPECT_EQ(values[3], 0x1p-24);
  EXPECT_EQ(values[4], -2);
  EXPECT_TRUE(std::isinf(values[5]));
  EXPECT_TRUE(std::isnan(values[6]));
}

// In Fortran order the element (i, j, k) of a shape (a, b, c) stands at i + a (j + b k).
TEST(NpyFile, FortranOrderIsTransposed) {
  std::string elements;
  for (char c = 0; c < 24; ++c) elements += c;
  const NumericArray cube = decode_numeric_npy(bytes_of(array("|u1", "(2, 3, 4)", elements, "True")));
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j)
      for (Index k = 0; k < 4; ++k) EXPECT_EQ(cube.at((i * 3 + j) * 4 + k), i + 2 * (j + 3 * k));
}

TEST(NpyFile, ReadsAllVersionsAndPythonTwoIntegers) {
  const std::string header = "{'shape': (2L, 1L), 'fortran_order': False, 'descr': '|u1'}";
  for (const char version : {char{1}, char{2}, char{3}})
    EXPECT_THAT(decode_numeric_npy(bytes_of(npy(header, "ab", version))).shape, ElementsAre(2, 1));
  EXPECT_THAT(refusal([&] { decode_npy(bytes_of(npy(header, "ab", 4))); }), HasSubstr("version 4"));
}

TEST(NpyFile, ReadsASingleNumberAndNone) {
  EXPECT_THAT(decode_numeric_npy(bytes_of(array("|u1", "()", "a"))).values(), ElementsAre('a'));
  EXPECT_EQ(decode_numeric_npy(bytes_of(array("<f8", "(0, 5)", ""))).size(), 0);
}

TEST(NpyFile, ReadsText) {
  std::string unicode;
  for (const char32_t c : {U'é', U'\0', U'𝜇', U'1'}) unicode += spelled(c, std::endian::big);
  EXPECT_THAT(std::get<StringArray>(decode_npy(bytes_of(array(">U2", "(2,)", unicode)))).values,
              ElementsAre("é", "𝜇1"));
  const std::string bytes("ab\0\xC3\xA9\0", 6);
  EXPECT_THAT(std::get<StringArray>(decode_npy(bytes_of(array("|S3", "(2,)", bytes)))).values,
              ElementsAre("ab", "é"));
  EXPECT_THAT(std::get<StringArray>(decode_npy(bytes_of(array("<U0", "(2,)", "")))).values,
              ElementsAre("", ""));
}

TEST(NpyFile, RefusesTextThatIsNotUnicode) {
  EXPECT_THAT(refusal([] { decode_npy(bytes_of(array("|S2", "(2,)", "ab\xFF\xFE"))); }),
              HasSubstr("element 1: it is not UTF-8"));
  const std::string surrogate = spelled<std::uint32_t>(0xD800, std::endian::little);
  EXPECT_THAT(refusal([&] { decode_npy(bytes_of(array("<U1", "(1,)", surrogate))); }),
              HasSubstr("element 0: 0xd800"));
}

TEST(NpyFile, NeverRunsAPickle) {
  EXPECT_THAT(refusal([] { decode_npy(bytes_of(array("|O", "(1,)", "pickle"))); }),
              HasSubstr("Python objects"));
}

TEST(NpyFile, NamesTheWayOutForOtherTypes) {
  EXPECT_THAT(refusal([] { decode_npy(bytes_of(array("<c16", "(0,)", ""))); }), HasSubstr("complex"));
  EXPECT_THAT(refusal([] { decode_npy(bytes_of(array("<M8[ns]", "(0,)", ""))); }), HasSubstr("dates"));
  EXPECT_THAT(refusal([] { decode_npy(bytes_of(array("<f16", "(0,)", ""))); }), HasSubstr("float64"));
  const std::string fields =
      "{'descr': [('x', '<f8'), ('[', '<i4', (2,))], 'fortran_order': False, 'shape': (0,)}";
  EXPECT_THAT(refusal([&] { decode_npy(bytes_of(npy(fields, ""))); }), HasSubstr("structured"));
}

TEST(NpyFile, RefusesEveryTruncationAndAnythingMore) {
  const std::string file = array("<f4", "(2, 3)", std::string(24, 'x'));
  testing::for_every_prefix(
      file, [](std::string_view prefix) { EXPECT_THROW(decode_npy(bytes_of(prefix)), InputError); });
  EXPECT_THAT(refusal([&] { decode_npy(bytes_of(file + "x")); }), HasSubstr("24 bytes), but 25"));
}

TEST(NpyFile, RefusesAbsurdShapesBeforeAllocating) {
  for (const std::string shape :
       {"(9223372036854775807,)", "(4294967296, 4294967296)", "(0, 9223372036854775807, 9)",
        "(1000000000000,)", "(99999999999999999999,)", "(-1,)"})
    EXPECT_THROW(decode_npy(bytes_of(array("<f8", shape, ""))), InputError) << shape;
  EXPECT_THROW(decode_npy(bytes_of(array("<U4294967295", "(9223372036854775807,)", ""))), InputError);
  EXPECT_THROW(decode_npy(bytes_of(array("<U0", "(9223372036854775807,)", ""))), InputError);
}

TEST(NpyFile, WritesWhatItReads) {
  for (int t = 0; t < 12; ++t) {
    NumericArray array{{2, 3}, static_cast<ElementType>(t), {}};
    array.data.resize(6 * size_of(array.type));
    for (std::size_t k = 0; k < array.data.size(); ++k) array.data[k] = static_cast<std::byte>(k % 7);
    const NumericArray again = decode_numeric_npy(encode_npy(array));
    EXPECT_EQ(again.type, array.type);
    EXPECT_EQ(again.shape, array.shape);
    EXPECT_EQ(again.data, array.data) << name_of(array.type);
  }
}

TEST(NpyFile, AlignsTheElementsTo64Bytes) {
  for (Index n = 1; n < 1'000'000; n *= 7) {
    const std::vector<double> values(static_cast<std::size_t>(n % 11), 1.5);
    const auto file = encode_npy(numeric_array({n % 11, 1}, values));
    EXPECT_EQ((file.size() - 8 * values.size()) % 64, 0U);
  }
}

TEST(NpzArchive, WritesWhatItReads) {
  const std::vector<double> numbers = {0.1, -2, 1e300};
  const std::vector<std::int64_t> offsets = {0, 1, 3};
  const auto file =
      encode_npz({{"points", numeric_array({3, 1}, numbers)}, {"offsets", numeric_array({3}, offsets)}},
                 {{"names", {{2}, {"Ærø", "β"}}}});
  const NpzArchive archive = decode_npz(file);
  EXPECT_EQ(archive.at("points").values(), numbers);
  EXPECT_THAT(archive.at("offsets").values(), ElementsAre(0, 1, 3));
  EXPECT_THAT(archive.strings.at("names").values, ElementsAre("Ærø", "β"));
  EXPECT_THAT(refusal([&] { archive.at("weights"); }), HasSubstr("offsets, points"));
  EXPECT_THAT(refusal([&] { archive.at("names"); }), HasSubstr("text"));
}

TEST(NpzArchive, KeepsWhatCanBeReadBesideWhatCannot) {
  const auto member = [](const std::string& name, const std::string& file) {
    const Bytes raw = bytes_of(file);
    return ZipMember{name, {raw.begin(), raw.end()}};
  };
  const auto file = encode_zip(
      {member("meta.npy", array("|O", "(1,)", "pickle")), member("good.npy", array("|u1", "(1,)", "a"))});
  const NpzArchive archive = decode_npz(file);
  EXPECT_THAT(archive.at("good").values(), ElementsAre('a'));
  EXPECT_THAT(refusal([&] { archive.at("meta"); }), HasSubstr("Python objects"));
  EXPECT_THAT(refusal([&] { decode_npz(encode_zip({member("notes.txt", "hello")})); }),
              HasSubstr("notes.txt"));
  EXPECT_THAT(refusal([&] { decode_npz(encode_zip({member("a.npy", "hello, world")})); }),
              HasSubstr("array \"a\""));
}

TEST(NpzArchive, RefusesEveryTruncation) {
  const std::string file = text_from(encode_npz({{"a", numeric_array({2}, std::vector<double>{1, 2})}}));
  testing::for_every_prefix(
      file, [](std::string_view prefix) { EXPECT_THROW(decode_npz(bytes_of(prefix)), InputError); });
}

TEST(NpzArchive, RefusesEveryFlippedBitOfItsElements) {
  const std::string file = text_from(encode_npz({{"a", numeric_array({2}, std::vector<double>{1, 2})}}));
  for (std::size_t k = 35; k < 35 + 144; ++k) {  // local header 30, name 5, then the NPY file
    std::string damaged = file;
    damaged[k] = static_cast<char>(damaged[k] ^ 1);
    EXPECT_THAT(refusal([&] { decode_npz(bytes_of(damaged)); }), HasSubstr("checksum")) << "byte " << k;
  }
}

}  // namespace
}  // namespace wpga
