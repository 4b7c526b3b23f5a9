#include "wpga/io/formats/arrays/npy_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/refusal.hpp"

namespace wpga {
namespace {

using ::testing::HasSubstr;
using testing::refusal;

TEST(NpyHeader, ComesBackTheSame) {
  for (const std::vector<Index>& shape : {std::vector<Index>{}, {7}, {3, 4}, {60000, 28, 28}}) {
    const NpyHeader header{.descr = "<f8", .fortran_order = shape.size() == 2, .shape = shape};
    const NpyHeader back = parse_npy_header(npy_header_text(header));
    EXPECT_EQ(back.descr, header.descr);
    EXPECT_EQ(back.fortran_order, header.fortran_order);
    EXPECT_EQ(back.shape, header.shape);
  }
}

TEST(NpyHeader, TakesItsKeysInAnyOrder) {
  const NpyHeader header = parse_npy_header("{'shape': (2, 3), 'fortran_order': True, 'descr': '|u1'}  \n");
  EXPECT_EQ(header.shape, (std::vector<Index>{2, 3}));
  EXPECT_TRUE(header.fortran_order);
}

TEST(NpyHeader, SaysWhereItIsDamaged) {
  EXPECT_THAT(refusal([] { parse_npy_header("{'descr': 7}"); }),
              HasSubstr("a string was expected at its column 11"));
  EXPECT_THROW(parse_npy_header("{'descr': '<f8', 'descr': '<f8', 'shape': ()}"), InputError);
  EXPECT_THROW(parse_npy_header("{'descr': '<f8', 'shape': ()}"), InputError);
  EXPECT_THROW(parse_npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (), 'more': 1}"),
               InputError);
  EXPECT_THROW(parse_npy_header("{'descr': '<f8', 'fortran_order': False, 'shape': (1 2)}"), InputError);
}

}  // namespace
}  // namespace wpga
