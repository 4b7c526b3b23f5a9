#include "wpga/report/page/page_photos.hpp"

#include <algorithm>
#include <cmath>

#include "wpga/parallel/parallel_for.hpp"
#include "wpga/report/page/page_arrays.hpp"
#include "wpga/report/page/page_samples.hpp"

namespace wpga {

namespace {

// What a small photo takes for each pixel of the square around it; lively ones take twice as much.
constexpr double bytes_a_pixel = 0.25;

int side_for(double room, Index count) {
  const double side = std::sqrt(room / static_cast<double>(count) / bytes_a_pixel);
  return static_cast<int>(std::clamp(side, double{smallest_photo}, double{largest_photo}));
}

}  // namespace

PagePhotos page_photos(const std::vector<bool>& has_photo, const Vector& left_over, Index most,
                       const SmallPhoto& photo, const PhotoOptions& options, const Execution& execution) {
  std::vector<Index> where(has_photo.size(), -1);
  for (std::size_t i = 0; i < where.size(); ++i)
    if (has_photo[i]) where[i] = static_cast<Index>(i);
  PagePhotos photos{.offsets = {0}, .there = std::ranges::count(has_photo, true)};
  const double room = 1e6 * options.photo_megabytes;
  std::vector<Index> shown = room > 0 ? measures_shown(where, left_over, most) : std::vector<Index>();
  if (shown.empty()) return photos;
  const int side = side_for(room, std::ssize(shown));
  std::vector<std::vector<std::byte>> made(has_photo.size());
  parallel_for(execution, std::ssize(shown), [&](std::int64_t s) {
    const Index i = shown[static_cast<std::size_t>(s)];
    made[static_cast<std::size_t>(i)] = photo(i, side);
  });
  const auto bytes_of = [&](std::span<const Index> all) {
    double sum = 0;
    for (const Index i : all) sum += static_cast<double>(made[static_cast<std::size_t>(i)].size());
    return sum;
  };
  // Each choice is made among those that have a photo of this size.
  std::ranges::fill(where, -1);
  for (const Index i : shown) where[static_cast<std::size_t>(i)] = i;
  while (!shown.empty() && bytes_of(shown) > room) {
    const double share = room / bytes_of(shown);
    const auto fewer = static_cast<Index>(share * static_cast<double>(shown.size()));
    shown = measures_shown(where, left_over, std::min(fewer, std::ssize(shown) - 1));
  }
  for (const Index i : shown) {
    const std::vector<std::byte>& one = made[static_cast<std::size_t>(i)];
    photos.indices.push_back(static_cast<std::uint32_t>(i));
    photos.bytes.insert(photos.bytes.end(), one.begin(), one.end());
    photos.offsets.push_back(static_cast<std::uint32_t>(photos.bytes.size()));
  }
  return photos;
}

std::string photos_text(const PagePhotos& photos) {
  return JsonObject()
      .add("indices", packed(photos.indices))
      .add("offsets", packed(photos.offsets))
      .add("bytes", packed(photos.bytes))
      .text();
}

}  // namespace wpga
