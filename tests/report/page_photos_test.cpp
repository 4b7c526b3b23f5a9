#include "wpga/report/page/page_photos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

namespace wpga {
namespace {

// A photo of so many bytes for each pixel of the square around it, all of one value: its measure.
SmallPhoto flat_photo(double bytes_a_pixel) {
  return [=](Index measure, int side) {
    const double size = bytes_a_pixel * side * side;
    return std::vector<std::byte>(static_cast<std::size_t>(size), static_cast<std::byte>(measure));
  };
}

Vector falling(Index count) { return Vector::LinSpaced(count, static_cast<double>(count), 1); }

TEST(PagePhotos, KeepTheBytesOfEachMeasure) {
  std::vector<bool> has(10, true);
  has[3] = has[7] = false;
  const PagePhotos found = page_photos(has, falling(10), 100, flat_photo(0.2), {.photo_megabytes = 1}, {});
  EXPECT_EQ(found.indices, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 6, 8, 9}));
  EXPECT_EQ(found.there, 8);
  ASSERT_EQ(found.offsets.size(), 9u);
  EXPECT_EQ(found.offsets.back(), found.bytes.size());
  for (std::size_t s = 0; s < found.indices.size(); ++s)
    for (std::size_t at = found.offsets[s]; at < found.offsets[s + 1]; ++at)
      ASSERT_EQ(static_cast<std::uint32_t>(found.bytes[at]), found.indices[s]);
}

TEST(PagePhotos, NeverTakeMoreThanTheirRoom) {
  for (const double room : {1e-6, 0.001, 0.01, 0.1, 2.0})
    for (const double lively : {0.05, 0.25, 3.0}) {
      const PagePhotos found = page_photos(std::vector<bool>(200, true), falling(200), 150,
                                           flat_photo(lively), {.photo_megabytes = room}, {});
      EXPECT_LE(static_cast<double>(found.bytes.size()), 1e6 * room);
      EXPECT_LE(found.indices.size(), 150u);
      EXPECT_TRUE(std::ranges::is_sorted(found.indices));
      EXPECT_EQ(found.offsets.size(), found.indices.size() + 1);
    }
}

TEST(PagePhotos, AreAsLargeAsTheRoomAllows) {
  std::vector<int> sides;
  std::mutex together;
  const SmallPhoto watched = [&](Index, int side) {
    const std::scoped_lock lock(together);
    sides.push_back(side);
    return std::vector<std::byte>(10);
  };
  for (const double room : {100.0, 0.1, 1e-5})
    page_photos(std::vector<bool>(100, true), falling(100), 100, watched, {.photo_megabytes = room}, {});
  EXPECT_EQ(sides[0], largest_photo);
  EXPECT_GT(sides[100], smallest_photo);
  EXPECT_LT(sides[100], largest_photo);
  EXPECT_EQ(sides[200], smallest_photo);
}

TEST(PagePhotos, AreNoneWithoutRoomOrWithoutFiles) {
  const SmallPhoto never = [](Index, int) -> std::vector<std::byte> { throw std::logic_error("asked"); };
  EXPECT_TRUE(page_photos(std::vector<bool>(5, true), falling(5), 9, never, {.photo_megabytes = 0}, {})
                  .indices.empty());
  EXPECT_TRUE(page_photos(std::vector<bool>(5, false), falling(5), 9, never, {}, {}).indices.empty());
  EXPECT_TRUE(page_photos({}, Vector(), 9, never, {}, {}).indices.empty());
}

}  // namespace
}  // namespace wpga
