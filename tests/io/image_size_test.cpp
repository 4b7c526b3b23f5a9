#include "wpga/io/formats/images/image_size.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "wpga/base/error.hpp"

namespace wpga {
namespace {

constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();

TEST(ImageSize, MayReachTheLimitAndNoFurther) {
  EXPECT_NO_THROW(check_image_size(1, 1, 1));
  EXPECT_NO_THROW(check_image_size(1 << 14, 1 << 14, 1));
  EXPECT_THROW(check_image_size(1 << 14, 1 << 14, 2), InputError);
  EXPECT_THROW(check_image_size(1 << 14, (1 << 14) + 1, 1), InputError);
}

TEST(ImageSize, NeedsAPixelAndNeverOverflows) {
  EXPECT_THROW(check_image_size(0, 5, 1), InputError);
  EXPECT_THROW(check_image_size(5, 0, 1), InputError);
  EXPECT_THROW(check_image_size(huge, huge, 4), InputError);
  EXPECT_THROW(check_image_size(std::uint64_t{1} << 32, std::uint64_t{1} << 32, 1), InputError);
}

TEST(ImageSize, IsHeldAgainstTheFile) {
  EXPECT_NO_THROW(check_expansion(1 << 20, 1, 2));  // harmless whatever the ratio
  EXPECT_NO_THROW(check_expansion(std::uint64_t{10} << 20, std::uint64_t{1} << 20, 10));
  EXPECT_THROW(check_expansion(std::uint64_t{12} << 20, std::uint64_t{1} << 20, 10), InputError);
  EXPECT_THROW(check_expansion(huge, 100, 1000), InputError);
}

}  // namespace
}  // namespace wpga
