#include "wpga/io/formats/cytometry/fcs_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"
#include "io/write_fcs.hpp"
#include "wpga/base/random.hpp"

namespace wpga {
namespace {

using testing::fcs_file;
using testing::fcs_pairs;
using ::testing::HasSubstr;
using testing::MadeChannel;
using testing::refusal;
using testing::spelled;

Matrix all_values(const std::string& bytes) {
  const FcsFile file(bytes_of(bytes));
  std::vector<std::size_t> all(file.channels().size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  return file.values(all);
}

// Written as a text of bits, most or least significant first, and read back.
std::string packed(const std::vector<std::uint64_t>& numbers, const std::vector<int>& widths, bool big) {
  std::vector<bool> bits;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const int width = widths[k % widths.size()];
    for (int b = 0; b < width; ++b) bits.push_back(((numbers[k] >> (big ? width - 1 - b : b)) & 1u) != 0);
  }
  bits.resize((bits.size() + 7) / 8 * 8);
  std::string bytes(bits.size() / 8, '\0');
  for (std::size_t k = 0; k < bits.size(); ++k)
    if (bits[k])
      bytes[k / 8] =
          static_cast<char>(static_cast<unsigned char>(bytes[k / 8]) | (1u << (big ? 7 - k % 8 : k % 8)));
  return bytes;
}

TEST(FcsFile, ReadsIntegersOfEveryWidthInBothOrders) {
  for (const bool big : {false, true})
    for (const std::vector<int>& widths : std::vector<std::vector<int>>{
             {8}, {16}, {32}, {64}, {16, 32, 8, 24}, {10, 10, 12}, {1, 7, 13, 3}, {11}, {33, 5}, {63}}) {
      Random random(7);
      const std::size_t events = 9;
      std::vector<std::uint64_t> numbers;
      std::vector<MadeChannel> channels;
      for (const int width : widths) channels.push_back({.name = "c", .bits = width, .range = "0"});
      for (std::size_t k = 0; k < events * widths.size(); ++k) {
        const int width = widths[k % widths.size()];
        const std::uint64_t any = static_cast<std::uint64_t>(random.below(INT64_MAX));
        numbers.push_back(width >= 63 ? any : any % (std::uint64_t{1} << width));
      }
      const Matrix values = all_values(fcs_file(fcs_pairs(channels, events, "I", big ? "4,3,2,1" : "1,2,3,4"),
                                                packed(numbers, widths, big)));
      ASSERT_EQ(values.size(), static_cast<Index>(numbers.size()));
      for (std::size_t k = 0; k < numbers.size(); ++k)
        EXPECT_EQ(values(static_cast<Index>(k)), static_cast<double>(numbers[k])) << widths[0] << " " << big;
    }
}

TEST(FcsFile, ReadsFloatsAndDoublesInBothOrders) {
  const std::vector<double> numbers = {1.5, -2.25, 0, 1e10, -1e-3, 7};
  for (const std::endian order : {std::endian::little, std::endian::big}) {
    const std::string word = order == std::endian::big ? "4,3,2,1" : "1,2,3,4";
    std::string singles, doubles;
    for (const double x : numbers) {
      singles += spelled(static_cast<float>(x), order);
      doubles += spelled(x, order);
    }
    const Matrix from_singles = all_values(
        fcs_file(fcs_pairs({{.name = "a", .bits = 32}, {.name = "b", .bits = 32}}, 3, "F", word), singles));
    const Matrix from_doubles = all_values(
        fcs_file(fcs_pairs({{.name = "a", .bits = 64}, {.name = "b", .bits = 64}}, 3, "D", word), doubles));
    for (Index k = 0; k < 6; ++k) {
      EXPECT_EQ(from_doubles(k), numbers[static_cast<std::size_t>(k)]);
      EXPECT_EQ(from_singles(k), static_cast<float>(numbers[static_cast<std::size_t>(k)]));
    }
  }
}

// Instruments put flags above the bits that the range needs.
TEST(FcsFile, CutsIntegersToTheBitsOfTheirRange) {
  const std::string data = spelled<std::uint16_t>(0x83ff, std::endian::little) +
                           spelled<std::uint16_t>(0x0401, std::endian::little);
  EXPECT_EQ(all_values(fcs_file(fcs_pairs({{.name = "a", .range = "1024"}}, 2), data)), Matrix({{1023, 1}}));
  EXPECT_EQ(all_values(fcs_file(fcs_pairs({{.name = "a", .range = "1000"}}, 2), data)), Matrix({{1023, 1}}));
  EXPECT_EQ(all_values(fcs_file(fcs_pairs({{.name = "a", .range = "1025"}}, 2), data)),
            Matrix({{1023, 1025}}));
}

// x ↦ f₂ 10^(f₁ x / R), on tables and without; "4,0" stands for "4,1".
TEST(FcsFile, UndoesLogarithmicAmplification) {
  const std::string small = spelled<std::uint16_t>(512, std::endian::little),
                    large = spelled<std::uint32_t>(1u << 19, std::endian::little);
  const auto value = [](MadeChannel channel, const std::string& data) {
    return all_values(fcs_file(fcs_pairs({channel}, 1), data))(0);
  };
  EXPECT_DOUBLE_EQ(value({.name = "a", .range = "1024", .amplification = "4,1"}, small), 100);
  EXPECT_DOUBLE_EQ(value({.name = "a", .range = "1024", .amplification = "4.0,0.0"}, small), 100);
  EXPECT_DOUBLE_EQ(value({.name = "a", .range = "1024", .amplification = "2,0.5"}, small), 5);
  EXPECT_DOUBLE_EQ(value({.name = "a", .bits = 32, .range = "1048576", .amplification = "6,1"}, large), 1000);
}

TEST(FcsFile, FindsChannelsByNameMarkerAndNumber) {
  const std::string bytes =
      fcs_file(fcs_pairs({{.name = "FL1-H", .marker = "CD4"}, {.name = "FL2-H"}, {.name = "FL2-H"}}, 1),
               std::string(6, '\1'));
  const FcsFile file(bytes_of(bytes));
  EXPECT_EQ(file.find("FL1-H"), 0u);
  EXPECT_EQ(file.find("CD4"), 0u);
  EXPECT_EQ(file.find("3"), 2u);
  EXPECT_THAT(refusal([&] { (void)file.find("FL2-H"); }), HasSubstr("two channels"));
  EXPECT_THAT(refusal([&] { (void)file.find("CD8"); }), HasSubstr("FL1-H (CD4), FL2-H"));
}

TEST(FcsFile, CountsEventsWhereTheWriterDidNot) {
  auto pairs = fcs_pairs({{.name = "a"}}, 0);
  const std::string zero = fcs_file(pairs, "123456");
  EXPECT_EQ(FcsFile(bytes_of(zero)).events(), 3);
  std::erase_if(pairs, [](const auto& pair) { return pair.first == "$TOT"; });
  const std::string none = fcs_file(pairs, "123456");
  EXPECT_EQ(FcsFile(bytes_of(none)).events(), 3);
}

TEST(FcsFile, RefusesWhatItCannotRead) {
  const auto says = [](testing::FcsPairs pairs, const std::string& keyword, const std::string& value) {
    for (auto& pair : pairs)
      if (pair.first == keyword) pair.second = value;
    return refusal([&] { (void)FcsFile{bytes_of(fcs_file(pairs, "1234"))}; });
  };
  const auto pairs = fcs_pairs({{.name = "a"}}, 2);
  EXPECT_NO_THROW((void)FcsFile{bytes_of(fcs_file(pairs, "1234"))});
  EXPECT_THAT(says(pairs, "$TOT", "3"), HasSubstr("says of 3 events but holds 2"));
  EXPECT_THAT(says(pairs, "$MODE", "C"), HasSubstr("mode L"));
  EXPECT_THAT(says(pairs, "$DATATYPE", "A"), HasSubstr("I, F and D"));
  EXPECT_THAT(says(pairs, "$DATATYPE", "F"), HasSubstr("$P1B says 16 bits"));
  EXPECT_THAT(says(pairs, "$BYTEORD", "3,4,1,2"), HasSubstr("byte order"));
  EXPECT_THAT(says(pairs, "$PAR", "2"), HasSubstr("lacks $P2B"));
  EXPECT_THAT(says(pairs, "$PAR", "0"), HasSubstr("no channels"));
  EXPECT_THAT(says(pairs, "$PAR", "1e30"), HasSubstr("whole number"));
  EXPECT_THAT(says(pairs, "$P1B", "65"), HasSubstr("whole number up to 64"));
  EXPECT_THAT(says(pairs, "$P1E", "-4,1"), HasSubstr("no amplifier"));
  const std::string whole = fcs_file(pairs, "1234");
  testing::for_every_prefix(
      whole, [](std::string_view prefix) { EXPECT_THROW((void)FcsFile{bytes_of(prefix)}, InputError); });
}

}  // namespace
}  // namespace wpga
