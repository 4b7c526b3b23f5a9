#include "wpga/io/formats/clouds/ply_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;
using testing::spelled;

const Matrix two_points = (Matrix(3, 2) << 1, 4, 2, 5, 3, 6).finished();

std::string header(const std::string& format, const std::string& elements) {
  return "ply\nformat " + format + " 1.0\ncomment by hand\n" + elements + "end_header\n";
}

Cloud read(const std::string& file) { return decode_ply(bytes_of(file)); }

// A camera and faces surround the vertices; x, y, z, weight stand among other properties, in several types.
const std::string rich_elements =
    "element camera 2\nproperty list uchar short pose\nproperty int id\n"
    "element vertex 2\nproperty double z\nproperty list uint char tags\nproperty uchar red\nproperty float "
    "x\n"
    "property short y\nproperty ushort weight\nproperty float intensity\n"
    "element face 1\nproperty list uchar int vertex_indices\n";

std::string rich_binary(std::endian order) {
  const auto number = [&](auto value) { return spelled(value, order); };
  std::string data;
  data +=
      number(std::uint8_t{2}) + number(std::int16_t{7}) + number(std::int16_t{8}) + number(std::int32_t{1});
  data += number(std::uint8_t{0}) + number(std::int32_t{2});
  data += number(3.0) + number(std::uint32_t{3}) + "abc" + "r" + number(1.0F) + number(std::int16_t{2}) +
          number(std::uint16_t{10}) + number(0.5F);
  data += number(6.0) + number(std::uint32_t{0}) + "r" + number(4.0F) + number(std::int16_t{5}) +
          number(std::uint16_t{30}) + number(0.5F);
  data += number(std::uint8_t{1}) + number(std::int32_t{0});
  return data;
}

std::string rich_file(const std::string& format) {
  if (format == "ascii")
    return header(format, rich_elements) +
           "2 7 8 1\n0 2\n3 3 97 98 99 114 1 2 10 .5\n6 0 114 4 5 30 .5\n1 0\n";
  return header(format, rich_elements) +
         rich_binary(format == "binary_little_endian" ? std::endian::little : std::endian::big);
}

const std::vector<std::string> formats = {"ascii", "binary_little_endian", "binary_big_endian"};

TEST(PlyFile, ReadsTheSameCloudInEveryEncoding) {
  for (const std::string& format : formats) {
    const Cloud cloud = read(rich_file(format));
    EXPECT_EQ(cloud.points, two_points) << format;
    EXPECT_EQ(cloud.weights(0), 10) << format;
    EXPECT_EQ(cloud.weights(1), 30) << format;
  }
}

TEST(PlyFile, MayLieInThePlaneAndHaveNoWeights) {
  const Cloud cloud =
      read(header("ascii", "element vertex 1\nproperty float x\nproperty float y\n") + "1 2\n");
  EXPECT_EQ(cloud.points, (Matrix(2, 1) << 1, 2).finished());
  EXPECT_EQ(cloud.weights, Vector::Ones(1));
}

TEST(PlyFile, ReadsWindowsLineEnds) {
  std::string file = rich_file("ascii");
  for (std::size_t at = 0; (at = file.find('\n', at)) != std::string::npos; at += 2) file.insert(at, "\r");
  EXPECT_EQ(read(file).points, two_points);
}

TEST(PlyFile, EveryTruncationIsReadOrRefused) {
  for (const std::string& format : formats) {
    const std::string file = rich_file(format);
    const std::size_t faces = 5;  // bytes behind the last vertex, which are not looked at
    testing::for_every_prefix(file, [&](std::string_view prefix) {
      if (prefix.size() + faces < file.size())
        EXPECT_THROW(decode_ply(bytes_of(prefix)), InputError) << format << " " << prefix.size();
      else
        EXPECT_NO_THROW(decode_ply(bytes_of(prefix))) << format;
    });
  }
}

TEST(PlyFile, RefusesAbsurdCountsBeforeAllocating) {
  const std::string xy = "property float x\nproperty float y\n";
  for (const std::string& format : formats) {
    EXPECT_THAT(
        refusal([&] { read(header(format, "element vertex 18446744073709551615\n" + xy) + "1 2\n"); }),
        HasSubstr("cut short"));
    EXPECT_THAT(
        refusal([&] {
          read(header(format, "element face 999999999\nproperty list int int i\nelement vertex 1\n" + xy));
        }),
        HasSubstr("cut short"));
    EXPECT_THROW(read(header(format, "element nothing 18446744073709551615\nelement vertex 1\n" + xy)),
                 InputError);
    EXPECT_THROW(read(header(format, "element vertex 99999999999999999999999\n" + xy)), InputError);
  }
  const std::string list = "element vertex 1\nproperty list int double l\n" + xy;
  EXPECT_THAT(refusal([&] { read(header("binary_little_endian", list) + std::string(12, '\xFF')); }),
              HasSubstr("length -1"));
  EXPECT_THAT(refusal([&] { read(header("binary_little_endian", list) + std::string(12, '\x7F')); }),
              HasSubstr("row 1 of"));
}

TEST(PlyFile, RefusalsNameThePlace) {
  const std::string xy = "element vertex 2\nproperty float x\nproperty float y\n";
  EXPECT_EQ(refusal([&] { read(header("ascii", xy) + "1 2\n3 four\n"); }),
            "line 9: \"four\" is not a number");
  EXPECT_THAT(refusal([&] { read(header("ascii", xy) + "1 2 \n3            \n"); }),
              HasSubstr("line 9 has too few"));
  EXPECT_THAT(refusal([&] { read(header("ascii", xy) + "1 2           \n"); }),
              HasSubstr("has 1 rows where 2"));
  EXPECT_THAT(refusal([&] { read(header("EBCDIC", xy)); }), HasSubstr("line 2: \"EBCDIC\""));
  EXPECT_THAT(refusal([] { read("ply\nformat ascii 1.0\nproperty float x\n"); }),
              HasSubstr("line 3: a property stands"));
  EXPECT_THAT(refusal([] { read("ply\nelement vertex many\n"); }), HasSubstr("line 2"));
  EXPECT_THAT(refusal([] { read("ply\nelement vertex 1\nproperty quad x\n"); }),
              HasSubstr("\"quad\" is not a type"));
  EXPECT_THAT(refusal([] { read("ply\nverteces 3\n"); }), HasSubstr("not a keyword"));
  EXPECT_THAT(refusal([] { read("ply\nend_header\n"); }), HasSubstr("format"));
  EXPECT_THAT(refusal([] { read(header("ascii", "")); }), HasSubstr("no element called vertex"));
  EXPECT_THAT(refusal([] { read(header("ascii", "element vertex 1\nproperty float x\n") + "1\n"); }),
              HasSubstr("x or y"));
  EXPECT_THAT(refusal([&] { read(header("ascii", xy + "property float x\n")); }), HasSubstr("twice"));
  EXPECT_THAT(
      refusal([] { read(header("ascii", "element vertex 0\nproperty float x\nproperty float y\n")); }),
      HasSubstr("no vertices"));
  EXPECT_THAT(refusal([] { read("OFF\n"); }), HasSubstr("not a PLY file"));
  EXPECT_THAT(refusal([] { read(""); }), HasSubstr("not a PLY file"));
}

}  // namespace
}  // namespace wpga
