#include "wpga/io/formats/clouds/xyz_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/made_bytes.hpp"
#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

TEST(XyzFile, ReadsPointsWithAndWithoutWeights) {
  const Cloud plane = decode_xyz("1 2\n3 4\n");
  EXPECT_EQ(plane.points, (Matrix(2, 2) << 1, 3, 2, 4).finished());
  const Cloud space = decode_xyz("# a cloud\n1 2 3\r\n\r\n  4\t5 6");
  EXPECT_EQ(space.points, (Matrix(3, 2) << 1, 4, 2, 5, 3, 6).finished());
  EXPECT_EQ(space.weights, Vector::Ones(2));
  const Cloud weighted = decode_xyz("1 2 3 .5\n4 5 6 1.5\n");
  EXPECT_EQ(weighted.points, space.points);
  EXPECT_EQ(weighted.weights(1), 1.5);
  const Cloud coloured = decode_xyz("1 2 3 255 0 0\n4 5 6 0 0 255\n");
  EXPECT_EQ(coloured.points, space.points);
  EXPECT_EQ(coloured.weights, Vector::Ones(2));
}

TEST(XyzFile, ReadsMolecules) {
  const Cloud water = decode_xyz("3\nwater 1 2 3\nO 0 0 0.119\nH 0 0.763 -0.477 0.4\n1 0 -0.763 -0.477\n\n");
  EXPECT_EQ(water.points, (Matrix(3, 3) << 0, 0, 0, 0, 0.763, -0.763, 0.119, -0.477, -0.477).finished());
  EXPECT_EQ(water.weights, Vector::Ones(3));
}

TEST(XyzFile, RefusalsNameTheLine) {
  EXPECT_EQ(refusal([] { decode_xyz("1 2 3\n4 5 six\n"); }), "line 2: \"six\" is not a number");
  EXPECT_EQ(refusal([] { decode_xyz("1 2 3\n\n4 5\n"); }),
            "line 3 has 2 numbers where the first point has 3");
  EXPECT_THAT(refusal([] { decode_xyz("1.5\n2.5\n"); }), HasSubstr("at least x and y"));
  EXPECT_THAT(refusal([] { decode_xyz("2\n\nH 0 0 0\n"); }), HasSubstr("2 atoms are promised, 1 are there"));
  EXPECT_THAT(refusal([] { decode_xyz("1\n\nH 0 0\n"); }), HasSubstr("line 3 is not an element"));
  EXPECT_THAT(refusal([] { decode_xyz("1\n\nH 0 0 0\n1\n\nH 0 0 0\n"); }),
              HasSubstr("line 4: there is more"));
  EXPECT_THAT(refusal([] { decode_xyz("9000000000000000000\n\nH 0 0 0\n"); }),
              HasSubstr("more than the file has room"));
  EXPECT_THAT(refusal([] { decode_xyz("0\n\n"); }), HasSubstr("no atoms"));
  EXPECT_THAT(refusal([] { decode_xyz("# nothing\n"); }), HasSubstr("no points"));
  EXPECT_THAT(refusal([] { decode_xyz(""); }), HasSubstr("empty"));
  EXPECT_THAT(refusal([] { decode_xyz("1 2\n\xFF 3\n"); }), HasSubstr("line 2: byte 0xff"));
}

TEST(XyzFile, EveryTruncationIsReadOrRefused) {
  for (const std::string_view file : {"2\ncomment\nC 1 2 3\nHe -4.5 5e1 6\n", "1 2 3 4\n5 6 7 8\n"})
    testing::for_every_prefix(file, [](std::string_view prefix) {
      try {
        const Cloud cloud = decode_xyz(prefix);
        EXPECT_EQ(cloud.points.cols(), cloud.weights.size());
      } catch (const InputError&) {
      }
    });
}

}  // namespace
}  // namespace wpga
