#include "wpga/io/formats/clouds/ply_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

const std::string whole =
    "ply\nformat binary_big_endian 1.0\ncomment made by hand\nelement vertex 12\nproperty double x\nproperty "
    "float y\n"
    "element face 3\nproperty list uchar int vertex_indices\nend_header\n";

TEST(PlyHeader, TellsElementsAndProperties) {
  const PlyHeader header = parse_ply_header(bytes_of(whole + "data"));
  EXPECT_EQ(header.encoding, PlyEncoding::big_endian);
  EXPECT_EQ(header.size, whole.size());
  ASSERT_EQ(header.elements.size(), 2U);
  EXPECT_EQ(header.elements[0].count, 12U);
  EXPECT_EQ(header.elements[0].properties[0].type, ElementType::f64);
  EXPECT_EQ(header.elements[0].properties[1].name, "y");
  EXPECT_TRUE(header.elements[1].properties[0].is_list);
  EXPECT_EQ(header.elements[1].properties[0].count_type, ElementType::u8);
  EXPECT_EQ(header.elements[1].properties[0].type, ElementType::i32);
}

TEST(PlyHeader, IsRefusedWhereverItIsCut) {
  for (std::size_t size = 0; size + 1 < whole.size(); ++size)
    EXPECT_THROW(parse_ply_header(bytes_of(std::string_view(whole).substr(0, size))), InputError) << size;
}

TEST(PlyHeader, NamesTheLineThatIsWrong) {
  const auto says = [](const std::string& text) {
    return refusal([&] { parse_ply_header(bytes_of(text)); });
  };
  EXPECT_THAT(says("ply\nformat ascii 1.0\nelement vertex many\nend_header\n"), HasSubstr("line 3"));
  EXPECT_THAT(says("ply\nformat ascii 1.0\nelement vertex 1\nproperty colour x\nend_header\n"),
              HasSubstr("line 4"));
  EXPECT_THAT(says("ply\nformat morse 1.0\nend_header\n"), HasSubstr("line 2"));
  EXPECT_THAT(says("ply\nformat ascii 1.0\nproperty float x\nend_header\n"), HasSubstr("line 3"));
}

}  // namespace
}  // namespace wpga
