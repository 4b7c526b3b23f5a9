#include "palette_photos.hpp"

#include "wpga/io/reading/small_photo.hpp"

namespace wpga {

PagePhotos photos_for(const Space& space, std::span<const std::string> data,
                      const std::vector<std::string>& names, const Vector& left_over, Index most,
                      const PhotoOptions& options, const Execution& execution) {
  if (space.kind != Kind::palette || options.photo_megabytes == 0) return {.offsets = {0}};
  const std::vector<std::filesystem::path> files = photo_files(data, names);
  std::vector<bool> has_photo(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) has_photo[i] = !files[i].empty();
  const auto photo = [&](Index i, int side) { return small_photo(files[static_cast<std::size_t>(i)], side); };
  return page_photos(has_photo, left_over, most, photo, options, execution);
}

}  // namespace wpga
